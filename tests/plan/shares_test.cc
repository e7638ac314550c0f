// Threads share out everything once, and know when they share bytes.
#include "src/plan/shares.h"

#include <gtest/gtest.h>

#include "tests/plan/program_of.h"

namespace ashlar {
namespace {

using kernels::Ends;

TEST(SharesTest, OneThreadSharesNothing) {
  const Program program =
      program_of("u4[999x1111] col", "u4[999x1111] row(pitch=1113)");
  const Shares shares = share_out(program, 1);
  EXPECT_EQ(shares.grain, shares.count);
  EXPECT_EQ(shares.ends, Ends::own);
}

TEST(SharesTest, BytesAreOwnWhereChunksEndWithThem) {
  EXPECT_EQ(
      share_out(program_of("f32[4099x1111] col", "f32[4099x1111] row"), 2).ends,
      Ends::own);
  EXPECT_EQ(
      share_out(program_of("u4[4096x4096] col", "u4[4096x4096] row"), 2).ends,
      Ends::own);
}

TEST(SharesTest, BytesAreOwnWhereRowsOfManyChunksEndWithThem) {
  // Rows of 1111 codes: two of them are whole bytes, however far chunks of a
  // row seem to go.
  const Shares shares =
      share_out(program_of("u4[99999x1111] [b, a]", "u4[99999x1111] row"), 2);
  EXPECT_EQ(shares.ends, Ends::own);
  EXPECT_LT(shares.grain, shares.count);
}

TEST(SharesTest, BytesAreOwnWhereTheFirstLevelIsInsideOfLargerSteps) {
  // Each chunk has all 16 values of the outermost digit; threads share out b,
  // between whose values there are whole bytes.
  const Program program = program_of(
      "u4[4673x28725] [a/768, b, a/6%128, a%6]",
      "u4[4673x28725] p=(a/256 b/128); [a%16:18, b/4%32, b%4, a/16%16, p%7, "
      "p/7]");
  EXPECT_EQ(program.count_of(0), 128);
  EXPECT_EQ(share_out(program, 2).ends, Ends::own);
  // Odd numbers of codes in between: two values begin and end with bytes.
  const Program odd = program_of(
      "u4[4673x28725] [a/768, b, a/6%128, a%6]",
      "u4[4673x28725] p=(a/256 b/128); [a%16:17, b/4%32, b%4, a/16%16:17, p%7, "
      "p/7:611]");
  EXPECT_EQ(share_out(odd, 2).ends, Ends::own);
  EXPECT_EQ(share_out(odd, 2).grain % 2, 0);
}

TEST(SharesTest, BytesAreSharedWhereNothingElseIsKnown) {
  // Whatever is outermost, codes of its values are side by side.
  const Shares shares = share_out(
      program_of("u4[3001x3003] row", "u4[3001x3003] [b%3, b/3, a]"), 2);
  EXPECT_LT(shares.grain, shares.count);
  EXPECT_EQ(shares.ends, Ends::shared);
}

TEST(SharesTest, LevelsAreCountedTogetherUntilThereAreEnough) {
  const Program program =
      program_of("f32[3x5x700x300] [a, b, d, c]", "f32[3x5x700x300] row");
  const Shares shares = share_out(program, 2);
  EXPECT_GT(shares.levels, 1u);
  EXPECT_GE(shares.count, 8);
}

}  // namespace
}  // namespace ashlar
