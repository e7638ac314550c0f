// ttnn_sharded_config.cc - memory configs of shards, from grids of cores.
#include <utility>

#include "ashlar/dialects/ttnn_memory.h"
#include "src/base/checked.h"
#include "src/dialects/ttnn_text.h"

namespace ashlar::ttnn {
namespace {

using ShardShape = ShardedMemoryOptions::ShardShape;

constexpr auto kInvalid = ErrorKind::invalid;

CoreRange range_of(const CoreGrid& grid) {
  require(grid.x >= 1 && grid.y >= 1 && grid.x <= kMaxCoreCoord &&
              grid.y <= kMaxCoreCoord,
          kInvalid, kWhere, "Invalid core_grid: ", to_string(grid));
  return {{0, 0}, {grid.x - 1, grid.y - 1}};
}

CoreRangeSet cores_of(const ShardCores& cores) {
  if (const auto* grid = std::get_if<CoreGrid>(&cores)) return range_of(*grid);
  if (const auto* set = std::get_if<CoreRangeSet>(&cores)) return *set;
  const auto& [whole, row] = std::get<std::pair<CoreGrid, CoreGrid>>(cores);
  const CoreRange below = range_of({row.x, 1});
  return CoreRangeSet(
      {range_of(whole), {{0, whole.y}, {below.last.x, whole.y}}});
}

/// What shards of even size are computed from.
const CoreGrid& grid_of(const ShardCores& cores) {
  require(!std::holds_alternative<CoreRangeSet>(cores), kInvalid, kWhere,
          "height and width must be shard shape with CoreRangeSet");
  const auto* grid = std::get_if<CoreGrid>(&cores);
  require(grid != nullptr, kInvalid, kWhere,
          "Invalid core_grid: height and width must be shard shape with two "
          "grids");
  return *grid;
}

Shape2D even_shard(const Shape& shape, const CoreGrid& grid,
                   ShardStrategy strategy, ShardOrientation orientation) {
  Shape2D out{1, shape[-1]};
  for (int axis = 0; axis + 1 < shape.rank(); ++axis) {
    out.height = checked_multiply(out.height, shape[axis], kWhere);
  }
  Index down = 1;
  Index across = 1;
  switch (strategy) {
    case ShardStrategy::height:
      down = grid.num_cores();
      break;
    case ShardStrategy::width:
      across = grid.num_cores();
      break;
    case ShardStrategy::block: {
      const bool by_row = orientation == ShardOrientation::row_major;
      down = by_row ? grid.y : grid.x;
      across = by_row ? grid.x : grid.y;
      break;
    }
  }
  require(out.height % down == 0 && out.width % across == 0, kInvalid, kWhere,
          "Invalid sharding core_grid: ", text(out), " does not divide into ",
          down, " x ", across, " shards");
  return {out.height / down, out.width / across};
}

TensorMemoryLayout layout_of(ShardStrategy strategy) {
  switch (strategy) {
    case ShardStrategy::height:
      return TensorMemoryLayout::height_sharded;
    case ShardStrategy::width:
      return TensorMemoryLayout::width_sharded;
    case ShardStrategy::block:
      return TensorMemoryLayout::block_sharded;
  }
  fail(kInvalid, kWhere, "Invalid sharding strategy");
}

}  // namespace

MemoryConfig create_sharded_memory_config(const Shape& shape,
                                          const ShardCores& core_grid,
                                          ShardStrategy strategy,
                                          const ShardedMemoryOptions& options) {
  require(shape.rank() >= 2, kInvalid, kWhere,
          "Invalid input shape: ", to_string(shape), " has no height");
  const TensorMemoryLayout layout = layout_of(strategy);
  const ShardOrientation orientation = options.orientation;
  require(orientation == ShardOrientation::row_major ||
              orientation == ShardOrientation::col_major,
          kInvalid, kWhere, "Invalid shard orientation");
  ShardSpec shard{cores_of(core_grid), {}, orientation};
  if (options.shard_shape == ShardShape::computed) {
    shard.shape = even_shard(shape, grid_of(core_grid), strategy, orientation);
  } else if (orientation == ShardOrientation::row_major) {
    shard.shape = {shape[-2], shape[-1]};
  } else {
    shard.shape = {shape[-1], shape[-2]};
  }
  return {layout, BufferType::l1, std::move(shard)};
}

}  // namespace ashlar::ttnn
