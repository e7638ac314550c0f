#include <gtest/gtest.h>

#include "src/draw/spread.h"
#include "tests/draw/examples.h"

namespace ashlar {
namespace {

using test::bound;

std::vector<std::string> boxes(std::string_view spec) {
  const BoundLayout layout = bound(spec);
  const auto spread = spread_of(layout);
  std::vector<std::string> out;
  if (!spread) return out;
  for (std::size_t i = 0; i < spread->parts.size(); ++i) {
    std::string text;
    for (const std::string& line : part_lines(layout, *spread, i)) {
      text += (text.empty() ? "" : ", ") + line;
    }
    out.push_back(text);
  }
  return out;
}

using Texts = std::vector<std::string>;

TEST(SpreadTextTest, SaysWhichBoxACoreHolds) {
  EXPECT_EQ(boxes("bf16[128x128] ttnn on sim:0/l1 block(2x2)"),
            (Texts{"a 0:64, b 0:64", "a 0:64, b 64:128", "a 64:128, b 0:64",
                   "a 64:128, b 64:128"}));
  EXPECT_EQ(boxes("f32[10x8] row on sim:0/l1 height(3)"),
            (Texts{"a 0:4", "a 4:8", "a 8:10"}));
  EXPECT_EQ(boxes("f32[10x8] row on sim:0/l1 width(3)"),
            (Texts{"b 0:3", "b 3:6", "b 6:8"}));
  EXPECT_EQ(boxes("f32[4x4] row on sim:0/l1 height(1)"), Texts{"everything"});
}

TEST(SpreadTextTest, CoresWithoutDataHoldNothing) {
  EXPECT_EQ(boxes("bf16[70x32] ttnn on sim:0/l1 height(5)"),
            (Texts{"a 0:32", "a 32:64", "a 64:70", "nothing", "nothing"}));
}

TEST(SpreadTextTest, JoinedRowsThatAreNoBoxAreRows) {
  // Shards of 7 rows out of 4 x 5 of them.
  EXPECT_EQ(boxes("f32[4x5x8] row on sim:0/l1 height(3, shard=7x8)"),
            (Texts{"rows 0:7", "rows 7:14", "rows 14:20"}));
  EXPECT_EQ(boxes("f32[4x5x8] row on sim:0/l1 height(2, shard=10x8)"),
            (Texts{"a 0:2", "a 2:4"}));
}

TEST(SpreadTextTest, PagesThatAreDealtOutArePieces) {
  EXPECT_EQ(boxes("bf16[8x12] tile(4x4) on sim:0/dram interleaved(4)"),
            (Texts{"2 pieces", "2 pieces", "a 0:4, b 8:12", "a 4:8, b 0:4"}));
}

TEST(SpreadTextTest, OnlyWhatIsFullIsCalledFull) {
  const auto fills = [](std::string_view spec) {
    const BoundLayout layout = bound(spec);
    std::string text;
    for (const UnitPart& part : unit_parts(layout)) {
      text += fill_text(layout, part) + ";";
    }
    return text;
  };
  EXPECT_EQ(fills("f32[10x8] row on sim:0/l1 height(3)"),
            "full;full;50 % full;");
  EXPECT_EQ(fills("u8[9999x1] row on sim:0/l1 height(2)"), "full;99.9 % full;");
  EXPECT_EQ(fills("bf16[70x32] ttnn on sim:0/l1 height(4)"),
            "full;full;18.8 % full;0 % full;");
}

TEST(SpreadTextTest, RastersKeepCuts) {
  const BoundLayout layout =
      bound("f32[11x14] row on sim:0/l1 block(2x2, shard=6x8)");
  const auto spread = spread_of(layout);
  const Raster raster = raster_of(*spread, 4, 7);
  EXPECT_EQ(raster.rows, (std::vector<Index>{0, 3, 6, 8, 11}));
  EXPECT_EQ(raster.cols, (std::vector<Index>{0, 2, 4, 6, 8, 10, 12, 14}));
  for (std::size_t part = 0; part < 4; ++part) {
    for (const double share : shares_of(*spread, raster, part)) {
      EXPECT_TRUE(share == 0 || share == 1);
    }
  }
  // With fewer cells than cuts, cells are shared.
  const auto fine = spread_of(bound("f32[10x1] row on sim:0 interleaved(2)"));
  const Raster coarse = raster_of(*fine, 5, 1);
  EXPECT_EQ(coarse.rows, (std::vector<Index>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(shares_of(*fine, coarse, 1), std::vector<double>(5, 0.5));
}

}  // namespace
}  // namespace ashlar
