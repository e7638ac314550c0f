// ttnn_memory.h - which memory a ttnn tensor is in, and how it is cut.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/placement.h"

namespace ashlar::ttnn {

using ashlar::CoreCoord;
using ashlar::CoreRange;

/// Rectangles of cores in the order given, without overlap.
class CoreRangeSet {
 public:
  CoreRangeSet() = default;
  CoreRangeSet(const CoreRange& range);  // NOLINT: one range is a set
  explicit CoreRangeSet(std::vector<CoreRange> ranges);

  const std::vector<CoreRange>& ranges() const { return ranges_; }
  bool empty() const { return ranges_.empty(); }
  Index num_cores() const;
  /// An error for an empty set.
  CoreRange bounding_box() const;
  bool contains(const CoreCoord& core) const;

  bool operator==(const CoreRangeSet&) const = default;

 private:
  std::vector<CoreRange> ranges_;
};

/// "{[0-0 - 2-0], [0-1 - 1-1]}"
std::string to_string(const CoreRangeSet& set);

enum class ShardOrientation { row_major, col_major };
enum class ShardDistributionStrategy { round_robin_1d, grid_2d, contiguous_1d };
enum class BufferType { dram, l1, system_memory, l1_small, trace };
enum class TensorMemoryLayout {
  interleaved = 0,
  height_sharded = 2,
  width_sharded = 3,
  block_sharded = 4,
  nd_sharded = 5,
};
/// "BLOCK_SHARDED"
std::string_view name_of(TensorMemoryLayout layout);

struct Shape2D {
  Index height = 1;
  Index width = 1;

  bool operator==(const Shape2D&) const = default;
};

/// Shards of a tensor as a matrix; their shape is physical, in elements.
struct ShardSpec {
  CoreRangeSet grid;
  Shape2D shape;
  ShardOrientation orientation = ShardOrientation::row_major;

  bool operator==(const ShardSpec&) const = default;
};

struct NdShardSpec {
  Indices shard_shape;
  CoreRangeSet grid;
  ShardOrientation orientation = ShardOrientation::row_major;
  ShardDistributionStrategy strategy =
      ShardDistributionStrategy::round_robin_1d;

  bool operator==(const NdShardSpec&) const = default;
};

class MemoryConfig {
 public:
  /// Interleaved over the banks of DRAM.
  MemoryConfig() = default;
  explicit MemoryConfig(TensorMemoryLayout layout,
                        BufferType buffer = BufferType::dram,
                        std::optional<ShardSpec> shard_spec = std::nullopt);
  MemoryConfig(BufferType buffer, NdShardSpec nd_shard_spec);

  TensorMemoryLayout memory_layout() const { return layout_; }
  BufferType buffer_type() const { return buffer_; }
  const std::optional<ShardSpec>& shard_spec() const { return shard_; }
  const std::optional<NdShardSpec>& nd_shard_spec() const { return nd_; }
  bool created_with_nd_shard_spec() const { return created_with_nd_; }
  bool is_sharded() const { return layout_ != TensorMemoryLayout::interleaved; }
  bool is_l1() const;
  bool is_dram() const { return buffer_ == BufferType::dram; }

  /// The same config with the other kind of shard spec beside its own.
  MemoryConfig with(NdShardSpec nd) const;
  MemoryConfig with(TensorMemoryLayout layout, ShardSpec shard) const;

  /// Only the shard spec that a config was created with counts.
  friend bool operator==(const MemoryConfig&, const MemoryConfig&);

 private:
  TensorMemoryLayout layout_ = TensorMemoryLayout::interleaved;
  BufferType buffer_ = BufferType::dram;
  std::optional<ShardSpec> shard_;
  std::optional<NdShardSpec> nd_;
  bool created_with_nd_ = false;
};

}  // namespace ashlar::ttnn
