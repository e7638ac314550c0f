// The order of the loops outside of chunks.
#include "src/plan/levels.h"

#include <gtest/gtest.h>

#include "ashlar/spec.h"

namespace ashlar {
namespace {

Side side_of(std::string_view spec) {
  return Side(ashlar::bind(parse_spec(spec)));
}

Loop even(int axis, Index step, Index count, Index in, Index out) {
  Loop loop;
  loop.dims = {{axis, step, count}};
  loop.count = count;
  loop.in_step = in;
  loop.out_step = out;
  return loop;
}

TEST(LevelsTest, TheLongestStepsComeFirst) {
  const Side in = side_of("i8[4x6] row");
  const Side out = side_of("i8[4x6] col");
  const std::vector<FusedAxis> axes = {{{0}, {4}, 4}, {{1}, {6}, 6}};
  const std::vector<Loop> loops = {even(0, 1, 4, 48, 8), even(1, 1, 6, 8, 32)};
  const auto by_source = order_levels(loops, axes, in, Which::source);
  ASSERT_EQ(by_source.size(), 2u);
  EXPECT_EQ(by_source[0].loop, 0u);
  EXPECT_EQ(by_source[1].loop, 1u);
  const auto by_destination =
      order_levels(loops, axes, out, Which::destination);
  EXPECT_EQ(by_destination[0].loop, 1u);
  EXPECT_EQ(by_destination[1].loop, 0u);
  for (const Level& level : by_destination) {
    EXPECT_EQ(level.stride, 1);
    EXPECT_TRUE(level.is_last);
  }
}

TEST(LevelsTest, OtherLoopsRunBetweenTheDimsOfATable) {
  // Tiles of two axes dealt to three banks: 2 x 3 of them by table, and rows of
  // three tiles that are a loop of their own.
  Loop table;
  table.dims = {{0, 1, 2}, {1, 1, 3}};
  table.count = 6;
  table.in_even = table.out_even = false;
  table.in_at = {0, 8, 16, 96, 104, 112};
  table.out_at = {0, 80, 160, 80, 160, 0};
  const std::vector<Loop> loops = {table, even(1, 3, 4, 24, 8)};
  const std::vector<FusedAxis> axes = {{{0}, {2}, 2}, {{1}, {12}, 12}};
  const auto levels =
      order_levels(loops, axes, side_of("i8[2x12] row"), Which::source);
  ASSERT_EQ(levels.size(), 3u);
  EXPECT_EQ(levels[0].loop, 0u);
  EXPECT_EQ(levels[0].dim, 0u);
  EXPECT_EQ(levels[0].stride, 3);
  EXPECT_FALSE(levels[0].is_last);
  EXPECT_EQ(levels[1].loop, 1u);
  EXPECT_TRUE(levels[1].is_last);
  EXPECT_EQ(levels[2].loop, 0u);
  EXPECT_EQ(levels[2].dim, 1u);
  EXPECT_EQ(levels[2].stride, 1);
  EXPECT_TRUE(levels[2].is_last);
}

TEST(LevelsTest, StepsThatAreNotListedAreAskedFor) {
  Loop computed;
  computed.dims = {{0, 2, 2}, {1, 1, 6}};
  computed.count = 12;
  computed.in_even = computed.out_even = false;
  const std::vector<FusedAxis> axes = {{{0}, {4}, 4}, {{1}, {6}, 6}};
  const auto levels = order_levels({computed}, axes, side_of("i8[4x6] col"),
                                   Which::destination);
  ASSERT_EQ(levels.size(), 2u);
  EXPECT_EQ(levels[0].dim, 1u);  // steps of 4 bytes
  EXPECT_EQ(levels[1].dim, 0u);  // of 2
  EXPECT_TRUE(levels[1].is_last);
}

TEST(LevelsTest, NoLoopsHaveNoLevels) {
  EXPECT_TRUE(order_levels({}, {}, side_of("i8[] row"), Which::source).empty());
}

}  // namespace
}  // namespace ashlar
