// number_args.cc - what overflows become is asked of the codec.
#include "src/cast/number_args.h"

#include <algorithm>

#include "src/format/codec.h"

namespace ashlar {
namespace {

using kernels::NumberWord;
using kernels::NumberWords;

/// Magnitudes of more bits are not compared.
constexpr std::uint64_t kMost = ~std::uint64_t{0} >> 1;
constexpr std::uint64_t kMostNarrow = ~std::uint32_t{0} >> 1;

bool is_apart(const Element& e) {
  return e.representation == Representation::sign_magnitude;
}

/// Whether its words are of a kind that the kernel has.
bool has_words(const Element& e) {
  if (e.kind == ElementKind::codebook) return false;
  const bool is_float = e.kind == ElementKind::floating;
  if (e.storage_bits > 64) {
    // The sign has a half of the word for itself.
    return !is_float && is_apart(e) && e.storage_shift == 0 &&
           2 * magnitude_bits(e) == e.storage_bits && e.storage_bits <= 256;
  }
  const int bits = e.storage_bits;
  return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

NumberWord word_of(const Element& e) {
  NumberWord word;
  word.bytes = e.storage_bits / 8;
  word.is_float = e.kind == ElementKind::floating;
  word.is_truth = e.kind == ElementKind::boolean;
  word.shift = e.storage_shift;
  word.is_signed = e.is_signed;
  word.magnitude_bits = magnitude_bits(e);
  word.mantissa_bits = e.mantissa_bits;
  word.bias = e.bias;
  if (word.is_float && e.has_subnormals) word.normal = min_normal_magnitude(e);
  word.fraction_bits = word.is_float ? 0 : e.fraction_bits;
  if (is_apart(e)) {
    word.mask = low_bits<std::uint64_t>(magnitude_bits(e));
    word.sign_at = e.is_signed ? magnitude_bits(e) : -1;
    return word;
  }
  const std::uint64_t half = std::uint64_t{1} << std::min(e.bits - 1, 63);
  const bool is_offset = e.representation == Representation::offset_binary;
  word.mask = low_bits<std::uint64_t>(e.bits);
  word.is_signed = e.is_signed || is_offset;
  word.offset = word.is_signed ? half : 0;
  word.flipped = is_offset ? 0 : word.offset;
  return word;
}

void set_source(NumberWords& how, const Element& from) {
  how.from = word_of(from);
  if (!how.from.is_float) return;
  how.last = max_magnitude(from);
  how.reads_zero = from.has_zero;
  how.reads_negative_zero = !has_nan_at_negative_zero(from);
}

void set_rounding(NumberWords& how, Rounding rounding) {
  how.adds_odd = rounding == Rounding::nearest_even;
  how.less_one = rounding != Rounding::nearest_away;
  how.adds_half = how.adds_odd || rounding == Rounding::nearest_away ||
                  rounding == Rounding::nearest_zero;
  how.adds_step[0] = rounding == Rounding::toward_positive;
  how.adds_step[1] = rounding == Rounding::toward_negative;
}

/// What the codec makes of a number beyond any range; false if not always the
/// same.
bool find_over(const Element& to, const CastPolicy& policy,
               std::uint64_t (&over)[2]) {
  for (const bool negative : {false, true}) {
    // Floats without signs leave what is negative to others.
    if (negative && !to.is_signed && to.kind == ElementKind::floating) break;
    Number huge;
    huge.negative = negative;
    huge.exponent = 5000;
    huge.significand = 1;
    const Encoded encoded = encode(to, huge, policy);
    if (encoded.status != CodecStatus::ok) return false;
    if (to.kind == ElementKind::floating) {
      if (encoded.code.sign != negative || encoded.code.bits == 0) return false;
      over[negative ? 1 : 0] = static_cast<std::uint64_t>(encoded.code.bits);
    } else {
      const Number back = decode(to, encoded.code);
      if (back.significand > kMost) return false;
      over[negative ? 1 : 0] = static_cast<std::uint64_t>(back.significand);
    }
  }
  return true;
}

void set_float(NumberWords& how, const Element& to, const CastPolicy& policy) {
  how.has_zero = to.has_zero;
  how.has_negative_zero = to.has_negative_zero();
  how.has_subnormals = to.has_subnormals;
  how.leaves_small = how.adds_step[0] || how.adds_step[1];
  how.refuses_negative = !to.is_signed;
  std::ranges::fill(how.most, max_magnitude(to));
  how.has_over = find_over(to, policy, how.over);
}

void set_integer(NumberWords& how, const Element& to,
                 const CastPolicy& policy) {
  const int bits = magnitude_bits(to);
  const auto largest = low_bits<std::uint64_t>(std::min(bits, 63));
  const bool is_signed = how.to.is_signed;
  how.most[0] = largest;
  how.most[1] = !is_signed     ? 0
                : is_apart(to) ? largest
                               : std::min(kMost, largest + 1);
  how.has_over = how.to.bytes <= 8 && bits <= 63 &&
                 policy.integer_overflow == IntegerOverflow::saturate &&
                 find_over(to, policy, how.over);
}

/// The power of two that no number of a format reaches.
int beyond(const Element& e) {
  if (e.kind == ElementKind::floating) {
    return static_cast<int>(max_magnitude(e) >> e.mantissa_bits) - e.bias + 1;
  }
  return magnitude_bits(e) + 1 - e.fraction_bits;
}

/// Whether lanes of 32 bits do, with the highest one free.
bool is_narrow(const Element& from, const Element& to) {
  const auto fits = [](const Element& e) {
    return e.storage_bits <= 32 && magnitude_bits(e) <= 31 &&
           (e.kind != ElementKind::floating || e.mantissa_bits <= 28);
  };
  if (!fits(from) || !fits(to)) return false;
  if (to.kind != ElementKind::floating) return true;
  // Of overflows, too, an exponent and all that is below it.
  const std::int64_t binade = beyond(from) + to.bias + 1;
  return binade << to.mantissa_bits <= std::int64_t{1} << 31;
}

}  // namespace

std::optional<NumberWords> number_words(const Element& from, const Element& to,
                                        const CastPolicy& policy) {
  const CastPolicy rules = resolved(policy, to);
  const bool is_float = to.kind == ElementKind::floating;
  const bool draws = rules.rounding == Rounding::stochastic;
  if (!has_words(from) || !has_words(to) ||
      rules.source_subnormals != Subnormals::keep ||
      rules.subnormals != Subnormals::keep ||
      rules.negative_zero != NegativeZero::keep ||
      rules.rounding == Rounding::to_odd ||
      (draws &&
       (!is_float || to.mantissa_bits > 30 || from.storage_bits > 64))) {
    return std::nullopt;
  }
  NumberWords how;
  set_source(how, from);
  how.to = word_of(to);
  how.is_narrow = !draws && is_narrow(from, to);
  set_rounding(how, rules.rounding);
  if (is_float) {
    set_float(how, to, rules);
  } else if (!how.to.is_truth) {
    set_integer(how, to, rules);
  }
  if (how.is_narrow) {
    for (std::uint64_t& most : how.most) most = std::min(most, kMostNarrow);
  }
  return how;
}

}  // namespace ashlar
