// Rows of codes that begin and end at any bit.
#include "src/kernels/pack_rows.h"

#include <gtest/gtest.h>

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

constexpr std::size_t kCounts[] = {0,  1,  2,  3,  7,   8,   9,   15, 16,
                                   17, 31, 64, 65, 127, 128, 131, 300};

class PackRowsTest : public testing::TestWithParam<int> {};

TEST_P(PackRowsTest, WritesTheCodesAndNothingElse) {
  const int bits = GetParam();
  const Bytes codes = test::numbered(800);
  test::on_every_target([&] {
    for (const std::size_t count : kCounts) {
      for (std::size_t start = 0; start < 8; ++start) {
        const auto apart = static_cast<std::int64_t>(count) * bits + 5;
        const Span rows[] = {{0, 0, count}, {401, apart, count}};
        const Bytes before = test::numbered(2000);
        Bytes expected = before;
        for (const Span& row : rows) {
          for (std::size_t i = 0; i < count; ++i) {
            set_code(expected,
                     start + static_cast<std::size_t>(row.out) +
                         i * static_cast<std::size_t>(bits),
                     bits, codes[static_cast<std::size_t>(row.in) + i]);
          }
        }
        Bytes out = before;
        pack_rows(codes.data(), out.data(), static_cast<std::int64_t>(start),
                  rows, 2, bits, {});
        ASSERT_EQ(out, expected) << bits << ", " << count << ", " << start;
      }
    }
  });
}

TEST_P(PackRowsTest, ReadsTheCodesAndNothingElse) {
  const int bits = GetParam();
  test::on_every_target([&] {
    for (const std::size_t count : kCounts) {
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

INSTANTIATE_TEST_SUITE_P(Bits, PackRowsTest, testing::Range(1, 8));

}  // namespace
}  // namespace ashlar::kernels
