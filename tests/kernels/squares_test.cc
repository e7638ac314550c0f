// Rows to columns, for all numbers of them, on every target.
#include "src/kernels/squares.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

using test::Bytes;

/// Offsets that are `apart` bytes apart, with some more after each third.
std::vector<std::int64_t> places(std::size_t count, std::int64_t apart) {
  std::vector<std::int64_t> out;
  std::int64_t at = 1;
  for (std::size_t i = 0; i < count; ++i, at += apart + (i % 3 == 0 ? 5 : 0)) {
    out.push_back(at);
  }
  return out;
}

/// Rows to columns in two places, and what that makes of `out`.
struct Turn {
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> columns;
  std::vector<Move> moves = {{0, 3000}, {1500, 0}};

  Turn(std::size_t row_count, std::size_t column_count)
      : rows(places(row_count, static_cast<std::int64_t>(column_count))),
        columns(places(column_count, static_cast<std::int64_t>(row_count))) {
    std::reverse(columns.begin(), columns.end());
  }

  Squares squares() const {
    return {rows.data(), rows.size(), columns.data(), columns.size()};
  }

  void slowly(const Bytes& in, Bytes& out) const {
    for (const Move& move : moves) {
      for (std::size_t r = 0; r < rows.size(); ++r) {
        for (std::size_t c = 0; c < columns.size(); ++c) {
          const auto from = move.in + rows[r] + static_cast<int>(c);
          const auto to = move.out + columns[c] + static_cast<int>(r);
          out[static_cast<std::size_t>(to)] =
              in[static_cast<std::size_t>(from)];
        }
      }
    }
  }
};

TEST(SquaresTest, PutEveryByteWhereItBelongsAndNothingElse) {
  const Bytes in = test::numbered(3200);
  test::on_every_target([&] {
    for (std::size_t row_count = kLeastSquare; row_count <= 35; ++row_count) {
      for (std::size_t column_count = kLeastSquare; column_count <= 35;
           ++column_count) {
        const Turn turn(row_count, column_count);
        Bytes out(6000, 0xee);
        Bytes expected = out;
        turn.slowly(in, expected);
        move_squares(in.data(), out.data(), turn.squares(), turn.moves.data(),
                     turn.moves.size());
        ASSERT_EQ(out, expected) << row_count << " x " << column_count;
      }
    }
  });
}

TEST(SquaresTest, ManyColumnsTurnAtOnce) {
  // Neither a byte before or behind is read, nor one written: a sanitizer sees
  // it.
  for (const std::size_t row_count :
       {4u, 5u, 7u, 8u, 11u, 15u, 16u, 17u, 33u}) {
    for (const std::size_t column_count :
         {4u, 7u, 8u, 15u, 16u, 17u, 31u, 32u, 33u, 47u, 48u, 63u, 64u, 65u,
          80u, 97u, 128u, 130u}) {
      Turn turn(row_count, column_count);
      turn.moves = {{0, 0}};
      const Bytes in = test::numbered(
          static_cast<std::size_t>(turn.rows.back()) + column_count);
      Bytes expected(static_cast<std::size_t>(turn.columns.front()) + row_count,
                     0xee);
      const Bytes before = expected;
      turn.slowly(in, expected);
      test::on_every_target([&] {
        Bytes out = before;
        move_squares(in.data(), out.data(), turn.squares(), turn.moves.data(),
                     turn.moves.size());
        ASSERT_EQ(out, expected) << row_count << " x " << column_count;
      });
      if (HasFatalFailure()) return;
    }
  }
}

TEST(SquaresTest, WhatIsFetchedMeanwhileMakesNoDifference) {
  const Bytes in = test::numbered(3200);
  // Squares of 4, 8 and 16 to a side, and how many of them there are.
  constexpr std::size_t kSides[][2] = {{4, 4},   {5, 30},  {8, 8},  {30, 8},
                                       {16, 16}, {17, 33}, {35, 16}};
  for (const auto& [row_count, column_count] : kSides) {
    const Turn turn(row_count, column_count);
    Bytes expected(6000, 0xee);
    turn.slowly(in, expected);
    // No line more than there are: a sanitizer sees it.
    for (const std::size_t count : {0u, 1u, 2u, 3u, 7u, 16u, 61u}) {
      std::vector<std::int64_t> lines;
      for (std::size_t i = 0; i < count; ++i) {
        lines.push_back(static_cast<std::int64_t>(i * 50));
      }
      for (const auto into :
           {Fetch::Into::nothing, Fetch::Into::l1, Fetch::Into::l2}) {
        const Fetch fetch = {in.data(), lines.data(), count, into};
        test::on_every_target([&] {
          Bytes out(6000, 0xee);
          move_squares(in.data(), out.data(), turn.squares(), turn.moves.data(),
                       turn.moves.size(), fetch);
          ASSERT_EQ(out, expected)
              << row_count << " x " << column_count << ", " << count;
          // Without anything to do there is nothing to count.
          move_squares(in.data(), out.data(), turn.squares(), nullptr, 0,
                       fetch);
          ASSERT_EQ(out, expected);
        });
        if (HasFatalFailure()) return;
      }
    }
  }
}

