// Order in tables of offsets.
#include "src/plan/tables.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace ashlar {
namespace {

using Combs = std::vector<Comb>;

TEST(TablesTest, FindEvenStepsInAnyOrder) {
  EXPECT_EQ(combs({0, 8, 16, 24}), (Combs{{8, 4}}));
  EXPECT_EQ(combs({24, 0, 16, 8}), (Combs{{8, 4}}));
  EXPECT_EQ(combs({0, 8, 24, 32}), (Combs{{8, 2}, {24, 2}}));
  EXPECT_EQ(combs({0, 1, 2, 10, 11, 12, 100, 101, 102, 110, 111, 112}),
            (Combs{{1, 3}, {10, 2}, {100, 2}}));
  EXPECT_EQ(combs({8, 16}), Combs{});
  EXPECT_EQ(combs({0}), Combs{});
  EXPECT_EQ(combs({}), Combs{});
}

TEST(TablesTest, WhatIsLeftOverAtTheEndDoesNotCount) {
  EXPECT_EQ(combs({0, 8, 24}), (Combs{{8, 2}, {24, 2}}));
  EXPECT_EQ(combs({0, 8, 24, 32, 56, 64}), (Combs{{8, 2}, {24, 2}, {56, 2}}));
  // They do not even repeat.
  EXPECT_EQ(combs({0, 8, 24, 40}), Combs{});
}

TEST(TablesTest, ValuesOutsideOfATensorDoNotCount) {
  EXPECT_EQ(combs({0, 8, 16, 0, 0}), (Combs{{8, 3}}));
}

Loop table(std::vector<Index> in, std::vector<Index> out) {
  Loop loop;
  loop.count = static_cast<Index>(in.size());
  loop.dims = {{0, 1, loop.count}};
  loop.in_at = std::move(in);
  loop.out_at = std::move(out);
  sort_by_destination(loop);
  return loop;
}

TEST(TablesTest, RowsOfAnyLengthAreMadeOfWhatTheyShare) {
  EXPECT_EQ(count_in_row(table({0, 1, 2, 3}, {0, 8, 16, 24}), 8), 4);
  // Rows of four and of two.
  EXPECT_EQ(count_in_row(table({5, 4, 3, 2, 1, 0}, {0, 8, 16, 24, 64, 72}), 8),
            2);
  EXPECT_EQ(count_in_row(table({0, 1, 2, 3}, {0, 8, 16, 64}), 8), 1);
  EXPECT_EQ(count_in_row(table({0, 1}, {0, 16}), 8), 1);
}

TEST(TablesTest, AllLoopsTogetherAreOneTable) {
  Loop even;
  even.dims = {{1, 1, 2}};
  even.count = 2;
  even.in_step = 100;
  even.out_step = 8;
  const Loop all = flatten({table({0, 7}, {0, 16}), even});
  EXPECT_EQ(all.count, 4);
  EXPECT_EQ(all.in_at, (std::vector<Index>{0, 100, 7, 107}));
  EXPECT_TRUE(all.out_even);
  EXPECT_EQ(all.out_step, 8);
  EXPECT_EQ(flatten({}).count, 1);
}

TEST(TablesTest, LoopsBetweenTheStepsOfATableBecomePartOfIt) {
  // Pairs, and another loop of two that goes between them.
  Loop even;
  even.dims = {{1, 1, 2}};
  even.count = 2;
  even.in_step = 100;
  even.out_step = 2;
  std::vector<Loop> loops = {table({0, 7, 9, 3}, {0, 1, 4, 5}), even};
  ASSERT_TRUE(untangle(loops, Tangled::any));
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(loops[0].in_at,
            (std::vector<Index>{0, 7, 100, 107, 9, 3, 109, 103}));
  EXPECT_TRUE(loops[0].out_even);
  EXPECT_EQ(loops[0].out_step, 1);
  EXPECT_FALSE(untangle(loops, Tangled::any));
}

TEST(TablesTest, BitsOfAnXorBecomeOneTable) {
  // Two bits of m ^ l, each with a table of its own, and rows in between.
  Loop even;
  even.dims = {{1, 1, 2}};
  even.count = 2;
  even.in_step = 100;
  even.out_step = 3;
  std::vector<Loop> loops = {table({0, 5, 4, 1}, {0, 5, 4, 1}), even,
                             table({0, 10, 8, 2}, {0, 10, 8, 2})};
  order_tables(loops);
  ASSERT_EQ(loops.size(), 2u);
  const Loop& both = loops[0].is_listed() ? loops[0] : loops[1];
  EXPECT_EQ(both.count, 16);
  EXPECT_TRUE(both.out_even);
}

TEST(TablesTest, PaddingKeepsItsPlace) {
  Loop loop;
  loop.count = 4;
  loop.dims = {{0, 1, 4}};
  loop.in_at = {0, 5, 7, 7};
  loop.out_at = {0, 24, 16, 8};
  loop.is_padding = {false, false, false, true};
  for (int times = 0; times < 2; ++times) {  // once more changes nothing
    sort_by_destination(loop);
    EXPECT_EQ(loop.in_at, (std::vector<Index>{0, 7, 7, 5}));
    EXPECT_EQ(loop.is_padding, (std::vector<bool>{false, true, false, false}));
    EXPECT_TRUE(loop.out_even);
  }
}

TEST(TablesTest, LoopsInsideAndOutsideOfATableStay) {
  Loop inside;
  inside.dims = {{1, 1, 2}};
  inside.count = 2;
  inside.in_step = inside.out_step = 1;
  Loop outside = inside;
  outside.in_step = outside.out_step = 64;
  std::vector<Loop> loops = {inside, table({0, 7, 9, 3}, {0, 2, 8, 10}),
                             outside};
  EXPECT_FALSE(untangle(loops, Tangled::any));
  EXPECT_EQ(loops.size(), 3u);
}

TEST(TablesTest, SwizzlesFollowEachOtherAtTheDestination) {
  Loop loop;
  loop.dims = {{0, 1, 2}, {1, 1, 2}};
  loop.count = 4;
  loop.in_even = true;
  loop.out_even = false;
  loop.in_step = 8;
  loop.in_at = {0, 8, 16, 24};
  loop.out_at = {0, 24, 16, 8};
  sort_by_destination(loop);
  EXPECT_EQ(loop.in_at, (std::vector<Index>{0, 24, 16, 8}));
  EXPECT_TRUE(loop.out_even);
  EXPECT_FALSE(loop.in_even);
  EXPECT_EQ(loop.out_step, 8);
  EXPECT_EQ(loop.out_offset(3), 24);
}

TEST(TablesTest, GapsStayInTheTable) {
  Loop loop;
  loop.dims = {{0, 1, 3}};
  loop.count = 3;
  loop.in_even = loop.out_even = false;
  loop.in_at = {0, 8, 16};
  loop.out_at = {80, 0, 8};
  sort_by_destination(loop);
  EXPECT_EQ(loop.out_at, (std::vector<Index>{0, 8, 80}));
  EXPECT_EQ(loop.in_at, (std::vector<Index>{8, 16, 0}));
  EXPECT_FALSE(loop.out_even);
}

}  // namespace
}  // namespace ashlar
