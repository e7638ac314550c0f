// decoder.h - from a code to the number it stands for, exactly.
#pragma once

#include <algorithm>
#include <cstdint>

#include "src/format/elements.h"
#include "src/format/number.h"

namespace ashlar {

constexpr bool has_nan_at_negative_zero(const Element& e) {
  return e.specials == Specials::negative_zero_nan ||
         e.specials == Specials::negative_zero_nan_inf;
}

/// The magnitude code of infinity; larger than any code where there is none.
constexpr std::uint64_t infinity_magnitude(const Element& e) {
  const auto largest = low_bits<std::uint64_t>(magnitude_bits(e));
  switch (e.specials) {
    case Specials::ieee:
      return largest - low_bits<std::uint64_t>(e.mantissa_bits);
    case Specials::largest_nan_inf:
      return largest - 1;
    case Specials::negative_zero_nan_inf:
      return largest;
    default:
      return ~std::uint64_t{0};
  }
}

/// Decodes one element format, as a policy asks for it.
template <class Bits>
class Decoder {
 public:
  using Number = BasicNumber<Bits>;
  using Code = BasicCode<Bits>;

  constexpr explicit Decoder(const Element& element,
                             const CastPolicy& policy = {})
      : e_(element),
        flushes_(policy.source_subnormals == Subnormals::flush),
        merged_is_infinity_(policy.merged == MergedCode::infinity) {
    if (e_.kind == ElementKind::floating) {
      largest_ = max_magnitude(e_);
      infinity_ = infinity_magnitude(e_);
    }
  }

  constexpr Number operator()(const Code& code) const {
    return e_.kind == ElementKind::floating ? decode_float(code)
                                            : decode_integer(code);
  }

  constexpr Number decode_float(const Code& code) const {
    Number out;
    out.negative = code.sign;
    if (has_nan_at_negative_zero(e_) && code.sign && code.bits == 0) {
      out.kind = Number::Kind::nan;
      return out;
    }
    if (code.bits > largest_) return decode_special(code);
    if (e_.has_zero && code.bits == 0) return out;
    const Scaled value = scaled(e_, static_cast<std::uint64_t>(code.bits));
    const bool is_subnormal =
        e_.has_subnormals && code.bits >> e_.mantissa_bits == 0;
    if (flushes_ && is_subnormal) return out;
    out.significand = value.significand;
    out.exponent = value.exponent;
    return out;
  }

  constexpr Number decode_integer(const Code& code) const {
    Number out;
    out.exponent = -e_.fraction_bits;
    const Bits half = Bits{1} << std::min(e_.bits - 1, kBitsOf<Bits> - 1);
    switch (e_.representation) {
      case Representation::sign_magnitude:
        out.negative = code.sign;
        out.significand = code.bits;
        break;
      case Representation::twos_complement:
        out.negative = e_.is_signed && (code.bits & half) != 0;
        out.significand = out.negative ? half - (code.bits - half) : code.bits;
        break;
      case Representation::offset_binary:
        out.negative = code.bits < half;
        out.significand = out.negative ? half - code.bits : code.bits - half;
        break;
    }
    return out;
  }

 private:
  constexpr Number decode_special(const Code& code) const {
    Number out;
    out.negative = code.sign;
    if (e_.specials == Specials::merged) {
      // The sign of this code means nothing, unless it is read as infinity.
      out.kind =
          merged_is_infinity_ ? Number::Kind::infinity : Number::Kind::nan;
      out.negative = merged_is_infinity_ && code.sign;
      return out;
    }
    if (code.bits == infinity_) {
      out.kind = Number::Kind::infinity;
      return out;
    }
    out.kind = Number::Kind::nan;
    if (e_.specials == Specials::ieee) {
      out.significand = code.bits & low_bits<Bits>(e_.mantissa_bits);
      out.exponent = e_.mantissa_bits;
    }
    return out;
  }

  Element e_;
  std::uint64_t largest_ = 0;
  std::uint64_t infinity_ = 0;
  bool flushes_;
  bool merged_is_infinity_;
};

}  // namespace ashlar
