// Numbers to Q4_K and Q6_K.
#include <gtest/gtest.h>

#include <limits>

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

/// Signal to noise, in dB.
double quality(RecordKind kind, const std::vector<float>& numbers) {
  const auto back = decoded(kind, encoded(kind, numbers));
  double signal = 0;
  double noise = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double error = static_cast<double>(back[i]) - numbers[i];
    signal += static_cast<double>(numbers[i]) * numbers[i];
    noise += error * error;
  }
  return 10 * std::log10(signal / noise);
}

TEST(GgufKSearchTest, IsAsGoodAsPublishedOnNormalNumbers) {
  const auto numbers = test::normal_numbers(256 * 64, 17);
  EXPECT_NEAR(quality(RecordKind::q4_k, numbers), 22.9, 0.3);
  EXPECT_NEAR(quality(RecordKind::q6_k, numbers), 35.0, 0.3);
}

TEST(GgufKSearchTest, WholeNumbersOfFourBitsComeBackExactly) {
  std::vector<float> numbers(256);
  for (std::size_t i = 0; i < 256; ++i) {
    numbers[i] = static_cast<float>(i * 7 % 16) * 63;
  }
  EXPECT_EQ(decoded(RecordKind::q4_k, encoded(RecordKind::q4_k, numbers)),
            numbers);
}

TEST(GgufKSearchTest, WholeNumbersOfSixBitsComeBackExactly) {
  std::vector<float> numbers(256);
  for (std::size_t i = 0; i < 256; ++i) {
    numbers[i] = i % 16 == 0 ? -32.0f : static_cast<float>(i * 37 % 64) - 32;
  }
  EXPECT_EQ(decoded(RecordKind::q6_k, encoded(RecordKind::q6_k, numbers)),
            numbers);
}

TEST(GgufKSearchTest, OneNumberForAllIsAnOffset) {
  const std::vector<float> numbers(256, -63);
  const Records record = encoded(RecordKind::q4_k, numbers);
  EXPECT_EQ(decoded(RecordKind::q4_k, record), numbers);
  for (std::size_t i = 16; i < 144; ++i) EXPECT_EQ(record[i], 0);
}

TEST(GgufKSearchTest, WithoutNumbersAllIsZero) {
  EXPECT_EQ(encoded(RecordKind::q6_k, std::vector<float>(256, 1e-16f)),
            Records(210));
  EXPECT_EQ(encoded(RecordKind::q4_k, std::vector<float>(256)), Records(144));
}

TEST(GgufKSearchTest, NanCountsAsZeroAndInfinityAsTheLargestNumber) {
  for (const RecordKind kind : {RecordKind::q4_k, RecordKind::q6_k}) {
    EXPECT_EQ(encoded(kind, record_of(kind, {kNan, 3, -kNan, -1})),
              encoded(kind, record_of(kind, {0, 3, 0, -1})));
    EXPECT_EQ(encoded(kind, record_of(kind, {kInfinity, 3, -kInfinity, -1})),
              encoded(kind, record_of(kind, {kMax, 3, -kMax, -1})));
  }
}

}  // namespace
}  // namespace ashlar
