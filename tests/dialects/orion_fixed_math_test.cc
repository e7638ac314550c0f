// orion_fixed_math_test.cc - truncation, signs of zero and panics of today.
#include "src/dialects/orion_fixed_math.h"

#include <gtest/gtest.h>

#include "ashlar/error.h"

namespace ashlar::orion {
namespace {

constexpr FixedRaw kMinusZero(0, true);

template <class Call>
std::string panic_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.problem();
  }
  return "";
}

TEST(OrionFixedMathTest, TruncatesProductsAndQuotients) {
  const Math math(info_of(FixedType::fp16x16));
  EXPECT_EQ(math.mul(65535, -98304), FixedRaw(-98302));
  EXPECT_EQ(math.div(-65535, 131072), FixedRaw(-32767));
  EXPECT_EQ(math.mul(-1, 1), kMinusZero);
}

TEST(OrionFixedMathTest, KeepsTheSignOfZero) {
  const Math math(info_of(FixedType::fp8x23));
  EXPECT_EQ(math.neg(kMinusZero), kMinusZero);
  EXPECT_EQ(math.neg(0), FixedRaw());
  EXPECT_EQ(math.sub(kMinusZero, kMinusZero), kMinusZero);
  EXPECT_EQ(math.add(5, -5), FixedRaw());
  EXPECT_EQ(math.floor(kMinusZero), kMinusZero);
  EXPECT_EQ(math.ceil(-1), FixedRaw());
}

TEST(OrionFixedMathTest, RoundsHalvesAwayFromZero) {
  const Math math(info_of(FixedType::fp16x16));
  EXPECT_EQ(math.round(32768), FixedRaw(65536));
  EXPECT_EQ(math.round(-32768), FixedRaw(-65536));
  EXPECT_EQ(math.round(-32767), kMinusZero);
}

TEST(OrionFixedMathTest, TakesRemaindersBelowTheQuotient) {
  const Math math(info_of(FixedType::fp16x16));
  EXPECT_EQ(math.rem(7 * 65536, 3 * 65536), FixedRaw(65536));
  EXPECT_EQ(math.rem(-7 * 65536, 3 * 65536), FixedRaw(2 * 65536));
  EXPECT_EQ(panic_of([&] { math.rem(1, 0); }), "Division by 0");
}

TEST(OrionFixedMathTest, PanicsInTheWordsOfEachWidth) {
  const Math narrow(info_of(FixedType::fp16x16));
  const Math wide(info_of(FixedType::fp16x16_wide));
  const Math widest(info_of(FixedType::fp64x64));
  const FixedRaw top32(0xffffffffU, false);
  const FixedRaw top64(~std::uint64_t{0}, false);
  const FixedRaw top128(~static_cast<UInt128>(0), false);
  EXPECT_EQ(panic_of([&] { narrow.add(top32, 1); }), "u32_add Overflow");
  EXPECT_EQ(panic_of([&] { wide.add(top64, 1); }), "u64_add Overflow");
  EXPECT_EQ(panic_of([&] { widest.add(top128, 1); }), "u128_add Overflow");
  EXPECT_EQ(panic_of([&] { narrow.mul(top32, top32); }),
            "Option::unwrap failed.");
  EXPECT_EQ(panic_of([&] { widest.div(top128, 1); }), "result overflow");
  EXPECT_EQ(panic_of([&] { wide.sqrt(top64); }), "u64_mul Overflow");
  EXPECT_EQ(panic_of([&] { narrow.ceil(top32); }), "u32_mul Overflow");
  EXPECT_EQ(panic_of([&] { narrow.log2(kMinusZero); }), "must be positive");
}

// 2^n is formed before it is inverted.
TEST(OrionFixedMathTest, PanicsOnLargeNegativeExponents) {
  const Math math(info_of(FixedType::fp8x23));
  EXPECT_EQ(panic_of([&] { math.exp(-7 * 8388608); }), "u32_mul Overflow");
  EXPECT_EQ(panic_of([&] { math.exp(-6 * 8388608); }), "");
}

TEST(OrionFixedMathTest, RaisesToWholePowersExactly) {
  const Math math(info_of(FixedType::fp32x32));
  const Int128 one = Int128{1} << 32;
  EXPECT_EQ(math.pow(3 * one, 4 * one), FixedRaw(81 * one));
  EXPECT_EQ(math.pow(-2 * one, -3 * one), FixedRaw(-one / 8));
  EXPECT_EQ(math.pow(0, 0), FixedRaw(one));
}

TEST(OrionFixedMathTest, CapsPowersOfTwoSilentlyInWideTypes) {
  const Math math(info_of(FixedType::fp16x16_wide));
  EXPECT_EQ(math.exp2(20 * 65536), math.exp2(16 * 65536));
  EXPECT_EQ(math.log2(Int128{1} << 31), FixedRaw(15 * 65536));
}

}  // namespace
}  // namespace ashlar::orion
