// print_test.cc - placements have one spelling.
#include <gtest/gtest.h>

#include "ashlar/placement.h"

namespace ashlar {
namespace {

TEST(PrintPlacementTest, TheDefaultIsNotPrinted) {
  EXPECT_EQ(to_string(Placement()), "");
  EXPECT_EQ(to_string(parse_placement("on host")), "");
}

TEST(PrintPlacementTest, ReadsBackWhatItPrints) {
  for (const char* text :
       {"on sim:0",
        "on sim:0/l1",
        "on host/pinned",
        "on cuda:1",
        "on host interleaved(12)",
        "on sim:0/dram interleaved(12)",
        "on sim:0/l1 height(8)",
        "on sim:0/l1 width(2x4)",
        "on sim:0/l1 block(2x2)",
        "on sim:0/l1 block(2x2, shard=64x64)",
        "on sim:0 block(2x4, shard=64x64, order=col)",
        "on sim:0 height(cores=(3,4))",
        "on sim:0 block(cores=(0,0)-(3,3))",
        "on sim:0 nd(cores=(0,0)-(2,0)+(0,1)-(1,1), shard=2x1x64x64)",
        "on sim:0 nd(4, shard=3, order=col, distribution=grid)",
        "on sim:0 nd(4, shard=3, distribution=contiguous) ranks(2)",
        "on host ranks(4)",
        "on host ranks(4, axis=7)",
        "on host replicated(1)",
        "on spyre:0 interleaved(2) replicated(3)"}) {
    EXPECT_EQ(to_string(parse_placement(text)), text);
  }
}

TEST(PrintPlacementTest, LeavesOutWhatIsByDefault) {
  EXPECT_EQ(to_string(parse_placement(
                " on  sim /l1 nd( 2 x 2,order=row , distribution=round_robin, "
                "shard=4x4 ) ranks( 2, axis = 0 )")),
            "on sim:0/l1 nd(2x2, shard=4x4) ranks(2)");
}

}  // namespace
}  // namespace ashlar
