// Elements in the colours of their scales, as a well-formed picture.
#include <gtest/gtest.h>

#include <string>

#include "ashlar/draw_parts.h"
#include "ashlar/error.h"
#include "tests/draw/svg_check.h"

namespace ashlar {
namespace {

std::string drawn(const char* format, const Shape& shape) {
  return draw_parts_svg(parse_format(format), shape);
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t out = 0;
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + 1)) {
    ++out;
  }
  return out;
}

bool has(const std::string& text, const std::string& what) {
  return text.find(what) != std::string::npos;
}

TEST(DrawPartsSvgTest, DrawsEveryTileAndItsScale) {
  const std::string svg = drawn("mxfp4", {4, 128});
  EXPECT_TRUE(has(svg, "<svg"));
  EXPECT_TRUE(test::is_well_formed(svg));
  EXPECT_TRUE(has(svg, "mxfp4[4, 128]"));
  EXPECT_TRUE(has(svg, "4.25 bits an element"));
  EXPECT_TRUE(has(svg, "scale: u8[4, 4] of e8m0"));
  for (const char* range : {">0..31<", ">32..63<", ">96..127<", ">3<"}) {
    EXPECT_TRUE(has(svg, range)) << range;
  }
  // The number of each scale, once on its elements and once on itself.
  for (int i = 4; i < 16; ++i) {
    EXPECT_EQ(count(svg, ">" + std::to_string(i) + "<"), 2u) << i;
  }
}

TEST(DrawPartsSvgTest, TellsOfOtherPartsAndOfWhatIsLeftOut) {
  const std::string three =
      drawn("u4@f16:8+f16:2x16+f32:tensor,zero=u4", {4, 64});
  EXPECT_TRUE(has(three, "zero: u8[4, 4] of u4, one for each scale"));
  EXPECT_TRUE(has(three,
                  "outer scale: f16[2, 4], one for tiles of 0..1 x "
                  "0..15"));
  EXPECT_TRUE(has(three, "top scale: f32[1], one for all"));
  EXPECT_TRUE(has(drawn("mxfp4", {4096, 4096}),
                  "shown: 40 of 4096 tiles down, 24 of 128 to the right"));
}

TEST(DrawPartsSvgTest, StaysSmallAndDrawsNothingOfNothing) {
  EXPECT_LT(drawn("mxfp4", {1 << 20, 1 << 20}).size(), 600'000u);
  EXPECT_TRUE(has(drawn("mxfp4", {4, 0}), "there are no elements"));
  EXPECT_TRUE(has(drawn("i8@f32:tensor", {5}), "scale: f32[1]"));
  EXPECT_THROW(drawn("bf16", {4, 4}), Error);
}

TEST(DrawPartsSvgTest, EscapesTheTitle) {
  EXPECT_TRUE(
      has(draw_parts_svg(parse_format("mxfp4"), {4, 4}, "a<b"), "a&lt;b"));
}

}  // namespace
}  // namespace ashlar
