// Cuts nest, and what lies on either side of one adds up.
#include "src/plan/cuts.h"

#include <gtest/gtest.h>

#include "tests/support/random_layout.h"

namespace ashlar {
namespace {

using Cuts = std::vector<Index>;

TEST(CutsTest, CutsWhereEitherSideDoes) {
  EXPECT_EQ(common_cuts(64, {{{0, {32}}, {0, {16}}}}), (Cuts{1, 16, 32}));
  EXPECT_EQ(common_cuts(64, {{{0, {}}, {0, {}}}}), (Cuts{1}));
  EXPECT_EQ(common_cuts(2, {{{0, {}}, {0, {}}}}), (Cuts{1}));
}

TEST(CutsTest, BlocksThatDoNotNestMeetBelowAndAbove) {
  EXPECT_EQ(common_cuts(1000, {{{0, {48}}, {0, {32}}}}), (Cuts{1, 16, 96}));
  EXPECT_EQ(common_cuts(90, {{{0, {48}}, {0, {32}}}}), (Cuts{1, 16}));
  EXPECT_EQ(common_cuts(1000, {{{0, {4, 10}}, {0, {6}}}}), (Cuts{1, 2, 60}));
}

TEST(CutsTest, AViewThatStartsInsideOfABlockIsCutFiner) {
  EXPECT_EQ(common_cuts(100, {{{8, {16, 32}}, {0, {}}}}), (Cuts{1, 8, 32}));
  EXPECT_EQ(common_cuts(100, {{{7, {16, 32}}, {0, {}}}}), (Cuts{1, 32}));
  EXPECT_EQ(common_cuts(100, {{{8, {16}}, {4, {32}}}}), (Cuts{1, 4, 32}));
  // Where a side has no blocks, it may start anywhere.
  EXPECT_EQ(common_cuts(100, {{{0, {16, 32}}, {7, {}}}}), (Cuts{1, 16, 32}));
}

TEST(CutsTest, KnowsWhichBoundsMatter) {
  EXPECT_TRUE(is_crossed(0, 33, 32));
  EXPECT_FALSE(is_crossed(0, 32, 32));
  EXPECT_TRUE(is_crossed(28, 10, 32));
  EXPECT_FALSE(is_crossed(33, 31, 32));
  EXPECT_FALSE(is_crossed(5, 0, 1));
}

/// Digits between neighbouring bounds, each with a weight of its own.
Index value(Index at, const std::vector<Index>& ends) {
  constexpr Index kWeights[] = {7, 1000, 90000, 3000000};
  Index sum = 0;
  Index div = 1;
  for (std::size_t i = 0; i <= ends.size(); ++i) {
    const Index digit = i < ends.size() ? at / div % (ends[i] / div) : at / div;
    sum += digit * kWeights[i];
    if (i < ends.size()) div = ends[i];
  }
  return sum;
}

TEST(CutsTest, WhatPartsAddAddsUp) {
  test::Random random(test::test_seed() + 20);
  for (int n = 0; n < 3000; ++n) {
    const Index size = test::pick(random, 2, 200);
    std::array<AxisBounds, 2> sides;
    std::array<std::vector<Index>, 2> ends;
    for (std::size_t s = 0; s < 2; ++s) {
      sides[s].begin = test::pick(random, 0, 70);
      Index end = 1;
      for (Index i = test::pick(random, 0, 3); i > 0; --i) {
        end *= test::pick(random, 2, 6);
        ends[s].push_back(end);
        if (is_crossed(sides[s].begin, size, end)) {
          sides[s].bounds.push_back(end);
        }
      }
    }
    const Cuts cuts = common_cuts(size, sides);
    for (std::size_t i = 1; i < cuts.size(); ++i) {
      ASSERT_EQ(cuts[i] % cuts[i - 1], 0);
    }
    for (const Index cut : cuts) {
      for (std::size_t s = 0; s < 2; ++s) {
        const auto at = [&](Index x) {
          return value(sides[s].begin + x, ends[s]);
        };
        for (Index x = 0; x < size; ++x) {
          const Index low = x % cut;
          ASSERT_EQ(at(x) - at(0), at(x - low) - at(0) + at(low) - at(0))
              << "cut " << cut << " at " << x;
        }
      }
    }
  }
}

}  // namespace
}  // namespace ashlar
