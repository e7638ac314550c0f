// ttnn_memory.cc - core ranges and memory configs.
#include "ashlar/dialects/ttnn_memory.h"

#include <algorithm>
#include <utility>

#include "src/base/require.h"
#include "src/dialects/ttnn_text.h"
#include "src/placement/check.h"

namespace ashlar::ttnn {
namespace {

std::string text(const CoreCoord& core) { return concat(core.x, '-', core.y); }

std::string text(const CoreRange& range) {
  return concat('[', text(range.first), " - ", text(range.last), ']');
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
                           std::optional<ShardSpec> shard_spec)
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

}  // namespace ashlar::ttnn
