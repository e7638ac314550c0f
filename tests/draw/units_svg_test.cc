#include <gtest/gtest.h>

#include "ashlar/draw.h"
#include "tests/base/error_text.h"
#include "tests/draw/svg_check.h"

namespace ashlar {
namespace {

bool has(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

std::size_t count(const std::string& text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

TEST(UnitsSvgTest, SaysWhatEachCoreHolds) {
  const std::string svg = draw_units_svg(
      parse_spec("bf16[11x14] tile(2x4) on sim:0/l1 block(2x2)"));
  EXPECT_TRUE(test::is_well_formed(svg));
  EXPECT_TRUE(has(svg, "<title>bf16[11x14] tile(2x4) on sim:0/l1 block(2x2)"));
  EXPECT_TRUE(has(svg, "core 1,1: a 6:11, b 8:14, 62.5 % full."));
  EXPECT_TRUE(has(svg, ">what each core holds</text>"));
  // Once in the tensor, once above its panel, once in the description.
  EXPECT_GE(count(svg, "core 0,1"), 3u);
  EXPECT_TRUE(has(svg, ">b 8:14</text>"));
  EXPECT_TRUE(has(svg, ">62.5 % full</text>"));
}

TEST(UnitsSvgTest, CoresWithoutDataHavePanels) {
  const std::string svg =
      draw_units_svg(parse_spec("bf16[70x32] ttnn on sim:0/l1 height(5)"));
  EXPECT_TRUE(test::is_well_formed(svg));
  EXPECT_EQ(count(svg, ">nothing</text>"), 2u);
  EXPECT_EQ(count(svg, ">full</text>"), 2u);
  EXPECT_TRUE(has(svg, ">18.8 % full</text>"));
  EXPECT_TRUE(has(svg, ">core 4</text>"));
}

TEST(UnitsSvgTest, StaysSmallHoweverLargeTheTensor) {
  const std::string shards = draw_units_svg(
      parse_spec("bf16[1048576x16384] ttnn on sim:0/l1 block(8x8)"));
  EXPECT_TRUE(test::is_well_formed(shards));
  EXPECT_LT(shards.size(), 300'000u);
  const std::string pages = draw_units_svg(
      parse_spec("bf16[16384x8192] ttnn on sim:0/dram interleaved(12)"));
  EXPECT_TRUE(test::is_well_formed(pages));
  EXPECT_LT(pages.size(), 8'000'000u);
  const std::string many =
      draw_units_svg(parse_spec("u8[4000x4] row on sim:0 interleaved(4000)"));
  EXPECT_TRUE(test::is_well_formed(many));
  EXPECT_TRUE(has(many, "and 2,976 more"));
}

TEST(UnitsSvgTest, EveryRankCanBeDrawn) {
  for (const char* text :
       {"f32[] row on sim:0/l1 height(2)", "f32[9] row on sim:0/l1 height(2)",
        "f32[3x2x2x4] tile(2x2) on sim:0/l1 nd(4, shard=2x1x2x2)",
        "f32[1x2x1x2x1x2x1x8] row on sim:0/l1 height(3)",
        "f32[10x8] row on host ranks(2, axis=1)"}) {
    Spec spec = parse_spec(text);
    EXPECT_TRUE(test::is_well_formed(draw_units_svg(spec))) << text;
    EXPECT_FALSE(draw_units_text(spec).empty()) << text;
  }
}

TEST(UnitsSvgTest, RefusesWhatIsInOneMemory) {
  EXPECT_EQ(
      test::error_text([] { draw_units_svg(parse_spec("f32[4x4] row")); }),
      "draw: there is no panel for each unit of f32[4x4] row: it is in "
      "one memory, or in too many pieces");
  EXPECT_TRUE(has(draw_units_svg(parse_spec(
                      "f32[0x8] row on sim:0/l1 height(3, shard=4x8)")),
                  "nothing to draw"));
}

}  // namespace
}  // namespace ashlar
