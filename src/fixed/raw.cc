// raw.cc - the text of raw numbers and of types, and the ends of ranges.
#include <algorithm>

#include "ashlar/fixed.h"
#include "src/base/require.h"

namespace ashlar {

Int128 to_int128(const FixedRaw& raw) {
  constexpr UInt128 kLimit = static_cast<UInt128>(1) << 127;
  require(raw.magnitude < kLimit || (raw.negative && raw.magnitude == kLimit),
          ErrorKind::limit, "fixed point", to_string(raw),
          " does not fit in 128 bits");
  return static_cast<Int128>(raw.negative ? -raw.magnitude : raw.magnitude);
}

std::string to_string(const FixedRaw& raw) {
  std::string digits;
  UInt128 rest = raw.magnitude;
  do {
    digits += static_cast<char>('0' + static_cast<int>(rest % 10));
    rest /= 10;
  } while (rest != 0);
  if (raw.negative) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

FixedRaw parse_fixed_raw(std::string_view text) {
  constexpr UInt128 kLargest = ~static_cast<UInt128>(0);
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative ? 1 : 0);
  UInt128 magnitude = 0;
  bool ok = !digits.empty();
  for (const char c : digits) {
    const int digit = c - '0';
    ok = ok && digit >= 0 && digit <= 9 && magnitude <= kLargest / 10;
    if (!ok) break;
    magnitude *= 10;
    ok = magnitude <= kLargest - static_cast<UInt128>(digit);
    magnitude += static_cast<UInt128>(digit);
  }
  require(ok, ErrorKind::invalid, "fixed point", "'", text.substr(0, 60),
          "' is not a whole number of up to 128 bits and a sign");
  return {magnitude, negative};
}

std::string to_string(const FixedPoint& type) {
  return concat(type.bits, "-bit fixed point with ", type.fraction_bits,
                " fraction bits");
}

FixedRaw lowest(const FixedPoint& type) {
  const UInt128 magnitude = highest(type).magnitude;
  return {type.range == FixedRange::symmetric ? magnitude : magnitude + 1,
          true};
}

FixedRaw highest(const FixedPoint& type) {
  return {(static_cast<UInt128>(1) << (type.bits - 1)) - 1, false};
}

}  // namespace ashlar
