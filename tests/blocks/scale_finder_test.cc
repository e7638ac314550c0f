// Which scales and zero points are found.
#include "src/blocks/scale_finder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>

namespace ashlar {
namespace {

Range range(std::initializer_list<float> numbers) {
  Range out;
  for (const float x : numbers) out.add(x);
  return out;
}

std::uint32_t word(const char* format, std::initializer_list<float> numbers,
                   const QuantizePolicy& policy = {}) {
  const Format parsed = parse_format(format);
  return ScaleFinder(parsed, policy).word(range(numbers), 0);
}

float scale(const char* format, std::initializer_list<float> numbers,
            const QuantizePolicy& policy = {}) {
  const Format parsed = parse_format(format);
  const ScaleFinder finder(parsed, policy);
  return finder.scale(finder.word(range(numbers), 0), 0).up(exact(1));
}

TEST(ScaleFinderTest, RangesKeepSidesApart) {
  const Range some = range({-3, 2, 0, -0.5F});
  EXPECT_EQ(some.below_zero(), 3);
  EXPECT_EQ(some.above_zero(), 2);
  EXPECT_EQ(some.magnitude(), 3);
  EXPECT_FALSE(some.has_nan() || some.has_infinity() || some.is_nan());
  EXPECT_TRUE(range({NAN, NAN}).is_nan());
  EXPECT_FALSE(range({NAN, 0}).is_nan());
  EXPECT_TRUE(range({-HUGE_VALF}).has_infinity());
}

TEST(ScaleFinderTest, NanAndInfinityMakeAPowerOfTwoNan) {
  EXPECT_EQ(word("mxfp4", {1, NAN}), 255u);
  EXPECT_EQ(word("mxfp4", {1, -HUGE_VALF}), 255u);
  EXPECT_EQ(word("mxfp4", {0, -0.0F}), 0u);
  EXPECT_EQ(word("mxfp4", {}), 0u);
  // Without NaN there is only the largest.
  EXPECT_EQ(word("bfp8_b", {1, NAN}), 255u);
}

TEST(ScaleFinderTest, InfinityIsTheLargestNumberOfOtherScales) {
  EXPECT_EQ(scale("i8@f16:32", {1, HUGE_VALF}), 65504);
  EXPECT_TRUE(std::isnan(scale("i8@f16:32", {1, NAN})));
}

TEST(ScaleFinderTest, NonFiniteNumbersCanBeLeftOut) {
  QuantizePolicy policy;
  policy.non_finite = NonFinite::elements;
  EXPECT_EQ(word("mxfp4", {4, NAN, HUGE_VALF}, policy), 127u);
  EXPECT_EQ(word("mxfp4", {NAN, NAN}, policy), 255u);
  EXPECT_EQ(word("mxfp4", {0, NAN, HUGE_VALF}, policy), 254u);
  EXPECT_EQ(word("mxfp4", {0, NAN}, policy), 0u);
}

TEST(ScaleFinderTest, TilesOfZerosHaveTheScaleThatIsAskedFor) {
  QuantizePolicy policy;
  EXPECT_EQ(scale("i8@f32:32", {0}, policy), 0);
  policy.zero_tile = ZeroTile::one;
  EXPECT_EQ(scale("i8@f32:32", {0}, policy), 1);
  EXPECT_EQ(word("mxfp4", {0}, policy), 127u);
  policy.zero_tile = ZeroTile::epsilon;
  EXPECT_EQ(scale("f4_e2m1fn@ue4m3:16", {0}, policy), 0.125F);
  EXPECT_EQ(word("mxfp4", {0}, policy), 0u);
  policy.zero_tile = ZeroTile::as_one;
  EXPECT_EQ(word("mxfp4", {0}, policy), 125u);
  EXPECT_EQ(scale("i8@f32:32,divisor", {0}), 1);
  policy = {};
  policy.smallest_scale = SmallestScale::normal;
  EXPECT_EQ(scale("f4_e2m1fn@ue4m3:16", {0}, policy), 0.015625F);
  EXPECT_EQ(scale("f4_e2m1fn@ue4m3:16", {0.001F}, policy), 0.015625F);
}

TEST(ScaleFinderTest, ScalesOfSomethingAreNeverZero) {
  EXPECT_EQ(scale("i8@f16:32", {1e-20F}), std::ldexp(1.0F, -24));
  EXPECT_EQ(word("mxfp8_e4m3", {1e-45F}), 0u);
}

TEST(ScaleFinderTest, DividesTheLargestMagnitudeByTheLargestElement) {
  EXPECT_EQ(scale("i8@f32:32", {-3, 1}), 3.0F / 127);
  EXPECT_EQ(scale("u8@f32:32", {-3, 1}), 1.0F / 255);
  EXPECT_EQ(scale("u8@f32:32,zero=u8", {-3, 1}), 4.0F / 255);
  EXPECT_EQ(scale("u8@f32:32,zero=u8", {3, 5}), 5.0F / 255);
  const Format divisor = parse_format("f8_e4m3fn@f32:32,divisor");
  const ScaleFinder finder(divisor, {});
  EXPECT_EQ(std::bit_cast<float>(finder.word(range({7}), 0)), 448.0F / 7);
}

TEST(ScaleFinderTest, ScalesOfScalesMakeTheLargestScaleTheLargestThereIs) {
  const Format format = parse_format("nvfp4");
  const ScaleFinder finder(format, {});
  const std::uint32_t outer = finder.outer_word(range({1000, NAN}));
  EXPECT_EQ(std::bit_cast<float>(outer), 1000.0F / 2688);
  EXPECT_EQ(finder.word(range({1000}), outer), 0x7eu);
  EXPECT_EQ(finder.word(range({NAN}), outer), 0x7fu);
  EXPECT_EQ(finder.outer_word(range({0})), 0x3f800000u);
}

TEST(ScaleFinderTest, ScalesOfWideScalesMakeThemOne) {
  for (const char* name :
       {"f4_e2m1fn@bf16:16+f32:tensor", "f4_e2m1fn@e8m0:16+f32:tensor"}) {
    const Format format = parse_format(name);
    const ScaleFinder finder(format, {});
    const std::uint32_t outer = finder.outer_word(range({1000}));
    EXPECT_EQ(std::bit_cast<float>(outer), 1000.0F / 6) << name;
    EXPECT_EQ(
        finder.scale(finder.word(range({1000}), outer), outer).up(exact(6)),
        1000)
        << name;
  }
}

TEST(ScaleFinderTest, FindsInnerScalesInEitherOrder) {
  const float amax = 5.3F;
  for (const char* name :
       {"f4_e2m1fn@f32:16+f32:tensor", "f4_e2m1fn@f32:16+f32:tensor,divisor"}) {
    const Format format = parse_format(name);
    const bool divides = std::string(name).ends_with("divisor");
    const float g = 0.37F;
    QuantizePolicy policy;
    const auto found = [&] {
      return std::bit_cast<float>(
          ScaleFinder(format, policy)
              .word(range({amax}), std::bit_cast<std::uint32_t>(g)));
    };
    EXPECT_EQ(found(), divides ? amax / 6 * g : amax / 6 / g);
    policy.scale_order = ScaleOrder::outer_first;
    EXPECT_EQ(found(), divides ? amax * (g / 6) : amax / (6 * g));
  }
}

TEST(ScaleFinderTest, ZeroPointsAreWhereZeroIs) {
  const auto zero = [](const char* name, const Range& numbers) {
    const Format format = parse_format(name);
    const ScaleFinder finder(format, {});
    return finder.zero_word(numbers, finder.scale(finder.word(numbers, 0), 0));
  };
  EXPECT_EQ(zero("u8@f32:32,zero=u8", range({-1, 3})), 64u);
  EXPECT_EQ(zero("u8@f32:32,zero=u8", range({1, 3})), 0u);
  EXPECT_EQ(zero("u8@f32:32,zero=u8", range({-3})), 255u);
  EXPECT_EQ(zero("u8@f32:32,zero=u8", range({NAN})), 0u);
  EXPECT_EQ(zero("u4@f32:32,zero=f32", range({-1.5F, 3})),
            std::bit_cast<std::uint32_t>(1.5F));
}

TEST(ScaleFinderTest, OffsetsGoAsFarAsTheirBits) {
  const Format format = parse_format("q1.6@e8m0:16,sub=2,offset=2");
  const ScaleFinder finder(format, {});
  const std::uint32_t whole = finder.word(range({16}), 0);
  EXPECT_EQ(finder.offset(range({16}), whole, 0), 0);
  EXPECT_EQ(finder.offset(range({5}), whole, 0), 2);
  EXPECT_EQ(finder.offset(range({8}), whole, 0), 1);
  EXPECT_EQ(finder.offset(range({0.1F}), whole, 0), 3);
  EXPECT_EQ(finder.offset(range({0}), whole, 0), 3);
  EXPECT_EQ(finder.offset(range({1}), 255, 0), 0);
}

TEST(ScaleFinderTest, ScalesOfTheThirdLevelLeaveRoomForBothBelow) {
  const Format format = parse_format("f4_e2m1fn@ue4m3:16+ue4m3:64+f32:tensor");
  const ScaleFinder finder(format, {});
  const std::uint32_t top = finder.top_word(range({1000, NAN}));
  EXPECT_EQ(std::bit_cast<float>(top), 1000.0F / (448.0F * 448 * 6));
  const std::uint32_t outer = finder.outer_word(range({1000}), top);
  EXPECT_EQ(outer, 0x7eu);  // 448, the largest
  EXPECT_EQ(finder.word(range({1000}), {outer, top}), 0x7eu);
  const float near = finder.scale(0x7e, {outer, top}).up(exact(6));
  EXPECT_NEAR(near, 1000, 1e-3);
  EXPECT_EQ(finder.top_word(range({0})), 0x3f800000u);
}

TEST(ScaleFinderTest, WideLevelsNeedNoHelpFromTheThird) {
  const Format format = parse_format("i8@bf16:16+f32:64+f32:tensor");
  const ScaleFinder finder(format, {});
  const std::uint32_t top = finder.top_word(range({254}));
  EXPECT_EQ(std::bit_cast<float>(top), 2);
  const std::uint32_t outer = finder.outer_word(range({127}), top);
  EXPECT_EQ(std::bit_cast<float>(outer), 0.5F);
  EXPECT_EQ(finder.scale(finder.word(range({127}), {outer, top}), {outer, top})
                .up(exact(1)),
            1);
}

}  // namespace
}  // namespace ashlar
