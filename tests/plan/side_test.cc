// Where an index lies when units come one after the other.
#include "src/plan/side.h"

#include <gtest/gtest.h>

#include "ashlar/spec.h"

namespace ashlar {
namespace {

Side side(const char* spec) { return Side(ashlar::bind(parse_spec(spec))); }

TEST(SideTest, PutsUnitsOneAfterTheOther) {
  const Side shards = side("bf16[128x128] ttnn on sim:0/l1 block(2x2)");
  EXPECT_EQ(shards.bytes(), 128 * 128 * 2);
  const Index first[] = {0, 0};
  const Index right[] = {0, 64};
  const Index below[] = {64, 0};
  EXPECT_EQ(shards.at(first), 0);
  EXPECT_EQ(shards.at(right), 64 * 64 * 16);
  EXPECT_EQ(shards.at(below), 2 * 64 * 64 * 16);
}

TEST(SideTest, KnowsWhichAxesAreOne) {
  const Side rows = side("f32[n=2, h=3, w=4] [n, h, w]");
  EXPECT_TRUE(rows.is_one_axis(0, 1));
  EXPECT_TRUE(rows.is_one_axis(1, 2));
  EXPECT_FALSE(rows.is_one_axis(0, 2));
  EXPECT_FALSE(rows.is_one_axis(2, 1));
  const Side padded = side("f32[n=2, h=3, w=4] [n, h, w:5]");
  EXPECT_FALSE(padded.is_one_axis(1, 2));
}

TEST(SideTest, TellsSumsFromMixtures) {
  const Side tiles = side("f32[64x64] tile(32x32)");
  EXPECT_FALSE(tiles.terms()[0].is_mixed);
  const Side swizzled = side("i8[a=8, b=64] [a, b/8 ^ a%8, b%8]");
  bool is_mixed = false;
  for (const Term& term : swizzled.terms()) {
    is_mixed = is_mixed || (term.is_mixed && term.digits.size() == 2);
  }
  EXPECT_TRUE(is_mixed);
}

}  // namespace
}  // namespace ashlar
