// Any bytes as a packing, the first one for the width of a code: an Error, or
// a value that prints as text which reads back equal, and codes that come back
// from their bytes.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ashlar/packing.h"
#include "fuzz/fuzz_check.h"

namespace {

using ashlar::fuzz::check;
using ashlar::fuzz::unless_refused;

void check_codes(const ashlar::Packing& packing, std::size_t count) {
  std::vector<std::uint8_t> codes(count);
  for (std::size_t i = 0; i < count; ++i) {
    codes[i] = static_cast<std::uint8_t>(i * 29 % (1u << packing.bits()));
  }
  const auto bytes =
      ashlar::packed_bytes(packing, static_cast<std::int64_t>(count));
  std::vector<std::byte> packed(static_cast<std::size_t>(bytes));
  ashlar::pack(codes, packing, packed);
  std::vector<std::uint8_t> again(count);
  ashlar::unpack(packed, packing, again);
  check(again == codes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  if (size == 0) return 0;
  const int bits = data[0] - '0';
  const std::string_view text(reinterpret_cast<const char*>(data + 1),
                              size - 1);
  const auto packing =
      unless_refused([&] { return ashlar::parse_packing(text, bits); });
  if (!packing) return 0;
  check(packing->bits() == bits);
  check(ashlar::parse_packing(to_string(*packing), bits) == *packing);
  for (const std::size_t count : {0u, 1u, 7u, 40u})
    check_codes(*packing, count);
  return 0;
}
