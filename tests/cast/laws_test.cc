// What holds for the casts to every float: nearest, monotone, symmetric, ...
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "ashlar/cast.h"
#include "ashlar/format.h"
#include "src/cast/words.h"
#include "src/format/codec.h"
#include "src/format/known.h"
#include "tests/cast/cast_check.h"

namespace ashlar {
namespace {

constexpr Rounding kRoundings[] = {
    Rounding::nearest_even,    Rounding::nearest_away,
    Rounding::nearest_zero,    Rounding::toward_zero,
    Rounding::toward_positive, Rounding::toward_negative,
    Rounding::to_odd};

/// The named floats whose codes can be counted, and some unusual ones.
std::vector<Element> floats() {
  std::vector<Element> out;
  for (const Element& e : test::named_elements()) {
    if (e.kind == ElementKind::floating && e.bits <= 16) out.push_back(e);
  }
  for (const char* name :
       {"e5m2_nosub", "e4m3fn_nosub", "binary8p1", "binary8p3u", "e2m3inuz",
        "e3m0f", "e8m7_nosub", "e4m0_nozero", "e5m6ninf"}) {
    out.push_back(test::element(name));
  }
  return out;
}

/// One format under one policy, as functions of doubles, which hold every
/// number of up to 16 bits and everything half-way between two of them.
class Codec {
 public:
  explicit Codec(const Element& e, const CastPolicy& policy = {})
      : e_(e), encoder_(e, policy), decoder_(e) {}

  std::uint64_t encode(double x) const {
    const auto code = code_of_word(kF64, std::bit_cast<std::uint64_t>(x));
    return word_of_code(e_, encoder_(Decoder<std::uint64_t>(kF64)(code)).code);
  }
  double decode(std::uint64_t word) const {
    const Encoder<std::uint64_t> wide(kF64, {});
    return std::bit_cast<double>(
        word_of_code(kF64, wide(decoder_(code_of_word(e_, word))).code));
  }
  double round(double x) const { return decode(encode(x)); }

