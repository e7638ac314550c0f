// encoder.h - from a number to its code, rounded once, as a policy asks.
#pragma once

#include <algorithm>
#include <cstdint>

#include "src/format/decoder.h"
#include "src/format/elements.h"
#include "src/format/number.h"

namespace ashlar {

/// What stood in the way of a code, if anything.
enum class CodecStatus : std::uint8_t { ok, nan_refused, out_of_range };

template <class Bits>
struct BasicEncoded {
  BasicCode<Bits> code;
  CodecStatus status = CodecStatus::ok;
};

/// A policy whose `automatic` choices are made for `to`.
constexpr CastPolicy resolved(CastPolicy policy, const Element& to) {
  const bool is_dlfloat = to.specials == Specials::merged && !to.has_subnormals;
  if (policy.rounding == Rounding::automatic) {
    policy.rounding =
        is_dlfloat ? Rounding::nearest_away : Rounding::nearest_even;
  }
  if (policy.overflow == Overflow::automatic) {
    const bool has_place = to.has_infinity() || to.specials == Specials::merged;
    policy.overflow = has_place ? Overflow::none : Overflow::saturate_finite;
  }
  return policy;
}

/// Encodes one element format. Numbers have at most 64 significant bits if
/// `Bits` has 64.
template <class Bits>
class Encoder {
 public:
  using Number = BasicNumber<Bits>;
  using Code = BasicCode<Bits>;
  using Encoded = BasicEncoded<Bits>;

  constexpr Encoder(const Element& element, const CastPolicy& policy)
      : e_(element), policy_(resolved(policy, element)) {
    if (e_.kind == ElementKind::floating) {
      largest_ = max_magnitude(e_);
      lowest_ = e_.has_subnormals ? 1 - e_.bias : -e_.bias;
    }
  }

  /// `random` is used by stochastic rounding only.
  constexpr Encoded operator()(const Number& x,
                               std::uint32_t random = 0) const {
    return e_.kind == ElementKind::floating
               ? encode_float(x, policy_.rounding, random)
               : encode_integer(x, policy_.rounding, random);
  }

  constexpr Encoded encode_float(Number x, Rounding rounding,
                                 std::uint32_t random) const {
    if (x.kind == Number::Kind::nan) return encode_nan(x);
    if (x.negative && !e_.is_signed && !x.is_zero()) {
      if (policy_.negative != Negative::magnitude) return encode_negative();
      x.negative = false;
    }
    if (x.is_zero()) return encode_zero(x.negative);
    if (x.kind == Number::Kind::infinity) return encode_overflow(x);
    const int lead = x.exponent + bit_width(x.significand) - 1;
    if (lead < lowest_) {
      if (policy_.subnormals == Subnormals::flush) {
        return encode_zero(x.negative);
      }
      if (!e_.has_subnormals) return encode_underflow(x);
    }
    if (!e_.has_zero && lead == lowest_ &&
        policy_.small_powers == SmallPowers::up) {
      rounding = Rounding::toward_positive;
    }
    const Bits code =
        round_magnitude(x, std::max(lead, lowest_), rounding, random);
    if (code > largest_) return encode_overflow(x);
    if (e_.has_zero && code == 0) {
      return e_.has_subnormals ? encode_zero(x.negative) : encode_underflow(x);
    }
    return {{code, x.negative}};
  }

  constexpr Encoded encode_integer(const Number& x, Rounding rounding,
                                   std::uint32_t random) const {
    if (e_.kind == ElementKind::boolean) {
      return {{x.is_zero() ? Bits{0} : Bits{1}, false}};
    }
    const bool refuses = policy_.integer_overflow == IntegerOverflow::error;
    if (x.kind == Number::Kind::nan) {
      const bool is_refused = refuses || policy_.nan == NanPolicy::error;
      return {{}, is_refused ? CodecStatus::nan_refused : CodecStatus::ok};
    }
    const int shift = -e_.fraction_bits - x.exponent;
    const bool is_huge = x.kind == Number::Kind::infinity ||
                         bit_width(x.significand) - shift > kBitsOf<Bits>;
    // Zero may come with any exponent, which is nothing to shift by.
    if (x.is_zero()) return encode_small(x, 0, rounding, random);
    if (!is_huge) return encode_small(x, shift, rounding, random);
    if (refuses) return {{}, CodecStatus::out_of_range};
    if (policy_.integer_overflow == IntegerOverflow::saturate) {
      return {integer_bound(x.negative)};
    }
    return encode_wrapped(x, shift);
  }

