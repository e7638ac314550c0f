// exact_test.cc - rational values, ties, and arguments without a value.
#include "src/fixed/exact.h"

#include <gtest/gtest.h>

#include "ashlar/error.h"

namespace ashlar {
namespace {

constexpr FixedPoint kQ16 = {32, 16};
constexpr int kOne = 65536;

FixedRaw at(FixedFunction function, Int128 a, Int128 b = 0) {
  return evaluate(function, kQ16, a, b);
}

TEST(ExactTest, RoundsTiesToEven) {
  EXPECT_EQ(at(FixedFunction::mul, 1, 32768), FixedRaw(0));
  EXPECT_EQ(at(FixedFunction::mul, 3, 32768), FixedRaw(2));
  EXPECT_EQ(at(FixedFunction::mul, -3, 32768), FixedRaw(-2));
  EXPECT_EQ(at(FixedFunction::div, 1, 2 * kOne), FixedRaw(0));
  EXPECT_EQ(at(FixedFunction::div, 3, -2 * kOne), FixedRaw(-2));
  EXPECT_EQ(at(FixedFunction::div, 2, 3 * kOne), FixedRaw(1));
  // 2^-17 is half of the smallest number, (3/2)^2 / 2^16 a bit more than two.
  EXPECT_EQ(at(FixedFunction::exp2, -17 * kOne), FixedRaw(0));
  EXPECT_EQ(at(FixedFunction::pow, kOne / 2, 17 * kOne), FixedRaw(0));
  EXPECT_EQ(at(FixedFunction::pow, 384, 2 * kOne), FixedRaw(2));
}

TEST(ExactTest, RoundsToWholeNumbers) {
  const int values[] = {-98304, -65537, -65536, -32768, -1, 0, 1, 32768, 65537};
  for (const int a : values) {
    const Int128 floor = to_int128(at(FixedFunction::floor, a));
    const Int128 ceil = to_int128(at(FixedFunction::ceil, a));
    EXPECT_EQ(floor % kOne, 0);
    EXPECT_LE(floor, a);
    EXPECT_GT(floor + kOne, a);
    EXPECT_EQ(ceil, -to_int128(at(FixedFunction::floor, -a)));
  }
  EXPECT_EQ(at(FixedFunction::round, 32768), FixedRaw(kOne));
  EXPECT_EQ(at(FixedFunction::round, -32768), FixedRaw(-kOne));
  EXPECT_EQ(at(FixedFunction::round, 32767), FixedRaw(0));
  EXPECT_EQ(at(FixedFunction::round, -32767), FixedRaw(0));
}

TEST(ExactTest, TakesRemaindersWithTheSignOfTheDivisor) {
  EXPECT_EQ(at(FixedFunction::rem, 7, 3), FixedRaw(1));
  EXPECT_EQ(at(FixedFunction::rem, -7, 3), FixedRaw(2));
  EXPECT_EQ(at(FixedFunction::rem, 7, -3), FixedRaw(-2));
  EXPECT_EQ(at(FixedFunction::rem, -7, -3), FixedRaw(-1));
  EXPECT_EQ(at(FixedFunction::rem, -6, 3), FixedRaw(0));
}

TEST(ExactTest, RecognisesRationalValues) {
  EXPECT_EQ(at(FixedFunction::log10, 1000 * kOne), FixedRaw(3 * kOne));
  EXPECT_EQ(at(FixedFunction::log2, kOne / 8), FixedRaw(-3 * kOne));
  EXPECT_EQ(at(FixedFunction::exp2, 5 * kOne), FixedRaw(32 * kOne));
  EXPECT_EQ(at(FixedFunction::pow, 9 * kOne, kOne / 2), FixedRaw(3 * kOne));
  EXPECT_EQ(at(FixedFunction::pow, 16 * kOne, -kOne / 4), FixedRaw(kOne / 2));
  EXPECT_EQ(at(FixedFunction::pow, kOne * 9 / 4, kOne * 3 / 2),
            FixedRaw(kOne * 27 / 8));
  EXPECT_EQ(at(FixedFunction::pow, -2 * kOne, 3 * kOne), FixedRaw(-8 * kOne));
  EXPECT_EQ(at(FixedFunction::pow, -kOne, 30001 * kOne), FixedRaw(-kOne));
  EXPECT_EQ(at(FixedFunction::pow, 0, 0), FixedRaw(kOne));
  EXPECT_EQ(at(FixedFunction::pow, 0, 1), FixedRaw(0));
  EXPECT_EQ(at(FixedFunction::cos, 0), FixedRaw(kOne));
  EXPECT_EQ(at(FixedFunction::acos, kOne), FixedRaw(0));
}

TEST(ExactTest, LeavesIrrationalValues) {
  const auto leaves = [](FixedFunction function, Int128 a, Int128 b = 0) {
    return !evaluate_exactly(function, 16, a, b).has_value();
  };
  EXPECT_TRUE(leaves(FixedFunction::pow, 2 * kOne, kOne / 2));
  EXPECT_TRUE(leaves(FixedFunction::pow, 3 * kOne, -kOne));
  EXPECT_TRUE(leaves(FixedFunction::pow, kOne + 1, 100 * kOne));
  EXPECT_TRUE(leaves(FixedFunction::log2, 3 * kOne));
  EXPECT_TRUE(leaves(FixedFunction::log10, kOne / 2));
  EXPECT_TRUE(leaves(FixedFunction::exp2, 1));
  EXPECT_TRUE(leaves(FixedFunction::sin, 1));
}

TEST(ExactTest, SaysWhyThereIsNoValue) {
  const auto why = [](FixedFunction function, Int128 a, Int128 b = 0) {
    return why_undefined(function, 16, a, b);
  };
  EXPECT_EQ(why(FixedFunction::div, 1), "the divisor is zero");
  EXPECT_EQ(why(FixedFunction::rem, 1), "the divisor is zero");
  EXPECT_EQ(why(FixedFunction::sqrt, -1), "the operand is negative");
  EXPECT_EQ(why(FixedFunction::ln, 0), "the operand is not above zero");
  EXPECT_EQ(why(FixedFunction::log2, -1), "the operand is not above zero");
  EXPECT_EQ(why(FixedFunction::asin, kOne + 1),
            "the operand is outside -1 .. 1");
  EXPECT_EQ(why(FixedFunction::acos, -kOne), "");
  EXPECT_EQ(why(FixedFunction::acosh, kOne - 1), "the operand is below 1");
  EXPECT_EQ(why(FixedFunction::atanh, -kOne),
            "the operand is not between -1 and 1");
  EXPECT_EQ(why(FixedFunction::pow, 0, -1), "zero has no negative power");
  EXPECT_EQ(why(FixedFunction::pow, -kOne, 1),
            "the base is negative and the exponent not whole");
  EXPECT_EQ(why_undefined(FixedFunction::sqrt, 16, FixedRaw(0, true), {}), "");
}

}  // namespace
}  // namespace ashlar
