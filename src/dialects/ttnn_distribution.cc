// ttnn_distribution.cc - pages, shards and cores of a sharded TensorSpec.
#include <algorithm>
#include <utility>
#include <vector>

#include "src/base/checked.h"
#include "src/dialects/ttnn_core.h"
#include "src/dialects/ttnn_rules.h"
#include "src/dialects/ttnn_text.h"

namespace ashlar::ttnn {
namespace {

Index volume(const Indices& sizes) {
  Index out = 1;
  for (const Index size : sizes) out = checked_multiply(out, size, kWhere);
  return out;
}

Indices in_pages(Indices sizes, const Shape2D& page) {
  const int rank = sizes.size();
  if (rank >= 1) sizes[rank - 1] = div_up(sizes[rank - 1], page.width);
  if (rank >= 2) sizes[rank - 2] = div_up(sizes[rank - 2], page.height);
  return sizes;
}

const NdShardSpec& shards_of(const TensorSpec& spec) {
  require(
      spec.memory_config().is_sharded() && spec.memory_config().nd_shard_spec(),
      ErrorKind::invalid, kWhere,
      "MemoryConfig must have Shard Spec specified for sharded memory "
      "layout");
  return *spec.memory_config().nd_shard_spec();
}

/// Tensor and shard with neighbouring axes merged where shards cover the inner
/// one whole, or cut it evenly and have one entry of the outer one.
void merge_axes(const Indices& tensor, const Indices& shard,
                BufferDistribution& out) {
  require(tensor.size() >= shard.size(), ErrorKind::invalid, kWhere,
          "Tensor shape rank (", tensor.size(),
          ") can't be less than shard shape rank (", shard.size(), ")!");
  std::vector<Index> whole;  // innermost first
  std::vector<Index> part;
  bool is_covered = false;
  bool is_even = false;
  Index tensor_done = 1;
  Index shard_done = 1;
  for (int i = -1; i >= -shard.size(); --i) {
    const Index size = size_at(tensor, i);
    const Index cut = size_at(shard, i);
    if (i < -1 && (is_covered || (cut == 1 && is_even))) {
      whole.back() = checked_multiply(whole.back(), size, kWhere);
      part.back() = checked_multiply(part.back(), cut, kWhere);
    } else {
      whole.push_back(size);
      part.push_back(cut);
      is_covered = true;
    }
    is_covered = is_covered && size == cut;
    is_even = size % cut == 0;
    tensor_done = checked_multiply(tensor_done, size, kWhere);
    shard_done = checked_multiply(shard_done, cut, kWhere);
    if (tensor_done == volume(tensor) && shard_done == volume(shard)) break;
  }
  for (int i = -shard.size() - 1; i >= -tensor.size(); --i) {
    whole.back() = checked_multiply(whole.back(), size_at(tensor, i), kWhere);
  }
  std::ranges::reverse(whole);
  std::ranges::reverse(part);
  out.tensor_shape_in_pages = Indices(whole);
  out.shard_shape_in_pages = Indices(part);
}

/// The part of the grid that holds rows and columns of shards.
std::vector<CoreCoord> cores_of_grid(const NdShardSpec& nd,
                                     const Indices& tensor,
                                     const Indices& shard) {
  require(shard.size() <= 2, ErrorKind::invalid, kWhere,
          "2D grid distribution is only supported for 2D sharding!");
  require(nd.grid.ranges().size() == 1, ErrorKind::invalid, kWhere,
          "2D grid distribution is only supported for one contiguous core "
          "grid!");
  const Index width = size_at(tensor, -1);
  const Index rows = width == 0 ? 0 : volume(tensor) / width;
  Index across = std::max<Index>(div_up(width, size_at(shard, -1)), 1);
  Index down = std::max<Index>(div_up(rows, size_at(shard, -2)), 1);
  if (nd.orientation == ShardOrientation::col_major) std::swap(across, down);
  CoreRange range = nd.grid.ranges().front();
  require(across <= range.last.x - range.first.x + 1, ErrorKind::invalid,
          kWhere,
          "Number of shards along width must not exceed core grid "
          "width!");
  require(down <= range.last.y - range.first.y + 1, ErrorKind::invalid, kWhere,
          "Number of shards along height must not exceed core grid height!");
  range.last = {range.first.x + across - 1, range.first.y + down - 1};
  return core_list(std::vector<CoreRange>{range}, order_of(nd.orientation));
}

std::vector<CoreCoord> cores_of(const NdShardSpec& nd, const Indices& tensor,
                                const Indices& shard) {
  if (nd.strategy == ShardDistributionStrategy::grid_2d) {
    return cores_of_grid(nd, tensor, shard);
  }
  if (nd.grid.empty()) return {};
  return core_list(nd.grid.ranges(), order_of(nd.orientation));
}

Index shards_in(const BufferDistribution& pages) {
  Index count = 1;
  for (int i = 0; i < pages.tensor_shape_in_pages.size(); ++i) {
    count = checked_multiply(
        count,
        div_up(pages.tensor_shape_in_pages[i], pages.shard_shape_in_pages[i]),
        kWhere);
  }
  return count;
}

}  // namespace

BufferDistribution distribution_of(const TensorSpec& spec) {
  const NdShardSpec& nd = shards_of(spec);
  const Indices tensor = in_pages(spec.padded_shape(), spec.page_shape());
  const Indices shard = in_pages(nd.shard_shape, spec.page_shape());
  BufferDistribution out;
  out.cores = cores_of(nd, tensor, shard);
  merge_axes(tensor, shard, out);
  if (volume(tensor) == 0) return out;
  const Index cores = std::ssize(out.cores);
  require(cores > 0, ErrorKind::invalid, kWhere,
          "Can't distribute non zero volume tensor over an empty set of cores");
  out.num_shards = shards_in(out);
  require(
      nd.strategy != ShardDistributionStrategy::contiguous_1d ||
          out.num_shards % cores == 0,
      ErrorKind::invalid, kWhere,
      "CONTIGUOUS_1D distribution requires a uniform shards-per-core count, "
      "found ",
      out.num_shards, " shards and ", cores, " cores");
  out.num_cores_with_data = std::min(cores, out.num_shards);
  out.max_num_dev_pages_per_core =
      checked_multiply(div_up(out.num_shards, cores), volume(shard), kWhere);
  return out;
}

}  // namespace ashlar::ttnn
