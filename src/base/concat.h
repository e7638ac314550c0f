// concat.h - joins texts, characters and numbers into one string.
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace ashlar {

inline void append(std::string& out, std::string_view part) { out += part; }
inline void append(std::string& out, char part) { out += part; }

template <std::integral Number>
void append(std::string& out, Number part) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, part).ptr;
  out.append(digits, end);
}

template <class... Parts>
std::string concat(const Parts&... parts) {
  std::string out;
  (append(out, parts), ...);
  return out;
}

/// "1, 2, 3" for any range whose items `concat` takes.
template <class Range>
std::string join(const Range& items, std::string_view separator) {
  std::string out;
  bool first = true;
  for (const auto& item : items) {
    if (!first) out += separator;
    first = false;
    append(out, item);
  }
  return out;
}

}  // namespace ashlar
