// ttnn_blocks_test.cc - bfloat8_b and bfloat4_b: made, moved, read, printed.
#include <gtest/gtest.h>

#include <algorithm>

#include "ashlar/block_tiles.h"
#include "ashlar/dialects/ttnn_print.h"
#include "tests/base/error_text.h"
#include "tests/dialects/ttnn_check.h"

namespace ashlar::ttnn {
namespace {

using ashlar::test::error_text;
using test::counting;
using test::spec_of;

TEST(TtnnBlocksTest, ToLayoutPacksTiles) {
  const Tensor rows =
      counting(spec_of({2, 5, 7}, DataType::float32, kRowMajorLayout));
  ToLayoutOptions options;
  options.dtype = DataType::bfloat8_b;
  options.pad_value = 3;
  const Tensor tiles = to_layout(rows, kTileLayout, options);
  EXPECT_EQ(tiles.dtype(), DataType::bfloat8_b);
  EXPECT_EQ(tiles.shape(), Shape({2, 5, 7}, {2, 32, 32}));
  EXPECT_EQ(tiles.buffer().size(), 2 * 1088);
  EXPECT_EQ(to_vector(tiles), to_vector(rows));  // small integers
  // The padding is in the tiles as well.
  std::vector<float> padded(1024, 3);
  for (std::size_t i = 0; i < 35; ++i) {
    padded[i / 7 * 32 + i % 7] = static_cast<float>(i);
  }
  std::vector<std::byte> expected(1088);
  encode_tiles(BlockTile(parse_format("bfp8_b")), padded, {32, 32, 32},
               expected);
  EXPECT_TRUE(std::ranges::equal(tiles.buffer().bytes().first(1088), expected));
}

TEST(TtnnBlocksTest, ToDtypeGoesBothWays) {
  for (const DataType dtype : {DataType::bfloat8_b, DataType::bfloat4_b}) {
    const Tensor halves =
        counting(spec_of({3, 2}, DataType::bfloat16, kTileLayout));
    const Tensor packed = to_dtype(halves, dtype);
    EXPECT_EQ(packed.dtype(), dtype);
    EXPECT_EQ(to_vector(to_dtype(packed, DataType::bfloat16)),
              to_vector(packed));
    EXPECT_EQ(to_vector(to_dtype(packed, DataType::float32)),
              to_vector(packed));
    EXPECT_EQ(to_vector(packed), (std::vector<double>{0, 1, 2, 3, 4, 5}));
  }
}

TEST(TtnnBlocksTest, PagesOfADeviceAreTheTiles) {
  const auto device = make_sim();
  const Tensor host =
      counting(spec_of({3, 70, 100}, DataType::bfloat8_b, kTileLayout));
  for (const MemoryConfig& config : {kDramMemoryConfig, kL1MemoryConfig}) {
    const Tensor there = to_device(host, device, config);
    EXPECT_EQ(there.spec().page_size_bytes(), 1088);
    EXPECT_EQ(to_vector(there), to_vector(host));
    const Tensor back = from_device(there);
    EXPECT_TRUE(
        std::ranges::equal(back.buffer().bytes(), host.buffer().bytes()));
  }
}

TEST(TtnnBlocksTest, ShardsHoldWholeTiles) {
  const auto device = make_sim();
  const Tensor host =
      counting(spec_of({128, 128}, DataType::bfloat4_b, kTileLayout));
  const MemoryConfig blocks = create_sharded_memory_config(
      Shape({128, 128}), CoreGrid{.x = 2, .y = 2}, ShardStrategy::block);
  const Tensor there = to_memory_config(host, blocks, device);
  EXPECT_EQ(to_vector(there), to_vector(host));
  EXPECT_EQ(to_vector(to_memory_config(there, kDramMemoryConfig)),
            to_vector(host));
  EXPECT_EQ(to_vector(to_dtype(there, DataType::bfloat16)), to_vector(host));
}

TEST(TtnnBlocksTest, RowsAreRefusedWithTtnnsWords) {
  const Tensor tiles =
      counting(spec_of({3, 4}, DataType::bfloat8_b, kTileLayout));
  EXPECT_EQ(error_text([&] { to_layout(tiles, kRowMajorLayout); }),
            "ttnn: Only TILE layout is supported for BFLOAT8_B dtype!");
  ToLayoutOptions options;
  options.dtype = DataType::bfloat16;
  EXPECT_EQ(to_vector(to_layout(tiles, kRowMajorLayout, options)),
            to_vector(tiles));
}

TEST(TtnnBlocksTest, PrintsNumbers) {
  const Tensor tiles =
      counting(spec_of({2, 2}, DataType::bfloat8_b, kTileLayout));
  EXPECT_EQ(to_string(tiles),
            "ttnn.Tensor([[ 0.0000,  1.0000],\n"
            "             [ 2.0000,  3.0000]], shape=Shape([2, 2]), "
            "dtype=DataType::BFLOAT8_B, layout=Layout::TILE)");
}

TEST(TtnnBlocksTest, WhatIsOnADeviceIsPackedThere) {
  const auto device = make_sim();
  const Tensor rows =
      counting(spec_of({40, 64}, DataType::bfloat16, kRowMajorLayout), device);
  ToLayoutOptions options;
  options.dtype = DataType::bfloat8_b;
  const Tensor tiles = to_layout(rows, kTileLayout, options);
  EXPECT_EQ(tiles.device(), device);
  EXPECT_EQ(to_string(tiles.core().spec()),
            "bfp8_b[40x64] tile(32x32, faces=16x16) on sim:0/dram "
            "interleaved(12)");
  EXPECT_EQ(to_vector(tiles),
            to_vector(to_layout(cpu(rows), kTileLayout, options)));
}

}  // namespace
}  // namespace ashlar::ttnn
