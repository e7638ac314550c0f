// The thresholds of the scale rules.
#include "src/blocks/scale_rule.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "src/format/known.h"

namespace ashlar {
namespace {

/// The smallest mantissa of which the scale is doubled; 2 if there is none.
double threshold(ScaleRule rule, const Element& element) {
  const Largest largest = largest_number(element);
  for (std::uint32_t m = 0; m <= 0x7fffff; ++m) {
    const float amax = std::bit_cast<float>(0x3f800000u | m);
    if (scale_exponent(rule, largest, amax) != -largest.exponent) return amax;
  }
  return 2;
}

/// The number after `x` in f32.
double after(double x) { return std::nextafter(static_cast<float>(x), 4.0F); }

TEST(ScaleRuleTest, DoublesFromTheMantissasThatTheRulesSay) {
  struct Row {
    Element element;
    double rceil;   // above
    double midmax;  // above
    double even;    // from
  };
  const Row rows[] = {{kF8E5M2, 1.75, 1.875, 1.875},
                      {kF8E4M3Fn, 1.75, 1.8125, 1.9375},
                      {kF6E3M2Fn, 1.75, 1.875, 1.875},
                      {kF6E2M3Fn, 1.875, 1.9375, 1.9375},
                      {kF4E2M1Fn, 1.5, 1.75, 1.75}};
  for (const Row& row : rows) {
    const std::string name = to_string(row.element);
    EXPECT_EQ(threshold(ScaleRule::rceil, row.element), after(row.rceil))
        << name;
    EXPECT_EQ(threshold(ScaleRule::midmax, row.element), after(row.midmax))
        << name;
    EXPECT_EQ(threshold(ScaleRule::even, row.element), row.even) << name;
    EXPECT_EQ(threshold(ScaleRule::even_f4, row.element), 1.75) << name;
    EXPECT_EQ(threshold(ScaleRule::ceil, row.element), after(1)) << name;
  }
  EXPECT_EQ(threshold(ScaleRule::floor, kF8E4M3Fn), 2);
}

TEST(ScaleRuleTest, TakesTheExponentOfSubnormalsExactly) {
  const Largest largest = largest_number(kF4E2M1Fn);
  for (int power = -149; power < 128; ++power) {
    const float amax = std::ldexp(1.0F, power);
    EXPECT_EQ(scale_exponent(ScaleRule::floor, largest, amax), power - 2);
    EXPECT_EQ(scale_exponent(ScaleRule::ceil, largest, amax), power - 2);
  }
}

TEST(ScaleRuleTest, FloorOfALogarithmIsThatOfF32) {
  const Largest largest = largest_number(kF4E2M1Fn);
  for (std::uint32_t exponent = 1; exponent < 255; ++exponent) {
    for (std::uint32_t below = 0; below < 70; ++below) {
      const float amax = std::bit_cast<float>((exponent + 1) << 23);
      const float x =
          std::bit_cast<float>(std::bit_cast<std::uint32_t>(amax) - below);
      if (!std::isfinite(x)) continue;
      const auto logarithm =
          static_cast<float>(std::log2(static_cast<double>(x)));
      EXPECT_EQ(scale_exponent(ScaleRule::floor_log2, largest, x),
                static_cast<int>(std::floor(logarithm)) - 2)
          << x;
    }
  }
}

TEST(ScaleRuleTest, KnowsTheLargestNumbers) {
  EXPECT_EQ(largest_number(kF8E4M3Fn).number, 448);
  EXPECT_EQ(largest_number(kF8E4M3Fn).exponent, 8);
  EXPECT_EQ(largest_number(kF8E4M3Fn).mantissa, 1.75);
  EXPECT_EQ(largest_number(kI8).number, 127);
  EXPECT_EQ(largest_number(fixed_element(8, 6)).number, 127.0 / 64);
  EXPECT_EQ(largest_number(integer_element(4, Sign::absent)).number, 15);
  EXPECT_EQ(
      largest_number(parse_format("cb42f1346_e2m3fn@e8m0:32,sub=8")).number,
      7.5);
}

TEST(ScaleRuleTest, TablesThatReachLessHighCountByThemselves) {
  EXPECT_EQ(largest_number(parse_format("cb10_f32(-1,1)@f16:64")).number, 1);
}

TEST(ScaleRuleTest, PicksARuleByTheElements) {
  const auto automatic = [](const char* name) {
    return resolved(ScaleRule::automatic, parse_format(name));
  };
  EXPECT_EQ(automatic("mxfp8_e4m3"), ScaleRule::rceil);
  EXPECT_EQ(automatic("mxfp6_e2m3"), ScaleRule::even);
  EXPECT_EQ(automatic("mxfp4"), ScaleRule::even);
  EXPECT_EQ(automatic("mxint8"), ScaleRule::floor);
  EXPECT_EQ(resolved(ScaleRule::ceil, parse_format("mxfp4")), ScaleRule::ceil);
}

}  // namespace
}  // namespace ashlar
