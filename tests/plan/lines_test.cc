// Each line of a chunk's source is fetched once.
#include "src/plan/lines.h"

#include <gtest/gtest.h>

#include <set>

namespace ashlar {
namespace {

Loop loop(Index count, Index in_step) {
  Loop out;
  out.dims = {{0, 1, count}};
  out.count = count;
  out.in_step = in_step * 8;
  return out;
}

TEST(LinesTest, CoverRowsOnce) {
  const auto lines = list_lines({loop(8, 4096), loop(64, 4)}, {loop(16, 256)},
                                32, Which::source);
  EXPECT_EQ(lines.size(), 8u * 4);
  EXPECT_EQ(lines[0], 0);
  EXPECT_EQ(lines[3], 192);
  EXPECT_EQ(lines[4], 4096);
}

TEST(LinesTest, AStretchThatBeginsAnywhereHasALineMore) {
  const auto lines = list_lines({loop(8, 4100), loop(64, 4)}, {loop(16, 256)},
                                32, Which::source);
  // The first one is known to begin with a line.
  EXPECT_EQ(lines.size(), 4 + 7u * 5);
}

TEST(LinesTest, WhatIsCloseTogetherIsFetchedOnce) {
  // 16 bytes of every 32.
  const auto lines =
      list_lines({loop(16, 1), loop(64, 32)}, {}, 8, Which::source);
  std::set<std::int64_t> all;
  for (const std::int64_t at : lines) all.insert(at / 64);
  EXPECT_EQ(all.size(), lines.size());
  EXPECT_EQ(all.size(), 32u);
}

TEST(LinesTest, LoopsOfWholeLinesKeepThem) {
  Loop loop;
  loop.dims = {{0, 1, 2}};
  loop.count = 2;
  loop.out_step = 64 * 8;
  EXPECT_TRUE(keeps_lines({loop}, 0));
  EXPECT_TRUE(keeps_lines({}, 128 * 8));
  EXPECT_FALSE(keeps_lines({loop}, 8));
  Loop half = loop;
  half.out_step = 32 * 8;
  EXPECT_FALSE(keeps_lines({loop, half}, 0));
  Loop table = loop;
  table.in_at = {0, 8};
  table.out_at = {0, 64 * 8 + 8};
  EXPECT_FALSE(keeps_lines({table}, 0));
}

TEST(LinesTest, AreTheSameHoweverManyBytesThereAre) {
  // 8192 elements, of which each is in one of 512 lines, in no order.
  Loop table = loop(8192, 0);
  table.in_even = table.out_even = false;
  for (Index k = 0; k < 8192; ++k) {
    table.in_at.push_back(k * 4099 % 8192 * 4 * 8);
  }
  table.out_at = table.in_at;
  const auto lines = list_lines({table}, {}, 32, Which::source);
  ASSERT_EQ(lines.size(), 512u);
  for (std::size_t i = 0; i < 512; ++i) {
    EXPECT_EQ(lines[i], static_cast<std::int64_t>(i) * 64);
  }
}

TEST(LinesTest, AreFetchedWhereverAChunkBegins) {
  // Rows of 60 bytes one behind the other: which end in another line than they
  // begin in depends on where the first one is.
  const std::vector<std::int64_t> lines =
      lines_to_fetch({loop(60, 1), loop(8, 4096)}, {loop(16, 60)}, 8);
  for (std::int64_t start = 0; start < 64; ++start) {
    std::set<std::int64_t> asked;
    for (const std::int64_t at : lines) asked.insert((start + at) / 64);
    for (std::int64_t row = 0; row < 8; ++row) {
      for (std::int64_t byte = 0; byte < 60; ++byte) {
        ASSERT_TRUE(asked.count((start + row * 4096 + byte) / 64) > 0)
            << start << ", " << row << ", " << byte;
      }
    }
  }
  EXPECT_EQ(lines.size(), 16u);
}

}  // namespace
}  // namespace ashlar
