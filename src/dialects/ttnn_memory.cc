// ttnn_memory.cc - core ranges and memory configs.
#include "ashlar/dialects/ttnn_memory.h"

#include <algorithm>
#include <utility>

#include "src/base/checked.h"
#include "src/dialects/ttnn_core.h"
#include "src/dialects/ttnn_text.h"
#include "src/placement/check.h"

namespace ashlar::ttnn {
namespace {

std::string text(const CoreCoord& core) { return concat(core.x, '-', core.y); }

std::string text(const CoreRange& range) {
  return concat('[', text(range.first), " - ", text(range.last), ']');
}

std::string text(const std::optional<ShardSpec>& shard) {
  if (!shard) return "std::nullopt";
  return concat("ShardSpec(grid=", to_string(shard->grid), ",shape=[",
                shard->shape.height, ", ", shard->shape.width,
                "],orientation=ShardOrientation::", name_of(shard->orientation),
                ')');
}

std::string_view name_of(ShardDistributionStrategy strategy) {
  switch (strategy) {
    case ShardDistributionStrategy::round_robin_1d:
      return "ROUND_ROBIN_1D";
    case ShardDistributionStrategy::grid_2d:
      return "GRID_2D";
    case ShardDistributionStrategy::contiguous_1d:
      return "CONTIGUOUS_1D";
  }
  return "";
}

std::string text(const std::optional<NdShardSpec>& shard) {
  if (!shard) return "std::nullopt";
  return concat(
      "NdShardSpec(shard_shape=", shape_text(shard->shard_shape),
      ",grid=", to_string(shard->grid),
      ",orientation=ShardOrientation::", ttnn::name_of(shard->orientation),
      ",shard_distribution_strategy=ShardDistributionStrategy::",
      name_of(shard->strategy), ')');
}

bool share_a_core(const CoreRange& a, const CoreRange& b) {
  return !overlap({a, b}).empty();
}

}  // namespace

CoreRangeSet::CoreRangeSet(const CoreRange& range)
    : CoreRangeSet(std::vector<CoreRange>{range}) {}

CoreRangeSet::CoreRangeSet(std::vector<CoreRange> ranges)
    : ranges_(std::move(ranges)) {
  for (const CoreRange& range : ranges_) {
    require(range.last.x >= range.first.x && range.last.y >= range.first.y,
            ErrorKind::invalid, kWhere,
            "Invalid core range for start_coord: ", text(range.first),
            ", end_coord: ", text(range.last));
  }
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    for (std::size_t k = i + 1; k < ranges_.size(); ++k) {
      require(!share_a_core(ranges_[i], ranges_[k]), ErrorKind::invalid, kWhere,
              "Cannot create CoreRangeSet with specified core ranges because "
              "core ranges ",
              text(ranges_[i]), " and ", text(ranges_[k]), " overlap!");
    }
  }
}

Index CoreRangeSet::num_cores() const {
  return ranges_.empty() ? 0 : core_count(ranges_);
}

CoreRange CoreRangeSet::bounding_box() const {
  require(!ranges_.empty(), ErrorKind::invalid, kWhere,
          "Cannot get bounding_box of an empty CoreRangeSet!");
  CoreRange box = ranges_.front();
  for (const CoreRange& range : ranges_) {
    box.first.x = std::min(box.first.x, range.first.x);
    box.first.y = std::min(box.first.y, range.first.y);
    box.last.x = std::max(box.last.x, range.last.x);
    box.last.y = std::max(box.last.y, range.last.y);
  }
  return box;
}

bool CoreRangeSet::contains(const CoreCoord& core) const {
  return std::ranges::any_of(ranges_, [&](const CoreRange& range) {
    return share_a_core(range, {core, core});
  });
}

std::string to_string(const CoreRangeSet& set) {
  std::vector<std::string> ranges;
  for (const CoreRange& range : set.ranges()) ranges.push_back(text(range));
  return concat('{', join(ranges, ", "), '}');
}

Index CoreGrid::num_cores() const { return checked_multiply(x, y, kWhere); }

std::string to_string(const CoreGrid& grid) {
  return concat("ttnn.CoreGrid(x=", grid.x, ", y=", grid.y, ')');
}

std::vector<CoreCoord> corerange_to_cores(const CoreRangeSet& set,
                                          ShardOrientation order) {
  if (set.empty()) return {};
  return core_list(set.ranges(), order_of(order));
}

