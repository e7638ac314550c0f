// Tables as runs and squares: every byte arrives, whatever the order.
#include "src/plan/patches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace ashlar {
namespace {

using Places = std::vector<std::int32_t>;

constexpr std::int32_t kNothing = -1;

/// Which byte of the staging area is at each byte of the work area.
Places carried_out(const Patches& all, std::size_t in_bytes,
                   std::size_t out_bytes) {
  Places in(in_bytes + kPatchSlack, kNothing);
  std::iota(in.begin(), in.end() - kPatchSlack, 0);
  Places out(out_bytes + kPatchSlack, kNothing);
  for (const auto& [from, to] : all.hops) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(all.hop_bytes); ++i) {
      out.at(static_cast<std::size_t>(to) + i) =
          in.at(static_cast<std::size_t>(from) + i);
    }
  }
  for (const auto& [rows, columns, order] : all.patches) {
    for (std::size_t c = 0; c < kernels::kPatchSide; ++c) {
      for (std::size_t i = 0; i < kernels::kPatchSide; ++i) {
        const std::size_t r =
            order == kernels::Patch::kAsTheyAre
                ? i
                : all.orders.at(static_cast<std::size_t>(order)).from[c][i];
        out.at(static_cast<std::size_t>(columns[c]) + i) =
            in.at(static_cast<std::size_t>(rows[r]) + c);
      }
    }
  }
  const kernels::CellPart* part = all.cells.parts.data();
  for (const auto& [to, parts] : all.cells.cells) {
    for (std::int32_t k = 0; k < parts; ++k, ++part) {
      const auto& order =
          all.cells.orders.at(static_cast<std::size_t>(part->order));
      for (std::size_t i = 0; i < kernels::kCellBytes; ++i) {
        if (order.from[i] == kernels::kNoByte) continue;
        out.at(static_cast<std::size_t>(to) + i) =
            in.at(static_cast<std::size_t>(part->in) + order.from[i]);
      }
    }
  }
  out.resize(out_bytes);
  return out;
}

/// Each byte of elements of `width` bytes that begin at `at`.
Places bytes_of(const Places& at, Index width) {
  Places out;
  for (const std::int32_t each : at) {
    for (std::int32_t i = 0; i < width; ++i) out.push_back(each + i);
  }
  return out;
}

/// Takes rows * columns bytes from rows to columns of others.
Places turned(std::int32_t rows, std::int32_t columns, std::int32_t pitch) {
  Places at;
  for (std::int32_t c = 0; c < columns; ++c) {
    for (std::int32_t r = 0; r < rows; ++r) at.push_back(r * pitch + c);
  }
  return at;
}

/// Checks what is found, if something is.
void expect_same(const Places& at, Index width) {
  const Index in_bytes = *std::ranges::max_element(at) + width;
  const auto found = find_patches(at, width, in_bytes);
  if (!found) return;
  const Places expected = bytes_of(at, width);
  ASSERT_EQ(
      carried_out(*found, static_cast<std::size_t>(in_bytes), expected.size()),
      expected)
      << at.size() << " elements of " << width << " bytes";
}

TEST(PatchesTest, RunsOfAnyLengthGoTogether) {
  std::mt19937 random(3);
  for (const Index width : {1, 2, 4, 8}) {
    for (const int most : {2, 5, 16, 40}) {
      Places starts(200);
      std::iota(starts.begin(), starts.end(), 0);
      std::ranges::shuffle(starts, random);
      Places at;
      for (const std::int32_t start : starts) {
        const int count = most / 2 + static_cast<int>(random() % 3);
        for (int k = 0; k < count; ++k) {
          at.push_back((start * 50 + k) * static_cast<std::int32_t>(width));
        }
      }
      expect_same(at, width);
    }
  }
  const Places pieces = {40, 41, 42, 43, 10, 11, 12, 13, 14, 0, 1, 2, 3};
  const auto found = find_patches(pieces, 1, 50);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->hops.size(), 3u);
  EXPECT_TRUE(found->patches.empty());
}

TEST(PatchesTest, ColumnsOfAnyLengthAreSquares) {
  for (std::int32_t rows = 2; rows <= 19; ++rows) {
    for (std::int32_t columns = 2; columns <= 19; ++columns) {
      expect_same(turned(rows, columns, columns), 1);
      expect_same(turned(rows, columns, 64), 1);
    }
  }
  const auto found = find_patches(turned(16, 16, 16), 1, 256);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->patches.size(), 4u);
  EXPECT_TRUE(found->hops.empty());
}

