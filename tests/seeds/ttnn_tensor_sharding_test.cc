// ttnn_tensor_sharding_test.cc - what the document on ttnn's tensors says of
// sharding and memory configs, sentence by sentence.
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "ashlar/sim.h"
#include "ashlar/tensor_view.h"
#include "tests/base/error_text.h"
#include "tests/dialects/ttnn_check.h"

namespace ashlar::ttnn {
namespace {

using ashlar::test::error_text;
using test::counting;
using test::spec_of;

/// The tensor of the pictures: 128x128, every element the number of its tile.
Tensor labelled_tiles() {
  std::vector<double> labels;
  for (Index row = 0; row < 128; ++row) {
    for (Index column = 0; column < 128; ++column) {
      labels.push_back(static_cast<double>(row / 32 * 4 + column / 32));
    }
  }
  return from_span(std::span<const double>(labels),
                   spec_of({128, 128}, DataType::uint32, kTileLayout));
}

/// The labels of the tiles in the L1 of a core, one after the other.
std::vector<std::uint32_t> labels_on(const SimDevice& device,
                                     const Tensor& tensor,
                                     const CoreCoord& core) {
  const DeviceBuffer& buffer = *tensor.buffer().buffer();
  const Index slots = buffer.unit_bytes() / device.page_bytes(buffer);
  std::vector<std::uint32_t> out;
  for (Index slot = 0; slot < slots; ++slot) {
    const auto page = test::page_on_core(device, tensor, core, slot);
    for (const std::uint32_t word : page) EXPECT_EQ(word, page.front());
    out.push_back(page.front());
  }
  return out;
}

using Labels = std::vector<std::uint32_t>;

MemoryConfig sharded(const Shape& shape, const CoreGrid& grid,
                     ShardStrategy strategy,
                     ShardOrientation orientation = {}) {
  return create_sharded_memory_config(shape, grid, strategy, {orientation, {}});
}

TEST(TtnnTensorSeed, ShardingIsSplitAcrossADistributedMemorySpace) {
  const auto device = make_sim();
  const Tensor tensor = to_memory_config(
      labelled_tiles(), sharded({128, 128}, {2, 2}, ShardStrategy::block),
      device);
  const std::vector<Index> bytes = device->bytes_by_unit(SimMemory::l1);
  for (const Index unit : {0, 1, 8, 9}) {
    EXPECT_EQ(bytes[static_cast<std::size_t>(unit)], 128 * 128);
  }
  EXPECT_EQ(device->use(SimMemory::dram).buffers, 0);
  // And that is abstracted away.
  EXPECT_EQ(to_vector(tensor), to_vector(labelled_tiles()));
}

TEST(TtnnTensorSeed, AHigherRankTensorIsRepresentedIn2DBeforeSharding) {
  const TensorSpec spec =
      spec_of({1, 2, 3, 4}, DataType::float32, kRowMajorLayout);
  EXPECT_EQ(spec.logical_2d_shape(), (Shape2D{6, 4}));
  const auto device = make_sim();
  const Tensor tensor = counting(spec, device);
  const Tensor cut = to_memory_config(
      tensor, sharded({1, 2, 3, 4}, {1, 3}, ShardStrategy::height));
  EXPECT_EQ(cut.memory_config().shard_spec()->shape, (Shape2D{2, 4}));
  // Two rows of the six a core.
  EXPECT_EQ(core_of(cut.core(), {0, 0, 1, 3}), (CoreCoord{0, 0}));
  EXPECT_EQ(core_of(cut.core(), {0, 0, 2, 0}), (CoreCoord{0, 1}));
  EXPECT_EQ(core_of(cut.core(), {0, 1, 0, 0}), (CoreCoord{0, 1}));
  EXPECT_EQ(core_of(cut.core(), {0, 1, 1, 0}), (CoreCoord{0, 2}));
}

TEST(TtnnTensorSeed, TheSizeOfTheTileDependsOnTheLayoutAndTheShape) {
  EXPECT_EQ(spec_of({40, 70}, DataType::bfloat16, kTileLayout).page_shape(),
            (Shape2D{32, 32}));
  EXPECT_EQ(spec_of({40, 70}, DataType::bfloat16, kRowMajorLayout).page_shape(),
            (Shape2D{1, 70}));
}

TEST(TtnnTensorSeed, ATensorIsOnlyShardedOnDeviceOnTheHostTilesAreInOrder) {
  const auto device = make_sim();
  const MemoryConfig config = sharded({128, 128}, {2, 2}, ShardStrategy::block);
  const Tensor there = to_memory_config(labelled_tiles(), config, device);
  const Tensor back = from_device(there);
  EXPECT_EQ(back.memory_config(), config);
  const Labels words = test::words(back.buffer().bytes());
  for (std::size_t i = 0; i < words.size(); ++i) {
    ASSERT_EQ(words[i], i / 1024);
  }
}

TEST(TtnnTensorSeed, EachCoreHasASingleShardOfTheShapeInElements) {
  const auto device = make_sim();
  const Tensor tensor = to_memory_config(
      labelled_tiles(), sharded({128, 128}, {4, 2}, ShardStrategy::block),
      device);
  EXPECT_EQ(tensor.memory_config().shard_spec()->shape, (Shape2D{64, 32}));
  for (Index y = 0; y < 2; ++y) {
    for (Index x = 0; x < 4; ++x) {
      EXPECT_EQ(shard(tensor.core(), {y, x}).shape(), ashlar::Shape({64, 32}));
    }
  }
}

TEST(TtnnTensorSeed, HeightIsSplitInRowsWidthInColumnsBlockAlongA2DGrid) {
  const auto device = make_sim();
  const auto on = [&](ShardStrategy strategy, const CoreGrid& grid,
                      const CoreCoord& core) {
    return labels_on(
        *device,
        to_memory_config(labelled_tiles(), sharded({128, 128}, grid, strategy),
                         device),
        core);
  };
  EXPECT_EQ(on(ShardStrategy::height, {2, 2}, {0, 0}), (Labels{0, 1, 2, 3}));
  EXPECT_EQ(on(ShardStrategy::height, {2, 2}, {1, 0}), (Labels{4, 5, 6, 7}));
  EXPECT_EQ(on(ShardStrategy::width, {2, 2}, {0, 0}), (Labels{0, 4, 8, 12}));
  EXPECT_EQ(on(ShardStrategy::width, {2, 2}, {1, 1}), (Labels{3, 7, 11, 15}));
  EXPECT_EQ(on(ShardStrategy::block, {4, 4}, {3, 1}), (Labels{7}));
}

TEST(TtnnTensorSeed, ShardOrientationIsTheOrderOfTheCores) {
  const auto device = make_sim();
  const auto second = [&](ShardStrategy strategy,
                          ShardOrientation orientation) {
    const Tensor tensor = to_memory_config(
        labelled_tiles(), sharded({128, 128}, {2, 2}, strategy, orientation),
        device);
    return labels_on(*device, tensor, {1, 0});
  };
  EXPECT_EQ(second(ShardStrategy::height, ShardOrientation::row_major),
            (Labels{4, 5, 6, 7}));
  EXPECT_EQ(second(ShardStrategy::height, ShardOrientation::col_major),
            (Labels{8, 9, 10, 11}));
  EXPECT_EQ(second(ShardStrategy::block, ShardOrientation::col_major),
            (Labels{8, 9, 12, 13}));
}

TEST(TtnnTensorSeed, ToMemoryConfigWritesAnUnshardedHostTensorToShards) {
  const auto device = make_sim();
  const MemoryConfig config = sharded({128, 128}, {2, 2}, ShardStrategy::block);
  ASSERT_EQ(config.shard_spec()->shape, (Shape2D{64, 64}));
  const Tensor tensor = to_memory_config(labelled_tiles(), config, device);
  const std::map<CoreCoord, Labels> expected = {{{0, 0}, {0, 1, 4, 5}},
                                                {{1, 0}, {2, 3, 6, 7}},
                                                {{0, 1}, {8, 9, 12, 13}},
                                                {{1, 1}, {10, 11, 14, 15}}};
  for (const auto& [core, labels] : expected) {
    EXPECT_EQ(labels_on(*device, tensor, core), labels)
        << core.x << ',' << core.y;
  }
}

TEST(TtnnTensorSeed, DramMemoryConfigIsInterleavedAndInDram) {
  EXPECT_FALSE(kDramMemoryConfig.is_sharded());
  const auto device = make_sim();
  const Tensor tensor = to_device(labelled_tiles(), device, kDramMemoryConfig);
  EXPECT_EQ(to_string(tensor.core().spec().placement),
            "on sim:0/dram interleaved(12)");
  // Tile 13 is the second page of bank 1.
  const DeviceBuffer& buffer = *tensor.buffer().buffer();
  const auto bytes =
      device->read(SimMemory::dram, 1, buffer.address() + 4096, 4096);
  EXPECT_EQ(test::words(bytes), Labels(1024, 13));
}

TEST(TtnnTensorSeed, L1MemoryConfigIsInterleavedAndInTheLocalCacheOfACore) {
  EXPECT_FALSE(kL1MemoryConfig.is_sharded());
  const auto device = make_sim();
  const Tensor tensor = to_device(labelled_tiles(), device, kL1MemoryConfig);
  EXPECT_EQ(to_string(tensor.core().spec().placement),
            "on sim:0/l1 interleaved(64)");
  EXPECT_EQ(test::page_on_core(*device, tensor, {5, 1}, 0), Labels(1024, 13));
}

TEST(TtnnTensorSeed, ATensorCanOnlyBeDistributedAcrossDifferentCoresL1) {
  const MemoryConfig config = sharded({128, 128}, {2, 2}, ShardStrategy::block);
  EXPECT_TRUE(config.is_sharded());
  EXPECT_EQ(config.buffer_type(), BufferType::l1);
  const MemoryConfig dram(TensorMemoryLayout::block_sharded, BufferType::dram,
                          *config.shard_spec());
  const auto device = make_sim();
  const Tensor tensor = to_device(labelled_tiles(), device);
  EXPECT_EQ(error_text([&] { to_memory_config(tensor, dram); }),
            "ttnn: We don't support DRAM block sharding");
}

}  // namespace
}  // namespace ashlar::ttnn
