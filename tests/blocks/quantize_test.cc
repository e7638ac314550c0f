// Numbers to codes, as the public call makes them.
#include "ashlar/quantize.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "ashlar/error.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using Words = std::vector<std::uint32_t>;
using Codes = std::vector<std::uint16_t>;
using Bytes = std::vector<std::uint8_t>;

BlockCodes row(const char* format, const std::vector<float>& numbers,
               const QuantizePolicy& policy = {},
               const GivenScales& given = {}) {
  const auto cols = static_cast<std::int64_t>(numbers.size());
  return quantize(parse_format(format), numbers, {1, 1, cols}, policy, given);
}

TEST(QuantizeTest, MakesOneCodeOfEveryNumber) {
  const BlockCodes codes = row("mxfp4", {6, -3, 0.5F, -0.0F, 100});
  EXPECT_EQ(codes.extent, (BlockExtent{1, 1, 5}));
  EXPECT_EQ(codes.scales, Words{127 + 4});
  EXPECT_EQ(codes.data, (Codes{1, 8, 0, 8, 7}));
  EXPECT_TRUE(codes.outer_scales.empty() && codes.zeros.empty() &&
              codes.meta.empty() && codes.offsets.empty() &&
              codes.mask.empty());
}

TEST(QuantizeTest, TilesOfSeveralRowsShareAScale) {
  std::vector<float> numbers(4 * 6, 1);
  numbers[7] = 127;  // row 1, col 1
  const BlockCodes codes =
      quantize(parse_format("i8@f32:2x4"), numbers, {1, 4, 6});
  const auto one = std::bit_cast<std::uint32_t>(1.0F);
  const auto small = std::bit_cast<std::uint32_t>(1.0F / 127);
  EXPECT_EQ(codes.scales, (Words{one, small, small, small}));
  EXPECT_EQ(codes.data[0], 1);
  EXPECT_EQ(codes.data[4], 127);
}

TEST(QuantizeTest, PairsCanLowerTheScale) {
  std::vector<float> numbers(16, 0);
  numbers[0] = 1.5F;
  numbers[2] = 0.75F;
  numbers[4] = 0.1F;
  const BlockCodes codes = row("q1.6@e8m0:16,sub=2,offset=1", numbers);
  EXPECT_EQ(codes.scales, Words{127});
  EXPECT_EQ(codes.offsets, (Bytes{0, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(codes.data[0], 96);
  EXPECT_EQ(codes.data[2], 96);
  EXPECT_EQ(codes.data[4], 13);
}

TEST(QuantizeTest, ZeroPointsAreIntegersOrNot) {
  const BlockCodes whole = row("u8@f32:4,zero=u8", {-2, 0, 0.5F, 508});
  EXPECT_EQ(whole.zeros, Words{1});
  EXPECT_EQ(whole.data, (Codes{0, 1, 1, 255}));
  const BlockCodes real = row("u8@f32:4,zero=f32", {-2, 0, 0.5F, 508});
  EXPECT_EQ(real.zeros, Words{std::bit_cast<std::uint32_t>(2.0F)});
  EXPECT_EQ(real.data, (Codes{0, 1, 1, 255}));
}

TEST(QuantizeTest, SparseTilesScaleWhatIsKept) {
  const BlockCodes codes =
      row("i8@f32:4,sparse=2:4", {127, 1, 126, 2, 3, -5, 0, 0});
  EXPECT_EQ(codes.mask, (Bytes{1, 0, 1, 0, 1, 1, 0, 0}));
  EXPECT_EQ(codes.scales, Words{std::bit_cast<std::uint32_t>(1.0F)});
  EXPECT_EQ(codes.data, (Codes{127, 0, 126, 0, 3, 251, 0, 0}));
}

TEST(QuantizeTest, NanTakesItsTileAlong) {
  std::vector<float> numbers(64, 1);
  numbers[40] = NAN;
  const BlockCodes codes = row("mxfp8_e4m3", numbers);
  EXPECT_EQ(codes.scales, (Words{127 - 8, 255}));
  EXPECT_EQ(codes.data[0], 0x78);
  EXPECT_EQ(codes.data[33], 0);
}

TEST(QuantizeTest, TakesScalesThatAreGiven) {
  const Words scales = {127 + 1};
  GivenScales given;
  given.scales = scales;
  const BlockCodes codes = row("mxfp4", {2, -4, 100}, {}, given);
  EXPECT_EQ(codes.scales, scales);
  EXPECT_EQ(codes.data, (Codes{2, 12, 7}));
  const Words zeros = {3};
  given = {};
  given.zeros = zeros;
  EXPECT_EQ(row("u8@f32:4,zero=u8", {0, 255}, {}, given).data, (Codes{3, 255}));
}

TEST(QuantizeTest, ThereMayBeNothing) {
  for (const char* name :
       {"mxfp4", "nvfp4", "i8@f32:channel", "u8@f32:tensor,zero=u8", "bfp8_b",
        "cb42f1346_e2m3fn@e8m0:32,sub=8", "f4_e2m1fn@e8m0:32,sparse=2:4"}) {
    for (const BlockExtent& extent :
         {BlockExtent{1, 1, 0}, BlockExtent{0, 5, 7}, BlockExtent{3, 0, 8}}) {
      const Format format = parse_format(name);
      const BlockCodes codes = quantize(format, {}, extent);
      EXPECT_TRUE(codes.data.empty()) << name;
      EXPECT_TRUE(dequantize(format, codes).empty()) << name;
    }
  }
  const BlockCodes codes = quantize(parse_format("i8@f32:tensor"), {}, {});
  EXPECT_EQ(codes.scales, Words{0});
}

void expect_error(const char* format, std::size_t numbers,
                  const BlockExtent& extent, const GivenScales& given,
                  const std::string& message) {
  try {
    const std::vector<float> zeros(numbers);
    quantize(parse_format(format), zeros, extent, {}, given);
    FAIL() << message;
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), message);
  }
}

TEST(QuantizeTest, SaysWhatDoesNotFit) {
  const Words two = {1, 2};
  GivenScales scales;
  scales.scales = two;
  GivenScales outer;
  outer.outer_scales = two;
  GivenScales zeros;
  zeros.zeros = two;
  GivenScales top;
  top.top_scales = two;
  expect_error("mxfp4", 4, {1, 1, 4}, top,
               "quantize: 2 given scales of the third level, expected 0");
  expect_error("mxfp4", 3, {1, 1, 4}, {}, "quantize: 3 numbers, expected 4");
  expect_error("mxfp4", 4, {1, 1, 4}, scales,
               "quantize: 2 given scales, expected 1");
  expect_error("mxfp4", 4, {1, 1, 4}, outer,
               "quantize: 2 given scales of scales, expected 0");
  expect_error("mxfp4", 4, {1, 1, 4}, zeros,
               "quantize: 2 given zero points, expected 0");
  const Words wide = {0x80000000u};
  scales.scales = wide;
  expect_error("bfp8_b", 4, {1, 1, 4}, scales,
               "quantize: a scale or zero point of 2147483648, which "
               "ue8m0f_nozero does not have");
  expect_error("bf16", 4, {1, 1, 4}, {}, "quantize: bf16 is no block format");
  expect_error("f32@f32:4", 4, {1, 1, 4}, {},
               "quantize: elements of f32 are wider than 16 bits");
  expect_error("e9m6@f32:4", 4, {1, 1, 4}, {},
               "quantize: the largest number of the elements is no f32");
  expect_error("i8@f64:4", 4, {1, 1, 4}, {},
               "quantize: scales of f64 are wider than 32 bits");
}

TEST(QuantizeTest, ThreeLevelsComeBackWithinOneStep) {
  std::mt19937 random(7);
  std::normal_distribution<float> normal;
  for (const char* name : {"i8@f16:8+f16:32+f32:tensor",
                           "f8_e4m3fn@ue4m3:16+bf16:channel+f32:tensor",
                           "i8@e8m0:4+e8m0:8+e8m0:channel",
                           "i8@f32:8+f16:16+f16:channel,divisor=2",
                           "i8@f32:8+f16:2x16+f16:*x32,divisor=1+3"}) {
    const Format format = parse_format(name);
    const BlockExtent extent{2, 3, 45};
    std::vector<float> numbers(static_cast<std::size_t>(extent.count()));
    for (float& x : numbers) x = normal(random);
    const BlockCodes codes = quantize(format, numbers, extent);
    EXPECT_EQ(
        codes.top_scales.size(),
        static_cast<std::size_t>(block_counts(format, extent).top_scales));
    EXPECT_FALSE(codes.top_scales.empty()) << name;
    const std::vector<float> back = dequantize(format, codes);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      EXPECT_NEAR(back[i], numbers[i], 0.25) << name << " " << i;
    }
    // Given what was found it finds the same.
    GivenScales given;
    given.scales = codes.scales;
    given.outer_scales = codes.outer_scales;
    given.top_scales = codes.top_scales;
    EXPECT_EQ(quantize(format, numbers, extent, {}, given), codes) << name;
  }
}

