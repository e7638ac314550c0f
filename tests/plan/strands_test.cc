// Loops in bytes, and what can be asked of several.
#include "src/plan/strands.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace ashlar {
namespace {

using kernels::Move;
using Pairs = std::vector<std::pair<Index, Index>>;

Pairs sorted(const std::vector<Move>& moves) {
  Pairs out;
  for (const auto& [in, to] : moves) out.emplace_back(in, to);
  std::ranges::sort(out);
  return out;
}

/// Whatever a strand adds, one value after the other.
Pairs values(const Strand& strand) {
  Pairs out;
  for (Index k = 0; k < strand.count; ++k) {
    const Move at = offset_of(strand, k);
    out.emplace_back(at.in, at.out);
  }
  return out;
}

Loop even_loop(Index count, Index in_bits, Index out_bits) {
  Loop out;
  out.dims = {{0, 1, count}};
  out.count = count;
  out.in_step = in_bits;
  out.out_step = out_bits;
  return out;
}

Loop listed_loop(std::vector<Index> in_at, std::vector<Index> out_at) {
  Loop out = even_loop(static_cast<Index>(in_at.size()), 0, 0);
  out.in_even = out.out_even = false;
  out.in_at = std::move(in_at);
  out.out_at = std::move(out_at);
  return out;
}

TEST(StrandsTest, AreLoopsInBytes) {
  const Loop loop = even_loop(3, 64, -160);
  const Strand to_work = strand_of(loop, 12);
  EXPECT_TRUE(to_work.in_at.empty());
  EXPECT_TRUE(to_work.out_at.empty());
  EXPECT_EQ(values(to_work), (Pairs{{0, 0}, {8, 12}, {16, 24}}));
  const Strand direct = to_destination(to_work, loop);
  EXPECT_TRUE(direct.out_at.empty());
  EXPECT_EQ(values(direct), (Pairs{{0, 0}, {8, -20}, {16, -40}}));
}

TEST(StrandsTest, ListWhatTablesList) {
  const Loop loop = listed_loop({0, 800, 80, 8}, {0, 16, 48, 400});
  const Strand to_work = strand_of(loop, 4);
  EXPECT_EQ(values(to_work), (Pairs{{0, 0}, {100, 4}, {10, 8}, {1, 12}}));
  EXPECT_EQ(values(to_destination(to_work, loop)),
            (Pairs{{0, 0}, {100, 2}, {10, 6}, {1, 50}}));
}

TEST(StrandsTest, ListBothSidesIfOnlyOneIsUneven) {
  // In the order of the destination, the steps there may be even.
  Loop loop = listed_loop({0, 80, 8}, {});
  loop.out_even = true;
  loop.out_step = 24;
  const Strand to_work = strand_of(loop, 2);
  EXPECT_EQ(values(to_work), (Pairs{{0, 0}, {10, 2}, {1, 4}}));
  EXPECT_EQ(values(to_destination(to_work, loop)),
            (Pairs{{0, 0}, {10, 3}, {1, 6}}));
}

TEST(StrandsTest, GoAlongElementsOnASide) {
  const std::vector<Strand> strands = {
      {4, 64, 8, {}, {}}, {8, 2, 32, {}, {}}, {3, 2, 2, {}, {}}};
  EXPECT_EQ(along(strands, &Strand::in_step, 2), 1);
  EXPECT_EQ(along(strands, &Strand::out_step, 2), 2);
  EXPECT_EQ(along(strands, &Strand::out_step, 8), 0);
  EXPECT_LT(along(strands, &Strand::in_step, 4), 0);
  EXPECT_LT(along({}, &Strand::in_step, 2), 0);
}

TEST(StrandsTest, GoAlongElementsOnBothSidesIfItIsTheSameOne) {
  const std::vector<Strand> same = {{4, 64, 64, {}, {}}, {8, 2, 2, {}, {}}};
  EXPECT_EQ(along_both(same, 2), 1);
  EXPECT_EQ(along_both(same, 64), 0);
  EXPECT_LT(along_both(same, 4), 0);
  const std::vector<Strand> turned = {{4, 64, 2, {}, {}}, {8, 2, 64, {}, {}}};
  EXPECT_LT(along_both(turned, 2), 0);
  EXPECT_LT(along_both({{8, 2, 4, {}, {}}}, 2), 0);
}

TEST(StrandsTest, TablesGoAlongNothing) {
  // Even where a table begins like steps, and says that it has some.
  const std::vector<Strand> strands = {{3, 2, 2, {0, 2, 6}, {0, 2, 4}},
                                       {3, 2, 2, {}, {}}};
  EXPECT_EQ(along(strands, &Strand::in_step, 2), 1);
  EXPECT_EQ(along(strands, &Strand::out_step, 2), 1);
  EXPECT_EQ(along_both(strands, 2), 1);
  EXPECT_LT(along_both({strands[0]}, 2), 0);
}

TEST(StrandsTest, TheNearestHasTheShortestSteps) {
  const std::vector<Strand> strands = {{4, 64, 8, {}, {}},
                                       {8, -2, 512, {}, {}},
                                       {3, 0, 0, {0, 1, 3}, {0, 1, 5}},
                                       {2, 16, -4, {}, {}},
                                       {2, -2, 4, {}, {}}};
  EXPECT_EQ(nearest(strands, &Strand::in_step, -1), 1);
  EXPECT_EQ(nearest(strands, &Strand::in_step, 1), 4);
  EXPECT_EQ(nearest(strands, &Strand::in_step, 4), 1);
  EXPECT_EQ(nearest(strands, &Strand::out_step, -1), 3);
  EXPECT_EQ(nearest(strands, &Strand::out_step, 3), 4);
  EXPECT_EQ(nearest(strands, &Strand::out_step, 0), 3);
}

TEST(StrandsTest, NothingIsNearest) {
  const Strand table = {3, 0, 0, {0, 1, 3}, {0, 1, 5}};
  EXPECT_LT(nearest({}, &Strand::in_step, -1), 0);
  EXPECT_LT(nearest({table}, &Strand::in_step, -1), 0);
  EXPECT_LT(nearest({table, {4, 8, 8, {}, {}}}, &Strand::in_step, 1), 0);
  EXPECT_EQ(nearest({table, {4, 8, 8, {}, {}}}, &Strand::in_step, 0), 1);
}

/// Every sum of one value of each strand but two, by counting them all.
Pairs sums(const std::vector<Strand>& strands, int first, int second) {
  Index all = 1;
  for (std::size_t i = 0; i < strands.size(); ++i) {
    const auto at = static_cast<int>(i);
    if (at != first && at != second) all *= strands[i].count;
  }
  Pairs out;
  for (Index number = 0; number < all; ++number) {
    Index left = number;
    std::pair<Index, Index> sum;
    for (std::size_t i = 0; i < strands.size(); ++i) {
      const auto at = static_cast<int>(i);
      if (at == first || at == second) continue;
      const auto value =
          values(strands[i])[static_cast<std::size_t>(left % strands[i].count)];
      sum.first += value.first;
      sum.second += value.second;
      left /= strands[i].count;
    }
    out.push_back(sum);
  }
  std::ranges::sort(out);
  return out;
}

TEST(StrandsTest, BeginWhereverTheOthersAre) {
  const std::vector<Strand> strands = {{5, 100, 7, {}, {}},
                                       {3, 0, 0, {0, 9, 2}, {0, -30, 60}},
                                       {2, -1000, 1, {}, {}},
                                       {4, 1, 300, {}, {}}};
  const auto count = static_cast<int>(strands.size());
  for (int first = -1; first < count; ++first) {
    for (int second = -1; second < count; ++second) {
      const Pairs found = sorted(starts_of(strands, first, second));
      EXPECT_EQ(found, sums(strands, first, second)) << first << second;
    }
  }
  EXPECT_EQ(starts_of(strands, -1, -1).size(), 5u * 3 * 2 * 4);
  EXPECT_EQ(starts_of(strands, 0, 3).size(), 3u * 2);
}

TEST(StrandsTest, BeginOnceIfThereAreNoOthers) {
  const std::vector<Strand> two = {{5, 100, 7, {}, {}}, {4, 1, 300, {}, {}}};
  EXPECT_EQ(sorted(starts_of(two, 1, 0)), (Pairs{{0, 0}}));
  EXPECT_EQ(sorted(starts_of({}, -1, -1)), (Pairs{{0, 0}}));
}

}  // namespace
}  // namespace ashlar
