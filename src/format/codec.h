// codec.h - one code to a number and back, exactly, for every element format.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "src/format/cast_policy.h"
#include "src/format/elements.h"

namespace ashlar {

/// Wide enough for the magnitude of Orion's widest types.
__extension__ typedef unsigned __int128 WideCode;

/// A code without its place in a storage word. The sign of sign-magnitude
/// codes stands apart, so that 128 bits of magnitude fit.
struct Code {
  WideCode bits = 0;
  bool sign = false;

  constexpr bool operator==(const Code&) const = default;
};

/// An exact number: (-1)^negative * significand * 2^exponent.
struct Number {
  enum class Kind : std::uint8_t { finite, infinity, nan };

  Kind kind = Kind::finite;
  bool negative = false;
  int exponent = 0;
  WideCode significand = 0;

  constexpr bool is_zero() const {
    return kind == Kind::finite && significand == 0;
  }
};

/// What stood in the way of a code, if anything.
enum class CodecStatus : std::uint8_t { ok, nan_refused, out_of_range };

struct Encoded {
  Code code;
  CodecStatus status = CodecStatus::ok;
};

constexpr WideCode low_bits(int count) {
  return count >= 128 ? ~WideCode{0} : (WideCode{1} << count) - 1;
}

constexpr int bit_width(WideCode value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  if (high != 0) return 64 + static_cast<int>(std::bit_width(high));
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value)));
}

/// The magnitude code of infinity, where there is one.
constexpr WideCode infinity_magnitude(const Element& e) {
  const WideCode largest = low_bits(magnitude_bits(e));
  switch (e.specials) {
    case Specials::ieee:
      return largest - low_bits(e.mantissa_bits);
    case Specials::largest_nan_inf:
      return largest - 1;
    case Specials::negative_zero_nan_inf:
      return largest;
    default:
      return ~WideCode{0};
  }
}

constexpr bool has_nan_at_negative_zero(const Element& e) {
  return e.specials == Specials::negative_zero_nan ||
         e.specials == Specials::negative_zero_nan_inf;
}

// ---- decoding

constexpr Number decode_float(const Element& e, const Code& code) {
  Number out;
  out.negative = code.sign;
  if (has_nan_at_negative_zero(e) && code.sign && code.bits == 0) {
    out.kind = Number::Kind::nan;
    return out;
  }
  if (code.bits > max_magnitude(e)) {
    const bool is_infinity = code.bits == infinity_magnitude(e);
    out.kind = is_infinity ? Number::Kind::infinity : Number::Kind::nan;
    return out;
  }
  if (e.has_zero && code.bits == 0) return out;
  const Scaled value = scaled(e, static_cast<std::uint64_t>(code.bits));
  out.significand = value.significand;
  out.exponent = value.exponent;
  return out;
}

constexpr Number decode_integer(const Element& e, const Code& code) {
  Number out;
  out.exponent = -e.fraction_bits;
  const WideCode half = WideCode{1} << (e.bits - 1);
  switch (e.representation) {
    case Representation::sign_magnitude:
      out.negative = code.sign;
      out.significand = code.bits;
      break;
    case Representation::twos_complement:
      out.negative = e.is_signed && (code.bits & half) != 0;
      out.significand = out.negative ? (half << 1) - code.bits : code.bits;
      break;
    case Representation::offset_binary:
      out.negative = code.bits < half;
      out.significand = out.negative ? half - code.bits : code.bits - half;
      break;
  }
  return out;
}

/// The number that a code stands for.
constexpr Number decode(const Element& e, const Code& code) {
  return e.kind == ElementKind::floating ? decode_float(e, code)
                                         : decode_integer(e, code);
}

// ---- rounding

/// The lower neighbour of a number among the multiples of 2^quantum, and how
/// much of a step is left, in units of 2^-32, with a sticky bit below.
struct Rounded {
  WideCode whole = 0;
  std::uint32_t fraction = 0;
  bool sticky = false;

  constexpr bool is_exact() const { return fraction == 0 && !sticky; }
};

constexpr Rounded split_at(WideCode significand, int shift) {
  if (shift <= 0) return {significand << -shift, 0, false};
  if (shift > 160) return {0, 0, significand != 0};
  Rounded out;
  out.whole = shift >= 128 ? 0 : significand >> shift;
  const int top = shift - 32;  // the fraction is significand >> top, cut
  if (top >= 0) {
    out.fraction = static_cast<std::uint32_t>(
        top >= 128 ? 0 : significand >> top & 0xffffffffu);
    out.sticky = (significand & low_bits(top)) != 0;
  } else {
    out.fraction =
        static_cast<std::uint32_t>(significand << -top & 0xffffffffu);
  }
  return out;
}