/// The same as turned, but for the rows of each eight, which every column has
/// in an order of its own.
Places mixed(std::int32_t rows, std::int32_t columns, std::int32_t pitch,
             const std::vector<Places>& orders) {
  Places at;
  for (std::int32_t c = 0; c < columns; ++c) {
    const Places& order = orders[static_cast<std::size_t>(c) % orders.size()];
    for (std::int32_t r = 0; r < rows; ++r) {
      const std::int32_t first = r / 8 * 8;
      const bool is_whole = first + 8 <= rows;
      const std::int32_t row =
          is_whole ? first + order[static_cast<std::size_t>(r - first)] : r;
      at.push_back(row * pitch + c);
    }
  }
  return at;
}

TEST(PatchesTest, ColumnsMayEachHaveTheirRowsInAnotherOrder) {
  std::mt19937 random(6);
  int found_orders = 0;
  for (int n = 0; n < 20; ++n) {
    std::vector<Places> orders;
    for (int c = 0; c < 16; ++c) {
      Places order(8);
      std::iota(order.begin(), order.end(), 0);
      std::ranges::shuffle(order, random);
      orders.push_back(order);
    }
    for (const std::int32_t rows : {8, 9, 16, 23, 24}) {
      for (std::int32_t columns = 4; columns <= 19; columns += 3) {
        const Places at = mixed(rows, columns, 64, orders);
        expect_same(at, 1);
        const auto found = find_patches(at, 1, rows * 64);
        found_orders += found && !found->orders.empty() ? 1 : 0;
      }
    }
  }
  EXPECT_GT(found_orders, 300);
}

TEST(PatchesTest, OrdersThatComeAgainAreKeptOnce) {
  // As an xor of columns with rows has them.
  std::vector<Places> orders;
  for (std::int32_t c = 0; c < 8; ++c) {
    Places order;
    for (std::int32_t r = 0; r < 8; ++r) order.push_back(r ^ c);
    orders.push_back(order);
  }
  const auto found = find_patches(mixed(32, 32, 64, orders), 1, 32 * 64);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->patches.size(), 16u);
  EXPECT_EQ(found->orders.size(), 1u);
  for (const kernels::Patch& patch : found->patches) {
    EXPECT_EQ(patch.order, 0);
  }
  EXPECT_TRUE(found->hops.empty());
  // What is in order everywhere needs none.
  const auto plain = find_patches(turned(32, 32, 64), 1, 32 * 64);
  ASSERT_TRUE(plain);
  EXPECT_TRUE(plain->orders.empty());
}

TEST(PatchesTest, BytesOfFewPlacesAreCells) {
  Places at;  // two rows by turns, then one in another order
  for (std::int32_t i = 0; i < 64; ++i) at.push_back(i % 2 * 200 + i / 2);
  for (std::int32_t i = 0; i < 64; ++i)
    at.push_back(400 + (i * 3 % 8) + i / 8 * 8);
  expect_same(at, 1);
  const auto found = find_patches(at, 1, 500);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->cells.cells.size(), 8u);
  EXPECT_EQ(found->cells.parts.size(), 12u);
  EXPECT_EQ(found->cells.orders.size(), 3u);
}

TEST(PatchesTest, WhatIsNoSquareIsMovedToo) {
  std::mt19937 random(4);
  int mixed = 0;  // tables that need squares and runs
  for (int n = 0; n < 300; ++n) {
    Places at;
    while (at.size() < 400) {
      const auto base = static_cast<std::int32_t>(random() % 4) * 600;
      Places next = turned(2 + static_cast<std::int32_t>(random() % 12),
                           2 + static_cast<std::int32_t>(random() % 12), 21);
      // Some bytes are asked for twice, as broadcast sources are.
      for (std::int32_t& each : next) each += base;
      const auto lost = static_cast<std::ptrdiff_t>(random() % 5);
      next.erase(next.begin(), next.begin() + std::min(lost, std::ssize(next)));
      at.insert(at.end(), next.begin(), next.end());
    }
    expect_same(at, 1);
    const auto found = find_patches(at, 1, 3000);
    mixed += found && !found->hops.empty() && !found->patches.empty() ? 1 : 0;
  }
  EXPECT_GT(mixed, 50);
}

TEST(PatchesTest, ATableWithoutNeighboursStays) {
  Places at(1000);
  std::iota(at.begin(), at.end(), 0);
  std::mt19937 random(5);
  std::ranges::shuffle(at, random);
  EXPECT_FALSE(find_patches(at, 1, 1000));
}

TEST(PatchesTest, FewBytesHaveNoSquares) {
  expect_same({0}, 1);
  expect_same({3, 2, 1, 0}, 1);
  expect_same({0, 1, 2, 3, 4, 5, 6, 7, 8}, 1);
}

}  // namespace
}  // namespace ashlar
