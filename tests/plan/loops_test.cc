// Loops that are joined, and elements that are.
#include "src/plan/loops.h"

#include <gtest/gtest.h>

#include <vector>

namespace ashlar {
namespace {

Loop loop(Dim dim, Index in_step, Index out_step) {
  Loop out;
  out.dims = {dim};
  out.count = dim.count;
  out.in_step = in_step;
  out.out_step = out_step;
  return out;
}

TEST(LoopsTest, NeighboursThatAreEvenTogetherBecomeOne) {
  std::vector<Loop> loops = {loop({0, 4, 8}, 128, 256), loop({0, 1, 4}, 32, 64),
                             loop({1, 1, 5}, 4096, 32)};
  merge(loops);
  ASSERT_EQ(loops.size(), 2u);
  EXPECT_EQ(loops[0].count, 32);
  EXPECT_EQ(loops[0].dims[0].step, 1);
  EXPECT_EQ(loops[0].in_step, 32);
  EXPECT_EQ(loops[0].out_step, 64);
}

TEST(LoopsTest, OthersStayApart) {
  // A gap on one side; another axis.
  std::vector<Loop> loops = {loop({0, 4, 8}, 128, 300), loop({0, 1, 4}, 32, 64),
                             loop({1, 4, 8}, 128, 256)};
  merge(loops);
  EXPECT_EQ(loops.size(), 3u);
}

TEST(LoopsTest, FindsTheLoopAlongElements) {
  const std::vector<Loop> loops = {loop({0, 1, 4}, 4096, 32),
                                   loop({1, 1, 5}, 32, 4096)};
  const Widths widths{32, 32, 4, false};
  EXPECT_EQ(find_along(loops, widths, Which::source), 1u);
  EXPECT_EQ(find_along(loops, widths, Which::destination), 0u);
  EXPECT_FALSE(find_along(loops, {8, 8, 1, false}, Which::source));
}

TEST(LoopsTest, NibblesThatStayTogetherMoveAsBytes) {
  Refined refined;
  refined.axes = {{{0}, {64}, 64}, {{1}, {3}, 3}};
  refined.loops = {loop({0, 1, 64}, 4, 4), loop({1, 1, 3}, 256, 512)};
  Widths widths{4, 4, 1, false};
  widen(refined, widths);
  EXPECT_EQ(widths.in_bits, 8);
  EXPECT_EQ(widths.out_bits, 8);
  EXPECT_EQ(refined.loops[0].count, 32);
  EXPECT_EQ(refined.loops[0].in_step, 8);
  EXPECT_EQ(refined.loops[0].dims[0].step, 2);
}

TEST(LoopsTest, NibblesThatDoNotStayNibbles) {
  for (const Index size : {63, 64}) {
    for (const Index pitch : {256, 252}) {
      if (size == 64 && pitch == 256) continue;
      Refined refined;
      refined.axes = {{{0}, {size}, size}, {{1}, {3}, 3}};
      refined.loops = {loop({0, 1, size}, 4, 4), loop({1, 1, 3}, pitch, 512)};
      Widths widths{4, 4, 1, false};
      widen(refined, widths);
      EXPECT_EQ(widths.in_bits, 4) << size << ", " << pitch;
      EXPECT_EQ(refined.loops[0].count, size);
    }
  }
}

}  // namespace
}  // namespace ashlar
