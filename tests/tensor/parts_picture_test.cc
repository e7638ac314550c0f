// The tiles of a block format that a picture shows.
#include "src/tensor/parts_picture.h"

#include <gtest/gtest.h>

namespace ashlar {
namespace {

PartsPicture picture(const char* format, const Shape& shape) {
  return {parse_format(format), shape};
}

TEST(PartsPictureTest, NamesEveryPartWithItsShape) {
  const PartsPicture plain = picture("mxfp4", {32, 128});
  EXPECT_EQ(plain.data, "data: u8[32, 64]");
  ASSERT_EQ(plain.levels.size(), 1u);
  EXPECT_EQ(plain.levels[0].heading(), "scale: u8[32, 4] of e8m0");
  EXPECT_TRUE(plain.others.empty());
  const PartsPicture three =
      picture("u4@f16:8+f16:16+f32:channel,zero=u4", {3, 40});
  ASSERT_EQ(three.levels.size(), 3u);
  EXPECT_EQ(three.levels[0].heading(), "scale: f16[3, 5]");
  EXPECT_EQ(three.levels[1].heading(), "outer scale: f16[3, 3]");
  EXPECT_EQ(three.levels[2].heading(), "top scale: f32[3, 1]");
  EXPECT_EQ(
      three.others,
      (std::vector<std::string>{"zero: u8[3, 3] of u4, one for each scale"}));
  EXPECT_EQ(
      picture("cb42f1346_e2m3fn@e8m0:32,sub=8,sparse=2:4", {2, 128}).others,
      (std::vector<std::string>{"meta: u8[2, 2], 4 for each scale",
                                "mask: u8[2, 16], a bit for each "
                                "element"}));
}

TEST(PartsPictureTest, KnowsTheElementsOfEachTile) {
  const PartsPicture found = picture("f8_e4m3fn@f32:16x32", {2, 40, 70});
  EXPECT_EQ(found.rows, 40);
  EXPECT_EQ(found.cols, 70);
  EXPECT_EQ(found.row_axis, "axis 1");
  EXPECT_EQ(found.col_axis, "axis 2");
  const PictureLevel& level = found.levels[0];
  EXPECT_EQ(level.rows(), 3);
  EXPECT_EQ(level.cols(), 3);
  EXPECT_EQ(level.number(2, 1), 7);
  const Region last = level.region(2, 2);
  EXPECT_EQ(range_text(last.rows[0], last.rows[1]), "32..39");
  EXPECT_EQ(range_text(last.cols[0], last.cols[1]), "64..69");
}

TEST(PartsPictureTest, TheAxisOfTheTilesRunsToTheRight) {
  const PartsPicture found = picture("mxfp4", {70});
  EXPECT_EQ(found.row_axis, "");
  EXPECT_EQ(found.col_axis, "axis 0");
  EXPECT_EQ(found.rows, 1);
  const PartsPicture first = picture("f4_e2m1fn@e8m0:32,axis=0", {70, 5});
  EXPECT_EQ(first.row_axis, "axis 1");
  EXPECT_EQ(first.col_axis, "axis 0");
  EXPECT_EQ(first.cols, 70);
}

TEST(PartsPictureTest, WritesRangesShortly) {
  EXPECT_EQ(range_text(0, 32), "0..31");
  EXPECT_EQ(range_text(7, 8), "7");
}

}  // namespace
}  // namespace ashlar
