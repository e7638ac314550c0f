// estimate_test.cc - bounds on errors hold: more bits agree with fewer.
#include "src/fixed/estimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "ashlar/error.h"
#include "src/fixed/exact.h"

namespace ashlar {
namespace {

FixedRaw random_operand(std::mt19937_64& random, int fraction_bits) {
  UInt128 magnitude = (static_cast<UInt128>(random()) << 64) | random();
  // Around one, far above and far below.
  const int bits = fraction_bits - 40 + static_cast<int>(random() % 90);
  magnitude >>= 128 - std::clamp(bits, 1, 128);
  return {magnitude, random() % 2 == 0};
}

/// Fails unless the estimate with fewer bits holds the one with more.
void expect_contained(const Estimate& coarse, int p, const Estimate& fine,
                      int q) {
  if (coarse.error_bits >= 2 * p) return;  // says that it knows nothing
  ASSERT_EQ(coarse.is_huge, fine.is_huge);
  if (coarse.is_huge) return;
  const Wide low = coarse.value << (q - p);
  const Wide error = (power_of_two(coarse.error_bits) << (q - p)) +
                     power_of_two(fine.error_bits);
  if (coarse.negative != fine.negative) {
    EXPECT_LE(low + fine.value, error);
    return;
  }
  EXPECT_LE(low > fine.value ? low - fine.value : fine.value - low, error);
}

TEST(EstimateTest, IsWithinItsErrorBound) {
  std::mt19937_64 random(11);
  int checked = 0;
  for (const FixedFunctionInfo& info : fixed_functions()) {
    for (const int f : {0, 16, 64, 127}) {
      for (int i = 0; i < 12; ++i) {
        const FixedRaw a = random_operand(random, f);
        const FixedRaw b = random_operand(random, f);
        if (!why_undefined(info.function, f, a, b).empty()) continue;
        if (evaluate_exactly(info.function, f, a, b)) continue;
        SCOPED_TRACE(std::string(info.name) + "(" + to_string(a) + ", " +
                     to_string(b) + ") with " + std::to_string(f) + " bits");
        const int p = f + 66;
        const int q = f + 250;
        expect_contained(estimate(info.function, f, a, b, p), p,
                         estimate(info.function, f, a, b, q), q);
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 300);
}

TEST(EstimateTest, NeedsNoMoreRoomThanItSays) {
  const int f = 127;
  const FixedRaw largest(~static_cast<UInt128>(0), false);
  const FixedRaw smallest(1, true);
  for (const FixedFunctionInfo& info : fixed_functions()) {
    for (const int bits : {0, 1, 127}) {
      for (const FixedRaw& a : {largest, smallest, FixedRaw(1)}) {
        if (!why_undefined(info.function, bits, a, largest).empty()) continue;
        if (evaluate_exactly(info.function, bits, a, largest)) continue;
        EXPECT_NO_THROW(
            estimate(info.function, bits, a, largest, kMaxPrecision))
            << info.name << " " << to_string(a) << " " << bits;
      }
    }
  }
  EXPECT_THROW(estimate(FixedFunction::exp, f, 1, {}, kMaxPrecision + 1),
               Error);
}

}  // namespace
}  // namespace ashlar
