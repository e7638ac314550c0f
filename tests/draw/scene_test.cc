#include "src/draw/scene.h"

#include <gtest/gtest.h>

#include "src/draw/slice.h"
#include "tests/draw/examples.h"

namespace ashlar {
namespace {

using test::bound;

TEST(SceneTest, ShowsSmallTensorsWhole) {
  const BoundLayout layout = bound("bf16[6x10] tile(4x4)");
  const Scene scene(layout, {});
  EXPECT_FALSE(scene.is_cut());
  EXPECT_EQ(scene.window(), first_slice(layout));
  EXPECT_FALSE(scene.by_unit());
  EXPECT_TRUE(scene.shows({5, 9}));
}

TEST(SceneTest, CutsLargeOnesAtTheEndOfABlock) {
  const BoundLayout layout = bound("bf16[1000x1000] tile(24x24)");
  const Scene scene(layout, {});
  EXPECT_TRUE(scene.is_cut());
  EXPECT_EQ(to_string(scene.window(), layout), "0:48,0:48");
  EXPECT_TRUE(scene.shows({47, 47}));
  EXPECT_FALSE(scene.shows({48, 0}));
}

TEST(SceneTest, ShowsMoreOfLongAndNarrowOnes) {
  const BoundLayout tall = bound("f32[128x4] row");
  EXPECT_FALSE(Scene(tall, {}).is_cut());
  const BoundLayout wide = bound("f32[2x1000] row");
  EXPECT_EQ(cols_of(Scene(wide, {}).window()), 256);
  const BoundLayout huge = bound("u1[1073741824x1073741824] row");
  const Scene scene(huge, {});
  EXPECT_EQ(rows_of(scene.window()), 64);
  EXPECT_EQ(cols_of(scene.window()), 64);
}

TEST(SceneTest, ColorsByOrderOrByUnit) {
  const BoundLayout layout = bound("f32[4x4] row");
  const Scene order(layout, {});
  EXPECT_EQ(order.color(layout.position(Indices{0, 0})), order_color(0));
  EXPECT_EQ(order.color(layout.position(Indices{3, 3})), order_color(1));
  const BoundLayout split = bound("f32[4x4] row on sim:0/l1 height(2)");
  const Scene units(split, {});
  EXPECT_TRUE(units.by_unit());
  EXPECT_EQ(units.color(split.position(Indices{0, 0})), unit_color(0, 0));
  EXPECT_EQ(units.color(split.position(Indices{2, 0})), unit_color(1, 0));
  EXPECT_EQ(units.units().size(), 2u);
  EXPECT_FALSE(units.hides_units());
  SvgOptions options;
  options.coloring = SvgOptions::Coloring::order;
  EXPECT_FALSE(Scene(split, options).by_unit());
}

TEST(SceneTest, KnowsWhereItsMemoryStarts) {
  const BoundLayout layout = bound("f32[3x4x5] row");
  SvgOptions options;
  options.slice = parse_slice("2,:,:", layout);
  EXPECT_EQ(Scene(layout, options).first_bit(), 40 * 32);
  const BoundLayout padded = bound("f32[2x3] tile(4x4)");
  options.slice = parse_slice("2:4,:", padded);
  EXPECT_EQ(Scene(padded, options).first_bit(), 0) << "nothing but padding";
}

TEST(SceneTest, ListsAFewUnitsOnly) {
  const BoundLayout layout = bound("f32[64x4] row on sim:0/l1 height(64)");
  const Scene scene(layout, {});
  EXPECT_EQ(scene.units().size(), 8u);
  EXPECT_TRUE(scene.hides_units());
}

}  // namespace
}  // namespace ashlar