TEST(QuantizeTest, GivenScalesOfTheThirdLevelAreTaken) {
  const Format format = parse_format("i8@f32:2+f32:4+f32:tensor");
  const std::vector<float> numbers = {1, 2, 3, 4, 5, 6};
  const Words ones = {0x3f800000u, 0x3f800000u, 0x3f800000u};
  const Words halves = {0x3f000000u, 0x3f000000u};
  const Words four = {0x40800000u};
  GivenScales given;
  given.scales = ones;
  given.outer_scales = halves;
  given.top_scales = four;
  const BlockCodes codes = quantize(format, numbers, {1, 1, 6}, {}, given);
  EXPECT_EQ(codes.data, (std::vector<std::uint16_t>{0, 1, 2, 2, 2, 3}));
  EXPECT_EQ(dequantize(format, codes), (std::vector<float>{0, 2, 4, 4, 4, 6}));
  BlockCodes broken = codes;
  broken.top_scales.clear();
  EXPECT_EQ(test::error_text([&] { dequantize(format, broken); }),
            "dequantize: 0 scales of the third level, expected 1");
}

TEST(QuantizeTest, AnotherMeasureChoosesTheTable) {
  // A table of one's own with few small steps, and one with large ones.
  const Format format = parse_format("cb21_f32(-1,0,1,2,-8,-4,4,8)@f32:4");
  const std::vector<float> numbers = {1, 1, 1, 8};
  const Words one = {0x3f800000u};
  GivenScales given;
  given.scales = one;
  const auto chosen = [&] {
    return quantize(format, numbers, {1, 1, 4}, {}, given).meta[0];
  };
  EXPECT_EQ(chosen(), 1);  // an error of 27 instead of 36
  given.better = [](std::span<const double> candidate,
                    std::span<const double> best,
                    std::span<const double> expected) {
    const auto hits = [&](std::span<const double> found) {
      int out = 0;
      for (std::size_t i = 0; i < found.size(); ++i) {
        out += found[i] == expected[i] ? 1 : 0;
      }
      return out;
    };
    return hits(candidate) > hits(best);
  };
  EXPECT_EQ(chosen(), 0);  // three hits instead of one
}

}  // namespace
}  // namespace ashlar
