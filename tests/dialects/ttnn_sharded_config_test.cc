// ttnn_sharded_config_test.cc - memory configs of shards from grids of cores.
#include <gtest/gtest.h>

#include "ashlar/dialects/ttnn.h"
#include "tests/base/error_text.h"

namespace ashlar::ttnn {
namespace {

using ashlar::test::error_text;
using enum ShardOrientation;
using ShardShape = ShardedMemoryOptions::ShardShape;

constexpr auto kGiven = ShardShape::height_and_width;

Shape2D shard(const Shape& shape, const ShardCores& cores,
              ShardStrategy strategy,
              const ShardedMemoryOptions& options = {}) {
  const MemoryConfig config =
      create_sharded_memory_config(shape, cores, strategy, options);
  EXPECT_EQ(config.buffer_type(), BufferType::l1);
  EXPECT_EQ(config.shard_spec()->orientation, options.orientation);
  return config.shard_spec()->shape;
}

TEST(TtnnShardedConfigTest, ShardsAreComputedFromTheGrid) {
  const Shape shape({2, 3, 64, 96});  // 384 x 96
  const CoreGrid grid{.x = 3, .y = 2};
  EXPECT_EQ(shard(shape, grid, ShardStrategy::block), (Shape2D{192, 32}));
  EXPECT_EQ(shard(shape, grid, ShardStrategy::block, {col_major, {}}),
            (Shape2D{128, 48}));
  EXPECT_EQ(shard(shape, grid, ShardStrategy::height), (Shape2D{64, 96}));
  EXPECT_EQ(shard(shape, grid, ShardStrategy::height, {col_major, {}}),
            (Shape2D{64, 96}));
  EXPECT_EQ(shard(shape, grid, ShardStrategy::width), (Shape2D{384, 16}));
}

TEST(TtnnShardedConfigTest, LayoutAndCoresFollowFromStrategyAndGrid) {
  const auto config = [](ShardStrategy strategy) {
    return create_sharded_memory_config(Shape({64, 64}), CoreGrid{4, 2},
                                        strategy);
  };
  EXPECT_EQ(config(ShardStrategy::height).memory_layout(),
            TensorMemoryLayout::height_sharded);
  EXPECT_EQ(config(ShardStrategy::width).memory_layout(),
            TensorMemoryLayout::width_sharded);
  EXPECT_EQ(config(ShardStrategy::block).memory_layout(),
            TensorMemoryLayout::block_sharded);
  EXPECT_EQ(to_string(config(ShardStrategy::block).shard_spec()->grid),
            "{[0-0 - 3-1]}");
}

TEST(TtnnShardedConfigTest, TheShapeCanBeThatOfAShard) {
  const Shape shape({5, 32, 64});
  EXPECT_EQ(
      shard(shape, CoreGrid{3, 2}, ShardStrategy::height, {row_major, kGiven}),
      (Shape2D{32, 64}));
  // As in ttnn, the orientation turns the shard.
  EXPECT_EQ(
      shard(shape, CoreGrid{3, 2}, ShardStrategy::height, {col_major, kGiven}),
      (Shape2D{64, 32}));
}

TEST(TtnnShardedConfigTest, TwoGridsAreAGridAndARowBelowIt) {
  const std::pair<CoreGrid, CoreGrid> grids{{8, 2}, {3, 1}};
  const MemoryConfig config = create_sharded_memory_config(
      Shape({32, 64}), grids, ShardStrategy::height, {row_major, kGiven});
  EXPECT_EQ(to_string(config.shard_spec()->grid), "{[0-0 - 7-1], [0-2 - 2-2]}");
  EXPECT_EQ(config.shard_spec()->grid.num_cores(), 19);
  EXPECT_EQ(error_text([&] {
              create_sharded_memory_config(Shape({32, 64}), grids,
                                           ShardStrategy::height);
            }),
            "ttnn: Invalid core_grid: height and width must be shard shape "
            "with two grids");
}

TEST(TtnnShardedConfigTest, AnyCoresNeedTheShapeOfAShard) {
  const CoreRangeSet cores(CoreRange{{1, 2}, {3, 4}});
  const MemoryConfig config = create_sharded_memory_config(
      Shape({32, 64}), cores, ShardStrategy::block, {row_major, kGiven});
  EXPECT_EQ(config.shard_spec()->grid, cores);
  EXPECT_EQ(error_text([&] {
              create_sharded_memory_config(Shape({32, 64}), cores,
                                           ShardStrategy::block);
            }),
            "ttnn: height and width must be shard shape with CoreRangeSet");
}

TEST(TtnnShardedConfigTest, RefusesInTtnnsWords) {
  const auto problem = [](const Shape& shape, const CoreGrid& grid,
                          ShardStrategy strategy) {
    return error_text(
        [&] { create_sharded_memory_config(shape, grid, strategy); });
  };
  EXPECT_EQ(problem(Shape({64}), {1, 1}, ShardStrategy::width),
            "ttnn: Invalid input shape: ttnn.Shape([64]) has no height");
  EXPECT_EQ(problem(Shape({64, 64}), {1, 3}, ShardStrategy::block),
            "ttnn: Invalid sharding core_grid: (64, 64) does not divide into "
            "3 x 1 shards");
  EXPECT_EQ(problem(Shape({64, 64}), {3, 1}, ShardStrategy::block),
            "ttnn: Invalid sharding core_grid: (64, 64) does not divide into "
            "1 x 3 shards");
  EXPECT_EQ(problem(Shape({64, 64}), {3, 1}, ShardStrategy::height),
            "ttnn: Invalid sharding core_grid: (64, 64) does not divide into "
            "3 x 1 shards");
  EXPECT_EQ(problem(Shape({64, 64}), {3, 1}, ShardStrategy::width),
            "ttnn: Invalid sharding core_grid: (64, 64) does not divide into "
            "1 x 3 shards");
  EXPECT_EQ(problem(Shape({64, 64}), {0, 1}, ShardStrategy::width),
            "ttnn: Invalid core_grid: ttnn.CoreGrid(x=0, y=1)");
  EXPECT_EQ(problem(Shape({64, 64}), {Index{1} << 62, 4}, ShardStrategy::width),
            "ttnn: Invalid core_grid: ttnn.CoreGrid(x=4611686018427387904, "
            "y=4)");
  EXPECT_EQ(problem(Shape({64, 64}), {1, 1}, static_cast<ShardStrategy>(7)),
            "ttnn: Invalid sharding strategy");
  EXPECT_EQ(error_text([] {
              create_sharded_memory_config(
                  Shape({64, 64}), CoreGrid{1, 1}, ShardStrategy::width,
                  {static_cast<ShardOrientation>(9), {}});
            }),
            "ttnn: Invalid shard orientation");
}

TEST(TtnnShardedConfigTest, TilesAreCheckedWhenThereIsATensor) {
  TensorLayout layout;
  layout.memory_config = create_sharded_memory_config(
      Shape({60, 64}), CoreGrid{1, 2}, ShardStrategy::height);
  EXPECT_EQ(error_text([&] {
              TensorSpec(Shape({60, 64}), layout);
            }),
            "ttnn: Physical shard shape (30, 64) must be tile {32, 32} sized!");
  layout.layout = Layout::row_major;
  EXPECT_EQ(TensorSpec(Shape({60, 64}), layout).page_shape(), (Shape2D{1, 64}));
}

}  // namespace
}  // namespace ashlar::ttnn
