// ttnn_shards.cc - which shards fit, and the two ways to describe them.
#include <algorithm>
#include <utility>

#include "src/base/checked.h"
#include "src/dialects/ttnn_rules.h"
#include "src/dialects/ttnn_text.h"

namespace ashlar::ttnn {
namespace {

Index volume(const Indices& sizes) {
  Index out = 1;
  for (const Index size : sizes) out = checked_multiply(out, size, kWhere);
  return out;
}

void check_height(const ShardSpec& shard, const Shape2D& physical) {
  require(physical.width == shard.shape.width, ErrorKind::invalid, kWhere,
          "Shard width ", shard.shape.width, " must match physical width ",
          physical.width, " for height sharded");
  const Index shards = div_up(physical.height, shard.shape.height);
  const Index cores = shard.grid.num_cores();
  require(shards <= cores, ErrorKind::invalid, kWhere,
          "Number of shards along height ", shards,
          " must not exceed number of cores ", cores);
}

void check_width(const ShardSpec& shard, const Shape2D& physical) {
  require(physical.height == shard.shape.height, ErrorKind::invalid, kWhere,
          "Shard height ", shard.shape.height, " must match physical height ",
          physical.height, " for width sharded");
  const Index shards = div_up(physical.width, shard.shape.width);
  const Index cores = shard.grid.num_cores();
  require(shards <= cores, ErrorKind::invalid, kWhere,
          "Number of shards along width ", shards,
          " must not exceed number of cores ", cores);
}

void check_block(const ShardSpec& shard, const Shape2D& physical) {
  require(shard.grid.ranges().size() == 1, ErrorKind::invalid, kWhere,
          "Shard grid must be one full rectangular grid for block sharded!");
  const CoreRange& range = shard.grid.ranges().front();
  const Index rows = range.last.y - range.first.y + 1;
  const Index columns = range.last.x - range.first.x + 1;
  const bool by_row = shard.orientation == ShardOrientation::row_major;
  const std::string_view orientation =
      by_row ? " for row major orientation!" : " for column major orientation!";
  const Index down = div_up(physical.height, shard.shape.height);
  const Index across = div_up(physical.width, shard.shape.width);
  require(down <= (by_row ? rows : columns), ErrorKind::invalid, kWhere,
          "Number of shards along height ", down, " must not exceed number of ",
          by_row ? "rows " : "columns ", by_row ? rows : columns, orientation);
  require(across <= (by_row ? columns : rows), ErrorKind::invalid, kWhere,
          "Number of shards along width ", across,
          " must not exceed number of ", by_row ? "columns " : "rows ",
          by_row ? columns : rows, orientation);
}

NdShardSpec nd_from(const ShardSpec& shard, TensorMemoryLayout layout,
                    const Indices& padded) {
  NdShardSpec out;
  out.shard_shape = {shard.shape.height, shard.shape.width};
  out.grid = shard.grid;
  out.orientation = shard.orientation;
  if (padded.size() == 1) {
    require(shard.shape.height == 1, ErrorKind::invalid, kWhere,
            "Shard shape must be 1D for 1D tensor!");
    out.shard_shape = {shard.shape.width};
  }
  if (layout == TensorMemoryLayout::block_sharded) {
    out.strategy = ShardDistributionStrategy::grid_2d;
  }
  return out;
}

/// The shard as a block of the physical matrix, if it is one.
std::optional<Shape2D> flattened(const Indices& shard, const Indices& padded) {
  Shape2D out{1, size_at(shard, -1)};
  Index reached = size_at(padded, -1);
  for (int i = -2; i >= -shard.size(); --i) {
    const Index tensor = size_at(padded, i);
    const Index part = size_at(shard, i);
    reached = checked_multiply(reached, tensor, kWhere);
    out.height = checked_multiply(out.height, part, kWhere);
    if (tensor == part) continue;
    // The first axis that is cut must be the last one to matter: above it
    // shards have one entry, and whole shards must fill it.
    if (volume(shard) != checked_multiply(out.height, out.width, kWhere)) {
      return std::nullopt;
    }
    const bool is_outermost = i == -shard.size();
    const bool is_even = tensor % part == 0;
    const bool is_all = volume(padded) == reached;
    if (is_outermost || is_even || is_all) return out;
    return std::nullopt;
  }
  return out;
}

TensorMemoryLayout kind_of(const NdShardSpec& nd, const Shape2D& shard,
                           const Indices& padded) {
  if (nd.strategy != ShardDistributionStrategy::round_robin_1d) {
    return TensorMemoryLayout::block_sharded;
  }
  const Index width = size_at(padded, -1);
  const Index rows = width == 0 ? 0 : volume(padded) / width;
  if (shard.height == rows) return TensorMemoryLayout::width_sharded;
  return shard.width == width ? TensorMemoryLayout::height_sharded
                              : TensorMemoryLayout::block_sharded;
}

/// Whether dealing the shards one by one puts them on the same cores as
/// matching rows and columns of shards with those of the grid.
bool is_block(const NdShardSpec& nd, Index down, Index across) {
  if (nd.grid.ranges().size() != 1) return false;
  const CoreRange& range = nd.grid.ranges().front();
  const Index rows = range.last.y - range.first.y + 1;
  const Index columns = range.last.x - range.first.x + 1;
  if (nd.strategy == ShardDistributionStrategy::round_robin_1d &&
      across != columns) {
    return false;
  }
  return across <= columns && down <= rows;
}

}  // namespace

void check_shards(const MemoryConfig& config, const Shape2D& physical) {
  if (!config.is_sharded() || !config.shard_spec()) return;
  const ShardSpec& shard = *config.shard_spec();
  switch (config.memory_layout()) {
    case TensorMemoryLayout::height_sharded:
      return check_height(shard, physical);
    case TensorMemoryLayout::width_sharded:
      return check_width(shard, physical);
    case TensorMemoryLayout::block_sharded:
      return check_block(shard, physical);
    default:
      return;
  }
}

MemoryConfig with_both_shard_specs(const MemoryConfig& config,
                                   const Indices& padded,
                                   const Shape2D& physical) {
  if (!config.created_with_nd_shard_spec()) {
    if (!config.shard_spec()) return config;
    return config.with(
        nd_from(*config.shard_spec(), config.memory_layout(), padded));
  }
  const NdShardSpec& nd = *config.nd_shard_spec();
  if (nd.strategy == ShardDistributionStrategy::contiguous_1d) return config;
  const std::optional<Shape2D> shape = flattened(nd.shard_shape, padded);
  if (!shape) return config;
  Index down = div_up(physical.height, shape->height);
  Index across = div_up(physical.width, shape->width);
  if (nd.orientation == ShardOrientation::col_major) std::swap(down, across);
  if (checked_multiply(down, across, kWhere) > nd.grid.num_cores()) {
    return config;
  }
  const TensorMemoryLayout kind = kind_of(nd, *shape, padded);
  if (kind == TensorMemoryLayout::block_sharded &&
      !is_block(nd, down, across)) {
    return config;
  }
  return config.with(kind, {nd.grid, *shape, nd.orientation});
}

}  // namespace ashlar::ttnn
