// wide_test.cc - arithmetic that checks itself, on numbers of every length.
#include "src/fixed/wide.h"

#include <gtest/gtest.h>

#include <random>

#include "ashlar/error.h"

namespace ashlar {
namespace {

/// A number of up to `bits` bits, often with long runs of zeros and ones.
Wide random_wide(std::mt19937_64& random, int bits) {
  const int wanted = static_cast<int>(random() % static_cast<unsigned>(bits));
  Wide out;
  for (int have = 0; have < wanted; have += 64) {
    std::uint64_t limb = random();
    if (random() % 4 == 0) limb = 0;
    if (random() % 4 == 0) limb = ~std::uint64_t{0};
    out = (out << 64) + Wide(limb);
  }
  return out >> static_cast<int>(random() % 64);
}

TEST(WideTest, ShiftsThereAndBack) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 500; ++i) {
    const Wide a = random_wide(random, 600);
    const int count = static_cast<int>(random() % 700);
    EXPECT_EQ((a << count) >> count, a);
    EXPECT_EQ(a << count, a * power_of_two(count));
    EXPECT_EQ(a >> count, a / power_of_two(count));
  }
}

TEST(WideTest, AddsAndSubtracts) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 500; ++i) {
    const Wide a = random_wide(random, 1400);
    const Wide b = random_wide(random, 1400);
    EXPECT_EQ((a + b) - b, a);
    EXPECT_EQ(a + b, b + a);
    EXPECT_EQ((a + b) - (a + b), Wide());
  }
}

TEST(WideTest, DividesWhatItMultiplies) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) {
    const Wide a = random_wide(random, 700);
    const Wide b = random_wide(random, 700) + Wide(1);
    const auto [quotient, remainder] = Wide::divide(a, b);
    EXPECT_LT(remainder, b);
    EXPECT_EQ(quotient * b + remainder, a);
    EXPECT_EQ(Wide::divide(a * b, b).quotient, a);
    EXPECT_TRUE(Wide::divide(a * b, b).remainder.is_zero());
  }
}

// The estimate of a digit is one too large here.
TEST(WideTest, DividesWhereAGuessMustBeTakenBack) {
  const Wide high = power_of_two(127);
  const Wide divisor = (high << 64) + Wide(1);
  const Wide number = (divisor << 64) - Wide(1);
  const auto [quotient, remainder] = Wide::divide(number, divisor);
  EXPECT_EQ(quotient * divisor + remainder, number);
  EXPECT_EQ(quotient, power_of_two(64) - Wide(1));
}

TEST(WideTest, MultipliesOutBinomials) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 500; ++i) {
    const Wide a = random_wide(random, 700);
    const Wide b = random_wide(random, 700);
    EXPECT_EQ((a + b) * (a + b), a * a + b * b + ((a * b) << 1));
  }
}

TEST(WideTest, TakesSquareRoots) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 500; ++i) {
    const Wide a = random_wide(random, 1200);
    const Wide root = a.square_root();
    EXPECT_LE(root * root, a);
    EXPECT_GT((root + Wide(1)) * (root + Wide(1)), a);
  }
  EXPECT_EQ(Wide().square_root(), Wide());
  EXPECT_EQ(Wide(15).square_root(), Wide(3));
  EXPECT_EQ(Wide(16).square_root(), Wide(4));
}

TEST(WideTest, KnowsItsBits) {
  EXPECT_EQ(Wide().bit_length(), 0);
  EXPECT_EQ(power_of_two(200).bit_length(), 201);
  EXPECT_EQ(power_of_two(200).trailing_zeros(), 200);
  EXPECT_TRUE((power_of_two(200) + Wide(1)).is_odd());
  EXPECT_EQ((power_of_two(200) + Wide(77)).low128(), UInt128{77});
}

TEST(WideTest, RoundsHalvesToEven) {
  EXPECT_EQ(shift_nearest_even(Wide(5), 1), Wide(2));
  EXPECT_EQ(shift_nearest_even(Wide(7), 1), Wide(4));
  EXPECT_EQ(shift_nearest_even(Wide(9), 3), Wide(1));
  EXPECT_EQ(shift_nearest_even(Wide(12), 3), Wide(2));
  EXPECT_EQ(shift_nearest_even(Wide(4), 3), Wide(0));
  EXPECT_EQ(shift_nearest_even(Wide(1), 1000), Wide(0));
  EXPECT_EQ(shift_nearest_even(Wide(3), -2), Wide(12));
}

TEST(WideTest, RefusesToPassItsRoom) {
  EXPECT_THROW(power_of_two(64 * Wide::kLimbs), Error);
  const Wide large = power_of_two(1000);
  EXPECT_THROW(large * large, Error);
  EXPECT_THROW(Wide(1) - Wide(2), Error);
  EXPECT_THROW(Wide(1) / Wide(), Error);
}

}  // namespace
}  // namespace ashlar
