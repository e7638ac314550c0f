// Codes back to numbers, and codes that cannot be.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "ashlar/error.h"
#include "ashlar/quantize.h"

namespace ashlar {
namespace {

using Numbers = std::vector<float>;

Numbers through(const char* name, const Numbers& numbers) {
  const Format format = parse_format(name);
  const auto cols = static_cast<std::int64_t>(numbers.size());
  return dequantize(format, quantize(format, numbers, {1, 1, cols}));
}

TEST(DequantizeTest, GivesBackWhatFits) {
  const Numbers few = {6, -3, 0.5F, -1.5F, 0};
  EXPECT_EQ(through("mxfp4", few), few);
  EXPECT_EQ(through("nvfp4", few), few);
  EXPECT_EQ(through("mxfp8_e5m2", few), few);
  EXPECT_EQ(through("mxint8", few), few);
  EXPECT_EQ(through("bfp8_b", few), few);
  EXPECT_EQ(through("u8@f32:8,zero=u8", {-1, 0, 254}), (Numbers{-1, 0, 254}));
  EXPECT_EQ(through("u8@f32:8,zero=f32", {-1, 0, 254}), (Numbers{-1, 0, 254}));
  EXPECT_EQ(through("i8@f32:tensor,divisor", {-127, 5}), (Numbers{-127, 5}));
}

TEST(DequantizeTest, DropsWhatSparsityDrops) {
  EXPECT_EQ(through("i8@f32:4,sparse=2:4", {127, 1, -3, 2}),
            (Numbers{127, 0, -3, 0}));
}

TEST(DequantizeTest, ScalesDownToTheSmallestNumbers) {
  const float tiny = std::ldexp(1.0F, -127);
  EXPECT_EQ(through("mxfp8_e4m3", {tiny, -tiny * 0.25F}),
            (Numbers{tiny, -tiny * 0.25F}));
}

TEST(DequantizeTest, NanScalesMakeNan) {
  const Numbers back = through("mxfp4", {1, NAN, 2});
  for (const float x : back) EXPECT_TRUE(std::isnan(x));
}

TEST(DequantizeTest, FakeQuantizationKeepsTheSignOfZero) {
  const Format format = parse_format("i8@f32:4");
  const Numbers numbers = {-0.0F, 0, -0.001F, 127};
  const Numbers fake = fake_quantize(format, numbers, {1, 1, 4});
  EXPECT_TRUE(std::signbit(fake[0]));
  EXPECT_FALSE(std::signbit(fake[1]));
  EXPECT_TRUE(std::signbit(fake[2]));
  EXPECT_EQ(fake[3], 127);
  EXPECT_FALSE(std::signbit(through("i8@f32:4", numbers)[0]));
  QuantizePolicy policy;
  policy.negative_zero = NegativeZero::drop;
  EXPECT_FALSE(
      std::signbit(fake_quantize(format, numbers, {1, 1, 4}, policy)[0]));
}

void expect_error(const char* name,
                  const std::function<void(BlockCodes&)>& spoil,
                  const std::string& message) {
  const Format format = parse_format(name);
  const Numbers numbers(8, 1);
  BlockCodes codes = quantize(format, numbers, {1, 1, 8});
  spoil(codes);
  try {
    dequantize(format, codes);
    FAIL() << message;
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), message);
  }
}

TEST(DequantizeTest, SaysWhichCodesCannotBe) {
  expect_error(
      "mxfp4", [](BlockCodes& c) { c.data.pop_back(); },
      "dequantize: 7 codes, expected 8");
  expect_error(
      "mxfp4", [](BlockCodes& c) { c.scales.push_back(0); },
      "dequantize: 2 scales, expected 1");
  expect_error(
      "mxfp4", [](BlockCodes& c) { c.zeros.push_back(0); },
      "dequantize: 1 zero points, expected 0");
  expect_error(
      "nvfp4", [](BlockCodes& c) { c.outer_scales.clear(); },
      "dequantize: 0 scales of scales, expected 1");
  expect_error(
      "mxfp4", [](BlockCodes& c) { c.data[3] = 16; },
      "dequantize: a code of 16, which the elements do not have");
  expect_error(
      "mxfp4", [](BlockCodes& c) { c.scales[0] = 256; },
      "quantize: a scale or zero point of 256, which e8m0 does not "
      "have");
  expect_error(
      "cb41fi_e2m2fn@e8m0:8", [](BlockCodes& c) { c.meta[0] = 2; },
      "dequantize: table number 2 of 2");
  expect_error(
      "cb41fi_e2m2fn@e8m0:8", [](BlockCodes& c) { c.data[0] = 16; },
      "dequantize: a code of 16, which the elements do not have");
  expect_error(
      "q1.6@e8m0:8,sub=2,offset=1", [](BlockCodes& c) { c.offsets[0] = 2; },
      "dequantize: an offset of 2 in 1 bits");
  expect_error(
      "i8@f32:4,sparse=2:4", [](BlockCodes& c) { c.mask.clear(); },
      "dequantize: 0 bits of a mask, expected 8");
  expect_error(
      "mxfp4", [](BlockCodes& c) { c.extent.rows = -1; },
      "quantize: an extent of 1 x -1 x 8, expected 0 or more");
}

}  // namespace
}  // namespace ashlar
