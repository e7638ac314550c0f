// Q8_0, Q4_0, Q4_1, Q5_0 and Q5_1, one record at a time.
#include <gtest/gtest.h>

#include <limits>

#include "src/kernels/gguf_half.h"
#include "tests/blocks/gguf_check.h"

namespace ashlar {
namespace {

using test::decoded;
using test::encoded;
using test::record_of;
using test::Records;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kMax = std::numeric_limits<float>::max();

float scale_of(const Records& record, std::size_t at = 0) {
  return kernels::float_of(
      static_cast<std::uint16_t>(record[at] | record[at + 1] << 8));
}

TEST(GgufPlainTest, Q8RoundsTiesAwayFromZero) {
  // With a largest number of 127 the scale is 1.
  const auto numbers = record_of(
      RecordKind::q8_0, {127, 0.5f, 1.5f, 2.5f, -0.5f, -1.5f, 0.49999997f});
  const Records record = encoded(RecordKind::q8_0, numbers);
  EXPECT_EQ(scale_of(record), 1);
  const std::vector<int> codes = {127, 1, 2, 3, -1, -2, 0};
  for (std::size_t i = 0; i < codes.size(); ++i) {
    EXPECT_EQ(static_cast<std::int8_t>(record[2 + i]), codes[i]) << i;
  }
}

TEST(GgufPlainTest, Q8OfActivationsRoundsTiesToEven) {
  const auto numbers =
      record_of(RecordKind::q8_0, {-127, 0.5f, 1.5f, 2.5f, -0.5f, -1.5f});
  RecordOptions options;
  options.rules = RecordRules::activations;
  const Records record = encoded(RecordKind::q8_0, numbers, options);
  const std::vector<int> codes = {-127, 0, 2, 2, 0, -2};
  for (std::size_t i = 0; i < codes.size(); ++i) {
    EXPECT_EQ(static_cast<std::int8_t>(record[2 + i]), codes[i]) << i;
  }
  // Other kinds have one way only.
  const auto others = test::normal_numbers(64, 1);
  EXPECT_EQ(encoded(RecordKind::q4_0, others, options),
            encoded(RecordKind::q4_0, others));
}

TEST(GgufPlainTest, Q4GivesTheLargestNumberCodeZeroWhateverItsSign) {
  for (const float sign : {1.0f, -1.0f}) {
    const auto numbers = record_of(
        RecordKind::q4_0, {8 * sign, -8 * sign, -7 * sign, sign, 0.5f * sign});
    const Records record = encoded(RecordKind::q4_0, numbers);
    EXPECT_EQ(scale_of(record), -sign);
    EXPECT_EQ(record[2] & 15, 0);   // the largest
    EXPECT_EQ(record[3] & 15, 15);  // its negative saturates at 7
    EXPECT_EQ(record[4] & 15, 15);
    EXPECT_EQ(record[5] & 15, 7);
    EXPECT_EQ(record[6] & 15, 8);  // ties go towards the upper code
    EXPECT_EQ(decoded(RecordKind::q4_0, record)[0], 8 * sign);
    EXPECT_EQ(decoded(RecordKind::q4_0, record)[1], -7 * sign);
  }
}

TEST(GgufPlainTest, OfTwoLargestNumbersTheFirstDecidesTheSign) {
  EXPECT_EQ(scale_of(encoded(RecordKind::q4_0,
                             record_of(RecordKind::q4_0, {1, 16, -16}))),
            -2);
  EXPECT_EQ(scale_of(encoded(RecordKind::q5_0,
                             record_of(RecordKind::q5_0, {1, -16, 16}))),
            1);
}

TEST(GgufPlainTest, NibblesHoldNumbersThatAreSixteenApart) {
  std::vector<float> numbers(32);
  for (std::size_t i = 0; i < 32; ++i) numbers[i] = static_cast<float>(i % 16);
  numbers[16] = 15;
  const Records record = encoded(RecordKind::q4_1, numbers);
  EXPECT_EQ(scale_of(record), 1);
  EXPECT_EQ(scale_of(record, 2), 0);
  EXPECT_EQ(record[4], 0xf0);
  for (std::size_t i = 1; i < 16; ++i) EXPECT_EQ(record[4 + i], i * 17);
}

TEST(GgufPlainTest, FifthBitsAreApart) {
  std::vector<float> numbers(32);
  for (std::size_t i = 0; i < 32; ++i) numbers[i] = static_cast<float>(i);
  const Records record = encoded(RecordKind::q5_1, numbers);
  EXPECT_EQ(scale_of(record), 1);
  EXPECT_EQ(Records(record.begin() + 4, record.begin() + 8),
            Records({0, 0, 0xff, 0xff}));
  EXPECT_EQ(decoded(RecordKind::q5_1, record), numbers);
  for (std::size_t i = 0; i < 32; ++i) numbers[i] -= 16;
  EXPECT_EQ(decoded(RecordKind::q5_0, encoded(RecordKind::q5_0, numbers)),
            numbers);
  EXPECT_EQ(decoded(RecordKind::q5_1, encoded(RecordKind::q5_1, numbers)),
            numbers);
}

TEST(GgufPlainTest, NanCountsAsZeroAndInfinityAsTheLargestNumber) {
  for (const RecordKind kind :
       {RecordKind::q8_0, RecordKind::q4_0, RecordKind::q4_1, RecordKind::q5_0,
        RecordKind::q5_1}) {
    EXPECT_EQ(encoded(kind, record_of(kind, {kNan, 3, -kNan, -1})),
              encoded(kind, record_of(kind, {0, 3, 0, -1})));
    EXPECT_EQ(encoded(kind, record_of(kind, {kInfinity, 3, -kInfinity, -1})),
              encoded(kind, record_of(kind, {kMax, 3, -kMax, -1})));
  }
}

TEST(GgufPlainTest, NumbersBelowAllScalesAreZeros) {
  for (const RecordKind kind :
       {RecordKind::q8_0, RecordKind::q4_0, RecordKind::q4_1, RecordKind::q5_0,
        RecordKind::q5_1}) {
    for (const float tiny : {1e-45f, 1e-40f, 1e-38f, 3e-37f, 1e-30f}) {
      const auto numbers = record_of(kind, {tiny, -tiny / 2});
      for (const float x : decoded(kind, encoded(kind, numbers))) {
        EXPECT_EQ(x, 0);
      }
    }
  }
}

TEST(GgufPlainTest, ScalesTooLargeForF16BecomeInfinity) {
  const auto numbers = record_of(RecordKind::q8_0, {1e30f, -1e30f});
  const Records record = encoded(RecordKind::q8_0, numbers);
  EXPECT_EQ(scale_of(record), kInfinity);
  EXPECT_EQ(record[2], 127);
  EXPECT_EQ(record[3], 129);
}

TEST(GgufHalfTest, EveryCodeComesBack) {
  for (unsigned code = 0; code < 65536; ++code) {
    const auto half = static_cast<std::uint16_t>(code);
    const bool is_nan = (code & 0x7fff) > 0x7c00;
    EXPECT_EQ(kernels::half_of(kernels::float_of(half)),
              is_nan ? 0x7e00 : half);
  }
}

TEST(GgufHalfTest, RoundsToNearestEven) {
  for (unsigned code = 0; code < 0x7c00; ++code) {
    const float here = kernels::float_of(static_cast<std::uint16_t>(code));
    const float next =
        code == 0x7bff
            ? 65536
            : kernels::float_of(static_cast<std::uint16_t>(code + 1));
    const float middle = (here + next) / 2;
    EXPECT_EQ(kernels::half_of(middle), code + code % 2);
    EXPECT_EQ(kernels::half_of(std::nextafter(middle, 0.0f)), code);
    EXPECT_EQ(kernels::half_of(-std::nextafter(middle, kInfinity)),
              (code + 1) | 0x8000);
  }
}

}  // namespace
}  // namespace ashlar
