// Rows of codes that begin and end at any bit.
#include "src/kernels/pack_rows.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;

/// Bit by bit, as it is defined.
unsigned code_at(const Bytes& bytes, std::size_t bit, int bits) {
  unsigned code = 0;
  for (int i = 0; i < bits; ++i) {
    const std::size_t at = bit + static_cast<std::size_t>(i);
    code |= static_cast<unsigned>(bytes[at / 8] >> at % 8 & 1) << i;
  }
  return code;
}

void set_code(Bytes& bytes, std::size_t bit, int bits, unsigned code) {
  for (int i = 0; i < bits; ++i) {
    const std::size_t at = bit + static_cast<std::size_t>(i);
    const auto mask = static_cast<std::uint8_t>(1u << at % 8);
    bytes[at / 8] = static_cast<std::uint8_t>(
        (bytes[at / 8] & ~mask) | ((code >> i & 1) != 0 ? mask : 0));
  }
}

/// Rows that fit into words and vectors or not, by every number of codes, and
/// some long ones.
std::vector<std::size_t> counts() {
  std::vector<std::size_t> all;
  for (std::size_t count = 0; count <= 140; ++count) all.push_back(count);
  for (const std::size_t count :
       {191U, 192U, 193U, 255U, 256U, 257U, 300U, 777U}) {
    all.push_back(count);
  }
  return all;
}

class PackRowsTest : public testing::TestWithParam<int> {};

/// Two rows, of which the second begins so many bits after the first.
void check_pack(int bits, std::size_t count, std::size_t start,
                std::size_t between) {
  const auto width = static_cast<std::size_t>(bits);
  const std::size_t apart = count * width + between;
  const Span rows[] = {{0, 0, count},
                       {static_cast<std::int64_t>(count),
                        static_cast<std::int64_t>(apart), count}};
  // No byte more than there are codes in, on either side: a sanitizer sees it.
  const Bytes codes = test::numbered(2 * count);
  const Bytes before =
      test::numbered((start + apart + count * width + 7) / 8 + 1);
  Bytes expected(before.begin() + 1, before.end());
  for (const Span& row : rows) {
    for (std::size_t i = 0; i < count; ++i) {
      set_code(expected, start + static_cast<std::size_t>(row.out) + i * width,
               bits, codes[static_cast<std::size_t>(row.in) + i]);
    }
  }
  for (const Ends ends : {Ends::own, Ends::shared}) {
    Bytes out(before.begin() + 1, before.end());
    pack_rows(codes.data(), out.data(), static_cast<std::int64_t>(start), rows,
              2, bits, {}, ends);
    ASSERT_EQ(out, expected)
        << bits << ", " << count << ", " << start << ", " << between;
  }
}

TEST_P(PackRowsTest, WritesTheCodesAndNothingElse) {
  const int bits = GetParam();
  test::on_every_target([&] {
    for (const std::size_t count : counts()) {
      for (std::size_t start = 0; start < 8; ++start) {
        // In one byte, with a code between them, and from within a code.
        for (const std::size_t between :
             {std::size_t{0}, static_cast<std::size_t>(bits), std::size_t{5}}) {
          check_pack(bits, count, start, between);
          if (HasFatalFailure()) return;
        }
      }
    }
  });
}

TEST_P(PackRowsTest, ReadsTheCodesAndNothingElse) {
  const int bits = GetParam();
  test::on_every_target([&] {
    for (const std::size_t count : counts()) {
      for (std::size_t start = 0; start < 8; ++start) {
        const std::size_t end = start + count * static_cast<std::size_t>(bits);
        // No byte more than there are codes in: a sanitizer sees it.
        const Bytes in = test::numbered((end + 7) / 8);
        Bytes expected(count + 2, 0xee);
        for (std::size_t i = 0; i < count; ++i) {
          expected[i + 1] = static_cast<std::uint8_t>(
              code_at(in, start + i * static_cast<std::size_t>(bits), bits));
        }
        const Span row = {0, 1, count};
        Bytes out(count + 2, 0xee);
        unpack_rows(in.data(), static_cast<std::int64_t>(start), out.data(),
                    &row, 1, bits);
        ASSERT_EQ(out, expected) << bits << ", " << count << ", " << start;
      }
    }
  });
}

