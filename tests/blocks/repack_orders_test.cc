// Scales in tiles, orders of four-bit codes, representations of integers.
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <set>
#include <vector>

#include "ashlar/repack_blocks.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using Bytes = std::vector<std::byte>;

Bytes random_bytes(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Bytes out(count);
  for (std::byte& byte : out) byte = static_cast<std::byte>(random());
  return out;
}

TEST(RepackOrdersTest, ScalesLieWhereCublasReadsThem) {
  const std::int64_t rows = 300;
  const std::int64_t cols = 10;
  const Bytes linear = random_bytes(3000, 1);
  ASSERT_EQ(swizzled_scale_bytes(rows, cols), 384 * 12);
  Bytes swizzled(384 * 12, std::byte{0xee});
  swizzle_scales(linear, rows, cols, swizzled);
  std::set<std::size_t> used;
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < cols; ++c) {
      const std::int64_t tile = r / 128 * 3 + c / 4;
      const std::int64_t row = r % 128;
      const auto at = static_cast<std::size_t>(tile * 512 + row % 32 * 16 +
                                               row / 32 * 4 + c % 4);
      used.insert(at);
      EXPECT_EQ(swizzled[at], linear[static_cast<std::size_t>(r * cols + c)]);
    }
  }
  EXPECT_EQ(used.size(), 3000u);
  for (std::size_t i = 0; i < swizzled.size(); ++i) {
    if (used.count(i) == 0) {
      EXPECT_EQ(swizzled[i], std::byte{0});
    }
  }
}

TEST(RepackOrdersTest, ScalesComeBackWhateverThePadding) {
  for (const std::int64_t rows : {0, 1, 31, 128, 129}) {
    for (const std::int64_t cols : {0, 1, 3, 4, 9}) {
      const Bytes linear =
          random_bytes(static_cast<std::size_t>(rows * cols), 2);
      Bytes swizzled(
          static_cast<std::size_t>(swizzled_scale_bytes(rows, cols)));
      swizzle_scales(linear, rows, cols, swizzled);
      for (std::byte& byte : swizzled) {
        if (byte == std::byte{0}) byte = std::byte{0x55};
      }
      swizzle_scales(linear, rows, cols, swizzled);
      Bytes back(linear.size());
      unswizzle_scales(swizzled, rows, cols, back);
      EXPECT_EQ(back, linear) << rows << " x " << cols;
    }
  }
}

TEST(RepackOrdersTest, RefusesScalesOfTheWrongSize) {
  Bytes linear(6);
  Bytes swizzled(512);
  EXPECT_EQ(test::error_text([&] { swizzle_scales(linear, 2, 4, swizzled); }),
            "swizzle_scales: 2 x 4 scales are 8 bytes, there are 6");
  swizzled.pop_back();
  EXPECT_EQ(test::error_text([&] { unswizzle_scales(swizzled, 2, 3, linear); }),
            "unswizzle_scales: 2 x 3 scales take 512 bytes in tiles of 128 x "
            "4, there are 511");
  EXPECT_EQ(test::error_text([] { swizzled_scale_bytes(-1, 2); }),
            "scales: -1 x 2 is no size of a matrix");
  const auto most = std::numeric_limits<std::int64_t>::max();
  EXPECT_THROW(swizzled_scale_bytes(most, 1), Error);
  EXPECT_THROW(swizzled_scale_bytes(most / 128, 1000), Error);
}

/// A word of 32 bits, lowest nibble first.
std::vector<int> nibbles(const Bytes& bytes, std::size_t word) {
  std::vector<int> out;
  for (std::size_t i = 0; i < 8; ++i) {
    out.push_back(std::to_integer<int>(bytes[4 * word + i / 2]) >> i % 2 * 4 &
                  15);
  }
  return out;
}

TEST(RepackOrdersTest, AwqInterleavesEightColumns) {
  // Row 0 has columns 0 to 7, then 8 to 15.
  Bytes in(8);
  for (std::size_t i = 0; i < 8; ++i) {
    in[i] = static_cast<std::byte>(2 * i | (2 * i + 1) << 4);
  }
  Bytes out(8);
  repack_int4(in, Int4Order::rows, out, Int4Order::awq, 1, 16);
  EXPECT_EQ(nibbles(out, 0), std::vector<int>({0, 2, 4, 6, 1, 3, 5, 7}));
  EXPECT_EQ(nibbles(out, 1), std::vector<int>({8, 10, 12, 14, 9, 11, 13, 15}));
}