 private:
  Element e_;
  Encoder<std::uint64_t> encoder_;
  Decoder<std::uint64_t> decoder_;
};

Codec codec(const Element& e, Rounding rounding,
            Overflow overflow = Overflow::saturate_finite) {
  CastPolicy policy;
  policy.rounding = rounding;
  policy.overflow = overflow;
  return Codec(e, policy);
}

std::string what(const Element& e, Rounding rounding) {
  return to_string(e) + ", " + std::string(to_string(rounding));
}

/// The magnitudes of the finite numbers in order, or some of them.
std::vector<std::uint64_t> magnitudes(const Element& e) {
  std::vector<std::uint64_t> out;
  const std::uint64_t last = max_magnitude(e);
  for (std::uint64_t code = 0; code <= last; ++code) {
    const bool is_edge = code < 20 || code + 20 > last ||
                         (code & ((1u << e.mantissa_bits) - 1)) < 2;
    if (last < 1024 || is_edge || code % 97 == 0) out.push_back(code);
  }
  return out;
}

/// Where numbers lie between two neighbours, as a part of the distance.
constexpr double kParts[] = {0x1p-20,       0.25, 0.5 - 0x1p-20, 0.5,
                             0.5 + 0x1p-20, 0.75, 1 - 0x1p-20};

double between(double low, double high, double part) {
  return low + (high - low) * part;
}

/// Below the first number of these there is zero, by a rule of their own.
bool has_gap_at_zero(const Element& e) {
  return e.has_zero && !e.has_subnormals;
}

TEST(CastLawsTest, EveryCodeIsTheCodeOfItsNumber) {
  for (const Element& e : test::named_elements()) {
    if (e.bits > 16) continue;
    CastPolicy policy;
    policy.nan = NanPolicy::payload;
    for (int rounding = 0; rounding <= 8; ++rounding) {
      policy.rounding = static_cast<Rounding>(rounding);
      const Decoder<std::uint64_t> decoder(e);
      const Encoder<std::uint64_t> encoder(e, policy);
      for (std::uint64_t bits = 0; bits < 1u << e.bits; ++bits) {
        const std::uint64_t word = bits << e.storage_shift;
        const auto number = decoder(code_of_word(e, word));
        using Kind = BasicNumber<std::uint64_t>::Kind;
        if (number.kind == Kind::nan && e.specials == Specials::merged) {
          continue;  // its sign means nothing
        }
        const bool is_signalling =
            number.kind == Kind::nan && e.specials == Specials::ieee;
        const std::uint64_t quiet =
            is_signalling ? std::uint64_t{1} << (e.mantissa_bits - 1) : 0;
        const auto encoded = encoder(number, 0xffffffffu);
        ASSERT_EQ(encoded.status, CodecStatus::ok);
        ASSERT_EQ(word_of_code(e, encoded.code), word | quiet)
            << what(e, policy.rounding);
      }
    }
  }
}

/// Whether a number goes away from zero, which lies `part` of the way from a
/// code to the next.
bool goes_up(Rounding rounding, double part, bool is_odd, bool is_negative) {
  switch (rounding) {
    case Rounding::nearest_even:
      return part > 0.5 || (part == 0.5 && is_odd);
    case Rounding::nearest_away:
      return part >= 0.5;
    case Rounding::nearest_zero:
      return part > 0.5;
    case Rounding::toward_positive:
      return !is_negative;
    case Rounding::toward_negative:
      return is_negative;
    case Rounding::to_odd:
      return !is_odd;
    default:
      return false;
  }
}

void check_neighbours(const Element& e, Rounding rounding, std::uint64_t low) {
  const Codec c = codec(e, rounding);
  const double here = c.decode(low << e.storage_shift);
  const double next = c.decode((low + 1) << e.storage_shift);
  ASSERT_LT(here, next);
  for (const double part : kParts) {
    const double number = between(here, next, part);
    const bool is_odd = (low & 1) != 0;
    ASSERT_EQ(c.round(number),
              goes_up(rounding, part, is_odd, false) ? next : here)
        << what(e, rounding) << " of " << number;
    if (!e.is_signed) continue;
    ASSERT_EQ(c.round(-number),
              -(goes_up(rounding, part, is_odd, true) ? next : here))
        << what(e, rounding) << " of " << -number;
  }
}

TEST(CastLawsTest, NumbersBecomeTheNeighbourThatTheRoundingAsksFor) {
  for (const Element& e : floats()) {
    for (const Rounding rounding : kRoundings) {
      for (const std::uint64_t low : magnitudes(e)) {
        const bool is_gap = low == 0 && has_gap_at_zero(e);
        if (low == max_magnitude(e) || is_gap) continue;
        check_neighbours(e, rounding, low);
        if (HasFatalFailure()) return;
      }
    }
  }
}

/// Zero, numbers below everything, between all codes, and beyond them.
std::vector<double> ascending(const Element& e) {
  std::vector<double> out = {0x1p-1074, 0x1p-400};
  if (e.has_zero) out.push_back(0);
  const Codec c(e);
  const auto all = magnitudes(e);
  const double first = c.decode(min_magnitude(e) << e.storage_shift);
  for (const double part : {0.1, 0.25, 0.4, 0.5, 0.6, 0.9}) {
    out.push_back(part * first);
  }
  if (has_gap_at_zero(e)) {
    const double edge = std::ldexp(1.0, -e.bias);
    for (const double near :
         {edge * (1 - 0x1p-30), edge, edge * (1 + 0x1p-30)}) {
      out.push_back(near);
    }
  }
  for (const std::uint64_t low : all) {
    if (low == 0 && e.has_zero) continue;
    const double here = c.decode(low << e.storage_shift);
    out.push_back(here);
    if (low == max_magnitude(e)) break;
    const double next = c.decode((low + 1) << e.storage_shift);
    for (const double part : kParts) out.push_back(between(here, next, part));
  }
  const double largest = c.decode(max_magnitude(e) << e.storage_shift);
  for (const double times : {1.0001, 1.01, 1.1, 1.25, 1.5, 2.0, 1e30}) {
    out.push_back(largest * times);
  }
  std::sort(out.begin(), out.end());
  return out;
}

TEST(CastLawsTest, LargerNumbersHaveNoSmallerCodes) {
  for (const Element& e : floats()) {
    const std::vector<double> numbers = ascending(e);
    for (const Rounding rounding : kRoundings) {
      const Codec c = codec(e, rounding);
      for (const int sign : {1, -1}) {
        if (sign < 0 && !e.is_signed) continue;
        double last = 0;
        for (const double number : numbers) {
          const double rounded = sign * c.round(sign * number);
          EXPECT_GE(rounded, last) << what(e, rounding) << " of " << number;
          last = rounded;
        }
      }
    }
  }
}

TEST(CastLawsTest, DirectedRoundingsBracketTheNumber) {
  for (const Element& e : floats()) {
    const Codec down = codec(e, Rounding::toward_negative, Overflow::automatic);
    const Codec up = codec(e, Rounding::toward_positive, Overflow::automatic);
    const Codec in = codec(e, Rounding::toward_zero, Overflow::automatic);
    const double largest = up.decode(max_magnitude(e) << e.storage_shift);
    for (const double number : ascending(e)) {
      for (const double x : {number, -number}) {
        if (x < 0 && !e.is_signed) continue;
        if (!e.has_zero && std::abs(x) < up.decode(0)) continue;
        EXPECT_LE(std::abs(in.round(x)), std::abs(x)) << to_string(e);
        // Beyond the largest number only infinity is larger.
        EXPECT_TRUE(x > largest || up.round(x) >= x)
            << to_string(e) << ' ' << x;
        EXPECT_TRUE(-x > largest || down.round(x) <= x)
            << to_string(e) << ' ' << x;
        EXPECT_EQ(in.round(x), x < 0 ? up.round(x) : down.round(x))
            << to_string(e) << " of " << x;
      }
    }
  }
}

TEST(CastLawsTest, NegativeNumbersMirrorPositiveOnes) {
  for (const Element& e : floats()) {
    if (!e.is_signed) continue;
    const std::uint64_t sign = std::uint64_t{1}
                               << (magnitude_bits(e) + e.storage_shift);
    for (const Rounding rounding : kRoundings) {
      Rounding mirrored = rounding;
      if (rounding == Rounding::toward_positive) {
        mirrored = Rounding::toward_negative;
      } else if (rounding == Rounding::toward_negative) {
        mirrored = Rounding::toward_positive;
      }
      const Codec c = codec(e, rounding);
      const Codec m = codec(e, mirrored);
      for (const double number : ascending(e)) {
        const std::uint64_t code = c.encode(number);
        const std::uint64_t other = m.encode(-number);
        const bool loses_sign =
            code == 0 && e.has_zero && !e.has_negative_zero();
        EXPECT_EQ(other, loses_sign ? 0 : code | sign)
            << what(e, rounding) << " of " << number;
      }
    }
  }
}

TEST(CastLawsTest, RoundingTwiceIsRoundingOnce) {
  for (const Element& e : floats()) {
    for (const Rounding rounding : kRoundings) {
      for (const Overflow overflow :
           {Overflow::automatic, Overflow::saturate_finite}) {
        const Codec c = codec(e, rounding, overflow);
        for (const double number : ascending(e)) {
          const std::uint64_t code = c.encode(number);
          if (std::isnan(c.decode(code))) continue;
          EXPECT_EQ(c.encode(c.decode(code)), code)
              << what(e, rounding) << " of " << number;
        }
      }
    }
  }
}

TEST(CastLawsTest, RoundingToOddLosesNoNumber) {
  for (const Element& e : floats()) {
    const Codec c = codec(e, Rounding::to_odd);
    for (const double number : ascending(e)) {
      EXPECT_EQ(c.round(number) == 0, number == 0)
          << to_string(e) << " of " << number;
    }
  }
}

/// The point of rounding to odd: what is cut off stays visible.
TEST(CastLawsTest, RoundingToOddFirstChangesNothing) {
  for (const char* wide : {"f32", "tf32", "e9m30", "f16", "bf16"}) {
    const Codec odd = codec(test::element(wide), Rounding::to_odd);
    for (const Element& e : floats()) {
      const Element w = test::element(wide);
      const bool is_finer =
          e.mantissa_bits + 2 <= w.mantissa_bits &&
          e.bias + e.mantissa_bits + 2 <= w.bias + w.mantissa_bits &&
          Format(e).max_finite() * 2 <= Format(w).max_finite();
      if (!is_finer) continue;
      for (const Rounding rounding :
           {Rounding::nearest_even, Rounding::nearest_away,
            Rounding::toward_positive, Rounding::toward_zero}) {
        const Codec direct = codec(e, rounding, Overflow::automatic);
        for (const double number : ascending(e)) {
          for (const double x : {number, -number}) {
            EXPECT_EQ(direct.encode(odd.round(x)), direct.encode(x))
                << what(e, rounding) << " through " << wide << " of " << x;
          }
        }
      }
    }
  }
}

TEST(CastLawsTest, WiderFormatsHoldEveryNumberExactly) {
  for (const Element& e : floats()) {
    if (e.bias + e.mantissa_bits > 140 || Format(e).max_finite() > 3e38) {
      continue;
    }
    const Codec f32 = codec(kF32, Rounding::to_odd);
    const Codec c(e);
    for (const std::uint64_t low : magnitudes(e)) {
      const double number = c.decode(low << e.storage_shift);
      EXPECT_EQ(f32.round(number), number) << to_string(e);
    }
  }
}

}  // namespace
}  // namespace ashlar
