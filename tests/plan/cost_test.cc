// Costs tell programs apart.
#include "src/plan/cost.h"

#include <gtest/gtest.h>

#include <string>

#include "ashlar/spec.h"
#include "tests/plan/program_of.h"

namespace ashlar {
namespace {

TEST(CostTest, IsNotDearWhereLinesAreAllThatCounts) {
  const Program tiles =
      program_of("f32[2048x2048] row", "f32[2048x2048] tile(32x32)");
  EXPECT_FALSE(is_dear(cost_of(tiles, 32), tiles.widths));
  const Program dealt = program_of(
      "f32[2048x2048] row", "f32[2048x2048] p=(a b); bank=p%13 | [p/13]");
  EXPECT_TRUE(is_dear(cost_of(dealt, 32), dealt.widths));
}

TEST(CostTest, IsNotBelowThatOfLinesAlone) {
  for (const std::string to : {"col", "tile(32x32)", "[b/3, a, b%3]"}) {
    const Program p = program_of("f32[2048x2048] row", "f32[2048x2048] " + to);
    Picked picked;
    for (const ChunkLoop& each : p.chunk.loops) {
      picked.chunk.push_back(each.loop);
    }
    picked.outer = p.outer;
    picked.widths = p.widths;
    picked.count = p.chunk.count;
    EXPECT_GT(least_cost(picked, 32), 0) << to;
    EXPECT_LE(least_cost(picked, 32), cost_of(p, 32)) << to;
  }
}

TEST(CostTest, GrowsWithLinesThatAreUsedInPart) {
  const std::string to = "i16[1420x1613] tile(32x32, faces=8x16)";
  const double dealt =
      cost_of(program_of("i16[1420x1613] p=(a b); bank=p%13 | [p/13]", to), 16);
  const double plain = cost_of(program_of("i16[1420x1613] row", to), 16);
  EXPECT_GT(dealt, 3 * plain);
}

TEST(CostTest, IsOfAnElementOfTheTensor) {
  // Codes that stay side by side move as bytes.
  const Program codes =
      program_of("u4[2048x4096] row", "u4[2048x4096] [a, b/64, b%64]");
  const Program turned =
      program_of("u4[2048x4096] row", "u4[2048x4096] [b/64, a, b%64]");
  ASSERT_EQ(turned.widths.in_bits % 8, 0);
  EXPECT_DOUBLE_EQ(cost_of(turned, 8), 2 * cost_of(turned, 4));
  EXPECT_LT(cost_of(codes, 4), 1);
}

TEST(CostTest, IsOfPiecesWhereEveryChunkIsCutShort) {
  // Rows of 149 elements in blocks of 16: what is beyond them overlaps with the
  // next row, in segments of a few bytes that are never moved.
  const Program p =
      program_of("i8[149x1090x41] [c/8, a/16, b/6, b%6, c%8, a%16]",
                 "i8[149x1090x41] [c, b/3, a, b%3]");
  const Work work = work_of(p);
  EXPECT_LT(work.segments, 0.05);
  EXPECT_GT(work.chunks, 0);
}

}  // namespace
}  // namespace ashlar
