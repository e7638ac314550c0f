// Lines cover every element and every tile once, whatever the extent.
#include "src/blocks/block_lines.h"

#include <gtest/gtest.h>

namespace ashlar {
namespace {

void expect_cover(const char* name, const BlockExtent& extent) {
  const Format format = parse_format(name);
  const BlockGrids grids(format, extent);
  BlockBytes bytes;
  bytes.data_packing = Packing(format.element().bits);
  const BlockLineList lines(grids, bytes);
  std::vector<int> elements(static_cast<std::size_t>(extent.count()));
  std::int64_t tiles = 0;
  for (std::int64_t i = 0; i < lines.count(); ++i) {
    const BlockLine line = lines.line(i);
    EXPECT_EQ(line.tile, tiles);
    tiles += line.tiles;
    for (std::int64_t row = 0; row < line.rows; ++row) {
      const std::int64_t first = line.first + row * lines.pitch();
      for (std::int64_t at = first; at < first + line.count; ++at) {
        ++elements[static_cast<std::size_t>(at)];
      }
    }
  }
  EXPECT_EQ(tiles, grids.tiles().count());
  for (const int count : elements) ASSERT_EQ(count, 1);
  EXPECT_GE(lines.grain(0), 1);
  EXPECT_GE(lines.grain(1), lines.count());
}

TEST(BlockLinesTest, CoverEveryElementOnce) {
  for (const char* name : {"mxfp4", "mxfp8_e4m3", "f8_e4m3fn@f32:128x128",
                           "int4_channel", "i8@f32:3x24"}) {
    for (const BlockExtent& extent :
         {BlockExtent{1, 1, 64}, BlockExtent{2, 300, 96}, BlockExtent{3, 5, 7},
          BlockExtent{1, 9, 1 << 17}, BlockExtent{2, 129, 131}}) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(extent.cols));
      expect_cover(name, extent);
    }
  }
}

TEST(BlockLinesTest, JoinRowsThatEndWithATile) {
  const Format format = parse_format("mxfp4");
  BlockBytes bytes;
  bytes.data_packing = Packing(4);
  EXPECT_EQ(BlockLineList(BlockGrids(format, {1, 64, 64}), bytes).count(), 1);
  EXPECT_EQ(BlockLineList(BlockGrids(format, {1, 64, 63}), bytes).count(), 64);
  EXPECT_EQ(BlockLineList(BlockGrids(format, {1, 64, 0}), bytes).count(), 0);
}

TEST(BlockLinesTest, KnowHowKernelsHaveCodes) {
  EXPECT_EQ(fast_codes(Packing(8)), FastCodes::bytes);
  EXPECT_EQ(fast_codes(Packing(6)), FastCodes::bytes);
  EXPECT_EQ(fast_codes(Packing(6, PackOrder::dense)), FastCodes::packed_later);
  EXPECT_EQ(fast_codes(Packing(4, PackOrder::dense)), FastCodes::nibbles);
  EXPECT_EQ(fast_codes(Packing(3)), FastCodes::nibbles);
  EXPECT_EQ(fast_codes(Packing(2)), FastCodes::packed_later);
  EXPECT_EQ(packed_place(Packing(4), 2 * 7 + 2, 7), 9);
}

}  // namespace
}  // namespace ashlar