 private:
  constexpr Code nan_code(bool negative) const {
    if (has_nan_at_negative_zero(e_)) return {0, true};
    if (e_.specials == Specials::ieee && policy_.nan != NanPolicy::all_ones) {
      const Bits quiet = Bits{1} << (e_.mantissa_bits - 1);
      return {static_cast<Bits>(infinity_magnitude(e_)) | quiet, negative};
    }
    return {low_bits<Bits>(magnitude_bits(e_)), negative};
  }

  constexpr Encoded encode_nan(const Number& x) const {
    if (policy_.nan == NanPolicy::error) return {{}, CodecStatus::nan_refused};
    if (!e_.has_nan()) return encode_missing_nan(x.negative);
    const bool keeps_sign = e_.is_signed && (policy_.nan == NanPolicy::quiet ||
                                             policy_.nan == NanPolicy::payload);
    Code code = nan_code(keeps_sign && x.negative);
    if (policy_.nan == NanPolicy::payload && e_.specials == Specials::ieee) {
      const int shift = e_.mantissa_bits - x.exponent;
      code.bits |=
          shift >= 0 ? x.significand << shift : x.significand >> -shift;
    }
    return {code};
  }

  constexpr Encoded encode_missing_nan(bool negative) const {
    switch (policy_.missing_nan) {
      case MissingNan::largest:
        return {{static_cast<Bits>(largest_), false}};
      case MissingNan::negative_zero:
        return {{0, e_.is_signed && !negative}};
      case MissingNan::zero:
        return {};
      case MissingNan::error:
        break;
    }
    return {{}, CodecStatus::nan_refused};
  }

  /// A number beyond the largest finite one. IEEE's directed roundings stop
  /// there by themselves.
  constexpr Encoded encode_overflow(const Number& x) const {
    const bool is_infinity = x.kind == Number::Kind::infinity;
    const Rounding rounding = policy_.rounding;
    const bool stops = rounding == Rounding::toward_zero ||
                       rounding == Rounding::to_odd ||
                       (rounding == Rounding::toward_positive && x.negative) ||
                       (rounding == Rounding::toward_negative && !x.negative);
    const bool saturates =
        policy_.overflow == Overflow::saturate_finite ||
        (!is_infinity &&
         (policy_.overflow == Overflow::saturate_propagate || stops));
    const Code largest{static_cast<Bits>(largest_), x.negative};
    if (saturates) return {largest};
    if (e_.has_infinity()) {
      return {{static_cast<Bits>(infinity_magnitude(e_)), x.negative}};
    }
    if (e_.has_nan()) return {nan_code(x.negative)};
    return {largest};
  }

  /// A negative number in a format without signs.
  constexpr Encoded encode_negative() const {
    if (policy_.overflow == Overflow::none && e_.has_nan()) {
      return {nan_code(false)};
    }
    return {};
  }

  constexpr Encoded encode_zero(bool negative) const {
    if (!e_.has_zero) {
      const bool is_nan = policy_.overflow == Overflow::none && e_.has_nan() &&
                          policy_.negative == Negative::clamp;
      return is_nan ? Encoded{nan_code(false)} : Encoded{};
    }
    const bool keeps_sign = negative && e_.has_negative_zero() &&
                            policy_.negative_zero == NegativeZero::keep;
    return {{0, keeps_sign}};
  }

