// scale.cc - scales as exact numbers; only their products are rounded.
#include "src/blocks/scale.h"

#include <algorithm>

#include "src/base/require.h"
#include "src/cast/words.h"

namespace ashlar {
namespace {

using Bits = std::uint64_t;

constexpr float kLargestF32 = 0x1.fffffep127f;

CastPolicy saturating() {
  CastPolicy policy;
  policy.rounding = Rounding::nearest_even;
  policy.overflow = Overflow::saturate_finite;
  policy.nan = NanPolicy::canonical;
  policy.integer_overflow = IntegerOverflow::saturate;
  return policy;
}

std::uint32_t word_of(const Element& element, const BasicCode<Bits>& code) {
  return static_cast<std::uint32_t>(word_of_code<Bits>(element, code));
}

}  // namespace

ScaleWords::ScaleWords(const ScaleLevel& level)
    : element_(level.element),
      is_power_(is_exponent(level.element)),
      is_divisor_(level.sense == ScaleLevel::Sense::divisor) {
  require(element_.bits + element_.storage_shift <= 32, ErrorKind::unsupported,
          "quantize", "scales of ", to_string(element_),
          " are wider than 32 bits");
}

Exact ScaleWords::decode(std::uint32_t word) const {
  return Decoder<Bits>(element_)(code_of_word<Bits>(element_, word));
}

std::uint32_t ScaleWords::encode(float value) const {
  const auto encoded = Encoder<Bits>(element_, saturating())(exact(value));
  return word_of(element_, encoded.code);
}

std::uint32_t ScaleWords::power(int exponent) const {
  const auto largest = static_cast<std::int64_t>(max_magnitude(element_));
  const std::int64_t code =
      std::clamp<std::int64_t>(exponent + element_.bias, 0, largest);
  return word_of(element_, {static_cast<Bits>(code), false});
}

std::uint32_t ScaleWords::largest() const {
  const auto infinity = exact_special(Exact::Kind::infinity);
  const auto encoded = Encoder<Bits>(element_, saturating())(infinity);
  return word_of(element_, encoded.code);
}

std::uint32_t ScaleWords::smallest_positive() const {
  const Bits code = element_.kind == ElementKind::floating
                        ? min_magnitude(element_)
                        : Bits{1};
  const Bits offset = element_.representation == Representation::offset_binary
                          ? Bits{1} << (element_.bits - 1)
                          : Bits{0};
  return word_of(element_, {code + offset, false});
}

std::uint32_t ScaleWords::nan() const {
  if (element_.kind != ElementKind::floating || !element_.has_nan()) {
    return largest();
  }
  const auto encoded =
      Encoder<Bits>(element_, saturating())(exact_special(Exact::Kind::nan));
  return word_of(element_, encoded.code);
}

OuterScale::OuterScale(const ScaleWord& outer)
    : number(outer.words.decode(outer.word)),
      is_divisor(outer.words.is_divisor()),
      is_power(outer.words.is_power()) {}

OuterScale OuterScale::under(const ScaleWord& coarser) const {
  const OuterScale top(coarser);
  OuterScale out = *this;
  if (is_divisor == top.is_divisor) {
    out.number = product(number, top.number);
  } else {
    out.number = is_divisor ? quotient(top.number, number)
                            : quotient(number, top.number);
    out.is_divisor = false;
  }
  out.is_power = is_power && top.is_power;
  // Powers of two may go beyond f32: nothing of them is lost.
  if (!out.is_power) out.number = exact(to_f32(out.number));
  return out;
}

TileScale::TileScale(const ScaleWord& inner,
                     const std::optional<OuterScale>& outer,
                     Division division) {
  const Exact own = inner.words.decode(inner.word);
  const Exact over = outer ? outer->number : exact(1);
  is_nan_ = own.kind == Exact::Kind::nan || over.kind == Exact::Kind::nan;
  const bool outer_divides = outer && outer->is_divisor;
  if (inner.words.is_power() && (!outer || outer->is_power)) {
    if (is_nan_) return;
    exponent_ = inner.words.is_divisor() ? -binade_of(own) : binade_of(own);
    exponent_ += outer_divides ? -binade_of(over) : binade_of(over);
    return;
  }
  if (!inner.words.is_divisor()) {
    kind_ = Kind::multiplier;
    factor_ = to_f32(outer_divides ? quotient(own, over) : product(own, over));
  } else if (outer && !outer_divides) {
    kind_ = Kind::multiplier;
    factor_ = to_f32(quotient(over, own));
  } else {
    kind_ = Kind::divisor;
    factor_ = to_f32(product(own, over));
  }
  if (division == Division::reciprocal && kind_ == Kind::multiplier) {
    set_reciprocal(inner, outer);
  }
}

void TileScale::set_reciprocal(const ScaleWord& inner,
                               const std::optional<OuterScale>& outer) {
  const Exact own = inner.words.decode(inner.word);
  float over = 1;
  if (outer) {
    over = to_f32(outer->number);
    if (!outer->is_divisor) over = f32_divide(1, over);
  }
  const float inverse =
      to_f32(inner.words.is_divisor() ? product(own, exact(over))
                                      : quotient(exact(over), own));
  const bool is_too_large = !is_finite(inverse) && !ashlar::is_nan(inverse);
  reciprocal_ = is_too_large ? kLargestF32 : inverse;
}

bool TileScale::is_zero() const {
  return kind_ == Kind::multiplier && ashlar::is_zero(factor_);
}

TileScale TileScale::lowered(int offset) const {
  TileScale out = *this;
  out.exponent_ -= offset;
  return out;
}

Exact TileScale::down(float number) const {
  if (is_nan_ || is_zero()) {
    Exact zero;
    zero.negative = !is_nan_ && is_negative(number);
    return zero;
  }
  switch (kind_) {
    case Kind::power:
      return scaled_by(exact(number), -exponent_);
    case Kind::multiplier:
      return exact(reciprocal_ ? f32_multiply(number, *reciprocal_)
                               : f32_divide(number, factor_));
    case Kind::divisor:
      break;
  }
  return exact(f32_multiply(number, factor_));
}

float TileScale::up(const Exact& element) const {
  if (is_nan_) return to_f32(exact_special(Exact::Kind::nan));
  switch (kind_) {
    case Kind::power:
      return to_f32(scaled_by(element, exponent_));
    case Kind::multiplier:
      return to_f32(product(element, exact(factor_)));
    case Kind::divisor:
      break;
  }
  return to_f32(quotient(element, exact(factor_)));
}

}  // namespace ashlar
