// parse_test.cc - the words of placements.
#include "src/placement/parse.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "ashlar/error.h"
#include "ashlar/placement.h"

namespace ashlar {
namespace {

std::string problem(std::string_view text) {
  try {
    parse_placement(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(ParsePlacementTest, NothingIsTheHost) {
  EXPECT_EQ(parse_placement(""), Placement());
  EXPECT_EQ(parse_placement("  "), Placement());
  EXPECT_EQ(parse_placement("on host"), Placement());
  EXPECT_EQ(parse_placement("on host:0"), Placement());
}

TEST(ParsePlacementTest, ReadsMemories) {
  EXPECT_EQ(parse_placement("on sim").memory, (Memory{"sim", 0, {}}));
  EXPECT_EQ(parse_placement("on cuda:1").memory, (Memory{"cuda", 1, {}}));
  EXPECT_EQ(parse_placement("on sim:3/l1").memory, (Memory{"sim", 3, "l1"}));
  EXPECT_EQ(parse_placement("sim/dram").memory, (Memory{"sim", 0, "dram"}));
}

TEST(ParsePlacementTest, ReadsSpreads) {
  EXPECT_EQ(
      std::get<Interleaved>(parse_placement("on sim interleaved(12)").spread),
      Interleaved{12});
  EXPECT_EQ(std::get<Sharded>(parse_placement("on sim height(8)").spread),
            (Sharded{Sharded::Kind::height, Index{8}, {}}));
  EXPECT_EQ(std::get<Sharded>(
                parse_placement("on sim width(2x4, shard=32x64)").spread),
            (Sharded{Sharded::Kind::width, CoreGrid{2, 4}, {32, 64}}));
  EXPECT_EQ(
      std::get<Sharded>(
          parse_placement("on sim block(order=col, cores=(1,2)-(3,4))").spread),
      (Sharded{Sharded::Kind::block,
               std::vector<CoreRange>{{{1, 2}, {3, 4}}},
               {},
               Sharded::Order::col}));
  EXPECT_EQ(std::get<Sharded>(
                parse_placement("on sim nd(cores=(0,0)-(2,0)+(0,1), "
                                "shard=2x1x64x64, distribution=contiguous)")
                    .spread),
            (Sharded{Sharded::Kind::nd,
                     std::vector<CoreRange>{{{0, 0}, {2, 0}}, {{0, 1}, {0, 1}}},
                     {2, 1, 64, 64},
                     Sharded::Order::row,
                     Sharded::Distribution::contiguous}));
}

TEST(ParsePlacementTest, ReadsRanks) {
  EXPECT_EQ(parse_placement("on host ranks(4)").ranks,
            (Ranks{Ranks::Mode::split, 4, 0}));
  EXPECT_EQ(parse_placement("on host height(2) ranks(4, axis=1)").ranks,
            (Ranks{Ranks::Mode::split, 4, 1}));
  EXPECT_EQ(parse_placement("on host replicated(4)").ranks,
            (Ranks{Ranks::Mode::replicated, 4, 0}));
}

TEST(ParsePlacementTest, StopsWhereAPlacementEnds) {
  Cursor nothing("row", "spec");
  EXPECT_EQ(read_placement(nothing), Placement());
  EXPECT_EQ(nothing.position(), 0U);
  Cursor more("on sim:0/l1 block(2x2), next", "spec");
  EXPECT_EQ(read_placement(more), parse_placement("on sim:0/l1 block(2x2)"));
  EXPECT_EQ(more.peek(), ',');
}

TEST(ParsePlacementTest, NamesTheWordsItKnows) {
  EXPECT_EQ(problem("on sim blocks(2x2)"),
            "placement: 'blocks' is not expected here; a memory is followed by "
            "interleaved(12), height(8), width(8), block(2x4) or nd(8, "
            "shard=32x64), then by ranks(4) or replicated(4)");
  EXPECT_EQ(problem("on sim ranks(2) block(2x2)"),
            "placement: 'block' is not expected here; a memory is followed by "
            "interleaved(12), height(8), width(8), block(2x4) or nd(8, "
            "shard=32x64), then by ranks(4) or replicated(4)");
  EXPECT_EQ(
      problem("on sim height(2, sharp=3)"),
      "placement: 'sharp' is not an option of height; use shard, order or "
      "cores");
  EXPECT_EQ(problem("on sim height(2, distribution=grid)"),
            "placement: 'distribution' is not an option of height; use shard, "
            "order or cores");
  EXPECT_EQ(problem("on sim nd(2, shard=3, spread=grid)"),
            "placement: 'spread' is not an option of nd; use shard, order, "
            "cores or distribution");
  EXPECT_EQ(problem("on sim height(2, order=up)"),
            "placement: 'up' is not an order; use row or col");
  EXPECT_EQ(
      problem("on sim nd(2, shard=3, distribution=even)"),
      "placement: 'even' is not a distribution; use round_robin or grid or "
      "contiguous");
}

TEST(ParsePlacementTest, SaysWhatIsMissing) {
  EXPECT_EQ(problem("on"),
            "placement: expected a memory, as host or sim:0/l1, found the end "
            "of the text");
  EXPECT_EQ(problem("on block(2x2)"),
            "placement: expected a memory, found 'block('; write on host "
            "block(...)");
  EXPECT_EQ(problem("on sim height(shard=3x4)"),
            "placement: height does not say how many cores; write height(8), "
            "height(2x4) or height(cores=(0,0)-(3,1))");
  EXPECT_EQ(problem("on sim nd(3)"),
            "placement: nd does not say how large a shard is; write nd(8, "
            "shard=32x64)");
  EXPECT_EQ(problem("on sim block(2x2"),
            "placement: expected ')' at the end of block, found the end of the "
            "text");
  EXPECT_EQ(problem("on sim height(8, shard=3)"),
            "placement: a shard of 1 sizes, expected rows x columns");
}

TEST(ParsePlacementTest, RefusesWhatContradictsItself) {
  EXPECT_EQ(problem("on host:1"),
            "placement: there is no host 1; use host, without a number");
  EXPECT_EQ(problem("on sim height(2, cores=(0,0))"),
            "placement: the cores are given twice; give a grid or cores=, not "
            "both");
  EXPECT_EQ(problem("on sim height(2, order=col, order=row)"),
            "placement: order is given twice; give it once");
  EXPECT_EQ(problem("on sim height(cores=(2,0)-(0,0))"),
            "placement: the cores (2,0)-(0,0) end before they start; write the "
            "corner with the smaller column and row first");
  EXPECT_EQ(problem("on sim height(cores=(0,0)-(2,2)+(5,5)+(1,1)-(3,3))"),
            "placement: the cores (0,0)-(2,2) and (1,1)-(3,3) overlap; name "
            "every core once");
}

TEST(ParsePlacementTest, NumbersHaveLimits) {
  EXPECT_EQ(problem("on sim height(0)"),
            "placement: a number of cores is 0; use 1 to 1048576");
  EXPECT_EQ(problem("on sim interleaved(1048577)"),
            "placement: a number of banks is 1048577; use 1 to 1048576");
  EXPECT_EQ(problem("on sim block(65536x65536)"),
            "placement: 4294967296 cores; use at most 1048576");
  EXPECT_EQ(problem("on sim height(8, shard=0x3)"),
            "placement: the size of a shard is 0; use 1 to "
            "4611686018427387904");
  EXPECT_EQ(problem("on sim height(cores=(65536,0))"),
            "placement: the column of a core is 65536; use 0 to 65535");
  EXPECT_EQ(problem("on host ranks(2, axis=8)"),
            "placement: an axis is 8; use 0 to 7");
  EXPECT_EQ(problem("on sim nd(8, shard=1x1x1x1x1x1x1x1x1)"),
            "placement: a shard of more than 8 sizes; use at most 8");
  EXPECT_EQ(problem("on sim height(99999999999999999999)"),
            "placement: the number is larger than 2^62; use a smaller one");
  std::string many = "on sim height(cores=(0,0)";
  for (int i = 1; i < 65; ++i) many += "+(" + std::to_string(i) + ",0)";
  EXPECT_EQ(problem(many + ")"),
            "placement: more than 64 ranges of cores; use at most 64");
}

TEST(ParsePlacementTest, PointsAtTheWord) {
  try {
    parse_placement("on sim:0/l1 blocks(2x2)");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.excerpt(), (Excerpt{"on sim:0/l1 blocks(2x2)", 12, 6}));
  }
}

TEST(ParsePlacementTest, GarbageIsAnErrorAndNothingWorse) {
  const std::string letters = "on sim:0/l1()nd,=x24-+ranksheightcores shard";
  std::mt19937 random(3);
  const auto pick = [&](std::size_t below) {
    return std::uniform_int_distribution<std::size_t>(0, below - 1)(random);
  };
  const std::string valid =
      "on sim:0/l1 nd(cores=(0,0)-(2,0)+(0,1)-(1,1), shard=2x1x64x64, "
      "order=col, distribution=grid) ranks(4, axis=1)";
  for (int round = 0; round < 20000; ++round) {
    std::string text = valid;
    for (std::size_t edits = pick(4); edits-- > 0;) {
      text[pick(text.size())] = letters[pick(letters.size())];
    }
    text.resize(text.size() - pick(3) * pick(text.size() / 2));
    try {
      const Placement placement = parse_placement(text);
      EXPECT_EQ(parse_placement(to_string(placement)), placement) << text;
    } catch (const Error& error) {
      EXPECT_NE(error.kind(), ErrorKind::bug) << text;
    }
  }
}

}  // namespace
}  // namespace ashlar