CoreRangeSet num_cores_to_corerangeset(Index num_cores, const CoreGrid& grid,
                                       ShardOrientation order) {
  require(grid.x >= 1 && grid.y >= 1 && num_cores >= 1 &&
              num_cores <= grid.num_cores(),
          ErrorKind::invalid, kWhere, num_cores, " cores of ", to_string(grid),
          ", expected 1 to ", grid.num_cores());
  const bool by_row = order == ShardOrientation::row_major;
  const Index line = by_row ? grid.x : grid.y;
  // Lines are counted as if they were rows, and turned in the end.
  std::vector<CoreRange> ranges;
  const Index whole = num_cores / line;
  const Index rest = num_cores % line;
  if (whole > 0) ranges.push_back({{0, 0}, {line - 1, whole - 1}});
  if (rest > 0) ranges.push_back({{0, whole}, {rest - 1, whole}});
  if (!by_row) {
    for (CoreRange& range : ranges) {
      std::swap(range.first.x, range.first.y);
      std::swap(range.last.x, range.last.y);
    }
  }
  return CoreRangeSet(std::move(ranges));
}

std::string_view name_of(BufferType buffer) {
  switch (buffer) {
    case BufferType::dram:
      return "DRAM";
    case BufferType::l1:
      return "L1";
    case BufferType::system_memory:
      return "SYSTEM_MEMORY";
    case BufferType::l1_small:
      return "L1_SMALL";
    case BufferType::trace:
      return "TRACE";
  }
  return "";
}

std::string_view name_of(ShardOrientation orientation) {
  return orientation == ShardOrientation::row_major ? "ROW_MAJOR" : "COL_MAJOR";
}

std::string_view name_of(TensorMemoryLayout layout) {
  switch (layout) {
    case TensorMemoryLayout::interleaved:
      return "INTERLEAVED";
    case TensorMemoryLayout::height_sharded:
      return "HEIGHT_SHARDED";
    case TensorMemoryLayout::width_sharded:
      return "WIDTH_SHARDED";
    case TensorMemoryLayout::block_sharded:
      return "BLOCK_SHARDED";
    case TensorMemoryLayout::nd_sharded:
      return "ND_SHARDED";
  }
  return "";
}

MemoryConfig::MemoryConfig(TensorMemoryLayout layout, BufferType buffer,
                           ShardSpec shard_spec)
    : layout_(layout), buffer_(buffer), shard_(std::move(shard_spec)) {}

MemoryConfig::MemoryConfig(BufferType buffer, NdShardSpec nd_shard_spec)
    : layout_(TensorMemoryLayout::nd_sharded),
      buffer_(buffer),
      nd_(std::move(nd_shard_spec)),
      created_with_nd_(true) {}

bool MemoryConfig::is_l1() const {
  return buffer_ == BufferType::l1 || buffer_ == BufferType::l1_small;
}

MemoryConfig MemoryConfig::with(NdShardSpec nd) const {
  MemoryConfig out = *this;
  out.nd_ = std::move(nd);
  return out;
}

MemoryConfig MemoryConfig::with(TensorMemoryLayout layout,
                                ShardSpec shard) const {
  MemoryConfig out = *this;
  out.layout_ = layout;
  out.shard_ = std::move(shard);
  return out;
}

bool operator==(const MemoryConfig& a, const MemoryConfig& b) {
  if (a.buffer_ != b.buffer_ || a.layout_ != b.layout_) return false;
  const bool same_shard = a.shard_ == b.shard_;
  const bool same_nd = a.nd_ == b.nd_;
  if (a.created_with_nd_ != b.created_with_nd_) return same_shard && same_nd;
  return a.created_with_nd_ ? same_nd : same_shard;
}

std::string to_string(const MemoryConfig& config) {
  return concat("MemoryConfig(memory_layout=TensorMemoryLayout::",
                name_of(config.memory_layout()),
                ",buffer_type=BufferType::", name_of(config.buffer_type()),
                ",shard_spec=", text(config.shard_spec()),
                ",nd_shard_spec=", text(config.nd_shard_spec()),
                ",created_with_nd_shard_spec=",
                config.created_with_nd_shard_spec() ? 1 : 0,
                ",per_core_allocation=0)");
}

}  // namespace ashlar::ttnn
