// cast_policy.h - the choices in which casts between number formats differ.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ashlar/element.h"

namespace ashlar {

/// Which neighbour a number between two codes becomes.
enum class Rounding : std::uint8_t {
  automatic,  ///< the target's own rule: ties away for dlfloat16, else to even
  nearest_even,
  nearest_away,  ///< ties away from zero
  nearest_zero,  ///< ties towards zero
  toward_zero,
  toward_positive,
  toward_negative,
  to_odd,  ///< between two codes the odd one
  /// Away from zero with the probability of the remainder. Below the smallest
  /// number of a format without subnormals there is no chance: it is zero.
  stochastic,
};

/// What becomes of numbers beyond the largest finite one of a float.
enum class Overflow : std::uint8_t {
  automatic,           ///< `none` if the target has infinity, else saturate
  saturate_finite,     ///< everything, infinity too: the largest finite number
  saturate_propagate,  ///< finite ones saturate, infinity stays or is NaN
  none,                ///< infinity, or NaN where there is none
};

/// What becomes of NaN in a target that has one. `error` holds for the others,
/// too.
enum class NanPolicy : std::uint8_t {
  quiet,      ///< the target's quiet NaN with the sign of the source
  payload,    ///< quiet, with the sign and the upper bits of the source
  canonical,  ///< the target's quiet NaN, positive
  all_ones,   ///< positive, all other bits set (CUDA)
  error,      ///< refused
};

/// What becomes of NaN in a float that has none.
enum class MissingNan : std::uint8_t {
  largest,        ///< the largest finite number (CUDA)
  negative_zero,  ///< zero with the opposite sign (ml_dtypes)
  zero,
  error,  ///< refused
};

enum class NegativeZero : std::uint8_t { keep, drop };

/// Whether numbers below the smallest normal one are zero.
enum class Subnormals : std::uint8_t { keep, flush };

/// What becomes of negative numbers in a float without a sign.
enum class Negative : std::uint8_t {
  clamp,      ///< the smallest number, or NaN if overflow is `none`
  magnitude,  ///< the sign is dropped
};

/// What a code that stands for NaN and infinity is read as.
enum class MergedCode : std::uint8_t { nan, infinity };

/// Between the two smallest powers of two of a float without zero.
enum class SmallPowers : std::uint8_t {
  nearest,
  up,  ///< to the larger one (ml_dtypes and torch, e8m0)
};

/// What becomes of numbers outside the range of an integer or fixed point.
/// NaN is 0 unless it is an error; infinity cannot wrap.
enum class IntegerOverflow : std::uint8_t { error, saturate, wrap };

/// All choices together; the defaults are the library's own.
struct CastPolicy {
  Rounding rounding = Rounding::automatic;
  Overflow overflow = Overflow::automatic;
  NanPolicy nan = NanPolicy::quiet;
  MissingNan missing_nan = MissingNan::largest;
  NegativeZero negative_zero = NegativeZero::keep;
  Subnormals subnormals = Subnormals::keep;         ///< of the target
  Subnormals source_subnormals = Subnormals::keep;  ///< of the source
  Negative negative = Negative::clamp;
  MergedCode merged = MergedCode::nan;
  SmallPowers small_powers = SmallPowers::nearest;
  IntegerOverflow integer_overflow = IntegerOverflow::error;
  std::uint64_t seed = 0;  ///< of stochastic rounding

  bool operator==(const CastPolicy&) const = default;
};

/// Everybody else's choices, under their names: what another project does when
/// it casts from one format to another.
struct CastProfile {
  std::string_view name;
  std::string_view description;
  CastPolicy (*policy)(const Element& from, const Element& to);
};

/// All of them; the first, `ashlar`, is the default.
std::span<const CastProfile> cast_profiles();
/// The one called `name`; an unknown name is an error that lists them.
const CastProfile& cast_profile(std::string_view name);

// The words of the command line and of messages: `nearest_even`, ...
Rounding parse_rounding(std::string_view word);
Overflow parse_overflow(std::string_view word);
IntegerOverflow parse_integer_overflow(std::string_view word);
NanPolicy parse_nan_policy(std::string_view word);
std::string_view to_string(Rounding rounding);
std::string_view to_string(Overflow overflow);
std::string_view to_string(IntegerOverflow overflow);
std::string_view to_string(NanPolicy nan);

}  // namespace ashlar