TEST(RepackOrdersTest, GptqKeepsEightRowsInAWord) {
  // Two columns: column 0 counts up, column 1 down.
  Bytes in(8);
  for (std::size_t r = 0; r < 8; ++r) {
    in[r] = static_cast<std::byte>(r | (15 - r) << 4);
  }
  Bytes out(8);
  repack_int4(in, Int4Order::rows, out, Int4Order::gptq, 8, 2);
  EXPECT_EQ(nibbles(out, 0), std::vector<int>({0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(nibbles(out, 1), std::vector<int>({15, 14, 13, 12, 11, 10, 9, 8}));
}

TEST(RepackOrdersTest, AnyOrderOfInt4GoesThereAndBack) {
  constexpr Int4Order kOrders[] = {Int4Order::rows, Int4Order::awq,
                                   Int4Order::gptq};
  for (const std::int64_t rows : {0, 8, 24, 64}) {
    for (const std::int64_t cols : {0, 8, 40}) {
      const Bytes in =
          random_bytes(static_cast<std::size_t>(rows * cols / 2), 3);
      for (const Int4Order from : kOrders) {
        for (const Int4Order to : kOrders) {
          Bytes out(in.size());
          repack_int4(in, from, out, to, rows, cols);
          Bytes back(in.size());
          repack_int4(out, to, back, from, rows, cols);
          EXPECT_EQ(back, in);
          // One order through another is the same as straight.
          Bytes third(in.size());
          repack_int4(out, to, third, Int4Order::rows, rows, cols);
          Bytes straight(in.size());
          repack_int4(in, from, straight, Int4Order::rows, rows, cols);
          EXPECT_EQ(third, straight);
        }
      }
    }
  }
}

TEST(RepackOrdersTest, EveryCodeOfInt4KeepsItsRowAndColumn) {
  // Columns in eights go word by word, others do not.
  for (const std::int64_t cols : {8, 24, 2, 10}) {
    constexpr std::int64_t kRows = 16;
    const auto place = [&](Int4Order order, std::int64_t r, std::int64_t c) {
      constexpr std::int64_t kAwq[8] = {0, 4, 1, 5, 2, 6, 3, 7};
      return order == Int4Order::rows  ? r * cols + c
             : order == Int4Order::awq ? r * cols + c / 8 * 8 + kAwq[c % 8]
                                       : (r / 8 * cols + c) * 8 + r % 8;
    };
    const auto code = [](const Bytes& bytes, std::int64_t at) {
      return std::to_integer<int>(bytes[static_cast<std::size_t>(at / 2)]) >>
                 at % 2 * 4 &
             15;
    };
    const Bytes in = random_bytes(static_cast<std::size_t>(kRows * cols / 2),
                                  static_cast<unsigned>(cols));
    for (const Int4Order from :
         {Int4Order::rows, Int4Order::awq, Int4Order::gptq}) {
      for (const Int4Order to :
           {Int4Order::rows, Int4Order::awq, Int4Order::gptq}) {
        const bool has_awq = from == Int4Order::awq || to == Int4Order::awq;
        if (has_awq && cols % 8 != 0) continue;
        Bytes out(in.size(), std::byte{0xa5});
        repack_int4(in, from, out, to, kRows, cols);
        for (std::int64_t r = 0; r < kRows; ++r) {
          for (std::int64_t c = 0; c < cols; ++c) {
            ASSERT_EQ(code(out, place(to, r, c)), code(in, place(from, r, c)))
                << r << ' ' << c << " of " << cols;
          }
        }
      }
    }
  }
}

TEST(RepackOrdersTest, AnyNumberOfRowsGoesFromAwq) {
  for (std::int64_t rows = 0; rows < 20; ++rows) {
    const Bytes in = random_bytes(static_cast<std::size_t>(rows * 8), 9);
    Bytes out(in.size());
    Bytes back(in.size());
    repack_int4(in, Int4Order::awq, out, Int4Order::rows, rows, 16);
    repack_int4(out, Int4Order::rows, back, Int4Order::awq, rows, 16);
    EXPECT_EQ(back, in);
  }
}

TEST(RepackOrdersTest, RefusesInt4MatricesThatDoNotFit) {
  Bytes in(16);
  Bytes out(16);
  const auto text = [&](Int4Order from, Int4Order to, std::int64_t rows,
                        std::int64_t cols) {
    return test::error_text(
        [&] { repack_int4(in, from, out, to, rows, cols); });
  };
  EXPECT_EQ(text(Int4Order::rows, Int4Order::awq, 8, 4),
            "repack_int4: awq keeps 8 columns together, the matrix has 4");
  EXPECT_EQ(text(Int4Order::gptq, Int4Order::rows, 4, 8),
            "repack_int4: gptq keeps 8 rows together, the matrix has 4");
  EXPECT_EQ(text(Int4Order::gptq, Int4Order::rows, 8, 3),
            "repack_int4: 8 x 3 codes of four bits take 12 bytes, the input "
            "has 16");
  EXPECT_EQ(text(Int4Order::rows, Int4Order::rows, 4, 7),
            "repack_int4: rows keep 2 columns together, the matrix has 7");
  EXPECT_EQ(text(Int4Order::rows, Int4Order::rows, 4, 6),
            "repack_int4: 4 x 6 codes of four bits take 12 bytes, the input "
            "has 16");
  EXPECT_EQ(text(Int4Order::rows, Int4Order::rows, -4, -8),
            "repack_int4: -4 x -8 is no size of a matrix");
}

int number_of(int code, int bits, Representation representation) {
  const int half = 1 << (bits - 1);
  switch (representation) {
    case Representation::sign_magnitude:
      return code < half ? code : half - code;
    case Representation::offset_binary:
      return code - half;
    default:
      return code < half ? code : code - 2 * half;
  }
}

constexpr Representation kAll[] = {Representation::twos_complement,
                                   Representation::sign_magnitude,
                                   Representation::offset_binary};

TEST(RepackOrdersTest, IntegersKeepTheirNumber) {
  for (int bits = 2; bits <= 8; ++bits) {
    for (const Representation from : kAll) {
      for (const Representation to : kAll) {
        const int half = 1 << (bits - 1);
        for (int code = 0; code < 2 * half; ++code) {
          const int number = number_of(code, bits, from);
          const bool is_minus_zero = number == 0 && code == half &&
                                     from == Representation::sign_magnitude;
          if (number == -half && to == Representation::sign_magnitude) continue;
          if (is_minus_zero && to != from) continue;
          // Bits above are ignored.
          const std::vector<std::uint8_t> in = {
              static_cast<std::uint8_t>(code | -2 * half)};
          std::vector<std::uint8_t> out(1, 0xff);
          represent_integers(in, bits, from, to, out);
          EXPECT_EQ(number_of(out[0], bits, to), number);
          if (from == to) {
            EXPECT_EQ(out[0], code);
          }
        }
      }
    }
  }
}

TEST(RepackOrdersTest, RefusesIntegersThatTheOtherSideLacks) {
  const std::vector<std::uint8_t> in = {1, 8};
  std::vector<std::uint8_t> out(2);
  EXPECT_EQ(test::error_text([&] {
              represent_integers(in, 4, Representation::twos_complement,
                                 Representation::sign_magnitude, out);
            }),
            "represent_integers: number 1 is -8, which the other "
            "representation has not");
  EXPECT_EQ(test::error_text([&] {
              represent_integers(in, 4, Representation::sign_magnitude,
                                 Representation::offset_binary, out);
            }),
            "represent_integers: number 1 is 0 with a minus, which the other "
            "representation has not");
  EXPECT_EQ(test::error_text(
                [&] { represent_integers(in, 9, kAll[0], kAll[1], out); }),
            "represent_integers: codes have 2 to 8 bits, not 9");
  out.pop_back();
  EXPECT_EQ(test::error_text(
                [&] { represent_integers(in, 4, kAll[0], kAll[1], out); }),
            "represent_integers: there are 2 codes, and place for 1");
}

}  // namespace
}  // namespace ashlar
