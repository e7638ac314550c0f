// f32.h - f32 arithmetic by integers, the same in every environment.
//
// Each operation is rounded to even once. Neither rounding modes nor flushed
// subnormals nor contraction to fused operations can reach it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "src/format/decoder.h"
#include "src/format/encoder.h"
#include "src/format/known.h"
#include "src/format/number.h"

namespace ashlar {

using Exact = BasicNumber<std::uint64_t>;

constexpr Exact exact(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return Decoder<std::uint64_t>(kF32).decode_float(
      {bits & 0x7fffffffu, bits >> 31 != 0});
}

constexpr Exact exact_integer(std::int64_t x) {
  Exact out;
  out.negative = x < 0;
  out.significand = x < 0 ? ~static_cast<std::uint64_t>(x) + 1
                          : static_cast<std::uint64_t>(x);
  return out;
}

constexpr Exact exact_special(Exact::Kind kind, bool negative = false) {
  Exact out;
  out.kind = kind;
  out.negative = negative;
  return out;
}

/// Rounded to even; what is too large is infinity.
constexpr float to_f32(const Exact& x) {
  constexpr Encoder<std::uint64_t> kEncoder(kF32, CastPolicy{});
  const auto code = kEncoder.encode_float(x, Rounding::nearest_even, 0).code;
  return std::bit_cast<float>(static_cast<std::uint32_t>(code.bits) |
                              (code.sign ? 0x80000000u : 0u));
}

/// x * 2^power. Zeros keep an exponent of 0, as encoders expect.
constexpr Exact scaled_by(Exact x, int power) {
  if (x.kind == Exact::Kind::finite && !x.is_zero()) x.exponent += power;
  return x;
}

/// The power of two below or at a finite number that is not 0.
constexpr int binade_of(const Exact& x) {
  return x.exponent + bit_width(x.significand) - 1;
}

/// Exact; of at most 64 bits together.
constexpr Exact product(const Exact& a, const Exact& b) {
  using Kind = Exact::Kind;
  const bool negative = a.negative != b.negative;
  if (a.kind == Kind::nan || b.kind == Kind::nan) {
    return exact_special(Kind::nan);
  }
  if (a.kind == Kind::infinity || b.kind == Kind::infinity) {
    const bool is_nan = a.is_zero() || b.is_zero();
    return exact_special(is_nan ? Kind::nan : Kind::infinity,
                         !is_nan && negative);
  }
  Exact out;
  out.negative = negative;
  if (a.is_zero() || b.is_zero()) return out;
  out.significand = a.significand * b.significand;
  out.exponent = a.exponent + b.exponent;
  return out;
}

/// The first 32 bits or more, and whether there are others below: enough to
/// round once. `b` has at most 32 bits.
constexpr Exact quotient(const Exact& a, const Exact& b) {
  using Kind = Exact::Kind;
  const bool negative = a.negative != b.negative;
  const bool both_infinite =
      a.kind == Kind::infinity && b.kind == Kind::infinity;
  if (a.kind == Kind::nan || b.kind == Kind::nan || both_infinite ||
      (a.is_zero() && b.is_zero())) {
    return exact_special(Kind::nan);
  }
  if (a.kind == Kind::infinity || b.is_zero()) {
    return exact_special(Kind::infinity, negative);
  }
  Exact out;
  out.negative = negative;
  if (a.is_zero() || b.kind == Kind::infinity) return out;
  const int shift = 64 - bit_width(a.significand);
  const std::uint64_t dividend = a.significand << shift;
  out.significand =
      dividend / b.significand | (dividend % b.significand != 0 ? 1u : 0u);
  out.exponent = a.exponent - shift - b.exponent;
  return out;
}

/// Enough bits to round once, of numbers of at most 32 bits.
constexpr Exact sum(Exact a, Exact b) {
  using Kind = Exact::Kind;
  if (a.kind == Kind::nan || b.kind == Kind::nan) {
    return exact_special(Kind::nan);
  }
  if (a.kind == Kind::infinity || b.kind == Kind::infinity) {
    const bool cancel = a.kind == b.kind && a.negative != b.negative;
    return cancel ? exact_special(Kind::nan) : a.kind == Kind::infinity ? a : b;
  }
  if (a.is_zero() && b.is_zero()) {
    a.negative = a.negative && b.negative;
    return a;
  }
  if (a.is_zero() || b.is_zero()) return a.is_zero() ? b : a;
  for (Exact* x : {&a, &b}) {  // 62 bits, so that there is room for a carry
    const int shift = 62 - bit_width(x->significand);
    x->significand <<= shift;
    x->exponent -= shift;
  }
  if (a.exponent < b.exponent ||
      (a.exponent == b.exponent && a.significand < b.significand)) {
    std::swap(a, b);
  }
  const int shift = std::min(a.exponent - b.exponent, 63);
  const bool loses = (b.significand & low_bits<std::uint64_t>(shift)) != 0;
  const std::uint64_t small = b.significand >> shift | (loses ? 1u : 0u);
  a.significand += a.negative == b.negative ? small : ~small + 1;
  if (a.significand == 0) a.negative = false;
  return a;
}

constexpr float f32_multiply(float a, float b) {
  return to_f32(product(exact(a), exact(b)));
}
constexpr float f32_divide(float a, float b) {
  return to_f32(quotient(exact(a), exact(b)));
}
constexpr float f32_add(float a, float b) {
  return to_f32(sum(exact(a), exact(b)));
}
constexpr float f32_subtract(float a, float b) {
  Exact minus_b = exact(b);
  minus_b.negative = !minus_b.negative;
  return to_f32(sum(exact(a), minus_b));
}

/// Comparisons by bits: those of the processor may take subnormals for 0.
constexpr bool is_zero(float x) {
  return (std::bit_cast<std::uint32_t>(x) & 0x7fffffffu) == 0;
}
constexpr bool is_negative(float x) {
  return std::bit_cast<std::uint32_t>(x) >> 31 != 0;
}
constexpr bool is_nan(float x) {
  return (std::bit_cast<std::uint32_t>(x) & 0x7fffffffu) > 0x7f800000u;
}
constexpr bool is_finite(float x) {
  return (std::bit_cast<std::uint32_t>(x) & 0x7fffffffu) < 0x7f800000u;
}
/// Grows with the magnitude; all NaNs are equal, and above infinity.
constexpr std::uint32_t magnitude_key(float x) {
  return std::min(std::bit_cast<std::uint32_t>(x) & 0x7fffffffu, 0x7f800001u);
}

}  // namespace ashlar
