// Rows to columns, for all numbers of them, on every target.
#include "src/kernels/squares.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

/// Offsets that are `apart` bytes apart, with some more after each third.
std::vector<std::int64_t> places(std::size_t count, std::int64_t apart) {
  std::vector<std::int64_t> out;
  std::int64_t at = 1;
  for (std::size_t i = 0; i < count; ++i, at += apart + (i % 3 == 0 ? 5 : 0)) {
    out.push_back(at);
  }
  return out;
}

TEST(SquaresTest, PutEveryByteWhereItBelongsAndNothingElse) {
  const test::Bytes in = test::numbered(3200);
  test::on_every_target([&] {
    for (std::size_t row_count = kLeastSquare; row_count <= 35; ++row_count) {
      for (std::size_t column_count = kLeastSquare; column_count <= 35;
           ++column_count) {
        const auto rows =
            places(row_count, static_cast<std::int64_t>(column_count));
        auto columns =
            places(column_count, static_cast<std::int64_t>(row_count));
        std::reverse(columns.begin(), columns.end());
        const std::vector<Move> moves = {{0, 3000}, {1500, 0}};
        test::Bytes out(6000, 0xee);
        test::Bytes expected = out;
        for (const Move& move : moves) {
          for (std::size_t r = 0; r < row_count; ++r) {
            for (std::size_t c = 0; c < column_count; ++c) {
              const auto from = move.in + rows[r] + static_cast<int>(c);
              const auto to = move.out + columns[c] + static_cast<int>(r);
              expected[static_cast<std::size_t>(to)] =
                  in[static_cast<std::size_t>(from)];
            }
          }
        }
        move_squares(in.data(), out.data(),
                     {rows.data(), row_count, columns.data(), column_count},
                     moves.data(), moves.size());
        ASSERT_EQ(out, expected) << row_count << " x " << column_count;
      }
    }
  });
}

TEST(SquaresTest, PatchesMayLieAnywhere) {
  const test::Bytes in = test::numbered(500);
  test::on_every_target([&] {
    for (std::int32_t n = 0; n < 40; ++n) {
      std::vector<Patch> patches(3);
      for (std::int32_t p = 0; p < 3; ++p) {
        for (std::int32_t i = 0; i < 8; ++i) {
          Patch& each = patches[static_cast<std::size_t>(p)];
          each.rows[i] = (p * 97 + n + i * (n + 1)) % 490;
          each.columns[i] = p * 200 + (7 - i) * (8 + n % 5) + n % 3;
        }
      }
      test::Bytes out(700, 0xee);
      test::Bytes expected = out;
      for (const auto& [rows, columns] : patches) {
        for (std::size_t i = 0; i < 64; ++i) {
          const auto r = static_cast<std::int32_t>(i % 8);
          const auto c = static_cast<std::int32_t>(i / 8);
          expected[static_cast<std::size_t>(columns[c] + r)] =
              in[static_cast<std::size_t>(rows[r] + c)];
        }
      }
      // What is fetched meanwhile makes no difference.
      const std::int64_t lines[] = {0, 64, 128, 192};
      move_patches(in.data(), out.data(), patches.data(), patches.size(),
                   {in.data(), lines, 4, Fetch::Into::l2});
      ASSERT_EQ(out, expected) << n;
    }
  });
}

}  // namespace
}  // namespace ashlar::kernels
