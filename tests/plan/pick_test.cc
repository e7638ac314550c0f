// Which loops make a chunk.
#include "src/plan/pick.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "src/plan/tables.h"
#include "tests/plan/byte_loop.h"

namespace ashlar {
namespace {

constexpr Widths kBytes{8, 8, 1, false};

std::vector<FusedAxis> axes_of(const std::vector<Loop>& loops) {
  std::vector<FusedAxis> axes;
  for (const Loop& each : loops) {
    axes.push_back({{each.dims[0].axis}, {each.count}, each.count});
  }
  return axes;
}

Picked pick(const std::vector<Loop>& loops, Lines lines) {
  return pick_chunk(loops, axes_of(loops), kBytes, {}, lines);
}

Index all_of(const Picked& picked) {
  Index count = 1;
  for (const Loop& each : picked.chunk) count *= each.count;
  for (const Loop& each : picked.outer) count *= each.count;
  return count;
}

TEST(PickTest, WhatIsOneRunOnBothSidesIsTakenInLongRuns) {
  const Picked picked = pick({byte_loop(0, 1 << 20, 1, 1)}, Lines::few);
  EXPECT_TRUE(picked.has_long_runs);
  EXPECT_EQ(picked.chunk.size(), 1u);
  EXPECT_GT(picked.count, 16 << 10);
  EXPECT_EQ(all_of(picked), 1 << 20);
}

TEST(PickTest, ATransposeTakesPartsOfBothLoops) {
  const Picked picked = pick(
      {byte_loop(0, 4096, 4096, 1), byte_loop(1, 4096, 1, 4096)}, Lines::few);
  EXPECT_FALSE(picked.has_long_runs);
  EXPECT_EQ(picked.chunk.size(), 2u);
  EXPECT_GE(picked.reach(Which::source), 64 * 8);
  EXPECT_GE(picked.reach(Which::destination), 64 * 8);
  EXPECT_EQ(all_of(picked), 4096 * 4096);
}

constexpr Widths kFloats{32, 32, 4, false};

Picked pick_unasked(const std::vector<Loop>& loops,
                    RowsFollowed rows = RowsFollowed::many) {
  ChunkSize size;
  size.rows = rows;
  return pick_chunk(loops, axes_of(loops), kFloats, size, Lines::few);
}

TEST(PickTest, RowsThatComeUnaskedAreFewAndLong) {
  const Picked square = pick_unasked(
      {byte_loop(0, 4096, 16384, 4), byte_loop(1, 4096, 4, 16384)});
  EXPECT_TRUE(square.has_long_rows);
  EXPECT_EQ(square.reach(Which::source), 4096 * 8);
  EXPECT_EQ(square.reach(Which::destination), 128 * 8);
  EXPECT_EQ(all_of(square), 4096 * 4096);
  // Where fewer are followed there are half as many.
  const Picked narrow =
      pick_unasked({byte_loop(0, 4096, 16384, 4), byte_loop(1, 4096, 4, 16384)},
                   RowsFollowed::some);
  EXPECT_TRUE(narrow.has_long_rows);
  EXPECT_EQ(narrow.reach(Which::source), 4096 * 8);
  EXPECT_EQ(narrow.reach(Which::destination), 64 * 8);
  EXPECT_EQ(all_of(narrow), 4096 * 4096);
  // Blocks of 16 channels: there are no long rows but at the destination.
  for (const RowsFollowed rows : {RowsFollowed::some, RowsFollowed::many}) {
    const Picked blocks =
        pick_unasked({byte_loop(0, 4096, 64, 4), byte_loop(1, 16, 4, 16384),
                      byte_loop(2, 256, 1 << 18, 1 << 18)},
                     rows);
    EXPECT_TRUE(blocks.has_long_rows);
    EXPECT_GE(blocks.reach(Which::destination), 4096 * 8);
  }
}

TEST(PickTest, RowsThatBeginAnywhereAreMoreThanSomeFollow) {
  const auto pick_ragged = [](RowsFollowed rows) {
    return pick_unasked(
        {byte_loop(0, 4095, 16388, 4), byte_loop(1, 4097, 4, 16380)}, rows);
  };
  EXPECT_TRUE(pick_ragged(RowsFollowed::many).has_long_rows);
  const Picked some = pick_ragged(RowsFollowed::some);
  const Picked none = pick_ragged(RowsFollowed::none);
  EXPECT_FALSE(some.has_long_rows);
  EXPECT_FALSE(none.has_long_rows);
  EXPECT_EQ(some.chunk, none.chunk);
  EXPECT_EQ(some.outer, none.outer);
}

TEST(PickTest, RowsThatPushEachOtherOutAreReadFurther) {
  // A line of each of 1024 rows that are a power of two apart, one after the
  // other.
  const auto pick_blocks = [](Index pitch, RowsFollowed rows) {
    return pick_unasked({byte_loop(0, 1024, pitch, 64), byte_loop(1, 16, 4, 4),
                         byte_loop(2, 1024, 64, 1 << 16)},
                        rows);
  };
  const Picked some = pick_blocks(1 << 16, RowsFollowed::some);
  EXPECT_GE(some.reach(Which::source), 2048 * 8);
  EXPECT_LE(some.count * 4, 128 << 10);
  EXPECT_EQ(all_of(some), 1024 * 1024 * 16);
  // Where more are followed, and if there is room for all of them, each gives a
  // line; where none is, they are asked for and are short.
  EXPECT_EQ(pick_blocks(1 << 16, RowsFollowed::many).reach(Which::source),
            64 * 8);
  EXPECT_LT(pick_blocks(1 << 16, RowsFollowed::none).reach(Which::source),
            1024 * 8);
  const Index apart = (1 << 16) + 64;
  EXPECT_EQ(pick_blocks(apart, RowsFollowed::some).chunk,
            pick_blocks(apart, RowsFollowed::many).chunk);
}

TEST(PickTest, SmallTablesComeFirstIfThatIsAskedFor) {
  // Rows of 22 that go on from one value of a table to another: no comb says
  // so, as their beginnings are not evenly apart.
  Loop table = byte_loop(1, 6, 0, 100000);
  table.in_even = table.out_even = false;
  for (const Index at : {0, 22, 44, 65, 87, 109}) {
    table.in_at.push_back(at * 8);
    table.out_at.push_back(std::ssize(table.out_at) * 800000);
  }
  find_combs(table);
  const std::vector<Loop> loops = {byte_loop(0, 22, 1, 4096), table,
                                   byte_loop(2, 4096, 131, 1)};
  const auto takes_table = [&](ChunkSize size) {
    const Picked picked =
        pick_chunk(loops, axes_of(loops), kBytes, size, Lines::whatever);
    EXPECT_EQ(all_of(picked), 22 * 6 * 4096);
    return std::ranges::any_of(picked.chunk, &Loop::is_listed);
  };
  ChunkSize size = {4 << 10, 64};
  EXPECT_FALSE(takes_table(size));
  size.tables = Tables::first;
  EXPECT_TRUE(takes_table(size));
}

TEST(PickTest, RowsOfLessThanALineAreAskedFor) {
  const Picked picked =
      pick_unasked({byte_loop(0, 4096, 8, 4), byte_loop(1, 2, 4, 16384),
                    byte_loop(2, 256, 1 << 15, 1 << 15)});
  EXPECT_FALSE(picked.has_long_rows);
}

TEST(PickTest, ShortRowsThatLieApartAreAskedFor) {
  const Picked picked =
      pick_unasked({byte_loop(0, 4096, 4096, 4), byte_loop(1, 16, 4, 16384),
                    byte_loop(2, 64, 64, 1 << 20)});
  EXPECT_FALSE(picked.has_long_rows);
}

TEST(PickTest, LongRunsAreTakenAsTheyAre) {
  const std::vector<Loop> loops = {
      byte_loop(0, 1024, 4, 4), byte_loop(1, 2, 1 << 20, 4096),
      byte_loop(2, 2, 4096, 1 << 20), byte_loop(3, 64, 8192, 8192)};
  const Picked asked =
      pick_chunk(loops, axes_of(loops), kFloats, {}, Lines::few);
  EXPECT_EQ(pick_unasked(loops).count, asked.count);
}

TEST(PickTest, SeveralStretchesTakeTurns) {
  // Lines from one of two places to another of two.
  const std::vector<Loop> loops = {
      byte_loop(0, 16, 4, 4), byte_loop(1, 2, 1 << 20, 64),
      byte_loop(2, 2, 64, 1 << 20), byte_loop(3, 1024, 128, 128)};
  const Picked asked =
      pick_chunk(loops, axes_of(loops), kFloats, {}, Lines::few);
  const Picked unasked = pick_unasked(loops);
  EXPECT_EQ(asked.run_bytes, 64);
  EXPECT_GT(asked.count * 4, 2048);
  EXPECT_LE(unasked.count * 4, 2048);
  EXPECT_EQ(all_of(unasked), all_of(asked));
}

/// Lines of the destination are made of eight groups of eight elements that
/// only come together, from anywhere in the source: with 256 bytes in a row
/// there is no room left for more than eight of the source's.
std::vector<Loop> scattered() {
  Loop table;
  for (Index group = 0; group < 8; ++group) {
    for (Index k = 0; k < 8; ++k) {
      table.in_at.push_back((k * 8 + group) * 8 << 24);
      table.out_at.push_back((group * 256 + k) * 8);
    }
  }
  table.count = 64;
  table.dims = {{0, 1, 64}};
  table.in_even = table.out_even = false;
  find_combs(table);
  return {table, byte_loop(1, 32, 4096, 8), byte_loop(2, 4096, 1, 2048)};
}

TEST(PickTest, WhereLinesAreWastedOtherSizesAreTried) {
  const Picked first = pick(scattered(), Lines::whatever);
  const Picked best = pick(scattered(), Lines::few);
  EXPECT_EQ(all_of(first), 64 * 32 * 4096);
  EXPECT_EQ(all_of(best), all_of(first));
  EXPECT_EQ(first.reach(Which::source), 8 * 8);
  EXPECT_GE(best.reach(Which::source), 32 * 8);
  EXPECT_GE(best.reach(Which::destination), 64 * 8);
}

TEST(PickTest, SmallTensorsAreTakenWhole) {
  const Picked picked =
      pick({byte_loop(0, 5, 7, 1), byte_loop(1, 7, 1, 5)}, Lines::whatever);
  EXPECT_EQ(picked.count, 35);
  EXPECT_TRUE(picked.outer.empty());
}

}  // namespace
}  // namespace ashlar
