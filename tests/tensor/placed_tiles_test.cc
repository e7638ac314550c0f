// Tiles of tensors: how many, where, and which rows they hold.
#include "src/tensor/placed_tiles.h"

#include <gtest/gtest.h>

namespace ashlar {
namespace {

struct Bound {
  explicit Bound(const char* text)
      : spec(parse_spec(text)), layout(bind(spec)), grid(spec, layout) {}

  Spec spec;
  BoundLayout layout;
  PlacedTiles grid;
};

using Offsets = std::vector<Index>;

TEST(PlacedTilesTest, MatricesAreBelowEachOther) {
  const Bound a("bfp8_b[2x3x33x40] tile(32x32, faces=16x16)");
  EXPECT_EQ(a.grid.tile_rows(), 12);
  EXPECT_EQ(a.grid.rows(), 6 * 33);
  EXPECT_EQ(a.grid.first_row(3), 33 + 32);
  EXPECT_EQ(a.grid.row_count(3), 1);
  EXPECT_EQ(a.grid.row_count(4), 32);
  EXPECT_EQ(a.grid.tile_row_of(66), 4);
  EXPECT_EQ(a.grid.offsets(3), (Offsets{6 * 1088, 7 * 1088}));
  EXPECT_EQ(a.grid.offset_of(Indices{0, 1, 32, 39}), 7 * 1088);
}

TEST(PlacedTilesTest, MissingAxesHaveOneIndex) {
  const Bound row("bfp4_b[70] tile(32x32, faces=16x16)");
  EXPECT_EQ(row.grid.tile_rows(), 1);
  EXPECT_EQ(row.grid.row_count(0), 1);
  EXPECT_EQ(row.grid.offsets(0), (Offsets{0, 576, 1152}));
  const Bound one("bfp4_b[] tile(32x32, faces=16x16)");
  EXPECT_EQ(one.grid.offsets(0), Offsets{0});
  EXPECT_EQ(one.grid.width(), 1);
  EXPECT_EQ(Bound("bfp4_b[0x5] tile(32x32, faces=16x16)").grid.tile_rows(), 0);
  EXPECT_EQ(Bound("bfp4_b[3x5x0] tile(32x32, faces=16x16)").grid.tile_rows(),
            0);
}

TEST(PlacedTilesTest, UnitsFollowEachOther) {
  const Bound a(
      "bfp8_b[64x128] tile(32x32, faces=16x16) on sim:0/dram interleaved(3)");
  // Tile 5 is the second one of bank 2.
  EXPECT_EQ(a.grid.offsets(1),
            (Offsets{4 * 1088, 7 * 1088, 2 * 1088, 5 * 1088}));
}

}  // namespace
}  // namespace ashlar
