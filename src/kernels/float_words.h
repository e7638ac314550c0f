// float_words.h - ordinary floats of any format to ordinary floats of another.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ashlar::kernels {

/// One side of a conversion. A magnitude is a code without its sign.
struct FloatWord {
  int mantissa_bits = 0;
  int magnitude_bits = 0;  ///< the sign is the next bit
  int bias = 0;
  int shift = 0;  ///< unused bits below the code
};

/// Words of up to 64 bits, both formats with a sign and subnormals.
struct FloatWords {
  FloatWord from;
  FloatWord to;
  std::uint64_t first = 0;     ///< the smallest magnitude of the source that is
  std::uint64_t last = 0;      ///< ordinary, and the largest one
  std::uint64_t largest = 0;   ///< magnitudes of the target above it become
  std::uint64_t over[2] = {};  ///< this one, for either sign
  bool has_over = false;       ///< else they are not ordinary
  bool has_negative_zero = true;
  // What is added before bits are cut off, by the rule of rounding.
  bool adds_half = true;   ///< half a step,
  bool less_one = true;    ///< less the smallest amount,
  bool adds_odd = true;    ///< and one more if the result would be odd;
  bool adds_step[2] = {};  ///< or all but a whole step, for either sign
};

/// Converts words in place. With `random` each gets that many 2^-32 of a step
/// added instead, for targets of up to 30 mantissa bits. Those that are not
/// ordinary (zero, subnormal, NaN,
/// ...) stay as they are, and have a 1 in `left`; false if there are any.
bool convert(std::uint64_t* words, std::size_t count, const FloatWords& how,
             const std::uint64_t* random, std::uint64_t* left);

}  // namespace ashlar::kernels
