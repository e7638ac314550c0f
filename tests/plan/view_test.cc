// Boxes of boxes, orders of orders, and how they are written.
#include "ashlar/view.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/base/error_text.h"
#include "tests/plan/view_check.h"

namespace ashlar {
namespace {

using test::error_text;

View tensor(const char* text) { return parse_spec(text); }

StridedArray array(const Indices& sizes, const Indices& steps, Index offset) {
  return {Shape(sizes), parse_format("f32"), steps, offset};
}

TEST(ViewTest, AWholeTensorIsWrittenAsItsSpec) {
  const View view = tensor("f32[64x32] tile(32x32)");
  EXPECT_EQ(to_string(view), "f32[64x32] tile(32x32)");
  EXPECT_TRUE(view.is_spec());
  EXPECT_TRUE(view.has_everything());
  EXPECT_EQ(view.shape(), Shape({64, 32}));
}

TEST(ViewTest, WritesBoxesByAxisOfTheTensor) {
  const View box = window(tensor("f32[64x32] row"), {3, 0}, {10, 32});
  EXPECT_EQ(to_string(box), "f32[64x32] row window(3:13, 0:32)");
  EXPECT_FALSE(box.has_everything());
  const View turned = permuted(box, {1, 0});
  EXPECT_EQ(to_string(turned),
            "f32[64x32] row window(3:13, 0:32) permuted(1, 0)");
  EXPECT_EQ(turned.shape(), Shape({32, 10}));
}

TEST(ViewTest, BoxesAndOrdersCompose) {
  const View whole = tensor("i8[a=5, b=6, c=7] [b, a, c]");
  const View once = window(permuted(whole, {2, 0, 1}), {1, 2, 3}, {5, 2, 2});
  const View twice = permuted(window(once, {1, 0, 1}, {3, 2, 1}), {1, 2, 0});
  const View direct = permuted(window(whole, {2, 4, 2}, {2, 1, 3}), {0, 1, 2});
  EXPECT_EQ(twice, direct);
  EXPECT_EQ(permuted(permuted(whole, {1, 2, 0}), {2, 0, 1}), whole);
  EXPECT_TRUE(permuted(permuted(whole, {1, 2, 0}), {2, 0, 1}).is_spec());
  EXPECT_EQ(window(whole, {0, 0, 0}, {5, 6, 7}), whole);
  EXPECT_FALSE(permuted(whole, {1, 0, 2}).is_spec());
  EXPECT_TRUE(permuted(whole, {1, 0, 2}).has_everything());
}

TEST(ViewTest, NamesFollowTheirAxes) {
  const View view = permuted(tensor("i8[n=2, c=3, h=4] [n, c, h]"), {2, 0, 1});
  EXPECT_EQ(view.names()[0], "h");
  EXPECT_EQ(view.names()[1], "n");
  EXPECT_EQ(view.names()[2], "c");
}

TEST(ViewTest, PartsOfArraysAreArrays) {
  const View whole = array({4, 6}, {6, 1}, 0);
  EXPECT_EQ(to_string(whole), "f32[4x6] steps(6, 1) offset(0)");
  const View part = permuted(window(whole, {1, 2}, {2, 3}), {1, 0});
  EXPECT_EQ(part, View(array({3, 2}, {1, 6}, 8)));
  const View reversed = array({4, 6}, {-6, 1}, 18);
  EXPECT_EQ(window(reversed, {1, 0}, {3, 6}), View(array({3, 6}, {-6, 1}, 12)));
  EXPECT_TRUE(part.has_everything());
  EXPECT_FALSE(part.is_spec());
}

TEST(ViewTest, StepsOfSingleIndicesMeanNothing) {
  EXPECT_EQ(View(array({1, 6}, {77, 1}, 0)), View(array({1, 6}, {-3, 1}, 0)));
}

TEST(ViewTest, EmptyArraysLieNowhere) {
  constexpr Index kFar = std::numeric_limits<Index>::max();
  const View empty = array({0, 5}, {-3, kFar}, 0);
  EXPECT_EQ(empty.shape().volume(), 0);
  EXPECT_EQ(window(empty, {0, 3}, {0, 2}).shape(), Shape({0, 2}));
}

TEST(ViewTest, RefusesBoxesOutside) {
  const View view = tensor("f32[4x6] row");
  EXPECT_EQ(error_text([&] {
              window(view, {0, 4}, {4, 3});
            }),
            "view: axis 1: a box of 3 from 4 on is not inside of 0 .. 6");
  EXPECT_EQ(error_text([&] {
              window(view, {-1, 0}, {4, 3});
            }),
            "view: axis 0: a box of 4 from -1 on is not inside of 0 .. 4");
  constexpr Index kFar = std::numeric_limits<Index>::max();
  EXPECT_EQ(error_text([&] {
              window(view, {0, kFar}, {4, kFar});
            }),
            "view: axis 1: a box of 9223372036854775807 from "
            "9223372036854775807 on is not inside of 0 .. 6");
  EXPECT_EQ(error_text([&] {
              window(view, {0}, {4, 3});
            }),
            "view: the box has 1 beginnings and 2 sizes, expected 2 of each");
}

TEST(ViewTest, RefusesWhatIsNoOrder) {
  const View view = tensor("f32[4x6] row");
  EXPECT_EQ(error_text([&] {
              permuted(view, {0, 0});
            }),
            "view: (0, 0) is no order of 2 axes");
  EXPECT_EQ(error_text([&] {
              permuted(view, {1, 0, 2});
            }),
            "view: (1, 0, 2) is no order of 2 axes");
}

TEST(ViewTest, RefusesArraysThatCannotBe) {
  EXPECT_EQ(error_text([] {
              View(array({4, 6}, {6}, 0));
            }),
            "view: the array has 1 steps, expected 2, one for each axis");
  EXPECT_EQ(error_text([] {
              View(array({4, 6}, {-6, 1}, 10));
            }),
            "view: the array begins at element -8 of the buffer; an offset of "
            "at least 18 would keep it inside");
  EXPECT_EQ(error_text([] {
              View(StridedArray{Shape{4}, parse_format("u4"), {1}, 0});
            }),
            "view: u4 has no elements of whole bytes, which is what steps "
            "count");
  constexpr Index kFar = std::numeric_limits<Index>::max();
  EXPECT_EQ(error_text([] {
              View(array({4, 6}, {kFar, 1}, 0));
            }),
            "the array: 3 x 9223372036854775807 does not fit in 64 bits");
}

TEST(ViewTest, WorksForScalarsAndEightAxes) {
  const View scalar = tensor("f32[] row");
  EXPECT_EQ(window(scalar, {}, {}), scalar);
  EXPECT_EQ(permuted(scalar, {}), scalar);
  const View eight = tensor("i8[2x1x3x1x2x1x2x2] row");
  const View turned = permuted(eight, {7, 6, 5, 4, 3, 2, 1, 0});
  EXPECT_EQ(turned.shape(), Shape({2, 2, 1, 2, 1, 3, 1, 2}));
}

/// A box that starts inside of a block can step back by as much as on.
TEST(ViewTest, StepsBackAndOnMayBeEqual) {
  test::Random random(test::test_seed() + 30);
  const View rows = tensor("u8[a=8, b=100] [a, b]");
  const View pairs = tensor("u8[a=8, b=100] [b, a%2, a/2]");
  const auto check = [&](const View& from, const View& to) {
    SCOPED_TRACE(to_string(from) + " -> " + to_string(to));
    const Plan p = plan(from, to);
    const test::Bytes in = test::random_bytes(random, p.in_bytes());
    test::Bytes out = test::random_bytes(random, p.out_bytes());
    const test::Bytes expected = test::converted(from, in, to, out);
    p.run(in, out);
    EXPECT_TRUE(out == expected) << p.explain();
  };
  for (Index begin = 0; begin < 3; ++begin) {
    for (const Indices& sizes :
         {Indices{2, 4}, {3, 64}, {3, 100}, {4, 33}, {5, 100}}) {
      const View from = window(rows, {0, 0}, sizes);
      const View to = window(pairs, {begin, 0}, sizes);
      check(from, to);
      check(permuted(from, {1, 0}), permuted(to, {1, 0}));
      check(to, from);
      check(to, window(pairs, {begin + 1, 0}, sizes));
    }
  }
}

}  // namespace
}  // namespace ashlar
