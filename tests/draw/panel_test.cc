#include "src/draw/panel.h"

#include <gtest/gtest.h>

#include "tests/draw/examples.h"

namespace ashlar {
namespace {

using test::bound;

std::string drawn(const BoundLayout& layout, const Panels& panels) {
  Sheet sheet;
  panels.draw(sheet, 0, 0);
  return sheet.finish(panels.width(), panels.height(),
                      to_string(layout.shape()), "");
}

int count(const std::string& text, std::string_view what) {
  int found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

TEST(PanelTest, DrawsEveryCellAndEveryNumber) {
  const BoundLayout layout = bound("bf16[6x10] tile(4x4)");
  const Scene scene(layout, {});
  const Panels panels(scene);
  EXPECT_TRUE(panels.has_numbers());
  const std::string svg = drawn(layout, panels);
  EXPECT_EQ(count(svg, "url(#padding)"), 96 - 60);
  EXPECT_EQ(count(svg, "<rect x="), 96);
  EXPECT_EQ(count(svg, ">85</text>"), 1);
  EXPECT_EQ(count(svg, ">86</text>"), 0) << "that is padding";
}

TEST(PanelTest, LeavesNumbersOutWhereThereIsNoRoom) {
  const BoundLayout layout = bound("bf16[64x64] ttnn");
  const Scene scene(layout, {});
  const Panels panels(scene);
  EXPECT_FALSE(panels.has_numbers());
  EXPECT_LE(panels.width(), kMaxWidth);
  EXPECT_EQ(count(drawn(layout, panels), ">4095</text>"), 0);
}

TEST(PanelTest, FoldsTallAndWideTensors) {
  const BoundLayout tall = bound("e8m0[128x4] cublaslt(128x4)");
  const Scene tall_scene(tall, {});
  const Panels beside(tall_scene);
  EXPECT_TRUE(beside.has_numbers());
  EXPECT_LT(beside.height(), 800);
  EXPECT_EQ(count(drawn(tall, beside), ">a\\b</text>"), 4);
  const BoundLayout wide = bound("f32[100] row");
  const Scene wide_scene(wide, {});
  const Panels below(wide_scene);
  EXPECT_LE(below.width(), kMaxWidth);
  EXPECT_EQ(count(drawn(wide, below), ">a</text>"), 3);
}

TEST(PanelTest, NamesEveryUnitOnce) {
  const BoundLayout layout =
      bound("bf16[8x16] tile(2x4) on sim:0/l1 block(2x2)");
  const Scene scene(layout, {});
  const std::string svg = drawn(layout, Panels(scene));
  for (const char* name : {"core 0,0", "core 0,1", "core 1,0", "core 1,1"}) {
    EXPECT_EQ(count(svg, name), 1) << name;
  }
}

TEST(PanelTest, HasAPenForEachBorder) {
  EXPECT_GT(pen_of(Border::unit).width, pen_of(Border::tile).width);
  EXPECT_GT(pen_of(Border::tile).width, pen_of(Border::face).width);
  EXPECT_EQ(pen_of(Border::face).dash, Pen::Dash::dashed);
}

}  // namespace
}  // namespace ashlar
