// All kinds of records of GGUF: sizes, errors, and laws that hold for each.
#include "ashlar/gguf_blocks.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <limits>
#include <string>

#include "ashlar/error.h"
#include "tests/base/error_text.h"
#include "tests/blocks/gguf_check.h"
#include "tests/kernels/gguf_check.h"

namespace ashlar {
namespace {

using test::decoded;
using test::encoded;
using test::Records;

TEST(GgufBlocksTest, KnowsTheSizesOfRecords) {
  std::string table;
  for (const RecordInfo& info : record_kinds()) {
    EXPECT_EQ(&info_of(info.kind), &info);
    table += std::string(info.name) + ' ' + std::to_string(info.gguf_type) +
             ' ' + std::to_string(info.elements) + ' ' +
             std::to_string(info.bytes) + (info.can_encode ? " e\n" : "\n");
  }
  EXPECT_EQ(table,
            "Q8_0 8 32 34 e\n"
            "Q4_0 2 32 18 e\n"
            "Q4_1 3 32 20 e\n"
            "Q5_0 6 32 22 e\n"
            "Q5_1 7 32 24 e\n"
            "MXFP4 39 32 17 e\n"
            "NVFP4 40 64 36 e\n"
            "IQ4_NL 20 32 18 e\n"
            "TQ1_0 34 256 54 e\n"
            "TQ2_0 35 256 66 e\n"
            "Q2_K 10 256 84\n"
            "Q3_K 11 256 110\n"
            "Q4_K 12 256 144 e\n"
            "Q5_K 13 256 176\n"
            "Q6_K 14 256 210 e\n");
}

TEST(GgufBlocksTest, FindsKindsByNameInAnyCase) {
  ASSERT_NE(find_record_kind("q4_k"), nullptr);
  EXPECT_EQ(find_record_kind("q4_k")->kind, RecordKind::q4_k);
  EXPECT_EQ(find_record_kind("IQ4_NL")->kind, RecordKind::iq4_nl);
  EXPECT_EQ(find_record_kind("Q4"), nullptr);
  EXPECT_EQ(find_record_kind("Q4_00"), nullptr);
  EXPECT_EQ(find_record_kind(""), nullptr);
}

TEST(GgufBlocksTest, CountsTheBytesOfWholeRecords) {
  EXPECT_EQ(record_bytes(RecordKind::q4_0, 0), 0);
  EXPECT_EQ(record_bytes(RecordKind::q4_0, 4096), 2304);
  EXPECT_EQ(record_bytes(RecordKind::q6_k, 512), 420);
  const std::string text =
      "records: 33 numbers do not fill records of Q4_0, which hold 32";
  EXPECT_EQ(test::error_text([] { record_bytes(RecordKind::q4_0, 33); }), text);
  EXPECT_THROW(record_bytes(RecordKind::q4_0, -32), Error);
  EXPECT_THROW(record_bytes(static_cast<RecordKind>(15), 32), Error);
  EXPECT_THROW(record_bytes(RecordKind::q8_0,
                            std::numeric_limits<std::int64_t>::max() / 32 * 32),
               Error);
}

TEST(GgufBlocksTest, RefusesSizesThatDoNotMatch) {
  std::vector<float> numbers(64);
  std::vector<std::byte> records(36);
  const auto encode = [&](std::size_t count, std::size_t bytes) {
    return test::error_text([&] {
      encode_records(RecordKind::q4_0, std::span(numbers).first(count),
                     std::span(records).first(bytes));
    });
  };
  EXPECT_EQ(encode(40, 36),
            "encode_records: 40 numbers do not fill records of Q4_0, which "
            "hold 32; pad them to a multiple of that");
  EXPECT_EQ(encode(64, 35),
            "encode_records: 64 numbers take 36 bytes as Q4_0, the records "
            "have 35");
  EXPECT_EQ(encode(32, 36),
            "encode_records: 32 numbers take 18 bytes as Q4_0, the records "
            "have 36");
  EXPECT_EQ(test::error_text([&] {
              decode_records(RecordKind::q4_0, records,
                             std::span(numbers).first(32));
            }),
            "decode_records: 32 numbers take 18 bytes as Q4_0, the records "
            "have 36");
}

TEST(GgufBlocksTest, RefusesWhatItCannotDo) {
  std::vector<float> numbers(256);
  std::vector<std::byte> records(84);
  EXPECT_EQ(test::error_text(
                [&] { encode_records(RecordKind::q2_k, numbers, records); }),
            "encode_records: Q2_K can be decoded, but not encoded");
  EXPECT_THROW(decode_records(static_cast<RecordKind>(200), records, numbers),
               Error);
  const auto bytes = std::as_writable_bytes(std::span(numbers));
  EXPECT_EQ(test::error_text([&] {
              decode_records(RecordKind::q2_k, bytes.subspan(8, 84), numbers);
            }),
            "decode_records: numbers and records share memory");
}

TEST(GgufBlocksTest, TakesNothing) {
  for (const RecordInfo& info : record_kinds()) {
    EXPECT_TRUE(decoded(info.kind, {}).empty());
    if (info.can_encode) {
      EXPECT_TRUE(encoded(info.kind, {}).empty());
    }
  }
}

TEST(GgufBlocksTest, ZerosComeBackAsZeros) {
  for (const RecordKind kind : test::encodable_kinds()) {
    for (const float zero : {0.0f, -0.0f}) {
      const std::vector<float> zeros(512, zero);
      for (const float x : decoded(kind, encoded(kind, zeros))) {
        EXPECT_EQ(x, 0) << info_of(kind).name;
      }
    }
  }
}

/// The largest error as a part of the largest magnitude of a record.
double error_bound(RecordKind kind) {
  switch (kind) {
    case RecordKind::q8_0:
      return 0.5 / 127 * 1.1;
    case RecordKind::q4_0:
      return 1.0 / 8 * 1.01;  // what is next to the largest saturates
    case RecordKind::q4_1:
      return 1.0 / 15 * 1.01;
    case RecordKind::q5_0:
      return 1.0 / 16 * 1.01;
    case RecordKind::q5_1:
      return 1.0 / 31 * 1.01;
    case RecordKind::mxfp4:
    case RecordKind::nvfp4:
      return 0.25 * 1.01;
    case RecordKind::iq4_nl:
      return 0.25;
    case RecordKind::q4_k:
      return 0.2;
    case RecordKind::q6_k:
      return 0.05;
    default:
      return 0.501;  // ternary
  }
}

TEST(GgufBlocksTest, NumbersComeBackWithinTheBoundOfTheirKind) {
  for (const RecordKind kind : test::encodable_kinds()) {
    const auto elements = static_cast<std::size_t>(info_of(kind).elements);
    for (const float spread : {0.03f, 1.0f, 300.0f}) {
      const auto numbers = test::normal_numbers(64 * elements, 7, spread);
      const auto back = decoded(kind, encoded(kind, numbers));
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        double most = 0;
        for (std::size_t j = i / elements * elements;
             j < (i / elements + 1) * elements; ++j) {
          most = std::max<double>(most, std::fabs(numbers[j]));
        }
        // NVFP4 has no scales for the smallest numbers; f16 has few digits.
        const double small = kind == RecordKind::nvfp4 ? 0.006 : 1e-7;
        ASSERT_LE(std::fabs(back[i] - numbers[i]),
                  most * error_bound(kind) + small)
            << info_of(kind).name << ", " << numbers[i] << " of " << most;
      }
    }
  }
}

TEST(GgufBlocksTest, WhatWasDecodedIsEncodedAsTheSameNumbers) {
  // Kinds whose scale is fitted to the numbers find another fit, so only those
  // are here whose scale follows from the largest number.
  for (const RecordKind kind :
       {RecordKind::q8_0, RecordKind::q4_0, RecordKind::q5_0, RecordKind::mxfp4,
        RecordKind::nvfp4, RecordKind::tq1_0, RecordKind::tq2_0}) {
    const auto numbers = test::normal_numbers(64 * 256, 11);
    const auto once = decoded(kind, encoded(kind, numbers));
    const auto twice = decoded(kind, encoded(kind, once));
    EXPECT_EQ(twice, once) << info_of(kind).name;
  }
}

TEST(GgufBlocksTest, AnyBitsCanBeEncodedAndDecoded) {
  for (const RecordInfo& info : record_kinds()) {
    std::mt19937 random(5);
    Records records(static_cast<std::size_t>(8 * info.bytes));
    for (int round = 0; round < 50; ++round) {
      for (std::uint8_t& byte : records) {
        byte = static_cast<std::uint8_t>(random());
      }
      decoded(info.kind, records);
      if (!info.can_encode) continue;
      encoded(info.kind, test::any_numbers(512, static_cast<unsigned>(round)));
    }
  }
}

TEST(GgufBlocksTest, DoesNotDependOnThreads) {
  RecordOptions threads;
  threads.threads = 3;
  for (const RecordKind kind : test::encodable_kinds()) {
    const bool is_slow = kind == RecordKind::q4_k || kind == RecordKind::q6_k;
    const auto numbers =
        test::normal_numbers(is_slow ? 70000 / 256 * 256 : 256 * 1000, 3);
    const Records records = encoded(kind, numbers);
    EXPECT_EQ(encoded(kind, numbers, threads), records);
    EXPECT_EQ(test::bits_of(decoded(kind, records, threads)),
              test::bits_of(decoded(kind, records)));
  }
}

TEST(GgufBlocksTest, DoesNotDependOnTheFloatingPointEnvironment) {
  // All sorts of records, subnormal numbers among them.
  const auto numbers = kernels::test::numbers_of(12 * 32, -1, 13);
  for (const RecordKind kind : test::encodable_kinds()) {
    const Records expected = encoded(kind, numbers);
    const auto back = test::bits_of(decoded(kind, expected));
    for (const unsigned word : kernels::test::float_environments()) {
      Records records;
      std::vector<float> again;
      int mode = 0;
      {
        const kernels::test::FloatEnvironment environment(word);
        const int before = std::fegetround();
        records = encoded(kind, numbers);
        again = decoded(kind, expected);
        mode = std::fegetround() - before;
      }
      EXPECT_EQ(mode, 0) << "is put back";
      EXPECT_EQ(records, expected) << info_of(kind).name << ' ' << word;
      EXPECT_EQ(test::bits_of(again), back)
          << info_of(kind).name << ' ' << word;
    }
  }
}

}  // namespace
}  // namespace ashlar
