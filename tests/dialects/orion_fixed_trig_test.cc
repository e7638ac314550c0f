// orion_fixed_trig_test.cc - tables with their mistakes.
#include <gtest/gtest.h>

#include "ashlar/error.h"
#include "src/dialects/orion_fixed_math.h"

namespace ashlar::orion {
namespace {

bool panics(const Math& math, Int128 angle) {
  try {
    math.sin(angle);
    return false;
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "u32_sub Overflow");
    return true;
  }
}

// Mistyped and rounded-up starts of rows lie behind their first arguments.
TEST(OrionFixedTrigTest, PanicsOnFourPercentOfTheFirstQuarter) {
  const Math math(info_of(FixedType::fp16x16));
  int count = 0;
  for (int angle = 0; angle < 102943; ++angle) count += panics(math, angle);
  EXPECT_EQ(count, 4077);
}

TEST(OrionFixedTrigTest, StaysNearTheRoundedSine) {
  for (const FixedType type : {FixedType::fp8x23, FixedType::fp32x32}) {
    const Math math(info_of(type));
    const FixedPoint fixed = fixed_point_of(type);
    const Int128 one = Int128{1} << fixed.fraction_bits;
    for (int i = -50; i <= 50; ++i) {
      const Int128 x = one * i / 7;
      const Int128 error = to_int128(math.sin(x)) -
                           to_int128(evaluate(FixedFunction::sin, fixed, x));
      EXPECT_LE(error < 0 ? -error : error, one / 100000) << i;
    }
  }
}

TEST(OrionFixedTrigTest, UsesTheLastRowBeyondTheTable) {
  const Math math(info_of(FixedType::fp16x16));
  EXPECT_EQ(math.cos(0), FixedRaw(65535));
  const Math fine(info_of(FixedType::fp32x32));
  EXPECT_EQ(fine.cos(0), FixedRaw(Int128{1} << 32));
}

TEST(OrionFixedTrigTest, StepsThroughErf) {
  const Math math(info_of(FixedType::fp16x16));
  EXPECT_EQ(math.erf(0), FixedRaw());
  EXPECT_EQ(math.erf(FixedRaw(0, true)), FixedRaw(0, true));
  EXPECT_EQ(math.erf(1), FixedRaw(739));
  EXPECT_EQ(math.erf(655), FixedRaw(739));
  EXPECT_EQ(math.erf(656), FixedRaw(1478));
  EXPECT_EQ(math.erf(131073), FixedRaw(65340));
  EXPECT_EQ(math.erf(222822), FixedRaw(65535));
  EXPECT_EQ(math.erf(-222823), FixedRaw(-65536));
}

TEST(OrionFixedTrigTest, RefusesTablesThatFollowNoRule) {
  const Math math(info_of(FixedType::fp64x64));
  try {
    math.sin(1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    EXPECT_STREQ(error.what(),
                 "orion: sin of FP64x64: Orion looks it up in a table that "
                 "follows no rule, and that is not modelled");
  }
  EXPECT_THROW(math.cos(1), Error);
  EXPECT_THROW(math.tan(1), Error);
  EXPECT_THROW(math.atan(1), Error);
  EXPECT_THROW(math.asin(1), Error);
  EXPECT_THROW(math.erf(1), Error);
  // What needs no table is there.
  EXPECT_EQ(to_string(math.asin(Int128{1} << 64)), "28976077832308491370");
  EXPECT_EQ(math.sinh(0), FixedRaw());
}

}  // namespace
}  // namespace ashlar::orion
