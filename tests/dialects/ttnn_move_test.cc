// ttnn_move_test.cc - layouts, data types, devices and memories of tensors.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/base/error_text.h"
#include "tests/dialects/ttnn_check.h"

namespace ashlar::ttnn {
namespace {

using ashlar::test::error_of;
using ashlar::test::error_text;
using test::counting;
using test::spec_of;

bool is_same(const Tensor& a, const Tensor& b) {
  return &a.spec() == &b.spec();
}

MemoryConfig sharded(TensorMemoryLayout layout, const CoreRangeSet& grid,
                     const Shape2D& shape, ShardOrientation orientation = {}) {
  return {layout, BufferType::l1, ShardSpec{grid, shape, orientation}};
}

TEST(TtnnMoveTest, WhatIsThereAlreadyIsHandedBack) {
  const auto device = make_sim();
  const Tensor host =
      counting(spec_of({4, 6}, DataType::bfloat16, kRowMajorLayout));
  EXPECT_TRUE(is_same(to_layout(host, kRowMajorLayout), host));
  EXPECT_TRUE(is_same(cpu(host), host));
  EXPECT_TRUE(is_same(to_dtype(host, DataType::bfloat16), host));
  const Tensor there = to_device(host, device);
  EXPECT_FALSE(is_same(there, host));
  EXPECT_TRUE(is_same(to_device(there, device), there));
  EXPECT_TRUE(is_same(to(there, device), there));
  EXPECT_TRUE(is_same(to_memory_config(there, kDramMemoryConfig), there));
  EXPECT_EQ(device->traffic().uploads, 1);
}

TEST(TtnnMoveTest, ToLayoutPadsWithAValueAndStripsIt) {
  const Tensor rows =
      counting(spec_of({2, 5, 7}, DataType::float32, kRowMajorLayout));
  ToLayoutOptions options;
  options.pad_value = 3;
  const Tensor tiles = to_layout(rows, kTileLayout, options);
  EXPECT_EQ(tiles.shape(), Shape({2, 5, 7}, {2, 32, 32}));
  EXPECT_EQ(verify_padding(tiles.core(), {Padding::Kind::fill, 3}),
            std::nullopt);
  const Tensor back = to_layout(tiles, kRowMajorLayout);
  EXPECT_EQ(back.shape(), rows.shape());
  EXPECT_EQ(back.buffer().size(), 2 * 5 * 7 * 4);
  EXPECT_EQ(to_vector(back), to_vector(rows));
}

TEST(TtnnMoveTest, ToLayoutWorksOnTheDeviceToo) {
  const auto device = make_sim();
  const Tensor rows =
      counting(spec_of({5, 8}, DataType::bfloat16, kRowMajorLayout), device);
  ToLayoutOptions options;
  options.memory_config = kL1MemoryConfig;
  options.dtype = DataType::float32;
  const Tensor tiles = to_layout(rows, kTileLayout, options);
  EXPECT_EQ(to_string(tiles.core().spec()),
            "f32[5x8] tile(32x32, faces=16x16) on sim:0/l1 interleaved(64)");
  EXPECT_EQ(tiles.device(), device);
  EXPECT_EQ(to_vector(tiles), to_vector(rows));
  // In the layout it has, a tensor can get them as well.
  options.dtype = DataType::uint16;
  EXPECT_EQ(to_layout(tiles, kTileLayout, options).dtype(), DataType::uint16);
}

TEST(TtnnMoveTest, OnTheHostAMemoryConfigIsAWordForLater) {
  const Tensor host =
      counting(spec_of({4, 4}, DataType::bfloat16, kTileLayout));
  ToLayoutOptions options;
  options.memory_config = kL1MemoryConfig;
  const Tensor other = to_layout(host, kTileLayout, options);
  EXPECT_EQ(other.memory_config(), kL1MemoryConfig);
  EXPECT_EQ(host.memory_config(), kDramMemoryConfig);
  EXPECT_EQ(other.buffer().bytes().data(), host.buffer().bytes().data());
}

TEST(TtnnMoveTest, RowsLoseTheirPaddingOnTheWayToTiles) {
  const Tensor rows = counting(
      spec_of(Shape({3, 5}, {64, 64}), DataType::float32, kRowMajorLayout));
  EXPECT_EQ(rows.padded_shape(), (Indices{64, 64}));
  const Tensor tiles = to_layout(rows, kTileLayout);
  EXPECT_EQ(tiles.padded_shape(), (Indices{32, 32}));
  EXPECT_EQ(to_vector(tiles), to_vector(rows));
}

TEST(TtnnMoveTest, ToDtypeCastsWithoutChangingTheShape) {
  const Tensor floats = from_values(
      {1.9, -2.9, 300, 0},
      spec_of({2, 2}, DataType::float32, kTileLayout, kL1MemoryConfig));
  const Tensor whole = to_dtype(floats, DataType::int32);
  EXPECT_EQ(to_vector(whole), (std::vector<double>{1, -2, 300, 0}));
  EXPECT_EQ(whole.padded_shape(), floats.padded_shape());
  EXPECT_EQ(whole.memory_config(), kL1MemoryConfig);
  EXPECT_THROW(to_dtype(floats, DataType::uint8), Error);
  const Tensor packed = to_dtype(floats, DataType::bfloat8_b);
  EXPECT_EQ(packed.padded_shape(), floats.padded_shape());
  EXPECT_EQ(to_vector(packed)[2], 300);
}

TEST(TtnnMoveTest, ToTakesTheTensorsOwnMemoryConfigToDeviceTakesDram) {
  const auto device = make_sim();
  const Tensor host = counting(
      spec_of({64, 64}, DataType::bfloat16, kTileLayout, kL1MemoryConfig));
  EXPECT_EQ(to(host, device).memory_config(), kL1MemoryConfig);
  EXPECT_EQ(to_device(host, device).memory_config(), kDramMemoryConfig);
  EXPECT_EQ(to(host, device, kDramMemoryConfig).memory_config(),
            kDramMemoryConfig);
  EXPECT_EQ(error_text([&] { to(host, nullptr); }),
            "ttnn: there is no device; open_device(\"sim:0\") is one");
}

TEST(TtnnMoveTest, HostAndDeviceDoNotShare) {
  const auto device = make_sim();
  const Tensor host =
      counting(spec_of({2, 2}, DataType::float32, kRowMajorLayout));
  const Tensor there = to(host, device);
  write(host.core(), {0, 0}, 50);
  EXPECT_EQ(read(there.core(), {0, 0}), 0);
  EXPECT_EQ(read(cpu(there).core(), {0, 0}), 0);
}

TEST(TtnnMoveTest, ToMemoryConfigNeedsADevice) {
  const Tensor host =
      counting(spec_of({2, 2}, DataType::float32, kRowMajorLayout));
  EXPECT_EQ(error_text([&] { to_memory_config(host, kL1MemoryConfig); }),
            "ttnn: the tensor is on the host; to_memory_config(tensor, config, "
            "device) takes it to a device");
}

TEST(TtnnMoveTest, ToMemoryConfigReshards) {
  const auto device = make_sim(parse_sim_config("wormhole(guard=64)"));
  const Tensor host =
      counting(spec_of({128, 96}, DataType::uint16, kTileLayout));
  Tensor there = to_device(host, device);
  const CoreRangeSet apart({{{0, 0}, {2, 0}}, {{4, 5}, {4, 5}}});
  using enum TensorMemoryLayout;
  const std::vector<MemoryConfig> configs = {
      sharded(height_sharded, CoreRange{{2, 1}, {3, 2}}, {32, 96}),
      sharded(width_sharded, CoreRange{{5, 0}, {7, 0}}, {128, 32}),
      sharded(block_sharded, CoreRange{{1, 2}, {3, 4}}, {64, 32}),
      sharded(block_sharded, CoreRange{{1, 2}, {3, 4}}, {64, 32},
              ShardOrientation::col_major),
      sharded(height_sharded, apart, {32, 96}),
      kL1MemoryConfig,
      MemoryConfig(BufferType::dram, {{32, 32}, CoreRange{{3, 0}, {6, 0}}}),
      MemoryConfig(BufferType::l1, {{64, 32}, CoreRange{{6, 6}, {7, 7}}}),
  };
  for (const MemoryConfig& config : configs) {
    SCOPED_TRACE(to_string(config));
    there = to_memory_config(there, config);
    EXPECT_EQ(there.memory_config().buffer_type(), config.buffer_type());
    EXPECT_EQ(to_vector(there), to_vector(host));
    EXPECT_EQ(to_vector(cpu(there)), to_vector(host));
  }
  const Tensor other =
      to_memory_config(there, kDramMemoryConfig, DataType::float32);
  EXPECT_EQ(other.dtype(), DataType::float32);
  EXPECT_EQ(to_vector(other), to_vector(host));
  EXPECT_EQ(device->broken_guard(), std::nullopt);
}

TEST(TtnnMoveTest, ShardsBeginWhereTheirCoresDo) {
  const auto device = make_sim();
  const Tensor tensor =
      counting(spec_of({64, 64}, DataType::uint32, kTileLayout,
                       sharded(TensorMemoryLayout::block_sharded,
                               CoreRange{{3, 2}, {4, 3}}, {32, 32})),
               device, 1 << 20);
  EXPECT_EQ(test::page_on_core(*device, tensor, {3, 2}, 0)[0], 0U);
  EXPECT_EQ(test::page_on_core(*device, tensor, {4, 2}, 0)[0], 32U);
  EXPECT_EQ(test::page_on_core(*device, tensor, {3, 3}, 0)[0], 32U * 64);
  EXPECT_EQ(test::page_on_core(*device, tensor, {4, 3}, 0)[0], 32U * 64 + 32);
  EXPECT_THROW(test::page_on_core(*device, tensor, {0, 0}, 0), Error);
}

TEST(TtnnMoveTest, ConfigsWithoutShardsPlaceNothing) {
  const Tensor host =
      counting(spec_of({64, 64}, DataType::bfloat16, kTileLayout));
  for (const MemoryConfig& config :
       {kL1BlockShardedMemoryConfig, kL1HeightShardedMemoryConfig,
        kL1WidthShardedMemoryConfig}) {
    EXPECT_EQ(error_text([&] { to(host, make_sim(), config); }),
              "ttnn: MemoryConfig must have Shard Spec specified for sharded "
              "memory layout");
  }
}

TEST(TtnnMoveTest, DevicesRefuseInTheirOwnWords) {
  const auto device = make_sim();
  const Tensor host =
      counting(spec_of({3, 7}, DataType::bfloat16, kRowMajorLayout));
  const Error error = error_of([&] { to(host, device); });
  EXPECT_EQ(error.kind(), ErrorKind::unsupported);
  EXPECT_EQ(error.problem(),
            "bf16[3x7] row on sim:0/dram interleaved(12) cannot be here: For "
            "ROW_MAJOR layout tensors with dtype BFLOAT16 or UINT16, tensor "
            "width must be divisible by 2 since data is packed as uint32_t "
            "when creating buffers on device! the width is 7; row(align=4B) "
            "pads it");
  EXPECT_EQ(device->use(SimMemory::dram).buffers, 0);
}

/// Any tensor, there and back.
TEST(TtnnMoveTest, RandomTensorsComeBackAsTheyWent) {
  std::mt19937_64 random(5);
  const auto number = [&](Index least, Index most) {
    return std::uniform_int_distribution<Index>(least, most)(random);
  };
  const auto device =
      make_sim(parse_sim_config("wormhole(widths=any, guard=32)"));
  constexpr DataType kTypes[] = {DataType::bfloat16, DataType::float32,
                                 DataType::uint8, DataType::uint16,
                                 DataType::int32};
  for (int round = 0; round < 150; ++round) {
    std::vector<Index> sizes;
    const Index rank = number(1, round % 10 == 0 ? 8 : 4);
    for (Index i = 0; i < rank; ++i) {
      sizes.push_back(number(0, i + 2 < rank ? 2 : 70));
    }
    const TensorSpec spec =
        spec_of(Shape(sizes), kTypes[number(0, 4)],
                number(0, 1) == 0 ? kTileLayout : kRowMajorLayout,
                number(0, 1) == 0 ? kDramMemoryConfig : kL1MemoryConfig);
    const Tensor host = counting(spec);
    const Tensor there = to(host, device);
    SCOPED_TRACE(to_string(there.core().spec()));
    ASSERT_TRUE(same_bits(host.core(), there.core()));
    const Tensor back = cpu(there);
    ASSERT_TRUE(
        std::ranges::equal(back.buffer().bytes(), host.buffer().bytes()));
  }
  EXPECT_EQ(device->use(SimMemory::dram).buffers, 0);
  EXPECT_EQ(device->use(SimMemory::l1).buffers, 0);
  EXPECT_EQ(device->broken_guard(), std::nullopt);
}

}  // namespace
}  // namespace ashlar::ttnn
