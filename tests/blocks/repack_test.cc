// Codes and scales to and from records of GGUF.
#include <gtest/gtest.h>

#include "ashlar/packing.h"
#include "ashlar/repack_blocks.h"
#include "tests/base/error_text.h"
#include "tests/blocks/gguf_check.h"

namespace ashlar {
namespace {

using Bytes = std::vector<std::byte>;

Bytes random_bytes(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Bytes out(count);
  for (std::byte& byte : out) byte = static_cast<std::byte>(random());
  return out;
}

/// Code `i` of those that are two to a byte.
int code_at(const Bytes& codes, std::size_t i) {
  return std::to_integer<int>(codes[i / 2]) >> i % 2 * 4 & 15;
}

TEST(RepackTest, Mxfp4KeepsEveryCodeAndScale) {
  for (const std::size_t count : {0u, 1u, 2u, 33u}) {
    const Bytes codes = random_bytes(16 * count, 1);
    const Bytes scales = random_bytes(count, 2);
    Bytes records(17 * count);
    mxfp4_records_from_parts(codes, scales, records);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(records[17 * i], scales[i]);
      for (std::size_t j = 0; j < 16; ++j) {
        const int byte = std::to_integer<int>(records[17 * i + 1 + j]);
        EXPECT_EQ(byte & 15, code_at(codes, 32 * i + j));
        EXPECT_EQ(byte >> 4, code_at(codes, 32 * i + 16 + j));
      }
    }
    Bytes codes_back(codes.size());
    Bytes scales_back(scales.size());
    mxfp4_parts_from_records(records, codes_back, scales_back);
    EXPECT_EQ(codes_back, codes);
    EXPECT_EQ(scales_back, scales);
  }
}

TEST(RepackTest, Mxfp4StandsForTheSameNumbers) {
  const Bytes codes = random_bytes(16 * 8, 3);
  const Bytes scales = random_bytes(8, 4);
  test::Records records(17 * 8);
  mxfp4_records_from_parts(codes, scales,
                           std::as_writable_bytes(std::span(records)));
  const auto numbers = test::decoded(RecordKind::mxfp4, records);
  const double values[8] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const int code = code_at(codes, i);
    const int scale = std::to_integer<int>(scales[i / 32]);
    EXPECT_EQ(numbers[i],
              static_cast<float>(std::ldexp(
                  values[code & 7] * (code < 8 ? 1 : -1), scale - 127)));
  }
}

TEST(RepackTest, Q8KeepsEveryCodeAndScale) {
  const auto numbers = test::normal_numbers(32 * 9, 5);
  const test::Records records = test::encoded(RecordKind::q8_0, numbers);
  std::vector<std::int8_t> codes(32 * 9);
  std::vector<std::uint16_t> scales(9);
  q8_0_parts_from_records(std::as_bytes(std::span(records)), codes, scales);
  EXPECT_EQ(static_cast<std::uint8_t>(codes[40]), records[34 + 2 + 8]);
  EXPECT_EQ(scales[1], records[34] | records[35] << 8);
  test::Records back(records.size());
  q8_0_records_from_parts(codes, scales,
                          std::as_writable_bytes(std::span(back)));
  EXPECT_EQ(back, records);
}

TEST(RepackTest, Q4KeepsNumbersInEitherRepresentation) {
  const auto numbers = test::normal_numbers(32 * 9, 6);
  const test::Records records = test::encoded(RecordKind::q4_0, numbers);
  for (const Representation representation :
       {Representation::offset_binary, Representation::twos_complement}) {
    Bytes codes(16 * 9);
    std::vector<std::uint16_t> scales(9);
    q4_0_parts_from_records(std::as_bytes(std::span(records)), codes,
                            representation, scales);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::uint8_t byte = records[i / 32 * 18 + 2 + i % 16];
      const int number = (i % 32 < 16 ? byte & 15 : byte >> 4) - 8;
      const int code = code_at(codes, i);
      const int found = representation == Representation::offset_binary
                            ? code - 8
                            : (code ^ 8) - 8;
      EXPECT_EQ(found, number) << i;
    }
    test::Records back(records.size());
    q4_0_records_from_parts(codes, representation, scales,
                            std::as_writable_bytes(std::span(back)));
    EXPECT_EQ(back, records);
  }
}

TEST(RepackTest, RefusesPartsThatDoNotBelongTogether) {
  Bytes records(34);
  Bytes codes(32);
  Bytes scales(2);
  const auto text = [&](std::size_t a, std::size_t b, std::size_t c) {
    return test::error_text([&] {
      mxfp4_records_from_parts(std::span(codes).first(a),
                               std::span(scales).first(b),
                               std::span(records).first(c));
    });
  };
  EXPECT_EQ(text(32, 2, 33),
            "mxfp4_records_from_parts: 33 bytes are not whole records of 17 "
            "bytes");
  EXPECT_EQ(text(31, 2, 34),
            "mxfp4_records_from_parts: 2 records have 32 bytes of codes, there "
            "are 31");
  EXPECT_EQ(text(32, 1, 34),
            "mxfp4_records_from_parts: 2 records have 2 bytes of scales, there "
            "are 1");
  EXPECT_EQ(test::error_text([&] {
              mxfp4_parts_from_records(std::span(records).first(17),
                                       std::span(records).subspan(1, 16),
                                       std::span(scales).first(1));
            }),
            "mxfp4_parts_from_records: codes and records share memory");
  std::vector<std::uint16_t> halves(1);
  EXPECT_EQ(test::error_text([&] {
              q4_0_parts_from_records(std::span(records).first(18),
                                      std::span(codes).first(16),
                                      Representation::sign_magnitude, halves);
            }),
            "q4_0_parts_from_records: codes are sign and magnitude, expected "
            "offset binary or two's complement; represent_integers changes "
            "that");
}

TEST(RepackTest, SixBitsGoFromDenseToBytesAndBack) {
  for (const std::int64_t count : {0, 1, 4, 31, 1000}) {
    const Packing dense(6, PackOrder::dense);
    const Bytes in = [&] {
      Bytes out =
          random_bytes(static_cast<std::size_t>(packed_bytes(dense, count)), 7);
      if (count % 4 != 0) {
        out.back() &=
            std::byte{static_cast<unsigned char>((1 << (6 * count % 8)) - 1)};
      }
      return out;
    }();
    for (const PackOrder order :
         {PackOrder::containers, PackOrder::msb_aligned}) {
      const Packing bytes(6, order);
      Bytes codes(static_cast<std::size_t>(count));
      repack(in, dense, codes, bytes, count);
      Bytes back(in.size());
      repack(codes, bytes, back, dense, count);
      EXPECT_EQ(back, in) << count;
    }
  }
}

}  // namespace
}  // namespace ashlar
