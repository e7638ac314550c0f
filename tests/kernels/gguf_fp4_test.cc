// MXFP4 and NVFP4, one record at a time.
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

/// Low nibbles of MXFP4: the first 16 numbers.
std::vector<int> first_codes(const std::vector<float>& numbers) {
  const Records record =
      encoded(RecordKind::mxfp4, record_of(RecordKind::mxfp4, numbers));
  std::vector<int> out;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    out.push_back(record[1 + i] & 15);
  }
  return out;
}

TEST(GgufFp4Test, MxScalesFollowTheLargestNumber) {
  const auto scale = [](float most) {
    return encoded(RecordKind::mxfp4, record_of(RecordKind::mxfp4, {most}))[0];
  };
  EXPECT_EQ(scale(4), 127);  // 4 is 2^2, the power of two in 6
  EXPECT_EQ(scale(7.9999995f), 127);
  EXPECT_EQ(scale(8), 128);
  EXPECT_EQ(scale(-1), 125);
  EXPECT_EQ(scale(0), 0);
  EXPECT_EQ(scale(1e-45f), 0);
  EXPECT_EQ(scale(0x1p-125f), 0);
  EXPECT_EQ(scale(0x1p-124f), 1);
  EXPECT_EQ(scale(kMax), 252);
}

TEST(GgufFp4Test, MxTiesGoTowardsZeroAndThereIsNoMinusZero) {
  EXPECT_EQ(first_codes({4, 0.25f, 0.75f, 1.25f, 1.75f, 2.5f, 3.5f, 5}),
            std::vector<int>({6, 0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(first_codes({4, -0.25f, -0.75f, -1.25f, -1.75f, -2.5f, -3.5f, -5}),
            std::vector<int>({6, 0, 9, 10, 11, 12, 13, 14}));
  const auto above = [](float x) { return std::nextafter(x, kInfinity); };
  EXPECT_EQ(first_codes({4, above(0.25f), above(0.75f), above(1.25f),
                         above(1.75f), above(2.5f), above(3.5f), above(5)}),
            std::vector<int>({6, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(first_codes({4, -0.0f, -1e-30f}), std::vector<int>({6, 0, 0}));
}

TEST(GgufFp4Test, MxTakesNanForZeroAndInfinityForTheLargestNumber) {
  EXPECT_EQ(first_codes({kNan, 4, -kNan, -1}), first_codes({0, 4, 0, -1}));
  EXPECT_EQ(first_codes({kInfinity, 4, -kInfinity, -1}),
            first_codes({kMax, 4, -kMax, -1}));
}

TEST(GgufFp4Test, MxDecodesEveryScaleAndCode) {
  Records record(17);
  for (int i = 0; i < 16; ++i) {
    record[static_cast<std::size_t>(1 + i)] =
        static_cast<std::uint8_t>(i | (15 - i) << 4);
  }
  const double numbers[8] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  for (int scale = 0; scale < 256; ++scale) {
    record[0] = static_cast<std::uint8_t>(scale);
    const auto out = decoded(RecordKind::mxfp4, record);
    for (int i = 0; i < 32; ++i) {
      const int code = i < 16 ? i : 31 - i;
      const double number = numbers[code % 8] * (code < 8 ? 1 : -1);
      EXPECT_EQ(out[static_cast<std::size_t>(i)],
                static_cast<float>(std::ldexp(number, scale - 127)))
          << scale << ' ' << code;
    }
  }
}

TEST(GgufFp4Test, NvScalesRoundUpAtTiesAndSaturateEarly) {
  const auto scale = [](float x) {
    return encoded(RecordKind::nvfp4, record_of(RecordKind::nvfp4, {6 * x}))[0];
  };
  EXPECT_EQ(scale(0), 0);
  EXPECT_EQ(scale(1), 0x38);
  EXPECT_EQ(scale(1.0625f), 0x39);  // half of a step: up
  EXPECT_EQ(scale(1.1875f), 0x3a);
  EXPECT_EQ(scale(0x1p-9f), 1);
  EXPECT_EQ(scale(0x1p-10f), 1);
  EXPECT_EQ(scale(0x1p-11f), 0);
  EXPECT_EQ(scale(0x1.fp-7f), 7);  // below 2^-6 the largest is 7 * 2^-9
  EXPECT_EQ(scale(0x1p-6f), 8);
  EXPECT_EQ(scale(240), 0x77);
  EXPECT_EQ(scale(248), 0x7e);
  EXPECT_EQ(scale(1e30f), 0x7e);
}

TEST(GgufFp4Test, NvHasFourScalesAndHalvesOfEight) {
  std::vector<float> numbers(64);
  for (std::size_t s = 0; s < 4; ++s) {
    const auto scale = static_cast<float>(1 << s);
    numbers[16 * s] = 6 * scale;
    numbers[16 * s + 8] = -3 * scale;
    numbers[16 * s + 7] = scale;
  }
  const Records record = encoded(RecordKind::nvfp4, numbers);
  for (std::size_t s = 0; s < 4; ++s) {
    EXPECT_EQ(record[s], 0x38 + 8 * s);
    EXPECT_EQ(record[4 + 8 * s], 0xd7);
    EXPECT_EQ(record[4 + 8 * s + 7], 0x02);
  }
  EXPECT_EQ(decoded(RecordKind::nvfp4, record), numbers);
}

TEST(GgufFp4Test, NvDecodesEveryScale) {
  Records record(36);
  record[4] = 0x02;  // 1
  for (int code = 0; code < 256; ++code) {
    record[0] = static_cast<std::uint8_t>(code);
    const int exponent = code >> 3 & 15;
    const double expected = code == 0x7f ? 0
                            : exponent == 0
                                ? std::ldexp(code & 7, -9)
                                : std::ldexp(8 + (code & 7), exponent - 10);
    EXPECT_EQ(decoded(RecordKind::nvfp4, record)[0], expected) << code;
  }
}

TEST(GgufFp4Test, NvLeavesOutWhatIsNotFinite) {
  const auto codes = [](float x) {
    const Records record =
        encoded(RecordKind::nvfp4, record_of(RecordKind::nvfp4, {x, 6}));
    return std::vector<int>{record[0], record[4] & 15, record[5] & 15};
  };
  EXPECT_EQ(codes(kNan), std::vector<int>({0x38, 0, 7}));
  EXPECT_EQ(codes(kInfinity), std::vector<int>({0x7e, 0, 0}));
}

}  // namespace
}  // namespace ashlar
