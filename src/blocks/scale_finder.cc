// scale_finder.cc - every operation in f32, rounded to even.
#include "src/blocks/scale_finder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/base/require.h"
#include "src/cast/words.h"

namespace ashlar {
namespace {

constexpr float kInfinity = std::bit_cast<float>(0x7f800000u);

float f32_of(const Largest& largest) {
  const bool is_small = largest.number <= std::numeric_limits<float>::max();
  const float out = is_small ? static_cast<float>(largest.number) : 0;
  require(static_cast<double>(out) == largest.number, ErrorKind::unsupported,
          "quantize", "the largest number of the elements is no f32");
  return out;
}

/// A magnitude as it is under a scale.
float under(float number, const OuterScale& scale) {
  return to_f32(scale.is_divisor ? product(exact(number), scale.number)
                                 : quotient(exact(number), scale.number));
}

/// How far numbers go that scales of `words` make of those up to `goal`. Those
/// with a wide range need no help.
float reach(const ScaleWords& words, float goal) {
  if (words.is_power() || words.element().exponent_bits >= 8) return goal;
  return f32_multiply(f32_of(largest_number(words.element())), goal);
}

}  // namespace

void Range::add(float number) {
  if (ashlar::is_nan(number)) {
    has_nan_ = true;
  } else if (!is_finite(number)) {
    has_infinity_ = true;
  } else {
    has_finite_ = true;
    std::uint32_t& side = is_negative(number) ? negative_ : positive_;
    side = std::max(side, magnitude_key(number));
  }
}

ScaleFinder::ScaleFinder(const Format& format, const QuantizePolicy& policy)
    : format_(format),
      policy_(policy),
      inner_(format.block()->scales[0]),
      largest_(largest_number(format)),
      largest_f32_(f32_of(largest_)),
      rule_(resolved(policy.rule, format)) {
  if (format.block()->scales.size() > 1) {
    outer_.emplace(format.block()->scales[1]);
  }
  if (format.block()->scales.size() > 2)
    top_.emplace(format.block()->scales[2]);
}

/// What has to fit: the largest magnitude, or all from the lowest number to
/// the highest if codes have no sign.
float ScaleFinder::size_of(const Range& range) const {
  const bool is_signed =
      format_.is_signed() || format_.block()->codebook != nullptr;
  if (is_signed) return range.magnitude();
  if (!format_.block()->zero) return range.above_zero();
  return f32_add(range.above_zero(), range.below_zero());
}

std::optional<OuterScale> ScaleFinder::outer_scale(OuterWords outer) const {
  if (!outer_) return std::nullopt;
  const OuterScale own({*outer_, outer.outer});
  return top_ ? own.under({*top_, outer.top}) : own;
}

std::uint32_t ScaleFinder::top_word(const Range& range) const {
  const float goal = reach(*outer_, reach(inner_, largest_f32_));
  return outer_word_of(*top_, size_of(range), goal);
}

std::uint32_t ScaleFinder::outer_word(const Range& range,
                                      std::uint32_t top) const {
  float size = size_of(range);
  if (top_) size = under(size, OuterScale({*top_, top}));
  return outer_word_of(*outer_, size, reach(inner_, largest_f32_));
}

std::uint32_t ScaleFinder::outer_word_of(const ScaleWords& words, float size,
                                         float goal) const {
  if (is_zero(size) || !is_finite(size)) return words.encode(1);
  if (words.is_power()) {
    const Largest most = Largest::of(goal, largest_.mantissa_bits);
    const int exponent = scale_exponent(rule_, most, size);
    return words.power(words.is_divisor() ? -exponent : exponent);
  }
  return at_least_smallest(words, words.is_divisor() ? f32_divide(goal, size)
                                                     : f32_divide(size, goal));
}

std::uint32_t ScaleFinder::word(const Range& range, OuterWords outer) const {
  float size = size_of(range);
  if (policy_.non_finite == NonFinite::whole_tile) {
    if (range.has_nan()) return inner_.nan();
    if (range.has_infinity()) {
      if (inner_.is_power()) return inner_.nan();
      size = kInfinity;
    }
  } else if (is_zero(size)) {
    if (range.has_infinity()) return inner_.largest();
    if (range.is_nan()) return inner_.nan();
  }
  return is_zero(size) ? zero_tile_word(outer) : word_of_size(size, outer);
}

std::uint32_t ScaleFinder::zero_tile_word(OuterWords outer) const {
  if (inner_.is_divisor()) return inner_.encode(1);
  switch (policy_.zero_tile) {
    case ZeroTile::epsilon:
      if (inner_.is_power()) break;
      return inner_.encode(std::ldexp(1.0F, -inner_.element().mantissa_bits));
    case ZeroTile::one:
      return inner_.encode(1);
    case ZeroTile::as_one:
      return word_of_size(1, outer);
    case ZeroTile::smallest:
      break;
  }
  if (inner_.is_power()) return inner_.power(-inner_.element().bias);
  return policy_.smallest_scale == SmallestScale::normal
             ? at_least_smallest(inner_, 0)
             : inner_.encode(0);
}

std::uint32_t ScaleFinder::word_of_size(float size, OuterWords outer) const {
  if (!inner_.is_power()) {
    return at_least_smallest(inner_, value_of_size(size, outer));
  }
  const auto over = outer_scale(outer);
  const float magnitude = over ? under(size, *over) : size;
  const bool is_divisor = inner_.is_divisor();
  if (is_zero(magnitude)) {
    return is_divisor ? inner_.largest() : inner_.smallest_positive();
  }
  if (!is_finite(magnitude)) {
    return is_divisor ? inner_.smallest_positive() : inner_.largest();
  }
  const int exponent = scale_exponent(rule_, largest_, magnitude);
  return inner_.power(is_divisor ? -exponent : exponent);
}

/// The word of a scale that is no power of two and, if anything is under it,
/// not 0.
std::uint32_t ScaleFinder::at_least_smallest(const ScaleWords& words,
                                             float value) const {
  if (policy_.smallest_scale == SmallestScale::normal &&
      words.element().kind == ElementKind::floating) {
    const Scaled normal =
        scaled(words.element(), min_normal_magnitude(words.element()));
    Exact least;
    least.significand = normal.significand;
    least.exponent = normal.exponent;
    const float bound = to_f32(least);
    if (magnitude_key(value) < magnitude_key(bound)) value = bound;
  }
  const std::uint32_t word = words.encode(value);
  return words.decode(word).is_zero() ? words.smallest_positive() : word;
}

float ScaleFinder::value_of_size(float size, OuterWords outer) const {
  const float top = largest_f32_;
  const auto over = outer_scale(outer);
  const float number = over ? to_f32(over->number) : 1;
  if (inner_.is_divisor()) {
    const float own = f32_divide(top, size);
    if (!over) return own;
    return over->is_divisor ? f32_divide(own, number)
                            : f32_multiply(own, number);
  }
  if (!over) return f32_divide(size, top);
  if (policy_.scale_order == ScaleOrder::inner_first) {
    return under(f32_divide(size, top), *over);
  }
  return over->is_divisor ? f32_multiply(size, f32_divide(number, top))
                          : f32_divide(size, f32_multiply(top, number));
}

TileScale ScaleFinder::scale(std::uint32_t word, OuterWords outer) const {
  return TileScale({inner_, word}, outer_scale(outer), policy_.division);
}

std::uint8_t ScaleFinder::offset(const Range& part, std::uint32_t word,
                                 OuterWords outer) const {
  const int most = (1 << format_.block()->offset_bits) - 1;
  const Exact whole = inner_.decode(word);
  if (whole.kind != Exact::Kind::finite) return 0;
  const float size = size_of(part);
  if (is_zero(size)) return static_cast<std::uint8_t>(most);
  const Exact own = inner_.decode(word_of_size(size, outer));
  const int below = inner_.is_divisor() ? binade_of(own) - binade_of(whole)
                                        : binade_of(whole) - binade_of(own);
  return static_cast<std::uint8_t>(std::clamp(below, 0, most));
}

std::uint32_t ScaleFinder::zero_word(const Range& range,
                                     const TileScale& scale) const {
  const Element& element = format_.block()->zero->element;
  const bool is_integer = element.kind == ElementKind::integer;
  if (scale.is_nan()) return 0;
  if (!is_integer) {
    // The lowest number negated: -0 if none is below 0.
    const float lowest = range.below_zero();
    return ScaleWords({element}).encode(is_zero(lowest) ? -0.0F : lowest);
  }
  // Stored without a sign, whatever the element says, and no larger than a
  // code.
  const int bits = std::min<int>(element.bits, format_.element().bits);
  const Element counted =
      fixed_element(bits, format_.element().fraction_bits, Sign::absent);
  CastPolicy policy;
  policy.rounding = Rounding::nearest_even;
  policy.integer_overflow = IntegerOverflow::saturate;
  const auto encoded =
      Encoder<std::uint64_t>(counted, policy)(scale.down(range.below_zero()));
  return static_cast<std::uint32_t>(encoded.code.bits);
}

}  // namespace ashlar
