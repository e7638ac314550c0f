#include "src/draw/unit_map.h"

#include <gtest/gtest.h>

#include "tests/draw/examples.h"

namespace ashlar {
namespace {

using test::bound;

/// The rectangles and lines that a unit is drawn with, on a page of its own.
std::string drawn(const BoundLayout& layout, std::size_t part) {
  const auto spread = spread_of(layout);
  const UnitMaps maps(layout, *spread);
  Sheet sheet;
  maps.draw(sheet, part, {0, 0, 100, 50, maps.rows(), maps.cols()});
  const std::string page = sheet.finish(100, 50, "", "");
  const std::size_t begin = page.find("/>\n", page.find("rx=")) + 3;
  return page.substr(begin, page.find("</svg>") - begin);
}

std::size_t count(const std::string& text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

TEST(UnitMapTest, ABoxIsOneRectangle) {
  const BoundLayout layout = bound("f32[8x8] row on sim:0/l1 block(2x2)");
  EXPECT_EQ(drawn(layout, 1),
            "<rect x=\"50\" y=\"0\" width=\"50\" height=\"25\" "
            "fill=\"#e6ab44\"/>\n");
  EXPECT_FALSE(UnitMaps(layout, *spread_of(layout)).has_edges());
}

TEST(UnitMapTest, AShardAtTheEdgeHasAnOutline) {
  const BoundLayout layout = bound("f32[6x8] row on sim:0/l1 height(4)");
  ASSERT_EQ(layout.shape().padded(0), 8);
  const auto spread = spread_of(layout);
  const UnitMaps maps(layout, *spread);
  EXPECT_EQ(maps.rows(), 8);
  const BoundLayout uneven =
      bound("f32[7x8] row on sim:0/l1 height(4, shard=2x8)");
  EXPECT_EQ(count(drawn(uneven, 2), "dasharray"), 0u);
  EXPECT_EQ(count(drawn(uneven, 3), "dasharray"), 4u);
}

TEST(UnitMapTest, NothingIsNotDrawn) {
  const BoundLayout layout =
      bound("f32[4x8] row on sim:0/l1 height(4, shard=2x8)");
  EXPECT_NE(drawn(layout, 1), "");
  EXPECT_EQ(drawn(layout, 2), "");
}

TEST(UnitMapTest, ManyPiecesAreAFewRectangles) {
  const BoundLayout layout =
      bound("bf16[4096x4096] ttnn on sim:0/dram interleaved(7)");
  const std::size_t rects = count(drawn(layout, 3), "<rect");
  EXPECT_GT(rects, 10u);
  EXPECT_LE(rects, 64u * 64u);
}

}  // namespace
}  // namespace ashlar
