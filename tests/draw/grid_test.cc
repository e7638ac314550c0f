#include "src/draw/grid.h"

#include <gtest/gtest.h>

#include "src/draw/slice.h"
#include "tests/draw/examples.h"

namespace ashlar {
namespace {

using test::bound;

Grid whole(const BoundLayout& layout) {
  const Slice slice = first_slice(layout);
  return Grid(layout, slice, 0, 0, static_cast<int>(rows_of(slice)),
              static_cast<int>(cols_of(slice)));
}

// One letter for each border left of a cell of the first row.
std::string across(const Grid& grid) {
  std::string text;
  for (int c = 0; c <= grid.cols(); ++c) {
    text += ".ftu"[static_cast<int>(grid.left(0, c))];
  }
  return text;
}

std::string down(const Grid& grid) {
  std::string text;
  for (int r = 0; r <= grid.rows(); ++r) {
    text += ".ftu"[static_cast<int>(grid.above(r, 0))];
  }
  return text;
}

TEST(GridTest, RowMajorHasOnlyAFrame) {
  const BoundLayout layout = bound("f32[3x4] row");
  EXPECT_EQ(across(whole(layout)), "t...t");
  EXPECT_EQ(down(whole(layout)), "t..t");
}

TEST(GridTest, TilesAndFacesHaveBordersOfTheirOwn) {
  const BoundLayout layout = bound("bf16[8x12] tile(8x4, faces=4x2)");
  EXPECT_EQ(across(whole(layout)), "t.f.t.f.t.f.t");
  EXPECT_EQ(down(whole(layout)), "t...f...t");
}

TEST(GridTest, UnitsHaveTheStrongestBorder) {
  const BoundLayout layout =
      bound("bf16[8x8] tile(2x2) on sim:0/l1 block(2x2)");
  EXPECT_EQ(across(whole(layout)), "u.t.u.t.u");
  EXPECT_EQ(down(whole(layout)), "u.t.u.t.u");
}

// Rows of a matrix made of two axes: the border moves with the first axis.
TEST(GridTest, JoinsHaveBordersWhereTheirDigitsChange) {
  const BoundLayout layout =
      bound("f32[b=3, h=5, w=2] r=(b h); core=r/4 | [r%4, w]");
  const auto borders_of = [&](Index b) {
    Slice slice = first_slice(layout);
    slice.begin[0] = b;
    slice.end[0] = b + 1;
    return down(Grid(layout, slice, 0, 0, 5, 2));
  };
  EXPECT_EQ(borders_of(0),
            "u...u"
            "u");
  EXPECT_EQ(borders_of(1), "u..u.u");
  EXPECT_EQ(borders_of(2), "u.u..u");
}

TEST(GridTest, WindowsAreOpenWhereTheTensorGoesOn) {
  const BoundLayout layout = bound("f32[8x8] tile(4x4)");
  const Slice slice = first_slice(layout);
  EXPECT_EQ(across(Grid(layout, slice, 0, 0, 2, 4)), "t...t");
  EXPECT_EQ(across(Grid(layout, slice, 0, 1, 2, 2)), "f.f");
  EXPECT_EQ(down(Grid(layout, slice, 3, 1, 4, 2)), "ft..f");
  EXPECT_EQ(down(Grid(layout, slice, 5, 1, 3, 2)), "f..t");
}

TEST(GridTest, KnowsWhatEachCellHolds) {
  const BoundLayout layout = bound("bf16[6x10] tile(4x4)");
  const Grid grid = whole(layout);
  EXPECT_EQ(grid.at(5, 9).place.bit, 85 * 16);
  EXPECT_FALSE(grid.at(5, 9).is_padding);
  EXPECT_TRUE(grid.at(5, 10).is_padding);
  EXPECT_TRUE(grid.at(6, 0).is_padding);
  EXPECT_TRUE(grid.has_padding());
  EXPECT_EQ(grid.row_index(7), 7);
  EXPECT_EQ(grid.block_number(0, 0), 0);
  EXPECT_EQ(grid.block_number(5, 9), 3);
}

TEST(GridTest, AgreesWithRandomLayouts) {
  test::Random random(test::test_seed());
  for (int i = 0; i < 500; ++i) {
    const BoundLayout layout = test::random_bound(random);
    const Slice slice = first_slice(layout);
    if (is_empty(slice)) continue;
    const Grid grid = whole(layout);
    for (int r = 0; r < grid.rows(); ++r) {
      for (int c = 0; c < grid.cols(); ++c) {
        const Cell& cell = grid.at(r, c);
        if (cell.is_padding) continue;
        ASSERT_EQ(cell.place, layout.position(cell.index));
        if (c == 0) continue;
        // A border between units is there exactly where the unit changes.
        const Cell& before = grid.at(r, c - 1);
        if (before.is_padding) continue;
        ASSERT_EQ(grid.left(r, c) == Border::unit,
                  before.place.unit != cell.place.unit)
            << to_string(to_digits(layout));
      }
    }
  }
}

TEST(GridTest, CountsInElementsBytesOrBits) {
  EXPECT_EQ(number_text(bound("bf16[6x10] tile(4x4)")), "element offsets");
  EXPECT_EQ(number_text(bound("bf16[8x8] row on sim:0/l1 height(2)")),
            "element offsets inside a core");
  EXPECT_EQ(number_text(bound("bf16[m=8, k=6] x=m/4, y=k/3 | [m%4, k%3]")),
            "element offsets inside a unit");
  const BoundLayout q8 = bound(
      "f32[n=2, k=64] [n, k/32]{d: f16 []; q: f32 "
      "[k%32]}");
  EXPECT_EQ(number_bits(q8), 8);
  EXPECT_EQ(number_text(q8), "byte offsets");
  const BoundLayout odd =
      bound("u4[n=2, k=6] [n, k/2]{d: u2 []; q: u4 [k%2]; e: u2 [0:3]}");
  EXPECT_EQ(number_text(odd), "bit offsets");
}

TEST(GridTest, GivesNeighbouringUnitsDifferentHues) {
  const BoundLayout layout = bound("u8[y=12, x=12] core.y=y, core.x=x | []");
  for (Index y = 0; y < 12; ++y) {
    for (Index x = 0; x < 12; ++x) {
      const auto hue = [&](Index r, Index c) {
        return unit_hue(layout, layout.position(Indices{r, c}), 6);
      };
      EXPECT_LT(hue(y, x), 6);
      if (x > 0) {
        EXPECT_NE(hue(y, x), hue(y, x - 1));
      }
      if (y > 0) {
        EXPECT_NE(hue(y, x), hue(y - 1, x));
      }
    }
  }
}

}  // namespace
}  // namespace ashlar
