// float_codes.h - kernels between f32 and floats of 8 or 16 bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/kernels/rows.h"

namespace ashlar::kernels {

/// What is read, and widened to f32 before anything else.
enum class Wide : std::uint8_t { f32, bf16, f16 };

/// How f32 becomes a code. "Magnitude" is a code without its sign; the words
/// `limit` and `first_binade` are f32 bits.
struct EncodeFloat {
  int code_bytes = 1;             ///< 1 or 2
  int mantissa_bits = 0;          ///< 1 to 10
  int bias = 0;                   ///< at most 127
  bool has_subnormals = true;     ///< else numbers below the first binade are 0
  bool ties_away = false;         ///< else to even
  bool has_negative_zero = true;  ///< else zero loses its sign
  std::uint32_t sign = 0;         ///< the sign bit of a code
  std::uint32_t limit = 0;        ///< larger numbers are taken for this one
  std::uint32_t nan = 0;          ///< the code of NaN, if the limit is wrong
  std::uint32_t nan_sign = 0;     ///< the sign bit if NaN keeps (or flips) it
  std::uint32_t infinity = 0;     ///< the magnitude of infinity, likewise
  bool nan_differs = false;       ///< NaN is not what the limit becomes
  bool infinity_differs = false;
  bool overflow_is_sign = false;  ///< the code after the largest is -0's, NaN
};

/// How a code becomes f32.
struct DecodeFloat {
  int code_bytes = 1;
  int mantissa_bits = 0;
  int bias = 0;
  bool has_subnormals = true;
  std::uint32_t sign = 0;
  std::uint32_t used = 0xff;   ///< the bits of a code in its word
  std::uint32_t largest = 0;   ///< magnitudes above it are not finite
  std::uint32_t infinity = 0;  ///< the one among those that is no NaN
  std::uint32_t nan = 0;       ///< one more NaN, sign included: -0 of fnuz
  bool nan_keeps_sign = true;
};

/// Where the first binade of a code lies.
enum class Range : std::uint8_t {
  same,      ///< where that of f32 lies; subnormals need no care
  narrower,  ///< below it are subnormal codes
  flushed,   ///< below it is nothing but zero
};

/// Numbers below this are zero, or have subnormal codes.
constexpr std::uint32_t first_binade(int bias, bool has_subnormals) {
  return static_cast<std::uint32_t>((has_subnormals ? 128 : 127) - bias) << 23;
}

/// Whether one addition rounds all numbers to their codes: to even, without
/// f32's own subnormals, in no more than 32 binades.
constexpr bool rounds_by_adding(const EncodeFloat& how) {
  const bool has_small_codes = how.bias + how.mantissa_bits > 120;
  const std::uint32_t binades =
      (how.limit >> 23) - (first_binade(how.bias, true) >> 23);
  return how.has_subnormals && !how.ties_away && !has_small_codes &&
         binades < 32 && (how.limit >> 23) + 23 < 255 &&
         (how.has_negative_zero || !how.overflow_is_sign);
}

/// `count` elements of each row.
void encode(const void* in, Wide source, void* out, std::size_t count,
            const EncodeFloat& how, const Rows& rows);

void decode(const void* in, float* out, std::size_t count,
            const DecodeFloat& how, const Rows& rows);

}  // namespace ashlar::kernels
