// cast_policy.h - the choices in which casts between number formats differ.
#pragma once

#include <cstdint>

namespace ashlar {

/// Which neighbour a number between two codes becomes.
enum class Rounding : std::uint8_t {
  nearest_even,
  nearest_away,  ///< ties away from zero
  nearest_zero,  ///< ties towards zero
  toward_zero,
  toward_positive,
  toward_negative,
  to_odd,      ///< between two codes the odd one
  stochastic,  ///< away from zero with the probability of the remainder
};

/// What becomes of numbers beyond the largest finite one of a float.
enum class Overflow : std::uint8_t {
  automatic,           ///< `none` if the target has infinity, else saturate
  saturate_finite,     ///< everything, infinity too: the largest finite number
  saturate_propagate,  ///< finite ones saturate, infinity stays or is NaN
  none,                ///< infinity, or NaN where there is none
};

/// What becomes of NaN in a target that has one.
enum class NanPolicy : std::uint8_t {
  quiet,      ///< the target's quiet NaN with the sign of the source
  canonical,  ///< the target's quiet NaN, positive
  error,      ///< refused
};

/// What becomes of NaN in a target that has none.
enum class MissingNan : std::uint8_t {
  largest,        ///< the largest finite number (CUDA)
  negative_zero,  ///< zero with the opposite sign (ml_dtypes)
  zero,
  error,
};

enum class NegativeZero : std::uint8_t { keep, drop };
enum class Subnormals : std::uint8_t { keep, flush };

/// What becomes of negative numbers in a float without a sign.
enum class Negative : std::uint8_t {
  clamp,      ///< the smallest number, or NaN if overflow is `none`
  magnitude,  ///< the sign is dropped
};

/// What becomes of numbers outside the range of an integer or fixed point.
enum class IntegerOverflow : std::uint8_t { error, saturate, wrap };

/// All choices together; the defaults are the library's own.
struct CastPolicy {
  Rounding rounding = Rounding::nearest_even;
  Overflow overflow = Overflow::automatic;
  NanPolicy nan = NanPolicy::quiet;
  MissingNan missing_nan = MissingNan::largest;
  NegativeZero negative_zero = NegativeZero::keep;
  Subnormals subnormals = Subnormals::keep;
  Negative negative = Negative::clamp;
  IntegerOverflow integer_overflow = IntegerOverflow::error;
  std::uint64_t seed = 0;  ///< of stochastic rounding

  bool operator==(const CastPolicy&) const = default;
};

}  // namespace ashlar
