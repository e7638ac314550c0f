// What another project writes. It must see include/ and nothing else of ours.
#include <ashlar/ashlar.h>

#include <iostream>
#include <string>

#if __has_include("src/base/require.h")
#error "the root of Ashlar is on the path of its users"
#endif

int main() {
  std::cout << "ashlar " << ashlar::kVersion << '\n';
  const std::string text = "bf16[128x128] tile(32x32)";
  return ashlar::to_string(ashlar::parse_spec(text)) == text ? 0 : 1;
}
