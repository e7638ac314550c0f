// Largest, smallest and special numbers, against the published tables and
// against counting through all codes.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "ashlar/format.h"

namespace ashlar {
namespace {

double power(int exponent) { return std::ldexp(1.0, exponent); }

struct Row {
  const char* name;
  int bits;
  double max;
  double smallest_normal;
  double smallest;
  bool infinity;
  bool nan;
};

// The tables of the formats' own documents.
const Row kRows[] = {
    {"f64", 64, std::numeric_limits<double>::max(), power(-1022), power(-1074),
     true, true},
    {"f32", 32, std::numeric_limits<float>::max(), power(-126), power(-149),
     true, true},
    {"tf32", 32, power(127) * (2 - power(-10)), power(-126), power(-136), true,
     true},
    {"f16", 16, 65504, power(-14), power(-24), true, true},
    {"bf16", 16, power(127) * (2 - power(-7)), power(-126), power(-133), true,
     true},
    {"dlfloat16", 16, 8573157376, power(-31) * (1 + power(-9)),
     power(-31) + power(-40), false, true},
    {"f8_e5m2", 8, 57344, power(-14), power(-16), true, true},
    {"f8_e4m3fn", 8, 448, power(-6), power(-9), false, true},
    {"f8_e4m3fnuz", 8, 240, power(-7), power(-10), false, true},
    {"f8_e5m2fnuz", 8, 57344, power(-15), power(-17), false, true},
    {"f8_e4m3b11fnuz", 8, 30, power(-10), power(-13), false, true},
    {"f8_e4m3", 8, 240, power(-6), power(-9), true, true},
    {"f8_e3m4", 8, 15.5, power(-2), power(-6), true, true},
    {"e8m0", 8, power(127), power(-127), power(-127), false, true},
    {"ue4m3", 8, 448, power(-6), power(-9), false, true},
    {"ue5m3", 8, 61440, power(-14), power(-17), true, true},
    {"f6_e3m2fn", 8, 28, power(-2), power(-4), false, false},
    {"f6_e2m3fn", 8, 7.5, 1, power(-3), false, false},
    {"f4_e2m1fn", 4, 6, 1, 0.5, false, false},
    // TensorCast's generic names.
    {"e4m3", 8, 240, power(-6), power(-9), true, true},
    {"e4m3b8fnuz", 8, 240, power(-7), power(-10), false, true},
    {"e5m2b16fnuz", 8, 57344, power(-15), power(-17), false, true},
    {"e3m2fnuz", 8, 28, power(-2), power(-4), false, false},
    {"e2m3fnuz", 8, 7.5, 1, power(-3), false, false},
    {"e2m1fnuz", 4, 6, 1, 0.5, false, false},
    {"e2m2fnuz", 8, 7, 1, 0.25, false, false},
    {"e3m3fnuz", 8, 30, power(-2), power(-5), false, false},
    {"e1m6b1fnuz", 8, 1.984375, 1, power(-6), false, true},
    {"e1m2b1fnuz", 4, 1.75, 1, 0.25, false, false},
    {"e5m3", 9, 61440, power(-14), power(-17), true, true},
    {"e5m6", 12, 65024, power(-14), power(-20), true, true},
    // IEEE P3109.
    {"binary8p1", 8, power(62), power(-63), power(-63), true, true},
    {"binary8p2", 8, power(31), power(-31), power(-32), true, true},
    {"binary8p3", 8, 49152, power(-15), power(-17), true, true},
    {"binary8p4", 8, 224, power(-7), power(-10), true, true},
    {"binary8p5", 8, 15, power(-3), power(-7), true, true},
    {"binary8p6", 8, 3.875, power(-1), power(-6), true, true},
    {"binary8p7", 8, 1.96875, 1, power(-6), true, true},
};

TEST(RangeTest, MatchesThePublishedTables) {
  for (const Row& row : kRows) {
    const Format format = parse_format(row.name);
    EXPECT_EQ(format.bits(), row.bits) << row.name;
    EXPECT_EQ(format.max_finite(), row.max) << row.name;
    EXPECT_EQ(format.smallest_normal(), row.smallest_normal) << row.name;
    EXPECT_EQ(format.smallest_subnormal(), row.smallest) << row.name;
    EXPECT_EQ(format.has_infinity(), row.infinity) << row.name;
    EXPECT_EQ(format.has_nan(), row.nan) << row.name;
    EXPECT_EQ(format.lowest(), format.is_signed()          ? -row.max
                               : format.element().has_zero ? 0
                                                           : row.smallest)
        << row.name;
  }
}

TEST(RangeTest, KnowsThePrecision) {
  EXPECT_EQ(parse_format("f32").epsilon(), power(-23));
  EXPECT_EQ(parse_format("f8_e5m2").epsilon(), 0.25);
  EXPECT_EQ(parse_format("e8m0").epsilon(), 1);
  EXPECT_EQ(parse_format("i8").epsilon(), 1);
  EXPECT_EQ(parse_format("q5.26").epsilon(), power(-26));
}

TEST(RangeTest, CoversIntegers) {
  for (int bits = 1; bits <= 64; ++bits) {
    const Format i = parse_format("i" + std::to_string(bits));
    const Format u = parse_format("u" + std::to_string(bits));
    EXPECT_EQ(i.max_finite(), power(bits - 1) - 1);
    EXPECT_EQ(i.lowest(), -power(bits - 1));
    EXPECT_EQ(u.max_finite(), power(bits) - 1);
    EXPECT_EQ(u.lowest(), 0);
    EXPECT_EQ(i.smallest_subnormal(), 1);
  }
}

TEST(RangeTest, SaysIntegersExactly) {
  EXPECT_EQ(parse_format("i64").max_text(), "9223372036854775807");
  EXPECT_EQ(parse_format("i64").lowest_text(), "-9223372036854775808");
  EXPECT_EQ(parse_format("u64").max_text(), "18446744073709551615");
  EXPECT_EQ(parse_format("u64").lowest_text(), "0");
  EXPECT_EQ(parse_format("i1").max_text(), "0");
  EXPECT_EQ(parse_format("i1").lowest_text(), "-1");
  EXPECT_EQ(parse_format("bool").max_text(), "1");
  EXPECT_EQ(parse_format("ob4").max_text(), "7");
  EXPECT_EQ(parse_format("ob4").lowest_text(), "-8");
}

TEST(RangeTest, SaysFixedPointExactly) {
  EXPECT_EQ(parse_format("q5.26").max_text(), "2^5 - 2^-26");
  EXPECT_EQ(parse_format("q5.26").lowest_text(), "-2^5");
  EXPECT_EQ(parse_format("q5.26").max_finite(), 2147483647.0 / 67108864);
  EXPECT_EQ(parse_format("q5.26").lowest(), -32);
  EXPECT_EQ(parse_format("q32.32").max_text(), "2^31 - 2^-32");
  EXPECT_EQ(parse_format("orion_fp8x23").lowest_text(), "-2^9 + 2^-23");
  EXPECT_EQ(parse_format("orion_fp8x23").lowest(), -(512 - power(-23)));
  EXPECT_EQ(parse_format("uq0.8").max_text(), "0.99609375");
  EXPECT_EQ(parse_format("uq4.12").lowest_text(), "0");
  EXPECT_EQ(parse_format("mxint8").max_text(), "1.984375");
  EXPECT_EQ(parse_format("mxint8").lowest_text(), "-2");
}

TEST(RangeTest, SaysFloatsSoThatTheyReadBack) {
  EXPECT_EQ(parse_format("f8_e4m3fn").max_text(), "448");
  EXPECT_EQ(parse_format("f8_e4m3fn").lowest_text(), "-448");
  EXPECT_EQ(parse_format("dlfloat16").max_text(), "8573157376");
  EXPECT_EQ(parse_format("e8m0").lowest_text(), "5.877471754111438e-39");
  for (const Row& row : kRows) {
    const Format format = parse_format(row.name);
    EXPECT_EQ(std::stod(format.max_text()), row.max);
  }
}

// What a code means, written down a second time and as plainly as possible.
double decode(const Element& e, unsigned code) {
  const unsigned m_mask = (1u << e.mantissa_bits) - 1;
  const unsigned e_mask = (1u << e.exponent_bits) - 1;
  const unsigned mantissa = code & m_mask;
  const unsigned exponent = (code >> e.mantissa_bits) & e_mask;
  const unsigned sign = code >> (e.mantissa_bits + e.exponent_bits);
  const bool largest = mantissa == m_mask && exponent == e_mask;
  const bool below_largest =
      ((code + 1) & (m_mask | e_mask << e.mantissa_bits)) ==
      (m_mask | e_mask << e.mantissa_bits);
  const bool zero = mantissa == 0 && exponent == 0;
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double flip = sign ? -1 : 1;
  switch (e.specials) {
    case Specials::none:
      break;
    case Specials::ieee:
      if (exponent == e_mask) return mantissa == 0 ? flip * infinity : nan;
      break;
    case Specials::largest_nan:
    case Specials::merged:
      if (largest) return nan;
      break;
    case Specials::largest_nan_inf:
      if (largest) return nan;
      if (below_largest) return flip * infinity;
      break;
    case Specials::negative_zero_nan:
      if (zero && sign) return nan;
      break;
    case Specials::negative_zero_nan_inf:
      if (zero && sign) return nan;
      if (largest) return flip * infinity;
      break;
  }
  if (zero && e.has_zero) return flip * 0.0;
  const double fraction = mantissa / std::ldexp(1.0, e.mantissa_bits);
  if (exponent == 0 && e.has_subnormals) {
    return flip * std::ldexp(fraction, 1 - e.bias);
  }
  return flip * std::ldexp(1 + fraction, static_cast<int>(exponent) - e.bias);
}

struct Counted {
  double max = 0;
  double lowest = std::numeric_limits<double>::infinity();
  double smallest = std::numeric_limits<double>::infinity();
  bool infinity = false;
  bool nan = false;
  bool negative_zero = false;
};

Counted count(const Element& element) {
  Counted seen;
  for (unsigned code = 0; code < 1u << element.bits; ++code) {
    const double value = decode(element, code);
    seen.infinity |= std::isinf(value);
    seen.nan |= std::isnan(value);
    seen.negative_zero |= value == 0 && std::signbit(value);
    if (!std::isfinite(value)) continue;
    seen.max = std::max(seen.max, value);
    seen.lowest = std::min(seen.lowest, value);
    if (value > 0) seen.smallest = std::min(seen.smallest, value);
  }
  return seen;
}

TEST(RangeTest, AgreesWithCountingThroughAllCodes) {
  int checked = 0;
  for (int exponent_bits = 1; exponent_bits <= 8; ++exponent_bits) {
    for (int mantissa_bits = 0; mantissa_bits <= 6; ++mantissa_bits) {
      if (exponent_bits + mantissa_bits > 10) continue;
      for (const std::string prefix : {"e", "ue"}) {
        for (const std::string suffix :
             {"", "ieee", "f", "fn", "fnuz", "fnan", "fnanuz", "in", "inuz",
              "ninf", "f_nosub", "fnan_nozero", "ieee_nosub", "ninf_nosub",
              "b3", "b3fn_nosub", "b0inuz"}) {
          const std::string name = prefix + std::to_string(exponent_bits) +
                                   "m" + std::to_string(mantissa_bits) + suffix;
          Format format;
          try {
            format = parse_format(name);
          } catch (const std::exception&) {
            continue;  // no such format
          }
          const Counted seen = count(format.element());
          EXPECT_EQ(format.max_finite(), seen.max) << name;
          EXPECT_EQ(format.lowest(), seen.lowest) << name;
          EXPECT_EQ(format.smallest_subnormal(), seen.smallest) << name;
          EXPECT_EQ(format.has_infinity(), seen.infinity) << name;
          EXPECT_EQ(format.has_nan(), seen.nan) << name;
          EXPECT_EQ(format.has_negative_zero(), seen.negative_zero) << name;
          ++checked;
        }
      }
    }
  }
  EXPECT_GT(checked, 1000);
}

}  // namespace
}  // namespace ashlar
