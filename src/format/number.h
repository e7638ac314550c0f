// number.h - exact numbers, the codes that stand for them, and rounding.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "ashlar/cast_policy.h"

namespace ashlar {

/// Wide enough for the magnitude of Orion's widest types. Everything else fits
/// into 64 bits, which are four times as fast; so `Bits` is one of the two.
__extension__ typedef unsigned __int128 WideBits;

/// A code without its place in a storage word. The sign of sign-magnitude
/// codes stands apart, so that 128 bits of magnitude fit.
template <class Bits>
struct BasicCode {
  Bits bits = 0;
  bool sign = false;

  constexpr bool operator==(const BasicCode&) const = default;
};

/// An exact number: (-1)^negative * significand * 2^exponent. Of a NaN, the
/// significand is its payload and the exponent says how many bits that has.
template <class Bits>
struct BasicNumber {
  enum class Kind : std::uint8_t { finite, infinity, nan };

  Kind kind = Kind::finite;
  bool negative = false;
  int exponent = 0;
  Bits significand = 0;

  constexpr bool is_zero() const {
    return kind == Kind::finite && significand == 0;
  }
};

using Code = BasicCode<WideBits>;
using Number = BasicNumber<WideBits>;

template <class Bits>
inline constexpr int kBitsOf = static_cast<int>(8 * sizeof(Bits));

template <class Bits>
constexpr Bits low_bits(int count) {
  return count >= kBitsOf<Bits> ? ~Bits{0} : (Bits{1} << count) - 1;
}

template <class Bits>
constexpr int bit_width(Bits value) {
  if constexpr (sizeof(Bits) > 8) {
    const auto high = static_cast<std::uint64_t>(value >> 64);
    if (high != 0) return 64 + static_cast<int>(std::bit_width(high));
  }
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value)));
}

/// A number between two multiples of a step: the lower one, and how much of a
/// step is left, in units of 2^-32, with a sticky bit below.
template <class Bits>
struct Remainder {
  Bits whole = 0;
  std::uint32_t fraction = 0;
  bool sticky = false;

  constexpr bool is_exact() const { return fraction == 0 && !sticky; }
};

/// Divides by 2^shift.
template <class Bits>
constexpr Remainder<Bits> split_at(Bits significand, int shift) {
  if (shift <= 0) return {significand << -shift, 0, false};
  if (shift > kBitsOf<Bits> + 32) return {0, 0, significand != 0};
  Remainder<Bits> out;
  out.whole = shift >= kBitsOf<Bits> ? 0 : significand >> shift;
  const int top = shift - 32;  // the fraction is significand >> top, cut
  if (top >= 0) {
    out.fraction = static_cast<std::uint32_t>(
        top >= kBitsOf<Bits> ? 0 : significand >> top & 0xffffffffu);
    out.sticky = (significand & low_bits<Bits>(top)) != 0;
  } else {
    out.fraction =
        static_cast<std::uint32_t>(significand << -top & 0xffffffffu);
  }
  return out;
}

/// Whether the upper neighbour (in magnitude) is to be taken.
template <class Bits>
constexpr bool rounds_up(const Remainder<Bits>& x, Rounding rounding,
                         bool negative, bool is_odd, std::uint32_t random) {
  constexpr std::uint32_t kHalf = 0x80000000u;
  const bool above = x.fraction > kHalf || (x.fraction == kHalf && x.sticky);
  const bool tie = x.fraction == kHalf && !x.sticky;
  switch (rounding) {
    case Rounding::automatic:
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

}  // namespace ashlar