TEST_P(PackRowsTest, ThreadsShareTheBytesInWhichRowsEnd) {
  const int bits = GetParam();
  constexpr std::size_t kRows = 400;
  constexpr std::size_t kCount = 11;
  const Bytes codes = test::numbered(kRows * kCount);
  const auto width = static_cast<std::size_t>(bits);
  Bytes expected((kRows * kCount * width + 7) / 8, 0xff);
  Bytes out = expected;
  std::vector<Span> rows[2];  // every other one
  for (std::size_t i = 0; i < kRows; ++i) {
    const std::size_t at = i * kCount;
    rows[i % 2].push_back({static_cast<std::int64_t>(at),
                           static_cast<std::int64_t>(at * width), kCount});
    for (std::size_t k = at; k < at + kCount; ++k) {
      set_code(expected, k * width, bits, codes[k]);
    }
  }
  {
    std::vector<std::jthread> threads;
    for (const std::vector<Span>& mine : rows) {
      threads.emplace_back([&] {
        pack_rows(codes.data(), out.data(), 0, mine.data(), mine.size(), bits,
                  {}, Ends::shared);
      });
    }
  }
  EXPECT_EQ(out, expected);
}

TEST_P(PackRowsTest, CountsBackFromABase) {
  const int bits = GetParam();
  const Bytes codes = test::numbered(70);
  for (std::int64_t back = 0; back < 24; ++back) {
    const Span to = {0, -back, 70};
    const Span from = {-back, 0, 70};
    Bytes expected(120, 0x5a);
    Bytes read(70);
    for (std::size_t i = 0; i < 70; ++i) {
      const std::size_t bit = static_cast<std::size_t>(160 - back) +
                              i * static_cast<std::size_t>(bits);
      set_code(expected, bit, bits, codes[i]);
      read[i] = static_cast<std::uint8_t>(code_at(expected, bit, bits));
    }
    test::on_every_target([&] {
      Bytes out(120, 0x5a);
      pack_rows(codes.data(), out.data() + 20, 0, &to, 1, bits, {});
      EXPECT_EQ(out, expected) << bits << ", " << back;
      Bytes again(70);
      unpack_rows(out.data() + 20, 0, again.data(), &from, 1, bits);
      EXPECT_EQ(again, read) << bits << ", " << back;
    });
  }
}

TEST_P(PackRowsTest, PacksFromAndToAnyAddress) {
  const int bits = GetParam();
  const auto width = static_cast<std::size_t>(bits);
  const std::size_t count = 147;
  const Bytes codes = test::numbered(count + 64);
  test::on_every_target([&] {
    for (std::size_t shift = 0; shift < 64; ++shift) {
      const auto bit = static_cast<std::int64_t>((63 - shift) * 8 + width % 8);
      const Span to = {static_cast<std::int64_t>(shift), bit, count};
      const Span from = {bit, static_cast<std::int64_t>(shift), count};
      Bytes expected(256, 0x5a);
      Bytes read(count + 64, 0xee);
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint8_t code = codes[shift + i];
        set_code(expected, static_cast<std::size_t>(bit) + i * width, bits,
                 code);
        read[shift + i] = static_cast<std::uint8_t>(code & ((1u << bits) - 1));
      }
      Bytes out(256, 0x5a);
      pack_rows(codes.data(), out.data(), 0, &to, 1, bits, {});
      ASSERT_EQ(out, expected) << bits << ", " << shift;
      Bytes again(count + 64, 0xee);
      unpack_rows(out.data(), 0, again.data(), &from, 1, bits);
      ASSERT_EQ(again, read) << bits << ", " << shift;
    }
  });
}

TEST_P(PackRowsTest, FetchesNoMoreLinesThanThereAre) {
  const int bits = GetParam();
  const Bytes codes = test::numbered(60);
  std::vector<Span> rows;
  for (std::int64_t i = 0; i < 20; ++i) rows.push_back({3 * i, 24 * i, 3});
  for (const std::size_t lines : {0u, 1u, 7u, 19u, 20u, 21u, 61u}) {
    const std::vector<std::int64_t> at(lines, 32);
    const Fetch fetch = {codes.data(), at.data(), lines, Fetch::Into::l2};
    test::on_every_target([&] {
      Bytes expected(60, 0x5a);
      for (std::size_t i = 0; i < 60; ++i) {
        set_code(expected, i / 3 * 24 + i % 3 * static_cast<std::size_t>(bits),
                 bits, codes[i]);
      }
      Bytes out(60, 0x5a);
      pack_rows(codes.data(), out.data(), 0, rows.data(), rows.size(), bits,
                fetch);
      EXPECT_EQ(out, expected) << bits << ", " << lines;
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Bits, PackRowsTest, testing::Range(1, 8));

}  // namespace
}  // namespace ashlar::kernels
