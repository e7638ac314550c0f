// Loops get the offsets that both sides give their values.
#include "src/plan/ruler.h"

#include <gtest/gtest.h>

namespace ashlar {
namespace {

struct Pair {
  Pair(const char* from, const char* to)
      : in(View(parse_spec(from))), out(View(parse_spec(to))) {
    for (int axis = 0; axis < in.rank(); ++axis) {
      const Index size = in.size(axis);
      loops.axes.push_back({{axis}, {size}, size, size});
    }
  }

  Side in;
  Side out;
  Refined loops;
};

Loop loop_of(std::vector<Dim> dims) {
  Loop loop;
  for (const Dim& dim : dims) loop.count *= dim.count;
  loop.dims = std::move(dims);
  return loop;
}

TEST(RulerTest, AnEvenLoopHasAStep) {
  const Pair pair("i8[8x6] row", "i8[8x6] col");
  const Ruler ruler(pair.in, pair.out, pair.loops);
  const Loop loop = ruler.even(loop_of({{0, 2, 4}}));
  EXPECT_EQ(loop.in_step, 2 * 6 * 8);
  EXPECT_EQ(loop.out_step, 2 * 8);
  EXPECT_TRUE(loop.is_even());
}

TEST(RulerTest, AListMayTurnOutEven) {
  const Pair pair("i8[8x6] row", "i8[8x6] [a/4, b, a%4]");
  const Ruler ruler(pair.in, pair.out, pair.loops);
  EXPECT_TRUE(ruler.uneven(loop_of({{0, 1, 4}})).is_even());
  const Loop listed = ruler.uneven(loop_of({{0, 1, 8}}));
  EXPECT_TRUE(listed.in_even);
  EXPECT_FALSE(listed.out_even);
  EXPECT_TRUE(listed.is_listed());
  EXPECT_EQ(listed.out_offset(3), 3 * 8);
  EXPECT_EQ(listed.out_offset(4), 24 * 8);
}

TEST(RulerTest, ALongListIsComputedLater) {
  const Pair pair("i8[a=5000000] [a/3, a%3]", "i8[a=5000000] [a%7, a/7]");
  const Ruler ruler(pair.in, pair.out, pair.loops);
  const Loop loop = ruler.uneven(loop_of({{0, 1, 5000000}}));
  EXPECT_TRUE(loop.is_computed());
  EXPECT_FALSE(loop.is_even());
  EXPECT_FALSE(loop.is_listed());
}

TEST(RulerTest, DimsThatAddUpArePartedAgain) {
  const Pair pair("i8[6x10] row", "i8[6x10] col");
  const Ruler ruler(pair.in, pair.out, pair.loops);
  const auto parts =
      ruler.grouped(loop_of({{0, 1, 6}, {1, 1, 10}}), {true, true});
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_TRUE(parts[0].is_even());
  EXPECT_EQ(parts[1].out_step, 6 * 8);
}

TEST(RulerTest, DimsThatMixStayTogether) {
  const Pair pair("i8[a=8, b=8] [a, b]", "i8[a=8, b=8] [a, b ^ a]");
  const Ruler ruler(pair.in, pair.out, pair.loops);
  const auto parts =
      ruler.grouped(loop_of({{0, 1, 8}, {1, 1, 8}}), {false, true});
  ASSERT_EQ(parts.size(), 1u);
  ASSERT_EQ(parts[0].out_at.size(), 64u);
  for (Index a = 0; a < 8; ++a) {
    for (Index b = 0; b < 8; ++b) {
      EXPECT_EQ(parts[0].in_offset(a * 8 + b), (a * 8 + b) * 8);
      EXPECT_EQ(parts[0].out_offset(a * 8 + b), (a * 8 + (b ^ a)) * 8);
    }
  }
}

}  // namespace
}  // namespace ashlar
