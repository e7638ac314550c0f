// What is known of lines that are woven, and which of them are.
#include "src/plan/woven.h"

#include <gtest/gtest.h>

#include <vector>

namespace ashlar {
namespace {

constexpr Index kLong = 64;
constexpr Index kShort = 16;

TEST(WovenTest, KnowsWhatIsReadFromFrontToBack) {
  const auto reads = [](const std::vector<Strand>& strands,
                        Index line = kLong) {
    return reads_in_order(
        weave_block(strands, 4, WeaveOrder::destination, line).at(0));
  };
  EXPECT_TRUE(reads({{4, 4, 4096, {}, {}}, {64, 16, 4, {}, {}}}, kShort));
  EXPECT_FALSE(reads({{16, 4, 4096, {}, {}}, {64, 64, 4, {}, {}}}, kShort));
  // Channels of 16 that become rows; rows that become channels.
  EXPECT_TRUE(reads({{16, 4, 4096, {}, {}}, {64, 64, 4, {}, {}}}));
  EXPECT_FALSE(reads({{16, 4096, 4, {}, {}}, {64, 4, 64, {}, {}}}));
  // Its groups go back.
  EXPECT_FALSE(reads({{16, 4, 4096, {}, {}},
                      {16, 64, 4, {}, {}},
                      {2, 0, 0, {0, 1024}, {1024, 0}}}));
}

TEST(WovenTest, KnowsLinesThatStayAsTheyAre) {
  const auto copies = [](Index in_step, Index out_step) {
    return only_copies(weave_block({{8, in_step, out_step, {}, {}},
                                    {8, 18 - in_step, 18 - out_step, {}, {}}},
                                   2, WeaveOrder::source, kShort)
                           .at(0));
  };
  EXPECT_TRUE(copies(2, 2));
  EXPECT_FALSE(copies(2, 16));
}

TEST(WovenTest, CountsTheLinesThatAreBegun) {
  // Rows to columns of f32: as many lines as a short one has elements. Pairs of
  // rows, interleaved: one after the other.
  const auto begun = [](const std::vector<Strand>& strands, Index width) {
    return lines_at_once(
        weave_block(strands, width, WeaveOrder::destination, kShort).at(0));
  };
  EXPECT_EQ(begun({{4, 4, 4096, {}, {}}, {16, 4096, 4, {}, {}}}, 4), 4);
  EXPECT_EQ(begun({{64, 2, 4, {}, {}}, {2, 128, 2, {}, {}}}, 2), 1);
}

TEST(WovenTest, IsDirectWhereFewLinesAreBegun) {
  if (kernels::woven_line() == 0) GTEST_SKIP() << "nothing is woven here";
  const std::vector<Strand> pairs = {{64, 2, 4, {}, {}}, {2, 128, 2, {}, {}}};
  EXPECT_TRUE(weave(pairs, pairs, 2, true).is_direct);
  EXPECT_FALSE(weave(pairs, pairs, 2, false).is_direct);
  const std::vector<Strand> columns = {{16, 4, 4096, {}, {}},
                                       {16, 4096, 4, {}, {}}};
  const Woven woven = weave(columns, columns, 4, true);
  EXPECT_FALSE(woven.passes.empty());
  EXPECT_EQ(woven.is_direct, kernels::woven_line() == 64);
}

TEST(WovenTest, LeavesShortLinesThatStayToRuns) {
  const std::vector<Strand> runs = {{8, 2, 2, {}, {}}, {8, 4096, 16, {}, {}}};
  EXPECT_TRUE(weave(runs, runs, 2, true).passes.empty());
}

}  // namespace
}  // namespace ashlar
