// Shared exponents as Tenstorrent's host code and packers make them.
#include "src/blocks/block_float.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "ashlar/error.h"

namespace ashlar {
namespace {

using Words = std::vector<std::uint16_t>;

QuantizePolicy shifted(Rounding rounding = Rounding::nearest_even) {
  QuantizePolicy policy;
  policy.alignment = Alignment::shifted;
  policy.rounding = rounding;
  return policy;
}

Words codes(const char* name, const std::vector<float>& numbers,
            std::uint32_t expected_exponent,
            const QuantizePolicy& policy = shifted()) {
  const BlockFloat coder(parse_format(name), policy);
  std::uint32_t shared = 0;
  for (const float x : numbers) shared = std::max(shared, coder.exponent(x));
  EXPECT_EQ(shared, expected_exponent);
  Words out;
  for (const float x : numbers) out.push_back(coder.encode(x, shared, 0));
  return out;
}

const std::vector<float> kWorked = {1.0F, -0.5F, 3.0F,    0.1F,
                                    0.0F, -0.0F, 2.9999F, -2.9999F};

TEST(BlockFloatTest, MakesTheWorkedBlock) {
  EXPECT_EQ(codes("bfp8_b", kWorked, 0x80),
            (Words{0x20, 0x90, 0x60, 0x03, 0, 0, 0x60, 0xe0}));
  EXPECT_EQ(codes("bfp4_b", kWorked, 0x80), (Words{2, 9, 6, 0, 0, 0, 6, 14}));
  EXPECT_EQ(codes("bfp2_b", kWorked, 0x80), (Words{0, 0, 1, 0, 0, 0, 1, 3}));
}

TEST(BlockFloatTest, SaturatesRatherThanRaiseTheExponent) {
  EXPECT_EQ(codes("bfp8_b", {1.9999F, -1.9999F, 1.0F}, 0x7f),
            (Words{0x7f, 0xff, 0x40}));
}

TEST(BlockFloatTest, ForgetsTheBitsThatLeave) {
  // 2^-24 below a tie: the bit that would tell is shifted out.
  const float below_tie = 1.5F - std::ldexp(1.0F, -23);
  EXPECT_EQ(codes("bfp2_b", {2.0F, below_tie}, 0x80), (Words{1, 1}));
  EXPECT_EQ(codes("bfp8_b", {std::ldexp(1.0F, 30), 1.0F}, 127 + 30),
            (Words{0x40, 0}));
  EXPECT_EQ(codes("bfp8_b", {std::bit_cast<float>(0x7fffffu)}, 0), Words{0});
}

TEST(BlockFloatTest, RoundsOtherwiseIfAsked) {
  const std::vector<float> tie = {1.0F, 1.0F + 1.0F / 128};
  EXPECT_EQ(codes("bfp8_b", tie, 127, shifted()), (Words{0x40, 0x40}));
  EXPECT_EQ(codes("bfp8_b", tie, 127, shifted(Rounding::nearest_away)),
            (Words{0x40, 0x41}));
  QuantizePolicy packer = shifted(Rounding::nearest_away);
  packer.alignment = Alignment::shifted_twice;
  // 1.498 is 95.9 / 64, so 96, and of that the upper bits.
  EXPECT_EQ(codes("bfp4_b", {1.0F, 1.498F, 1.74F}, 127, packer),
            (Words{4, 6, 6}));
}

TEST(BlockFloatTest, DecodesAsTheHostDoes) {
  const BlockFloat coder(parse_format("bfp8_b"), shifted());
  EXPECT_EQ(coder.decode(0x60, 0x80), 3);
  EXPECT_EQ(coder.decode(0x83, 0x80), -3.0F / 32);
  EXPECT_TRUE(std::signbit(coder.decode(0x80, 0x80)));
  EXPECT_EQ(coder.decode(1, 3), 0);
  EXPECT_EQ(coder.decode(0x40, 255), HUGE_VALF);
  EXPECT_TRUE(std::isnan(coder.decode(0x41, 255)));
}

TEST(BlockFloatTest, FiveBitsOfExponentClampAtBothEnds) {
  EXPECT_EQ(codes("bfp8_a", {1e30F, 1}, 31), (Words{0x7f, 0}));
  // What is too small keeps its first bit.
  EXPECT_EQ(codes("bfp8_a", {1e-30F, 0}, 0), (Words{0x40, 0}));
  EXPECT_EQ(codes("bfp8_a", {1.5F}, 15), Words{0x60});
}

TEST(BlockFloatTest, AGivenExponentThatIsTooSmallSaturates) {
  const BlockFloat coder(parse_format("bfp8_b"), shifted());
  EXPECT_EQ(coder.encode(-4, 127, 0), 0xff);
}

TEST(BlockFloatTest, TakesNoOtherFormats) {
  EXPECT_TRUE(is_block_float(parse_format("bfp4_a")));
  for (const char* name : {"mxint8", "mxfp4", "i8@f16:32", "f32"}) {
    EXPECT_FALSE(is_block_float(parse_format(name))) << name;
  }
  try {
    BlockFloat(parse_format("mxint8"), shifted());
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "quantize: mxint8 cannot be aligned by shifting: that takes "
                 "sign and magnitude under shared exponents without NaN");
  }
}

}  // namespace
}  // namespace ashlar
