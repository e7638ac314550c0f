// IQ4_NL, TQ1_0 and TQ2_0, one record at a time.
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

TEST(GgufTableTest, Iq4HoldsTheNumbersOfItsTableExactly) {
  const std::vector<float> table = {-127, -104, -83, -65, -49, -35, -22, -10,
                                    1,    13,   25,  38,  53,  69,  89,  113};
  std::vector<float> numbers = table;
  numbers.insert(numbers.end(), table.begin(), table.end());
  const Records record = encoded(RecordKind::iq4_nl, numbers);
  EXPECT_EQ(record[0], 0x00);
  EXPECT_EQ(record[1], 0x3c);  // 1 in f16
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(record[2 + i], i * 17);
  EXPECT_EQ(decoded(RecordKind::iq4_nl, record), numbers);
}

TEST(GgufTableTest, Iq4TiesGoToTheUpperNumber) {
  const auto numbers =
      record_of(RecordKind::iq4_nl, {-127, -115.5f, -4.5f, 7, 101});
  const Records record = encoded(RecordKind::iq4_nl, numbers);
  EXPECT_EQ(record[3] & 15, 1);
  EXPECT_EQ(record[4] & 15, 8);
  EXPECT_EQ(record[5] & 15, 9);
  EXPECT_EQ(record[6] & 15, 15);
}

TEST(GgufTableTest, Iq4WithoutNumbersHasNoScale) {
  for (const float tiny : {0.0f, 1e-16f, -9e-16f}) {
    const Records record =
        encoded(RecordKind::iq4_nl, std::vector<float>(32, tiny));
    EXPECT_EQ(record[0], 0);
    EXPECT_EQ(record[1], 0);
    for (std::size_t i = 2; i < 18; ++i) EXPECT_EQ(record[i], 0x88);
  }
}

TEST(GgufTableTest, Iq4OfWhatIsNotFiniteHasNanForAScale) {
  for (const float x : {kNan, kInfinity, -kInfinity}) {
    const Records record =
        encoded(RecordKind::iq4_nl, record_of(RecordKind::iq4_nl, {1, x}));
    EXPECT_EQ(record[0], 0x00);
    EXPECT_EQ(record[1], 0x7e);
    EXPECT_TRUE(std::isnan(decoded(RecordKind::iq4_nl, record)[0]));
  }
}

/// -1, 0 and 1 in an order without a period that records share.
std::vector<float> ternary_numbers(float scale) {
  std::vector<float> out(256);
  for (std::size_t i = 0; i < 256; ++i) {
    out[i] = scale * static_cast<float>(static_cast<int>(i * i / 7 % 3) - 1);
  }
  return out;
}

TEST(GgufTableTest, TernaryNumbersComeBackExactly) {
  for (const RecordKind kind : {RecordKind::tq1_0, RecordKind::tq2_0}) {
    for (const float scale : {1.0f, 0.375f, 1024.0f}) {
      const auto numbers = ternary_numbers(scale);
      EXPECT_EQ(decoded(kind, encoded(kind, numbers)), numbers);
    }
  }
}

TEST(GgufTableTest, TernaryRoundsTiesAwayFromZero) {
  for (const RecordKind kind : {RecordKind::tq1_0, RecordKind::tq2_0}) {
    const auto numbers =
        record_of(kind, {1, 0.5f, -0.5f, 0.49999997f, -0.25f, kNan});
    const auto out = decoded(kind, encoded(kind, numbers));
    EXPECT_EQ(std::vector<float>(out.begin(), out.begin() + 6),
              std::vector<float>({1, 1, -1, 0, 0, 0}));
    EXPECT_EQ(encoded(kind, record_of(kind, {kInfinity, 3})),
              encoded(kind, record_of(kind, {3e38f, 3})));
  }
}

TEST(GgufTableTest, TernaryBytesHoldNumbersThatAreFarApart) {
  const auto byte_of = [](RecordKind kind, std::size_t number) {
    std::vector<float> numbers(256, -1);
    const Records before = encoded(kind, numbers);
    numbers[number] = 1;
    const Records after = encoded(kind, numbers);
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (before[i] != after[i]) return static_cast<int>(i);
    }
    return -1;
  };
  EXPECT_EQ(byte_of(RecordKind::tq2_0, 5), 5);
  EXPECT_EQ(byte_of(RecordKind::tq2_0, 32 + 5), 5);
  EXPECT_EQ(byte_of(RecordKind::tq2_0, 128 + 5), 32 + 5);
  EXPECT_EQ(byte_of(RecordKind::tq1_0, 4 * 32 + 5), 5);
  EXPECT_EQ(byte_of(RecordKind::tq1_0, 160 + 5), 32 + 5);
  EXPECT_EQ(byte_of(RecordKind::tq1_0, 160 + 4 * 16 + 5), 32 + 5);
  EXPECT_EQ(byte_of(RecordKind::tq1_0, 240 + 4 + 3), 48 + 3);
  EXPECT_EQ(byte_of(RecordKind::tq1_0, 255), 48 + 3);
}

}  // namespace
}  // namespace ashlar
