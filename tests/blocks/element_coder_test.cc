// Codes of single elements under a scale of 1.
#include "src/blocks/element_coder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ashlar/error.h"
#include "src/format/known.h"

namespace ashlar {
namespace {

float through(const Element& element, float x,
              const QuantizePolicy& policy = {}) {
  const ElementCoder coder(element, policy);
  return to_f32(coder.decode(coder.encode(exact(x), 0)));
}

TEST(ElementCoderTest, IntegersDoNotUseTheirLowestCode) {
  EXPECT_EQ(through(kI8, -128), -127);
  EXPECT_EQ(through(kI8, -HUGE_VALF), -127);
  EXPECT_EQ(through(kI8, 1e9F), 127);
  const Element offset =
      integer_element(4, Sign::present, Representation::offset_binary);
  EXPECT_EQ(through(offset, -8), -7);
  EXPECT_EQ(through(fixed_element(8, 6), -2), -127.0F / 64);
  EXPECT_EQ(through(sign_magnitude_element(1, 6), -2), -127.0F / 64);
  EXPECT_EQ(through(integer_element(8, Sign::absent), -3), 0);
  EXPECT_EQ(through(integer_element(2, Sign::present), -1), -1);
}

TEST(ElementCoderTest, FloatsSaturateAndKeepNegativeZero) {
  EXPECT_EQ(through(kF8E4M3Fn, 1e9F), 448);
  EXPECT_EQ(through(kF8E5M2, 1e9F), 57344);
  EXPECT_TRUE(std::signbit(through(kF4E2M1Fn, -0.1F)));
  QuantizePolicy policy;
  policy.negative_zero = NegativeZero::drop;
  EXPECT_FALSE(std::signbit(through(kF4E2M1Fn, -0.1F, policy)));
}

TEST(ElementCoderTest, InfinityAndNanAreCodesWhereThereAreSome) {
  EXPECT_EQ(through(kF8E5M2, -HUGE_VALF), -HUGE_VALF);
  EXPECT_EQ(through(kF8E4M3Fn, HUGE_VALF), 448);
  EXPECT_TRUE(std::isnan(through(kF8E4M3Fn, NAN)));
  EXPECT_EQ(through(kF4E2M1Fn, NAN), 6);
  EXPECT_EQ(through(kI8, NAN), 0);
  QuantizePolicy policy;
  policy.missing_nan = MissingNan::zero;
  EXPECT_EQ(through(kF4E2M1Fn, NAN, policy), 0);
}

TEST(ElementCoderTest, RoundsAsAsked) {
  const auto rounded = [](Rounding rounding, float x) {
    QuantizePolicy policy;
    policy.rounding = rounding;
    return through(kI8, x, policy);
  };
  EXPECT_EQ(rounded(Rounding::nearest_even, 2.5F), 2);
  EXPECT_EQ(rounded(Rounding::nearest_away, -2.5F), -3);
  EXPECT_EQ(rounded(Rounding::nearest_zero, 2.5F), 2);
  EXPECT_EQ(rounded(Rounding::nearest_zero, 3.5F), 3);
  EXPECT_EQ(rounded(Rounding::toward_zero, -2.9F), -2);
  EXPECT_EQ(rounded(Rounding::nearest_even, 0.49999997F), 0);
}

TEST(ElementCoderTest, DrawsByIndex) {
  QuantizePolicy policy;
  policy.rounding = Rounding::stochastic;
  policy.seed = 7;
  const ElementCoder coder(kI8, policy);
  double sum = 0;
  for (std::size_t i = 0; i < 4000; ++i) {
    const std::uint16_t code = coder.encode(exact(2.25F), i);
    EXPECT_EQ(code, coder.encode(exact(2.25F), i));
    EXPECT_TRUE(code == 2 || code == 3);
    sum += code;
  }
  EXPECT_NEAR(sum / 4000, 2.25, 0.03);
}

TEST(ElementCoderTest, CountsFromAZeroPoint) {
  const ElementCoder coder(integer_element(4, Sign::absent), {});
  EXPECT_EQ(coder.encode_above(exact(-2.4F), 5, 0), 3);
  EXPECT_EQ(coder.encode_above(exact(-99), 5, 0), 0);
  EXPECT_EQ(coder.encode_above(exact(HUGE_VALF), 5, 0), 15);
  EXPECT_EQ(coder.encode_above(exact(-HUGE_VALF), 5, 0), 0);
  EXPECT_EQ(coder.encode_above(exact(NAN), 5, 0), 5);
  EXPECT_EQ(to_f32(coder.decode_above(3, 5)), -2);
  EXPECT_EQ(to_f32(coder.decode_above(15, 5)), 10);
}

TEST(ElementCoderTest, WordsHaveTheirUnusedBitsBelow) {
  const Element shifted = in_words(kF6E2M3Fn, 8, 2);
  const ElementCoder coder(shifted, {});
  const std::uint16_t word = coder.encode(exact(7.5F), 0);
  EXPECT_EQ(word, 0x1f << 2);
  EXPECT_TRUE(coder.holds(word));
  EXPECT_FALSE(coder.holds(1));
  EXPECT_FALSE(coder.holds(0x100));
}

TEST(ElementCoderTest, RefusesWhatItCannotHold) {
  EXPECT_THROW(ElementCoder(kF32, {}), Error);
  QuantizePolicy policy;
  policy.missing_nan = MissingNan::error;
  EXPECT_THROW(ElementCoder(kI8, policy), Error);
}

}  // namespace
}  // namespace ashlar