/// What squares.h says, byte by byte.
void move_slowly(const Bytes& in, const std::vector<Patch>& patches,
                 const std::vector<PatchOrder>& orders, Bytes& out) {
  for (const auto& [rows, columns, order] : patches) {
    for (std::size_t i = 0; i < 64; ++i) {
      const std::size_t c = i / 8;
      const std::size_t r =
          order == Patch::kAsTheyAre
              ? i % 8
              : orders[static_cast<std::size_t>(order)].from[c][i % 8];
      out[static_cast<std::size_t>(columns[c]) + i % 8] =
          in[static_cast<std::size_t>(rows[r]) + c];
    }
  }
}

/// Three that lie anywhere in 497 bytes, and go to 700.
std::vector<Patch> some_patches(std::int32_t n) {
  std::vector<Patch> patches(3);
  for (std::int32_t p = 0; p < 3; ++p) {
    for (std::int32_t i = 0; i < 8; ++i) {
      Patch& each = patches[static_cast<std::size_t>(p)];
      each.rows[i] = (p * 97 + n + i * (n + 1)) % 490;
      each.columns[i] = p * 200 + (7 - i) * (8 + n % 5) + n % 3;
    }
  }
  return patches;
}

TEST(SquaresTest, PatchesMayLieAnywhere) {
  const Bytes in = test::numbered(500);
  test::on_every_target([&] {
    for (std::int32_t n = 0; n < 40; ++n) {
      const std::vector<Patch> patches = some_patches(n);
      Bytes out(700, 0xee);
      Bytes expected = out;
      move_slowly(in, patches, {}, expected);
      // What is fetched meanwhile makes no difference.
      const std::int64_t lines[] = {0, 64, 128, 192};
      move_patches(in.data(), out.data(), patches.data(), patches.size(),
                   nullptr, {in.data(), lines, 4, Fetch::Into::l2});
      ASSERT_EQ(out, expected) << n;
    }
  });
}

TEST(SquaresTest, ColumnsOfPatchesMayBeInAnyOrder) {
  const Bytes in = test::numbered(500);
  std::mt19937 random(5);
  for (std::int32_t n = 0; n < 200; ++n) {
    // Bytes may be there twice, or not at all.
    std::vector<PatchOrder> orders(4);
    for (PatchOrder& order : orders) {
      for (auto& column : order.from) {
        for (std::uint8_t& from : column) {
          from = static_cast<std::uint8_t>(random() % 8);
        }
      }
    }
    std::vector<Patch> patches = some_patches(n % 40);
    for (Patch& patch : patches) {
      patch.order = static_cast<std::int32_t>(random() % 5) - 1;
    }
    Bytes expected(700, 0xee);
    move_slowly(in, patches, orders, expected);
    const std::int64_t lines[] = {0, 64, 128, 192};
    for (const auto into :
         {Fetch::Into::nothing, Fetch::Into::l1, Fetch::Into::l2}) {
      test::on_every_target([&] {
        Bytes out(700, 0xee);
        move_patches(in.data(), out.data(), patches.data(), patches.size(),
                     orders.data(), {in.data(), lines, 4, into});
        ASSERT_EQ(out, expected) << n;
      });
      if (HasFatalFailure()) return;
    }
  }
}

TEST(SquaresTest, AnyRowMayBeAnyByteOfAnyColumn) {
  // The first and the last byte that are read are those of a buffer, and those
  // that are written too: a sanitizer sees more.
  const Bytes in = test::numbered(64);
  std::vector<Patch> patches(1);
  for (std::int32_t i = 0; i < 8; ++i) {
    patches[0].rows[i] = 8 * i;
    patches[0].columns[i] = 56 - 8 * i;
  }
  patches[0].order = 0;
  std::vector<PatchOrder> orders(1);
  for (std::size_t c = 0; c < 8; ++c) {
    for (std::size_t i = 0; i < 8; ++i) {
      for (std::uint8_t row = 0; row < 8; ++row) {
        orders[0] = {};
        orders[0].from[c][i] = row;
        Bytes expected(64);
        move_slowly(in, patches, orders, expected);
        test::on_every_target([&] {
          Bytes out(64);
          move_patches(in.data(), out.data(), patches.data(), 1, orders.data());
          ASSERT_EQ(out, expected) << c << ", " << i << ", " << int{row};
        });
        if (HasFatalFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace ashlar::kernels
