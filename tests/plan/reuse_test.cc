// Loops that come back to lines of the last chunk are innermost.
#include "src/plan/reuse.h"

#include <gtest/gtest.h>

namespace ashlar {
namespace {

Loop loop(Index count, Index in_bytes, Index out_bytes) {
  Loop out;
  out.dims = {{0, 1, count}};
  out.count = count;
  out.in_step = in_bytes * 8;
  out.out_step = out_bytes * 8;
  return out;
}

std::vector<std::size_t> order(const std::vector<Loop>& outer,
                               const TouchedLines& lines) {
  std::vector<Level> levels;
  for (std::size_t i = 0; i < outer.size(); ++i) {
    levels.push_back({i, 0, 1, true});
  }
  std::vector<std::size_t> out;
  for (const Level& level : sorted_by_reuse(levels, outer, lines)) {
    out.push_back(level.loop);
  }
  return out;
}

using Order = std::vector<std::size_t>;

// A chunk of 8 bytes of each of four lines, to two whole lines.
const TouchedLines kParts = {{0, 4096, 8192, 12288}, {0, 64}};

TEST(ReuseTest, TheStepWithinLinesIsTheLast) {
  const std::vector<Loop> outer = {loop(8, 8, 100000), loop(10, 1 << 20, 128),
                                   loop(10, 1 << 24, 1 << 24)};
  EXPECT_EQ(order(outer, kParts), (Order{1, 2, 0}));
}

TEST(ReuseTest, WhatIsWrittenAgainCountsMore) {
  const TouchedLines both = {{0, 4096}, {0, 4096}};
  const std::vector<Loop> outer = {loop(8, 1 << 20, 8), loop(8, 8, 1 << 20)};
  EXPECT_EQ(order(outer, both), (Order{1, 0}));
}

TEST(ReuseTest, OrderStaysWhereLinesAreUsedUp) {
  const std::vector<Loop> outer = {loop(8, 64, 1 << 20), loop(8, 1 << 20, 64)};
  EXPECT_EQ(order(outer, {{0, 4096}, {0, 4096}}), (Order{0, 1}));
}

TEST(ReuseTest, NoMoreIsBetweenThanACacheHolds) {
  // The last goes on for so long that nothing is left of what was before it.
  std::vector<Loop> outer = {loop(8, 1 << 20, 64), loop(8, 1 << 22, 1 << 22),
                             loop(100000, 16, 1 << 20)};
  EXPECT_EQ(order(outer, kParts), (Order{0, 1, 2}));
  outer[2].count = outer[2].dims[0].count = 4;
  EXPECT_EQ(order(outer, kParts), (Order{1, 0, 2}));
}

TEST(ReuseTest, StepsOfTablesCountOnAverage) {
  Loop table = loop(4, 0, 0);
  table.in_even = table.out_even = false;
  table.in_at = {0, 64, 128, 192};
  table.out_at = {0, 1 << 20, 1 << 21, 1 << 22};
  EXPECT_EQ(order({table, loop(4, 1 << 20, 1 << 12)}, kParts), (Order{1, 0}));
}

TEST(ReuseTest, DimsOfATableMoveAlone) {
  // Two dims, of which the first goes on within lines and the other does not.
  Loop table;
  table.dims = {{0, 1, 4}, {1, 1, 8}};
  table.count = 32;
  table.in_even = table.out_even = false;
  for (Index k = 0; k < 32; ++k) {
    table.in_at.push_back((k / 8 * 16 + k % 8 * (1 << 20)) * 8);
    table.out_at.push_back(k * (1 << 16) * 8);
  }
  const std::vector<Level> levels =
      sorted_by_reuse({{0, 0, 8, false}, {0, 1, 1, true}}, {table}, kParts);
  ASSERT_EQ(levels.size(), 2u);
  EXPECT_EQ(levels[0].dim, 1u);
  EXPECT_EQ(levels[1].dim, 0u);
  EXPECT_FALSE(levels[0].is_last);
  EXPECT_TRUE(levels[1].is_last);
}

}  // namespace
}  // namespace ashlar