/// Whether the upper neighbour (in magnitude) is to be taken.
constexpr bool rounds_up(const Rounded& x, Rounding rounding, bool negative,
                         bool is_odd, std::uint32_t random) {
  constexpr std::uint32_t kHalf = 0x80000000u;
  const bool above = x.fraction > kHalf || (x.fraction == kHalf && x.sticky);
  const bool tie = x.fraction == kHalf && !x.sticky;
  switch (rounding) {
    case Rounding::nearest_even:
      return above || (tie && is_odd);
    case Rounding::nearest_away:
      return above || tie;
    case Rounding::nearest_zero:
      return above;
    case Rounding::toward_zero:
      return false;
    case Rounding::toward_positive:
      return !negative && !x.is_exact();
    case Rounding::toward_negative:
      return negative && !x.is_exact();
    case Rounding::to_odd:
      return !is_odd && !x.is_exact();
    case Rounding::stochastic:
      return x.fraction + std::uint64_t{random} > 0xffffffffu;
  }
  return false;
}

// ---- encoding

constexpr Code nan_code(const Element& e, bool negative) {
  const WideCode largest = low_bits(magnitude_bits(e));
  if (has_nan_at_negative_zero(e)) return {0, true};
  if (e.specials == Specials::ieee) {
    return {infinity_magnitude(e) | WideCode{1} << (e.mantissa_bits - 1),
            negative};
  }
  return {largest, negative};
}

constexpr Encoded encode_nan(const Element& e, bool negative,
                             const CastPolicy& policy) {
  if (policy.nan == NanPolicy::error) return {{}, CodecStatus::nan_refused};
  if (e.has_nan()) {
    const bool sign = e.is_signed && negative && policy.nan == NanPolicy::quiet;
    return {nan_code(e, sign)};
  }
  switch (policy.missing_nan) {
    case MissingNan::largest:
      return {{max_magnitude(e), false}};
    case MissingNan::negative_zero:
      return {{0, !negative}};
    case MissingNan::zero:
      return {};
    case MissingNan::error:
      break;
  }
  return {{}, CodecStatus::nan_refused};
}

/// A number beyond the largest finite one. IEEE's directed roundings stop
/// there by themselves.
constexpr Encoded encode_overflow(const Element& e, const Number& x,
                                  const CastPolicy& policy) {
  const bool is_infinity = x.kind == Number::Kind::infinity;
  const bool has_place = e.has_infinity() || e.specials == Specials::merged;
  Overflow rule = policy.overflow;
  if (rule == Overflow::automatic) {
    rule = has_place ? Overflow::none : Overflow::saturate_finite;
  }
  const bool stops =
      policy.rounding == Rounding::toward_zero ||
      policy.rounding == Rounding::to_odd ||
      (policy.rounding == Rounding::toward_positive && x.negative) ||
      (policy.rounding == Rounding::toward_negative && !x.negative);
  const bool saturates =
      rule == Overflow::saturate_finite ||
      (!is_infinity && (rule == Overflow::saturate_propagate || stops));
  if (saturates) return {{max_magnitude(e), x.negative}};
  if (e.has_infinity()) return {{infinity_magnitude(e), x.negative}};
  if (e.has_nan()) return {nan_code(e, x.negative)};
  return {{max_magnitude(e), x.negative}};
}

constexpr Encoded encode_zero(const Element& e, bool negative,
                              const CastPolicy& policy) {
  if (!e.has_zero) {
    const bool refuses = policy.overflow == Overflow::none && e.has_nan();
    return refuses ? Encoded{nan_code(e, false)} : Encoded{};
  }
  const bool keeps_sign = negative && e.has_negative_zero() &&
                          policy.negative_zero == NegativeZero::keep;
  return {{0, keeps_sign}};
}

/// The code of the nearest number not above |x| on an unbounded scale, and
/// whether to take the next one.
constexpr WideCode round_magnitude(const Element& e, const Number& x,
                                   const CastPolicy& policy,
                                   std::uint32_t random) {
  const int lead = x.exponent + bit_width(x.significand) - 1;
  const int lowest = e.has_subnormals ? 1 - e.bias : -e.bias;
  if (!e.has_subnormals && lead < lowest) {
    // Below the first code there is nothing but zero, or that code itself.
    const bool goes_up =
        e.has_zero &&
        ((policy.rounding == Rounding::toward_positive && !x.negative) ||
         (policy.rounding == Rounding::toward_negative && x.negative));
    return goes_up ? min_magnitude(e) : 0;
  }
  const int binade = std::max(lead, lowest);
  const int quantum = binade - e.mantissa_bits;
  const Rounded split = split_at(x.significand, quantum - x.exponent);
  // The hidden bit of a normal number carries into the exponent.
  const int below = e.has_subnormals ? binade + e.bias - 1 : binade + e.bias;
  WideCode code =
      (static_cast<WideCode>(below) << e.mantissa_bits) + split.whole;
  if (!e.has_subnormals) code -= WideCode{1} << e.mantissa_bits;
  return code +
         (rounds_up(split, policy.rounding, x.negative, (code & 1) != 0, random)
              ? 1
              : 0);
}

