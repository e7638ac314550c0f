// Q2_K to Q6_K to numbers: where scales and codes are.
#include <gtest/gtest.h>

#include "src/kernels/gguf_half.h"
#include "tests/blocks/gguf_check.h"

namespace ashlar {
namespace {

using test::decoded;
using test::Records;

void put_half(Records& record, std::size_t at, float x) {
  const std::uint16_t half = kernels::half_of(x);
  record[at] = static_cast<std::uint8_t>(half & 255);
  record[at + 1] = static_cast<std::uint8_t>(half >> 8);
}

/// The numbers that a change of one bit changes.
std::vector<std::size_t> touched(RecordKind kind, const Records& record,
                                 std::size_t byte, int bit) {
  Records other = record;
  other[byte] = static_cast<std::uint8_t>(other[byte] ^ 1 << bit);
  const auto before = decoded(kind, record);
  const auto after = decoded(kind, other);
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] != after[i]) out.push_back(i);
  }
  return out;
}

using Places = std::vector<std::size_t>;

Places stretch(std::size_t begin, std::size_t count) {
  Places out;
  for (std::size_t i = begin; i < begin + count; ++i) out.push_back(i);
  return out;
}

TEST(GgufKTest, Q2HasSixteenScalesAndOffsetsOfFourBits) {
  Records record(84, 0x55);
  put_half(record, 80, 0.5f);
  put_half(record, 82, 2);
  for (const float x : decoded(RecordKind::q2_k, record)) {
    EXPECT_EQ(x, 0.5f * 5 * 1 - 2 * 5);
  }
  EXPECT_EQ(touched(RecordKind::q2_k, record, 3, 0), stretch(48, 16));
  EXPECT_EQ(touched(RecordKind::q2_k, record, 15, 7), stretch(240, 16));
  EXPECT_EQ(touched(RecordKind::q2_k, record, 16 + 33, 0), Places({129}));
  EXPECT_EQ(touched(RecordKind::q2_k, record, 16 + 1, 7), Places({97}));
}

TEST(GgufKTest, Q3HasThirdBitsAndScalesOfSixBitsApart) {
  Records record(110);
  for (std::size_t i = 0; i < 32; ++i) record[i] = 0xff;
  for (std::size_t i = 32; i < 96; ++i) record[i] = 0xff;  // codes 3
  for (std::size_t i = 96; i < 104; ++i) record[i] = 0x21;
  for (std::size_t i = 104; i < 108; ++i) record[i] = 0xaa;
  put_half(record, 108, 0.25f);
  const auto out = decoded(RecordKind::q3_k, record);
  EXPECT_EQ(out[0], 0.25f * 1 * 3);    // scale 0b10'0001 less 32
  EXPECT_EQ(out[128], 0.25f * 2 * 3);  // the upper nibbles
  EXPECT_EQ(touched(RecordKind::q3_k, record, 5, 2), Places({64 + 5}));
  EXPECT_EQ(touched(RecordKind::q3_k, record, 97, 4), stretch(16 * 9, 16));
  EXPECT_EQ(touched(RecordKind::q3_k, record, 106, 2), stretch(16 * 6, 16));
  record[0] = 0;
  EXPECT_EQ(decoded(RecordKind::q3_k, record)[0], 0.25f * 1 * -1);
}

TEST(GgufKTest, Q4HasEightScalesAndOffsetsOfSixBits) {
  Records record(144, 0x11);
  put_half(record, 0, 0.5f);
  put_half(record, 2, 0.25f);
  const auto out = decoded(RecordKind::q4_k, record);
  EXPECT_EQ(out[0], 0.5f * 17 - 0.25f * 17);
  EXPECT_EQ(out[128], 0.5f * 1 - 0.25f * 1);
  EXPECT_EQ(touched(RecordKind::q4_k, record, 4 + 2, 0), stretch(64, 32));
  EXPECT_EQ(touched(RecordKind::q4_k, record, 4 + 2, 6), stretch(192, 32));
  EXPECT_EQ(touched(RecordKind::q4_k, record, 4 + 6, 7), stretch(192, 32));
  EXPECT_EQ(touched(RecordKind::q4_k, record, 4 + 11, 4), stretch(224, 32));
  EXPECT_EQ(touched(RecordKind::q4_k, record, 16 + 40, 3), Places({72}));
  EXPECT_EQ(touched(RecordKind::q4_k, record, 16 + 40, 4), Places({104}));
}

TEST(GgufKTest, Q5HasFifthBitsApart) {
  Records record(176, 0x11);
  put_half(record, 0, 0.5f);
  put_half(record, 2, 0.25f);
  const auto out = decoded(RecordKind::q5_k, record);
  EXPECT_EQ(out[0], 0.5f * 17 * 17 - 0.25f * 17);
  EXPECT_EQ(out[32], 0.5f * 17 * 1 - 0.25f * 17);
  EXPECT_EQ(touched(RecordKind::q5_k, record, 16 + 3, 5), Places({163}));
  EXPECT_EQ(touched(RecordKind::q5_k, record, 48 + 3, 5), Places({35}));
}

TEST(GgufKTest, Q6HasScalesWithSigns) {
  Records record(210, 0);
  for (std::size_t i = 192; i < 208; ++i) record[i] = 0xfe;
  put_half(record, 208, 0.5f);
  for (const float x : decoded(RecordKind::q6_k, record)) EXPECT_EQ(x, 32);
  EXPECT_EQ(touched(RecordKind::q6_k, record, 192 + 7, 0), stretch(112, 16));
  EXPECT_EQ(touched(RecordKind::q6_k, record, 35, 0), Places({35}));
  EXPECT_EQ(touched(RecordKind::q6_k, record, 35, 4), Places({99}));
  EXPECT_EQ(touched(RecordKind::q6_k, record, 64 + 35, 4), Places({227}));
  EXPECT_EQ(touched(RecordKind::q6_k, record, 128 + 3, 3), Places({35}));
  EXPECT_EQ(touched(RecordKind::q6_k, record, 160 + 3, 7), Places({227}));
}

}  // namespace
}  // namespace ashlar
