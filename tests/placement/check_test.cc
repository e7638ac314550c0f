// check_test.cc - placements built by hand obey the same limits.
#include "src/placement/check.h"

#include <gtest/gtest.h>

#include <string>

#include "ashlar/error.h"

namespace ashlar {
namespace {

template <class Value>
std::string problem(const Value& value) {
  try {
    check(value);
  } catch (const Error& error) {
    return error.problem();
  }
  return "no error";
}

TEST(CheckPlacementTest, TakesWhatTheParserTakes) {
  EXPECT_EQ(problem(Placement()), "no error");
  EXPECT_EQ(problem(parse_placement("on sim:0 block(2x2) ranks(3)")),
            "no error");
}

TEST(CheckPlacementTest, CoresHaveLimits) {
  using Ranges = std::vector<CoreRange>;
  EXPECT_EQ(problem(Cores(Index{0})), "0 cores, expected 1 to 1048576");
  EXPECT_EQ(problem(Cores(Index{-1})), "-1 cores, expected 1 to 1048576");
  EXPECT_EQ(problem(Cores(CoreGrid{1 << 12, 1 << 12})),
            "16777216 cores, expected 1 to 1048576");
  EXPECT_EQ(problem(Cores(CoreGrid{0, 3})),
            "a grid of 0x3 cores, expected 1 to 65536 a side");
  EXPECT_EQ(
      problem(Cores(CoreGrid{Index{1} << 62, 4})),
      "a grid of 4611686018427387904x4 cores, expected 1 to 65536 a side");
  EXPECT_EQ(problem(Cores(Ranges{})), "0 ranges of cores, expected 1 to 64");
  EXPECT_EQ(problem(Cores(Ranges{{{0, -1}, {2, 2}}})),
            "core (0,-1): coordinates go from 0 to 65535");
  EXPECT_EQ(problem(Cores(Ranges{{{3, 0}, {2, 2}}})),
            "the cores (3,0)-(2,2) end before they start");
  EXPECT_EQ(problem(Cores(Ranges{{{0, 0}, {2, 2}}, {{2, 2}, {2, 2}}})),
            "the cores (0,0)-(2,2) and (2,2) overlap");
}

TEST(CheckPlacementTest, ShardsHaveRules) {
  EXPECT_EQ(problem(Sharded{Sharded::Kind::height, Index{2}, {0, 4}}),
            "a shard of size 0, expected at least 1");
  EXPECT_EQ(problem(Sharded{Sharded::Kind::height, Index{2}, {4}}),
            "a shard of 1 sizes, expected rows x columns");
  EXPECT_EQ(problem(Sharded{Sharded::Kind::block,
                            Index{2},
                            {},
                            Sharded::Order::row,
                            Sharded::Distribution::grid}),
            "only nd shards have a distribution of their own");
}

TEST(CheckPlacementTest, CountsHaveLimits) {
  EXPECT_EQ(problem(Placement{{}, Interleaved{0}, {}}),
            "0 banks, expected 1 to 1048576");
  EXPECT_EQ(problem(Placement{{}, {}, Ranks{Ranks::Mode::split, 0, 0}}),
            "0 ranks, expected 1 to 1048576");
  EXPECT_EQ(problem(Placement{{"sim", -1, {}}, {}, {}}),
            "device number -1, expected 0 to 1048575");
}

}  // namespace
}  // namespace ashlar
