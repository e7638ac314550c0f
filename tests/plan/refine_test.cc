// The loops that two layouts have in common count every index once.
#include "src/plan/refine.h"

#include <gtest/gtest.h>

#include <set>

#include "ashlar/spec.h"

namespace ashlar {
namespace {

Refined refined(const char* from, const char* to) {
  const Side in(ashlar::bind(parse_spec(from)));
  const Side out(ashlar::bind(parse_spec(to)));
  return refine(in, out);
}

TEST(RefineTest, CutsWhereEitherSideDoes) {
  const Refined loops =
      refined("f32[64x64] row", "f32[64x64] [a/32, b/32, a%32, b%32]");
  ASSERT_EQ(loops.loops.size(), 4u);
  for (const Loop& loop : loops.loops) {
    EXPECT_TRUE(loop.is_even());
    EXPECT_EQ(loop.dims.size(), 1u);
  }
  EXPECT_EQ(loops.loops[0].dims[0].step, 1);
  EXPECT_EQ(loops.loops[0].count, 32);
  EXPECT_EQ(loops.loops[1].dims[0].step, 32);
  EXPECT_EQ(loops.loops[1].count, 2);
}

TEST(RefineTest, ListsBlocksThatDoNotNest) {
  const Refined loops = refined("f32[a=192, b=4] [a/48, b, a%48]",
                                "f32[a=192, b=4] [a/32, b, a%32]");
  std::set<Index> steps;
  bool has_list = false;
  for (const Loop& loop : loops.loops) {
    if (loop.dims[0].axis == 0) steps.insert(loop.dims[0].step);
    has_list = has_list || (loop.is_listed() && loop.count == 6);
  }
  EXPECT_EQ(steps, (std::set<Index>{1, 16, 96}));
  EXPECT_TRUE(has_list);
}

TEST(RefineTest, TakesAxesTogetherThatLieTogether) {
  const Refined loops =
      refined("f32[n=2, c=32, h=5, w=7] [n, c, h, w]",
              "f32[n=2, c=32, h=5, w=7] [n, c/16, h, w, c%16]");
  ASSERT_EQ(loops.axes.size(), 3u);
  EXPECT_EQ(loops.axes[2].axes, (std::vector<int>{2, 3}));
  EXPECT_EQ(loops.axes[2].size, 35);
}

TEST(RefineTest, AnXorWithAFewBitsStaysSmall) {
  const Refined loops =
      refined("f16[h=64, w=512] [h, w]",
              "f16[h=64, w=512] [h/8, h%8, w/64, w/8%8 ^ h%8, w%8]");
  Index listed = 0;
  for (const Loop& loop : loops.loops) {
    if (loop.dims.size() > 1) listed += loop.count;
  }
  EXPECT_EQ(listed, 3 * 4);
}

TEST(RefineTest, AxesNeedNotBeNeighboursToLieTogether) {
  const Refined loops =
      refined("f32[a=6, b=1, c=7] [c, b, a]", "f32[a=6, b=1, c=7] [c, b, a]");
  ASSERT_EQ(loops.axes.size(), 1u);
  EXPECT_EQ(loops.axes[0].axes, (std::vector<int>{2, 0}));
  ASSERT_EQ(loops.loops.size(), 1u);
  EXPECT_EQ(loops.loops[0].count, 42);
}

TEST(RefineTest, PagesThatAreDealtInTurnRepeat) {
  for (const char* height : {"1024", "65536"}) {
    const std::string shape = std::string("bf16[") + height + "x2048] ";
    const Refined loops =
        refined((shape + "row").c_str(),
                (shape + "ttnn on sim:0/dram interleaved(12)").c_str());
    Index listed = 0;
    for (const Loop& loop : loops.loops) listed += Index(loop.in_at.size());
    EXPECT_EQ(listed, 3 * 12);  // rows by columns of pages until banks repeat
  }
}

TEST(RefineTest, KeepsUnitsOutOfBlocksIfTheyLieApart) {
  Side in(View(parse_spec("f32[64x64] row")));
  Side out(View(parse_spec("f32[64x64] row on host ranks(4)")));
  for (const Loop& loop : refine(in, out).loops) {
    EXPECT_FALSE(loop.crosses_units);
  }
  out.set_units(Units::apart);
  Index crossing = 1;
  for (const Loop& loop : refine(in, out).loops) {
    if (!loop.crosses_units) continue;
    crossing *= loop.count;
    EXPECT_FALSE(loop.is_even());
    EXPECT_FALSE(loop.is_listed());
    EXPECT_FALSE(loop.is_computed());
    EXPECT_EQ(loop.out_offset(1), 64 * 16 * 32);
  }
  EXPECT_EQ(crossing, 4);
}

/// All combinations of what the loops count, against the two sides.
void check_sums(const View& from, const View& to) {
  SCOPED_TRACE(to_string(from) + " -> " + to_string(to));
  const Side in(from);
  const Side out(to);
  const Refined all = refine(in, out);
  Index inside = 0;
  std::vector<Index> at(all.loops.size(), 0);
  while (true) {
    Indices index = Indices::filled(int(all.axes.size()), 0);
    Index in_bit = all.in_start;
    Index out_bit = all.out_start;
    for (std::size_t i = 0; i < at.size(); ++i) {
      const Loop& loop = all.loops[i];
      Index rest = at[i];
      for (std::size_t k = loop.dims.size(); k-- > 0;) {
        const Dim& dim = loop.dims[k];
        index[dim.axis] += rest % dim.count * dim.step;
        rest /= dim.count;
      }
      const auto k = std::size_t(at[i]);
      in_bit += loop.is_even() ? at[i] * loop.in_step : loop.in_at[k];
      out_bit += loop.is_even() ? at[i] * loop.out_step : loop.out_at[k];
    }
    bool is_inside = true;
    for (int axis = 0; axis < index.size(); ++axis) {
      is_inside = is_inside && index[axis] < all.axes[std::size_t(axis)].size;
    }
    if (is_inside) {
      ++inside;
      const Indices full = unfused(all.axes, index.data(), in.rank());
      ASSERT_EQ(in_bit, in.at(full.data()));
      ASSERT_EQ(out_bit, out.at(full.data()));
    }
    std::size_t next = 0;
    while (next < at.size() && ++at[next] == all.loops[next].count) {
      at[next++] = 0;
    }
    if (next == at.size()) break;
  }
  EXPECT_EQ(inside, from.shape().volume());
}

TEST(RefineTest, EverySumOfLoopsIsTheOffsetOfItsIndex) {
  constexpr const char* kPairs[][2] = {
      {"f32[a=50, b=70] row", "f32[a=50, b=70] ttnn"},
      {"f32[a=50, b=70] [a/48, b, a%48]", "f32[a=50, b=70] [a/32, b, a%32]"},
      {"i8[a=6, b=10] j=(a b); [j%7, j/7]", "i8[a=6, b=10] col"},
      {"i8[a=8, b=64] [a, b/8 ^ a%8, b%8]", "i8[a=8, b=64] [b, a]"},
      {"i8[a=22, b=40] row",
       "i8[a=22, b=40] p=(a/2 b/4); u=p%6 | [p/6, a%2, b%4]"},
      {"i8[a=22, b=40] p=(b a); [p%6, p/6%10, p/60]", "i8[a=22, b=40] col"},
  };
  for (const auto& [from, to] : kPairs) {
    SCOPED_TRACE(std::string(from) + " -> " + to);
    const View a = parse_spec(from);
    const View b = parse_spec(to);
    check_sums(a, b);
    for (Index i = 0; i < 6; ++i) {
      const Indices sizes = {a.shape()[0] - i, a.shape()[1] - 2 * i + i % 2};
      const View part = window(a, {i, i}, sizes);
      check_sums(part, window(b, {i / 2, 0}, sizes));
      check_sums(permuted(part, {1, 0}),
                 permuted(window(b, {0, i - i % 2}, sizes), {1, 0}));
    }
  }
}

TEST(RefineTest, XorsOfDigitsThatBeginAnewAreSumsInEveryWindow) {
  // Three values in four slots: from 2 to 0 all bits change.
  const View odd = parse_spec("f32[8x4] [a/3, a%3:4 ^ b, b]");
  const View even = parse_spec("f32[8x4] [a/4, a%4 ^ b, b]");
  const View plain = parse_spec("f32[8x4] row");
  for (Index begin = 0; begin < 6; ++begin) {
    for (Index size = 1; size <= 8 - begin; ++size) {
      const View part = window(plain, {0, 0}, {size, 4});
      for (const View& whole : {odd, even}) {
        check_sums(window(whole, {begin, 0}, {size, 4}), part);
        check_sums(part, window(whole, {begin, 0}, {size, 4}));
      }
    }
  }
}

}  // namespace
}  // namespace ashlar
