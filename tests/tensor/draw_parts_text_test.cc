// Tables of tiles and the numbers of their scales.
#include <gtest/gtest.h>

#include "ashlar/draw_parts.h"
#include "ashlar/error.h"

namespace ashlar {
namespace {

std::string drawn(const char* format, const Shape& shape, int width = 80,
                  int rows = 40) {
  TextOptions options;
  options.width = width;
  options.max_rows = rows;
  return draw_parts_text(parse_format(format), shape, options);
}

TEST(DrawPartsTextTest, ShowsWhichScaleATileHas) {
  EXPECT_EQ(drawn("mxfp4", {2, 70}),
            "scale: u8[2, 3] of e8m0, one for each of these\n"
            "axis 0\\axis 1  0..31  32..63  64..69\n"
            "            0      0       1       2\n"
            "            1      3       4       5\n");
  EXPECT_EQ(drawn("f8_e4m3fn@f32:128x128", {300, 200}),
            "scale: f32[3, 2], one for each of these\n"
            "axis 0\\axis 1  0..127  128..199\n"
            "       0..127       0         1\n"
            "     128..255       2         3\n"
            "     256..299       4         5\n");
  EXPECT_EQ(drawn("mxfp4", {40}),
            "scale: u8[2] of e8m0, one for each of these\n"
            "axis 0  0..31  32..39\n"
            "     0      0       1\n");
}

TEST(DrawPartsTextTest, ShowsEveryLevelAndWhatElseThereIs) {
  EXPECT_EQ(drawn("nvfp4", {1, 32}),
            "scale: u8[1, 2] of ue4m3, one for each of these\n"
            "axis 0\\axis 1  0..15  16..31\n"
            "            0      0       1\n"
            "\n"
            "outer scale: f32[1], one for all\n");
  EXPECT_EQ(drawn("u4@f16:tensor,zero=u4", {4, 4}),
            "scale: f16[1], one for all\n"
            "zero: u8[1] of u4, one for each scale\n");
}

TEST(DrawPartsTextTest, SaysWhatItLeavesOut) {
  EXPECT_EQ(drawn("mxfp4", {9, 320}, 40, 2),
            "scale: u8[9, 10] of e8m0, one for each of these\n"
            "axis 0\\axis 1  0..31  32..63  64..95\n"
            "            0      0       1       2\n"
            "            1     10      11      12\n"
            "shown: tiles 0 to 1 of 9 down, 0 to 2 of 10 to the right\n");
  // There is always one.
  EXPECT_NE(drawn("mxfp4", {9, 320}, -5, -5).find("0..31"), std::string::npos);
  EXPECT_EQ(drawn("mxfp4", {9, 0}), "nothing to draw: there are no elements\n");
  EXPECT_THROW(drawn("f32", {9, 8}), Error);
}

TEST(DrawPartsTextTest, ColoursNeighboursDifferently) {
  TextOptions options;
  options.color = TextOptions::Color::ansi;
  const std::string text =
      draw_parts_text(parse_format("mxfp4"), {2, 64}, options);
  EXPECT_NE(text.find("\033["), std::string::npos);
  EXPECT_EQ(drawn("mxfp4", {2, 64}).find("\033["), std::string::npos);
}

}  // namespace
}  // namespace ashlar
