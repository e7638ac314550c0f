// ttnn_memory.h - which memory a ttnn tensor is in, and how it is cut.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ashlar/dialects/ttnn_shape.h"
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

/// So many columns and rows of cores from (0, 0) on.
struct CoreGrid {
  Index x = 1;
  Index y = 1;

  Index num_cores() const;

  bool operator==(const CoreGrid&) const = default;
};

/// "ttnn.CoreGrid(x=8, y=7)"
std::string to_string(const CoreGrid& grid);

enum class ShardOrientation { row_major, col_major };

/// All cores, range after range, each row by row or column by column.
std::vector<CoreCoord> corerange_to_cores(
    const CoreRangeSet& set,
    ShardOrientation order = ShardOrientation::row_major);
/// The first cores of a grid: whole rows (or columns), then a part of one.
CoreRangeSet num_cores_to_corerangeset(
    Index num_cores, const CoreGrid& grid,
    ShardOrientation order = ShardOrientation::row_major);

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
/// "DRAM", "L1", ...
std::string_view name_of(BufferType buffer);
/// "ROW_MAJOR", "COL_MAJOR"
std::string_view name_of(ShardOrientation orientation);

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
  explicit constexpr MemoryConfig(TensorMemoryLayout layout,
                                  BufferType buffer = BufferType::dram)
      : layout_(layout), buffer_(buffer) {}
  MemoryConfig(TensorMemoryLayout layout, BufferType buffer,
               ShardSpec shard_spec);
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

/// "MemoryConfig(memory_layout=TensorMemoryLayout::INTERLEAVED,..."
std::string to_string(const MemoryConfig& config);

inline const MemoryConfig kDramMemoryConfig(TensorMemoryLayout::interleaved);
inline const MemoryConfig kL1MemoryConfig(TensorMemoryLayout::interleaved,
                                          BufferType::l1);
// Without a shard spec, so that nothing can be placed by them as they are.
inline const MemoryConfig kL1BlockShardedMemoryConfig(
    TensorMemoryLayout::block_sharded, BufferType::l1);
inline const MemoryConfig kL1HeightShardedMemoryConfig(
    TensorMemoryLayout::height_sharded, BufferType::l1);
inline const MemoryConfig kL1WidthShardedMemoryConfig(
    TensorMemoryLayout::width_sharded, BufferType::l1);

/// How a tensor is cut: in rows, in columns, or both ways.
enum class ShardStrategy { height = 1, width = 2, block = 3 };

/// A grid; a grid and, of the second one, a row of cores below it; any cores.
using ShardCores =
    std::variant<CoreGrid, std::pair<CoreGrid, CoreGrid>, CoreRangeSet>;

struct ShardedMemoryOptions {
  enum class ShardShape {
    computed,          ///< the shape is that of the tensor, cut evenly
    height_and_width,  ///< its last two sizes are those of a shard
  };

  ShardOrientation orientation = ShardOrientation::row_major;
  ShardShape shard_shape = ShardShape::computed;
};

/// Shards in L1. Those that are computed must come out even; cores that are no
/// plain grid need the shape of a shard. In column-major orientation the height
/// and width of a shard are exchanged, as in ttnn.
MemoryConfig create_sharded_memory_config(
    const Shape& shape, const ShardCores& core_grid, ShardStrategy strategy,
    const ShardedMemoryOptions& options = {});

}  // namespace ashlar::ttnn
