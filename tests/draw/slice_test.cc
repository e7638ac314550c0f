#include "src/draw/slice.h"

#include <gtest/gtest.h>

#include "ashlar/error.h"
#include "tests/draw/examples.h"

namespace ashlar {
namespace {

using test::bound;

std::string error_of(std::string_view text, const BoundLayout& layout) {
  try {
    parse_slice(text, layout);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(SliceTest, TakesTheLastTwoAxesByDefault) {
  const BoundLayout layout = bound("f16[5x100x150] stick(128B, pad=all)");
  const Slice slice = first_slice(layout);
  EXPECT_EQ(slice.begin, (Indices{0, 0, 0}));
  EXPECT_EQ(slice.end, (Indices{1, 128, 192}));
  EXPECT_EQ(slice.row_axis, 1);
  EXPECT_EQ(slice.col_axis, 2);
  EXPECT_EQ(to_string(slice, layout), "0,:,:");
}

TEST(SliceTest, HasOneRowForRankOneAndOneCellForRankZero) {
  const Slice line = first_slice(bound("f32[7] row"));
  EXPECT_EQ(line.row_axis, -1);
  EXPECT_EQ(line.col_axis, 0);
  EXPECT_EQ(rows_of(line), 1);
  EXPECT_EQ(cols_of(line), 7);
  const Slice point = first_slice(bound("f32[] row"));
  EXPECT_EQ(rows_of(point), 1);
  EXPECT_EQ(cols_of(point), 1);
  EXPECT_FALSE(is_empty(point));
}

TEST(SliceTest, IsEmptyIfAnyAxisIs) {
  EXPECT_TRUE(is_empty(first_slice(bound("f32[0x3] row"))));
  EXPECT_TRUE(is_empty(first_slice(bound("f32[0x2x3] row"))));
  EXPECT_FALSE(is_empty(first_slice(bound("f32[1x2x3] row"))));
}

TEST(SliceTest, ReadsWhatItPrints) {
  const BoundLayout layout = bound("f32[4x5x6x7] row");
  for (const char* text : {"0,0,:,:", "3,4,0:2,1:7", ":,1,2,:", "1,2,3,4",
                           "1,0:1,2,3", "0,:,0,3:3"}) {
    EXPECT_EQ(to_string(parse_slice(text, layout), layout), text);
  }
  EXPECT_EQ(to_string(parse_slice(" 1 , 2,0 : 3 , : ", layout), layout),
            "1,2,0:3,:");
}

TEST(SliceTest, FillsInWhatIsLeftOut) {
  const BoundLayout layout = bound("bf16[3x6x10] tile(4x4)");
  EXPECT_EQ(to_string(parse_slice("2,...", layout), layout), "2,:,:");
  EXPECT_EQ(to_string(parse_slice("...,1", layout), layout), ":,:,1");
  EXPECT_EQ(to_string(parse_slice("0,...,:,:", layout), layout), "0,:,:");
  EXPECT_EQ(to_string(parse_slice("0,4:,:4", layout), layout), "0,4:8,0:4");
}

TEST(SliceTest, SaysWhatIsWrong) {
  const BoundLayout layout = bound("bf16[3x6x10] tile(4x4)");
  EXPECT_EQ(error_of("0,:", layout),
            "slice: the slice has 2 items, the tensor has 3 axes; give one "
            "item an axis, or ... for the others");
  EXPECT_EQ(error_of(":,:,:", layout),
            "slice: a picture has two axes, this is the third range; choose "
            "one index on the other axes, as in 0,:,:");
  EXPECT_EQ(error_of("0,:,0:13", layout),
            "slice: axis c goes from 0 to 12 with padding; choose a part of "
            "0:12");
  EXPECT_EQ(error_of("3,:,:", layout),
            "slice: axis a goes from 0 to 3; choose a part of 0:3");
  EXPECT_EQ(error_of("0,:,x", layout),
            "slice: expected an index or a range such as 0:8, found 'x'");
  EXPECT_NE(error_of("0,5:2,:", layout), "");
  EXPECT_NE(error_of("", layout), "");
  EXPECT_NE(error_of("0,:,:,", layout), "");
  EXPECT_NE(error_of("0,..,:", layout), "");
  EXPECT_NE(error_of("...,...", layout), "");
  EXPECT_NE(error_of(std::string(100000, ','), layout), "");
  EXPECT_NE(error_of("0,:,99999999999999999999:", layout), "");
}

TEST(SliceTest, IsCheckedBeforeItIsDrawn) {
  const BoundLayout layout = bound("f32[4x5] row");
  Slice slice = first_slice(layout);
  EXPECT_NO_THROW(check(slice, layout));
  slice.end[0] = 5;
  EXPECT_THROW(check(slice, layout), Error);
  EXPECT_THROW(check(Slice(), layout), Error);
  slice = first_slice(layout);
  slice.row_axis = -1;  // a range on an axis that is not drawn
  EXPECT_THROW(check(slice, layout), Error);
  TextOptions options;
  options.slice = slice;
  EXPECT_THROW(draw_text(layout, options), Error);
}

}  // namespace
}  // namespace ashlar