constexpr Encoded encode_float(const Element& e, Number x,
                               const CastPolicy& policy, std::uint32_t random) {
  if (x.kind == Number::Kind::nan) return encode_nan(e, x.negative, policy);
  if (x.negative && !e.is_signed && !x.is_zero()) {
    if (policy.negative == Negative::magnitude) {
      x.negative = false;
    } else if (policy.overflow == Overflow::none && e.has_nan()) {
      return {nan_code(e, false)};
    } else {
      return {};
    }
  }
  if (x.is_zero()) return encode_zero(e, x.negative, policy);
  if (x.kind == Number::Kind::infinity) return encode_overflow(e, x, policy);
  const WideCode code = round_magnitude(e, x, policy, random);
  if (code > max_magnitude(e)) return encode_overflow(e, x, policy);
  const bool is_subnormal = e.has_subnormals && code < min_normal_magnitude(e);
  const bool flushed = is_subnormal && policy.subnormals == Subnormals::flush;
  if (e.has_zero && (code == 0 || flushed)) {
    return encode_zero(e, x.negative, policy);
  }
  return {{code, x.negative}};
}

/// `magnitude` as a code of an integer or fixed point, if it has one.
constexpr bool fits(const Element& e, WideCode magnitude, bool negative) {
  if (e.representation == Representation::sign_magnitude) {
    return magnitude <= low_bits(magnitude_bits(e));
  }
  if (!e.is_signed) return !negative && magnitude <= low_bits(e.bits);
  const WideCode half = WideCode{1} << (e.bits - 1);
  return negative ? magnitude <= half : magnitude < half;
}

constexpr Code integer_code(const Element& e, WideCode magnitude,
                            bool negative) {
  if (e.representation == Representation::sign_magnitude) {
    return {magnitude & low_bits(magnitude_bits(e)), negative};
  }
  const WideCode offset = e.representation == Representation::offset_binary
                              ? WideCode{1} << (e.bits - 1)
                              : 0;
  const WideCode value = negative ? ~magnitude + 1 : magnitude;
  return {(value + offset) & low_bits(e.bits), false};
}

constexpr Code integer_bound(const Element& e, bool negative) {
  if (negative && !e.is_signed) return {};
  const bool is_twos = e.representation != Representation::sign_magnitude;
  const WideCode largest = low_bits(magnitude_bits(e));
  return integer_code(e, largest + (is_twos && negative ? 1 : 0), negative);
}

constexpr Encoded encode_integer(const Element& e, const Number& x,
                                 const CastPolicy& policy,
                                 std::uint32_t random) {
  if (e.kind == ElementKind::boolean) {
    return {{x.is_zero() ? WideCode{0} : WideCode{1}, false}};
  }
  const bool refuses = policy.integer_overflow == IntegerOverflow::error;
  if (x.kind == Number::Kind::nan) {
    return {{}, refuses ? CodecStatus::nan_refused : CodecStatus::ok};
  }
  const int shift = -e.fraction_bits - x.exponent;
  const bool is_huge = x.kind == Number::Kind::infinity ||
                       bit_width(x.significand) - shift > 127;
  if (!is_huge) {
    const Rounded split = split_at(x.significand, shift);
    const bool up = rounds_up(split, policy.rounding, x.negative,
                              (split.whole & 1) != 0, random);
    const WideCode magnitude = split.whole + (up ? 1 : 0);
    const bool negative = x.negative && magnitude != 0;
    if (fits(e, magnitude, negative) ||
        policy.integer_overflow == IntegerOverflow::wrap) {
      return {integer_code(e, magnitude, negative)};
    }
  }
  if (refuses) return {{}, CodecStatus::out_of_range};
  if (policy.integer_overflow == IntegerOverflow::wrap) {
    // Multiples of 2^128 leave nothing; infinity has no remainder.
    const bool is_infinity = x.kind == Number::Kind::infinity;
    return {{}, is_infinity ? CodecStatus::out_of_range : CodecStatus::ok};
  }
  return {integer_bound(e, x.negative)};
}

/// The code of a number. `random` is used by stochastic rounding only.
constexpr Encoded encode(const Element& e, const Number& x,
                         const CastPolicy& policy, std::uint32_t random = 0) {
  return e.kind == ElementKind::floating ? encode_float(e, x, policy, random)
                                         : encode_integer(e, x, policy, random);
}

}  // namespace ashlar
