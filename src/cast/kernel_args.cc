// kernel_args.cc - what a kernel does is asked of the codec, code by code.
#include "src/cast/kernel_args.h"

#include "src/cast/words.h"
#include "src/format/codec.h"
#include "src/format/known.h"

namespace ashlar {
namespace {

bool has_whole_word(const Element& e) {
  return (e.storage_bits == 8 || e.storage_bits == 16) && e.storage_shift == 0;
}

Number special(Number::Kind kind, bool negative) {
  Number x;
  x.kind = kind;
  x.negative = negative;
  return x;
}

/// A power of two beyond any format's range.
Number huge(bool negative) {
  Number x;
  x.negative = negative;
  x.exponent = 5000;
  x.significand = 1;
  return x;
}

std::uint32_t word_of(const Element& e, const Number& x,
                      const CastPolicy& policy) {
  return static_cast<std::uint32_t>(word_of_code(e, encode(e, x, policy).code));
}

/// The f32 bits of a magnitude of a float, which may be the one after the
/// largest; none if f32 has no such number.
std::optional<std::uint32_t> f32_bits(const Element& e,
                                      std::uint64_t magnitude) {
  const Scaled value = scaled(e, magnitude);
  Number x;
  x.exponent = value.exponent;
  x.significand = value.significand;
  const Encoded encoded = encode(kF32, x, {});
  const Number back = decode(kF32, encoded.code);
  const bool is_next = x.significand == WideBits{1} << e.mantissa_bits &&
                       x.exponent + e.mantissa_bits == 128;
  const bool is_exact =
      back.kind == Number::Kind::finite && bit_width(x.significand) <= 24;
  if (!is_exact && !is_next) return std::nullopt;
  return static_cast<std::uint32_t>(encoded.code.bits);
}

bool keeps_everything(const CastPolicy& policy) {
  return policy.subnormals == Subnormals::keep &&
         policy.source_subnormals == Subnormals::keep &&
         policy.negative_zero == NegativeZero::keep &&
         policy.nan != NanPolicy::payload && policy.nan != NanPolicy::error;
}

}  // namespace

bool is_ieee(const CastPolicy& policy) {
  const CastPolicy rules = resolved(policy, kF32);
  return keeps_everything(rules) && rules.nan == NanPolicy::quiet &&
         rules.rounding == Rounding::nearest_even &&
         rules.overflow == Overflow::none;
}

std::optional<kernels::EncodeFloat> encode_float(const Element& to,
                                                 const CastPolicy& policy) {
  const CastPolicy rules = resolved(policy, to);
  const bool ties_away = rules.rounding == Rounding::nearest_away;
  if (to.kind != ElementKind::floating || !has_whole_word(to) ||
      !to.is_signed || !to.has_zero || to.mantissa_bits < 1 ||
      to.bias > (to.has_subnormals ? 127 : 126) || !keeps_everything(rules) ||
      rules.missing_nan == MissingNan::error ||
      (!ties_away && rules.rounding != Rounding::nearest_even)) {
    return std::nullopt;
  }
  using Kind = Number::Kind;
  const auto largest = static_cast<std::uint32_t>(max_magnitude(to));
  const std::uint32_t over = word_of(to, huge(false), rules);
  const auto limit = f32_bits(to, over);
  if (!limit || over < largest || over > largest + 1) return std::nullopt;
  kernels::EncodeFloat how;
  how.code_bytes = to.storage_bits / 8;
  how.mantissa_bits = to.mantissa_bits;
  how.bias = to.bias;
  how.has_subnormals = to.has_subnormals;
  how.ties_away = ties_away;
  how.has_negative_zero = to.has_negative_zero();
  how.sign = 1u << magnitude_bits(to);
  how.overflow_is_sign = over == how.sign;
  how.limit = *limit;
  how.infinity = word_of(to, special(Kind::infinity, false), rules);
  how.infinity_differs = how.infinity != over;
  const std::uint32_t negative_nan =
      word_of(to, special(Kind::nan, true), rules);
  how.nan = word_of(to, special(Kind::nan, false), rules);
  how.nan_sign = how.nan ^ negative_nan;
  how.nan_differs = how.nan != over || negative_nan != (over | how.sign);
  return how;
}

std::optional<kernels::DecodeFloat> decode_float(const Element& from,
                                                 const CastPolicy& policy) {
  const CastPolicy rules = resolved(policy, kF32);
  const bool is_same = from.bias == 127 && from.has_subnormals;
  if (from.kind != ElementKind::floating || !has_whole_word(from) ||
      !from.has_zero || from.bias > 127 || !keeps_everything(rules) ||
      rules.nan == NanPolicy::all_ones || rules.merged != MergedCode::nan ||
      rules.overflow != Overflow::none ||
      (!is_same && from.bias + from.mantissa_bits > 127) ||
      !f32_bits(from, max_magnitude(from))) {
    return std::nullopt;
  }
  kernels::DecodeFloat how;
  how.code_bytes = from.storage_bits / 8;
  how.mantissa_bits = from.mantissa_bits;
  how.bias = from.bias;
  how.has_subnormals = from.has_subnormals;
  how.sign = from.is_signed ? 1u << magnitude_bits(from) : 0;
  how.used = low_bits<std::uint32_t>(from.bits);
  how.largest = static_cast<std::uint32_t>(max_magnitude(from));
  how.nan_keeps_sign =
      rules.nan == NanPolicy::quiet && from.specials != Specials::merged;
  if (from.has_infinity()) {
    how.infinity = static_cast<std::uint32_t>(infinity_magnitude(from));
  }
  if (has_nan_at_negative_zero(from)) how.nan = how.sign;
  return how;
}

namespace {

std::optional<kernels::IntegerCode> integer_code(const Element& e) {
  const bool is_integer =
      e.kind == ElementKind::integer || e.kind == ElementKind::fixed;
  const bool is_whole =
      has_whole_word(e) || (e.storage_bits == 32 && e.storage_shift == 0);
  if (!is_integer || !is_whole || e.bits > e.storage_bits ||
      (e.storage_bits == 32 && e.bits != 32) ||
      e.representation != Representation::twos_complement ||
      e.fraction_bits < 0 || e.fraction_bits > 100 ||
      (e.bits == 32 && !e.is_signed)) {
    return std::nullopt;
  }
  return kernels::IntegerCode{e.storage_bits / 8, e.bits, e.is_signed,
                              e.fraction_bits};
}

}  // namespace

std::optional<kernels::IntegerCode> encode_integer(const Element& to,
                                                   const CastPolicy& policy) {
  const CastPolicy rules = resolved(policy, to);
  if (rules.rounding != Rounding::nearest_even ||
      rules.source_subnormals != Subnormals::keep ||
      rules.integer_overflow == IntegerOverflow::wrap ||
      (rules.nan == NanPolicy::error &&
       rules.integer_overflow == IntegerOverflow::saturate)) {
    return std::nullopt;
  }
  return integer_code(to);
}

std::optional<kernels::IntegerCode> decode_integer(const Element& from,
                                                   const CastPolicy& policy) {
  const CastPolicy rules = resolved(policy, kF32);
  if (rules.rounding != Rounding::nearest_even) return std::nullopt;
  return integer_code(from);
}

}  // namespace ashlar
