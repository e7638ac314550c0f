// Numbers to codes, as the public call makes them.
#include "ashlar/quantize.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "ashlar/error.h"

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

}  // namespace
}  // namespace ashlar
