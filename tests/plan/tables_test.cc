// Order in tables of offsets.
#include "src/plan/tables.h"

#include <gtest/gtest.h>

namespace ashlar {
namespace {

TEST(TablesTest, FindEvenSpacingInAnyOrder) {
  EXPECT_EQ(spacing({0, 8, 16, 24}), 8);
  EXPECT_EQ(spacing({24, 0, 16, 8}), 8);
  EXPECT_EQ(spacing({0, 8, 24}), 0);
  EXPECT_EQ(spacing({8, 16}), 0);
  EXPECT_EQ(spacing({0, 0}), 0);
  EXPECT_EQ(spacing({0}), 0);
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
