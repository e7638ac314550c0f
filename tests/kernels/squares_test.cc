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

}  // namespace
}  // namespace ashlar::kernels
