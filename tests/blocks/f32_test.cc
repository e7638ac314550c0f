// f32 arithmetic by integers against the processor's.
#include "src/blocks/f32.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace ashlar {
namespace {

/// All kinds of numbers: each exponent, few and many bits, both signs.
std::vector<float> samples() {
  std::vector<float> out;
  std::mt19937 engine(1);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (std::uint32_t exponent = 0; exponent < 256; exponent += 3) {
    for (const std::uint32_t mantissa :
         {0u, 1u, 0x7fffffu, 0x400000u, random() & 0x7fffffu}) {
      const std::uint32_t sign = random() & 0x80000000u;
      out.push_back(std::bit_cast<float>(sign | exponent << 23 | mantissa));
    }
  }
  out.push_back(std::numeric_limits<float>::infinity());
  out.push_back(-std::numeric_limits<float>::infinity());
  out.push_back(std::numeric_limits<float>::quiet_NaN());
  out.push_back(-0.0F);
  return out;
}

void expect_same(float found, float expected, float a, float b,
                 const char* what) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(found)) << a << what << b;
  } else {
    EXPECT_EQ(std::bit_cast<std::uint32_t>(found),
              std::bit_cast<std::uint32_t>(expected))
        << a << what << b << ": " << found << ", expected " << expected;
  }
}

TEST(F32Test, EveryOperationIsThatOfTheProcessor) {
  for (const float a : samples()) {
    for (const float b : samples()) {
      expect_same(f32_multiply(a, b), a * b, a, b, " * ");
      expect_same(f32_divide(a, b), a / b, a, b, " / ");
      expect_same(f32_add(a, b), a + b, a, b, " + ");
      expect_same(f32_subtract(a, b), a - b, a, b, " - ");
    }
  }
}

TEST(F32Test, NearNumbersCancelExactly) {
  std::mt19937 engine(2);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (int i = 0; i < 20000; ++i) {
    const float a = std::bit_cast<float>(random() & 0x7effffffu);
    const float b = std::bit_cast<float>(std::bit_cast<std::uint32_t>(a) ^
                                         (random() & 0x81ffffffu));
    expect_same(f32_add(a, b), a + b, a, b, " + ");
  }
}

TEST(F32Test, NumbersGoThroughUnchanged) {
  for (const float x : samples()) {
    expect_same(to_f32(exact(x)), x, x, x, " is ");
  }
  EXPECT_EQ(to_f32(exact_integer(-5)), -5);
  EXPECT_EQ(to_f32(scaled_by(exact(3), 4)), 48);
  EXPECT_EQ(to_f32(scaled_by(exact(1), 200)), HUGE_VALF);
  EXPECT_EQ(scaled_by(exact(0), 200).exponent, 0);
}

TEST(F32Test, NanIsTheLargestMagnitude) {
  EXPECT_GT(magnitude_key(-NAN), magnitude_key(HUGE_VALF));
  EXPECT_EQ(magnitude_key(NAN), magnitude_key(std::bit_cast<float>(~0u)));
  EXPECT_LT(magnitude_key(1), magnitude_key(-2));
}

}  // namespace
}  // namespace ashlar
