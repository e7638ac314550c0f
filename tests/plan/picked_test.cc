// How far chunks go on either side.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "src/plan/pick.h"
#include "tests/plan/byte_loop.h"

namespace ashlar {
namespace {

Picked picked(std::vector<Loop> chunk) {
  Picked out;
  out.widths = {8, 8, 1, false};
  for (const Loop& each : chunk) out.count *= each.count;
  out.chunk = std::move(chunk);
  return out;
}

TEST(PickedTest, ReachesAsFarAsStepsFollowEachOther) {
  const Picked gap = picked({byte_loop(0, 16, 1, 100), byte_loop(1, 4, 16, 1),
                             byte_loop(2, 3, 200, 4)});
  EXPECT_EQ(gap.reach(Which::source), 64 * 8);
  EXPECT_EQ(gap.reach(Which::destination), 12 * 8);
  EXPECT_EQ(picked({byte_loop(0, 5, 3, 7)}).reach(Which::source), 8);
}

TEST(PickedTest, RowsAreOfOneAxis) {
  EXPECT_EQ(
      picked({byte_loop(0, 16, 1, 9), byte_loop(1, 4, 16, 1)}).row_bytes(), 16);
  EXPECT_EQ(
      picked({byte_loop(0, 16, 1, 9), byte_loop(0, 4, 16, 1)}).row_bytes(), 64);
  EXPECT_EQ(picked({byte_loop(0, 16, 2, 9)}).row_bytes(), 1);
}

TEST(PickedTest, IsSequentialIfTheSourceIsOneLongStretch) {
  // Rows of 256 bytes at the destination are as long as is asked for.
  const auto is_sequential = [](Index rows, Index row, Index pitch) {
    return picked({byte_loop(0, row, 1, 1), byte_loop(1, rows, pitch, 1000)})
        .is_sequential();
  };
  EXPECT_TRUE(is_sequential(16, 256, 256));
  EXPECT_FALSE(is_sequential(15, 256, 256));
  EXPECT_FALSE(is_sequential(16, 256, 512));
  EXPECT_FALSE(is_sequential(64, 128, 128));
}

}  // namespace
}  // namespace ashlar
