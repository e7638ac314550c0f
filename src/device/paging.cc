// paging.cc - page sizes by kind of layout.
#include "src/device/paging.h"

#include <algorithm>

#include "src/base/checked.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "device";

/// Slots for elements in a unit, padding included. Records of block formats
/// have the slots of the elements in them.
Index slots_in_unit(const Spec& spec, const BoundLayout& layout) {
  if (layout.fields().size() == 1) {
    return layout.bits_per_unit() / layout.element_bits();
  }
  const Format bytes = parse_format("u8");
  return bind(place(spec.layout, spec.placement, spec.shape, spec.names,
                    bytes.element()),
              spec.shape, spec.names, bytes.element())
      .bytes_per_unit();
}

Index rows_of(const Shape& shape) {
  Index rows = 1;
  for (int axis = 0; axis + 1 < shape.rank(); ++axis) {
    rows = checked_multiply(rows, shape[axis], kWhere);
  }
  return rows;
}

/// How many columns of shards there are, if they are as even as can be.
Index shards_across(const Sharded& sharded) {
  if (sharded.kind == Sharded::Kind::height) return 1;
  if (sharded.kind == Sharded::Kind::width) return core_count(sharded.cores);
  // The cores of blocks form one rectangle.
  CoreGrid grid;
  if (const auto* given = std::get_if<CoreGrid>(&sharded.cores)) grid = *given;
  if (const auto* ranges =
          std::get_if<std::vector<CoreRange>>(&sharded.cores)) {
    const CoreRange& range = ranges->front();
    grid = {range.last.y - range.first.y + 1, range.last.x - range.first.x + 1};
  }
  return sharded.order == Sharded::Order::row ? grid.cols : grid.rows;
}

/// The elements of a row of a shard.
Index shard_width(const Sharded& sharded, const Shape& shape) {
  if (!sharded.shard.empty()) return sharded.shard[sharded.shard.size() - 1];
  const Index width = shape.rank() == 0 ? 1 : shape[-1];
  return std::max<Index>(1, div_up(width, shards_across(sharded)));
}

}  // namespace

Paging::Paging(const Spec& spec, const BoundLayout& layout, Index alignment)
    : sizes_(spec.shape.sizes()) {
  const Index bytes = layout.bytes_per_unit();
  if (bytes == 0) return;
  const Index slots = slots_in_unit(spec, layout);
  const auto* interleaved = std::get_if<Interleaved>(&spec.placement.spread);
  const auto* sharded = std::get_if<Sharded>(&spec.placement.spread);
  count_ = 1;
  if (const auto* tile = std::get_if<Tile>(&spec.layout)) {
    rows_ = tile->rows;
    cols_ = tile->cols;
    count_ = slots / checked_multiply(rows_, cols_, kWhere);
  } else if (std::holds_alternative<RowMajor>(spec.layout) &&
             sharded != nullptr) {
    rows_ = 1;
    cols_ = shard_width(*sharded, spec.shape);
    count_ = slots / cols_;
  } else if (std::holds_alternative<RowMajor>(spec.layout)) {
    rows_ = 1;
    cols_ = std::max<Index>(1, spec.shape.rank() == 0 ? 1 : spec.shape[-1]);
    count_ = div_up(rows_of(spec.shape),
                    interleaved == nullptr ? 1 : interleaved->banks);
  } else if (const auto* stick = std::get_if<Stick>(&spec.layout)) {
    count_ = bytes / stick->bytes;
  }
  // Pages of parts of bytes are not told apart.
  if (count_ < 1 ||
      layout.bits_per_unit() % checked_multiply(count_, 8, kWhere) != 0) {
    count_ = 1;
    rows_ = cols_ = 0;
  }
  page_bytes_ = bytes / count_;
  stride_ = round_up(page_bytes_, alignment, kWhere);
  checked_multiply(count_, stride_, kWhere);
}

Index Paging::number_of(const Indices& index) const {
  const int rank = index.size();
  Index row = 0;
  for (int axis = 0; axis + 1 < rank; ++axis) {
    const Index size =
        axis + 2 == rank ? round_up(sizes_[axis], rows_, kWhere) : sizes_[axis];
    row = row * size + index[axis];
  }
  const Index col = rank == 0 ? 0 : index[rank - 1];
  const Index across = rank == 0 ? 1 : div_up(sizes_[rank - 1], cols_);
  return row / rows_ * across + col / cols_;
}

Index Paging::page_at(const BoundLayout& layout, Index unit,
                      Index number) const {
  Position at = unit_position(layout, unit);
  at.bit = number * page_bytes_ * 8;
  // The first element of a page is the last to become padding, and of a record
  // the first field is as good as any.
  const Found found = layout.find(at);
  if (rows_ == 0) {
    const bool is_padding = !found.index && count_ > 1;
    return is_padding ? -1 : number * layout.unit_total() + unit;
  }
  return found.index ? number_of(*found.index) : -1;
}

Position unit_position(const BoundLayout& layout, Index unit) {
  Position out;
  const std::span<const Unit> units = layout.units();
  for (std::size_t i = units.size(); i-- > 0; unit /= units[i].extent) {
    out.unit[i] = unit % units[i].extent;
  }
  return out;
}

}  // namespace ashlar
