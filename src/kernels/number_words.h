// number_words.h - ordinary numbers of any format to ordinary ones of another.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ashlar::kernels {

/// One side of a conversion. A magnitude is a number, or a float's code,
/// without its sign.
struct NumberWord {
  /// Of 16 bytes, the upper half is the sign; of 32, too, and the rest is the
  /// magnitude. Anything else is one word.
  int bytes = 8;
  bool is_float = true;
  bool is_truth = false;  ///< only zero or not, and then 1
  int shift = 0;          ///< unused bits below the code
  int sign_at = -1;       ///< the bit of it that is the sign, unless negative
  /// What else the code has: its magnitude, or without such a bit all of it.
  std::uint64_t mask = 0;
  /// Without such a bit, a number is (code ^ flipped) - offset, and negative
  /// only if it is signed.
  bool is_signed = true;
  std::uint64_t flipped = 0;
  std::uint64_t offset = 0;
  int magnitude_bits = 0;
  int fraction_bits = 0;  ///< but of floats:
  int mantissa_bits = 0;
  int bias = 0;
  std::uint64_t normal = 0;  ///< the first magnitude that is not subnormal
};

struct NumberWords {
  NumberWord from;
  NumberWord to;
  bool is_narrow = false;  ///< 31 bits are enough for all of it
  // The source.
  bool reads_zero = true;           ///< a magnitude of 0 is zero,
  bool reads_negative_zero = true;  ///< with a sign, too
  std::uint64_t last = 0;           ///< of floats: larger ones are not ordinary
  // The target.
  bool has_zero = true;
  bool has_negative_zero = false;
  bool has_subnormals = true;     ///< else what is too small is zero,
  bool leaves_small = false;      ///< or not ordinary
  bool refuses_negative = false;  ///< then those are not ordinary either
  std::uint64_t most[2] = {};     ///< for either sign: magnitudes above become
  std::uint64_t over[2] = {};     ///< this one,
  bool has_over = false;          ///< or else are not ordinary
  // What is added before bits are cut off, by the rule of rounding.
  bool adds_half = true;   ///< half a step,
  bool less_one = true;    ///< less the smallest amount,
  bool adds_odd = true;    ///< and one more if the result would be odd;
  bool adds_step[2] = {};  ///< or all but a whole step, for either sign
};

/// Converts words; `out` is apart from `in`. With `random` each gets that many
/// 2^-32 of a step added instead: for floats of up to 30 mantissa bits.
/// Numbers that are not ordinary (NaN, infinity, what is out of range, ...)
/// have a 1 in `left`, and anything at all in `out`; false if there are any.
bool convert(const std::byte* in, std::byte* out, std::size_t count,
             const NumberWords& how, const std::uint64_t* random,
             std::uint8_t* left);

}  // namespace ashlar::kernels