  /// Below the first code of a format without subnormals there is zero, or
  /// that code itself.
  constexpr Encoded encode_underflow(const Number& x) const {
    if (!e_.has_zero) return {{0, x.negative}};
    const bool goes_up =
        policy_.rounding == Rounding::to_odd ||
        (policy_.rounding == Rounding::toward_positive && !x.negative) ||
        (policy_.rounding == Rounding::toward_negative && x.negative);
    if (goes_up) return {{static_cast<Bits>(min_magnitude(e_)), x.negative}};
    return encode_zero(x.negative);
  }

  constexpr Bits round_magnitude(const Number& x, int binade, Rounding rounding,
                                 std::uint32_t random) const {
    const int quantum = binade - e_.mantissa_bits;
    const auto split = split_at(x.significand, quantum - x.exponent);
    // The hidden bit of a normal number carries into the exponent.
    Bits code =
        (static_cast<Bits>(binade - lowest_) << e_.mantissa_bits) + split.whole;
    if (!e_.has_subnormals) code -= Bits{1} << e_.mantissa_bits;
    const bool is_odd = (code & 1) != 0;
    return code +
           (rounds_up(split, rounding, x.negative, is_odd, random) ? 1 : 0);
  }

  /// Whether `magnitude` has a code in an integer or fixed point.
  constexpr bool fits(Bits magnitude, bool negative) const {
    if (e_.representation == Representation::sign_magnitude) {
      return magnitude <= low_bits<Bits>(magnitude_bits(e_));
    }
    if (!e_.is_signed) return !negative && magnitude <= low_bits<Bits>(e_.bits);
    const Bits half = Bits{1} << (e_.bits - 1);
    return negative ? magnitude <= half : magnitude < half;
  }

  constexpr Code integer_code(Bits magnitude, bool negative) const {
    if (e_.representation == Representation::sign_magnitude) {
      return {magnitude & low_bits<Bits>(magnitude_bits(e_)), negative};
    }
    const Bits offset = e_.representation == Representation::offset_binary
                            ? Bits{1} << (e_.bits - 1)
                            : 0;
    const Bits value = negative ? ~magnitude + 1 : magnitude;
    return {(value + offset) & low_bits<Bits>(e_.bits), false};
  }

  constexpr Code integer_bound(bool negative) const {
    if (negative && !e_.is_signed) return {};
    const bool is_twos = e_.representation != Representation::sign_magnitude;
    const Bits largest = low_bits<Bits>(magnitude_bits(e_));
    return integer_code(largest + (is_twos && negative ? 1 : 0), negative);
  }

  constexpr Encoded encode_small(const Number& x, int shift, Rounding rounding,
                                 std::uint32_t random) const {
    const auto split = split_at(x.significand, shift);
    const bool up =
        rounds_up(split, rounding, x.negative, (split.whole & 1) != 0, random);
    const Bits magnitude = split.whole + (up ? 1 : 0);
    const bool negative = x.negative && magnitude != 0;
    if (fits(magnitude, negative) ||
        policy_.integer_overflow == IntegerOverflow::wrap) {
      return {integer_code(magnitude, negative)};
    }
    if (policy_.integer_overflow == IntegerOverflow::error) {
      return {{}, CodecStatus::out_of_range};
    }
    return {integer_bound(negative)};
  }

  /// A number with no fraction and more bits than `Bits` has.
  constexpr Encoded encode_wrapped(const Number& x, int shift) const {
    if (x.kind == Number::Kind::infinity) {
      return {{}, CodecStatus::out_of_range};
    }
    const Bits rest = shift > 0                ? x.significand >> shift
                      : -shift < kBitsOf<Bits> ? x.significand << -shift
                                               : Bits{0};
    return {integer_code(rest, x.negative)};
  }

  Element e_;
  CastPolicy policy_;
  std::uint64_t largest_ = 0;  ///< the magnitude of the largest float
  int lowest_ = 0;             ///< the exponent of its first full binade
};

}  // namespace ashlar
