#include <gtest/gtest.h>

#include "ashlar/draw.h"
#include "tests/draw/examples.h"
#include "tests/draw/svg_check.h"

namespace ashlar {
namespace {

using test::bound;
using test::is_well_formed;

bool has(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

TEST(DrawSvgTest, SaysWhatItShows) {
  SvgOptions options;
  options.title = "bf16[6x10] tile(4x4)";
  const std::string svg = draw_svg(bound(options.title), options);
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_TRUE(has(svg, "<title>bf16[6x10] tile(4x4)</title>"));
  EXPECT_TRUE(has(svg, "padded to [6[8], 10[12]], 192 bytes, 37.5 % padding"));
  EXPECT_TRUE(has(svg, "logical order: numbers are element offsets"));
  EXPECT_TRUE(has(svg, "memory order: cells show a,b"));
  EXPECT_TRUE(has(svg, ">padding</text>"));
  EXPECT_TRUE(has(svg, ">block</text>"));
  EXPECT_FALSE(has(svg, ">inner block</text>"));
  EXPECT_FALSE(has(svg, "<script"));
  EXPECT_FALSE(has(svg, "href"));
}

TEST(DrawSvgTest, KeepsWhatIsNotThereOutOfTheKey) {
  const std::string row = draw_svg(bound("f32[6x10] row"));
  EXPECT_FALSE(has(row, ">padding</text>"));
  EXPECT_FALSE(has(row, ">block</text>"));
  EXPECT_TRUE(has(row, "[6, 10], 240 bytes, no padding"));
  const std::string faces = draw_svg(bound("f32[8x8] tile(8x8, faces=4x4)"));
  EXPECT_TRUE(has(faces, ">inner block</text>"));
  const std::string cores =
      draw_svg(bound("f32[8x8] row on sim:0/l1 height(2)"));
  EXPECT_TRUE(has(cores, "256 bytes on 2 cores, no padding"));
  EXPECT_TRUE(has(cores, ">core</text>"));
}

TEST(DrawSvgTest, SaysWhichPartItShows) {
  const BoundLayout layout = bound("f16[5x100x150] stick(128B, pad=all)");
  EXPECT_TRUE(has(draw_svg(layout), "logical order, the part [0,0:64,0:64]"));
  SvgOptions options;
  options.slice = parse_slice("1,0:4,60:68", layout);
  EXPECT_TRUE(has(draw_svg(layout, options),
                  "logical order, [1,0:4,60:68]: numbers are element offsets"));
}

TEST(DrawSvgTest, WrapsALongTitle) {
  SvgOptions options;
  options.title = "one";
  for (int i = 0; i < 60; ++i) options.title += " <word" + std::to_string(i);
  const std::string svg = draw_svg(bound("f32[2x2] row"), options);
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_TRUE(has(svg, "&lt;word59</text>"));
  options.title = std::string(5000, 'x');
  EXPECT_TRUE(is_well_formed(draw_svg(bound("f32[2x2] row"), options)));
}

TEST(DrawSvgTest, DrawsEmptyTinyAndHugeTensors) {
  for (const char* spec :
       {"f32[0x5] row", "f32[] row", "f32[1] row", "u1[3x0x2] row",
        "u1[1073741824x1073741824] tile(32x32)",
        "f32[4x4] row on host "
        "replicated(3)",
        "i8[2x2x2x2x2x2x2x2] col", "f32[100000] row"}) {
    const std::string svg = draw_svg(bound(spec));
    EXPECT_TRUE(is_well_formed(svg)) << spec;
    EXPECT_LT(svg.size(), 2000000u) << spec;
  }
}

TEST(DrawSvgTest, DrawsRandomLayouts) {
  test::Random random(test::test_seed());
  for (int i = 0; i < 200; ++i) {
    const BoundLayout layout = test::random_bound(random);
    ASSERT_TRUE(is_well_formed(draw_svg(layout)))
        << to_string(to_digits(layout));
  }
}

}  // namespace
}  // namespace ashlar
