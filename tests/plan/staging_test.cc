// The staging area: everything once, in the order of the source.
#include "src/plan/staging.h"

#include <gtest/gtest.h>

#include <set>

namespace ashlar {
namespace {

ChunkLoop loop(Index count, Index in_step) {
  ChunkLoop out;
  out.loop.count = count;
  out.loop.in_step = in_step;
  out.loop.dims = {{0, 1, count}};
  return out;
}

constexpr Widths kWords{32, 32, 4, true};
constexpr Widths kNibbles{4, 4, 1, false};

TEST(StagingTest, JoinsWhatIsContiguous) {
  // Rows of 3 x 5 words, 100 bytes apart.
  const Staging all =
      lay_out({loop(3, 5 * 32), loop(4, 800), loop(5, 32)}, kWords);
  EXPECT_EQ(all.count, 15);
  EXPECT_EQ(all.steps, (std::vector<Index>{5, 15, 1}));
  ASSERT_EQ(all.stretches.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(all.stretches[i].in, static_cast<Index>(i) * 100);
    EXPECT_EQ(all.stretches[i].out, static_cast<Index>(i) * 15);
  }
}

TEST(StagingTest, ReadsShortRowsOfCodesWithWhatIsBetween) {
  // Rows of 16 codes, 19 apart; 13 apart, as the next one begins before what
  // goes on through padding ends; 40 apart; and words, which have no gaps.
  const Staging gaps = lay_out({loop(32, 76), loop(16, 4)}, kNibbles);
  EXPECT_EQ(gaps.stretches.size(), 1u);
  EXPECT_EQ(gaps.count, 31 * 19 + 16);
  EXPECT_EQ(gaps.size, gaps.count);
  EXPECT_EQ(gaps.steps, (std::vector<Index>{19, 1}));
  const Staging laps = lay_out({loop(32, 52), loop(16, 4)}, kNibbles);
  EXPECT_EQ(laps.stretches.size(), 1u);
  EXPECT_EQ(laps.count, 31 * 13 + 16);
  const Staging apart = lay_out({loop(32, 160), loop(16, 4)}, kNibbles);
  EXPECT_EQ(apart.stretches.size(), 32u);
  EXPECT_EQ(apart.size, 32 * 16);
  const Staging words = lay_out({loop(32, 19 * 32), loop(16, 32)}, kWords);
  EXPECT_EQ(words.stretches.size(), 32u);
}

TEST(StagingTest, WhatIsBehindAStretchWithGapsIsBehindAllOfIt) {
  const Staging all =
      lay_out({loop(2, 40000), loop(4, 76), loop(16, 4)}, kNibbles);
  ASSERT_EQ(all.stretches.size(), 2u);
  EXPECT_EQ(all.count, 3 * 19 + 16);
  EXPECT_EQ(all.stretches[1].out, all.count);
  EXPECT_EQ(all.size, 2 * all.count);
}

TEST(StagingTest, CountsCodesInBits) {
  const Staging all = lay_out({loop(8, 4), loop(3, 72)}, kNibbles);
  EXPECT_EQ(all.count, 8);
  ASSERT_EQ(all.stretches.size(), 3u);
  EXPECT_EQ(all.stretches[2].in, 144);
  EXPECT_EQ(all.stretches[2].out, 16);
}

TEST(StagingTest, LeavesNoGapsAfterTables) {
  ChunkLoop table = loop(3, 64);
  table.loop.in_even = table.loop.out_even = false;
  table.loop.in_at = {0, 640, 64};
  table.loop.out_at = {0, 1, 2};
  const Staging all = lay_out({table, loop(2, 32)}, kWords);
  EXPECT_EQ(all.count, 2);
  std::set<Index> places;
  for (const kernels::Move& each : all.stretches) places.insert(each.out);
  EXPECT_EQ(places, (std::set<Index>{0, 2, 4}));
  EXPECT_EQ(all.stretches.back().in, 80);
  EXPECT_EQ(all.stretches.back().out, 2);
}

ChunkLoop loop(Index count, Index in_step, Index out_step) {
  ChunkLoop out = loop(count, in_step);
  out.loop.out_step = out_step;
  return out;
}

TEST(StagingTest, RunsThatMakeUpLinesAreCastStraight) {
  constexpr Widths kToHalves{32, 16, 4, true, true};
  // Faces of 16 x 16 of rows of 64 numbers: two rows are a line.
  const auto [moves, count] = cast_runs(
      {loop(4, 16 * 32, 256 * 16), loop(16, 64 * 32, 256), loop(16, 32, 16)},
      kToHalves);
  EXPECT_EQ(count, 16);
  ASSERT_EQ(moves.size(), 64u);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    EXPECT_EQ(moves[i].out, static_cast<Index>(i) * 32);
    EXPECT_EQ(moves[i].in, static_cast<Index>(i % 16) * 256 +
                               static_cast<Index>(i / 16) * 64);
  }
}

TEST(StagingTest, OtherRunsAreNot) {
  constexpr Widths kToHalves{32, 16, 4, true, true};
  const auto runs = [&](Index count) {
    return cast_runs({loop(8, 4096, count * 16), loop(count, 32, 16)},
                     kToHalves)
        .count;
  };
  EXPECT_EQ(runs(64), 64);
  EXPECT_EQ(runs(32), 32);
  EXPECT_EQ(runs(16), 16);
  EXPECT_EQ(runs(8), 0);   // less than a line of the source
  EXPECT_EQ(runs(24), 0);  // ends inside of a line
  EXPECT_EQ(runs(48), 0);
  // Nothing is contiguous on both sides.
  EXPECT_EQ(
      cast_runs({loop(64, 32, 1024), loop(64, 2048, 16)}, kToHalves).count, 0);
}

TEST(StagingTest, ShortStretchesThatEndInsideOfLinesCutThem) {
  EXPECT_TRUE(cuts_lines(15, kWords));
  EXPECT_FALSE(cuts_lines(16, kWords));
  EXPECT_FALSE(cuts_lines(513, kWords));
}

}  // namespace
}  // namespace ashlar
