// orion_fixed_first_test.cc - the first release, with and without checks.
#include <gtest/gtest.h>

#include "ashlar/error.h"
#include "src/dialects/orion_fixed_math.h"

namespace ashlar::orion {
namespace {

constexpr Int128 kOne = 67108864;
constexpr Int128 kLargest = 2147483647;

std::string panic_of(FixedFunction function, FixedType type, FixedRaw a,
                     FixedRaw b = {}) {
  try {
    evaluate(function, type, a, b);
  } catch (const Error& error) {
    return error.problem();
  }
  return "";
}

// The example of Orion's first document.
TEST(OrionFixedFirstTest, GivesTheDocumentedExponentials) {
  const FirstMath math(info_of(FixedType::q5x26));
  EXPECT_EQ(math.exp(0), FixedRaw(67108864));
  EXPECT_EQ(math.exp(kOne), FixedRaw(182420802));
  EXPECT_EQ(math.exp(2 * kOne), FixedRaw(495871144));
  EXPECT_EQ(math.exp(3 * kOne), FixedRaw(1347917552));
  EXPECT_EQ(math.exp(4 * kOne), FixedRaw(Int128{3664019712}));
}

TEST(OrionFixedFirstTest, ChecksSumsButNotProducts) {
  const FirstMath math(info_of(FixedType::q5x26));
  EXPECT_EQ(math.mul(9 * kOne, 9 * kOne), FixedRaw(81 * kOne));
  EXPECT_EQ(math.add(-kLargest + 1, -1), FixedRaw(-kLargest));
  EXPECT_EQ(panic_of(FixedFunction::add, FixedType::q5x26, kLargest - 1, 1),
            "fixed type: out of range");
  EXPECT_EQ(panic_of(FixedFunction::neg, FixedType::q5x26, -kLargest),
            "fixed type: out of range");
  EXPECT_EQ(math.neg(kLargest), FixedRaw(-kLargest));
}

TEST(OrionFixedFirstTest, DoesNotCheckWhereItDidNotYet) {
  const FirstMath math(info_of(FixedType::q5x26_unchecked));
  EXPECT_EQ(math.add(kLargest, kLargest), FixedRaw(2 * kLargest));
  EXPECT_EQ(math.abs(-kLargest), FixedRaw(kLargest));
  EXPECT_EQ(math.ceil(kLargest), FixedRaw(32 * kOne));
}

TEST(OrionFixedFirstTest, HasHalfTheBitsOfSquareRoots) {
  const FirstMath math(info_of(FixedType::q5x26));
  EXPECT_EQ(math.sqrt(25 * kOne), FixedRaw(5 * kOne));
  EXPECT_EQ(math.sqrt(2 * kOne), FixedRaw(Int128{11585} << 13));
}

TEST(OrionFixedFirstTest, MakesNegativeZero) {
  const FirstMath math(info_of(FixedType::q5x26));
  EXPECT_EQ(math.neg(0), FixedRaw(0, true));
  EXPECT_EQ(math.add(FixedRaw(0, true), FixedRaw(0, true)), FixedRaw());
  EXPECT_EQ(math.mul(0, -1), FixedRaw(0, true));
}

TEST(OrionFixedFirstTest, PanicsOfItsMagnitudes) {
  const FixedRaw top(~static_cast<UInt128>(0), false);
  EXPECT_EQ(panic_of(FixedFunction::div, FixedType::q5x26, 1, 0), "u128 is 0");
  EXPECT_EQ(panic_of(FixedFunction::log2, FixedType::q5x26, -1),
            "must be positive");
  EXPECT_EQ(panic_of(FixedFunction::add, FixedType::q5x26_unchecked, top, top),
            "Option::unwrap failed.");
  EXPECT_EQ(panic_of(FixedFunction::round, FixedType::q5x26_unchecked, top),
            "u128_mul Overflow");
}

TEST(OrionFixedFirstTest, TakesRemaindersBelowTheQuotient) {
  const FirstMath math(info_of(FixedType::q5x26));
  EXPECT_EQ(math.rem(-7 * kOne, 3 * kOne), FixedRaw(2 * kOne));
}

}  // namespace
}  // namespace ashlar::orion
