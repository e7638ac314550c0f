// number_text.h - numbers as text.
#pragma once

#include <charconv>
#include <string>

namespace ashlar {

/// The shortest text that is read back as `number`.
inline std::string shortest_text(double number) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

}  // namespace ashlar
