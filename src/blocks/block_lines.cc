// block_lines.cc - lines of a good size where rows can be joined.
#include "src/blocks/block_lines.h"

#include <algorithm>

#include "src/base/checked.h"

namespace ashlar {
namespace {

constexpr std::int64_t kJoined = std::int64_t{1} << 18;
constexpr std::int64_t kGrain = std::int64_t{1} << 16;

/// Whether codes of a row end with a byte.
bool fills_bytes(const Packing& packing, std::int64_t count) {
  const std::int64_t eight = packed_bytes(packing, 8);
  return count * eight % 8 == 0;
}

}  // namespace

FastCodes fast_codes(const Packing& packing) {
  const bool is_stream = packing.order() == PackOrder::dense;
  const int bits = packing.bits();
  if (bits == 8 || (bits > 4 && !is_stream)) return FastCodes::bytes;
  if (bits == 4 || (bits == 3 && !is_stream)) return FastCodes::nibbles;
  return FastCodes::packed_later;
}

BlockExtent fast_extent(const Format& format, const BlockExtent& extent) {
  const bool is_whole =
      format.block()->scales[0].scope == ScaleLevel::Scope::tensor;
  if (!is_whole) return extent;
  return {1, checked_multiply(extent.outer, extent.rows, "rows"), extent.cols};
}

std::int64_t packed_place(const Packing& packing, std::int64_t first,
                          std::int64_t cols) {
  return first / cols * packed_bytes(packing, cols) +
         packed_bytes(packing, first % cols);
}

BlockLineList::BlockLineList(const BlockGrids& grids, const BlockBytes& bytes)
    : rows_(grids.extent().rows),
      cols_(grids.extent().cols),
      tile_rows_(grids.tiles().tile().rows),
      tile_cols_(grids.tiles().tile().cols),
      bands_(div_up(rows_, tile_rows_)),
      tiles_(div_up(cols_, tile_cols_)),
      count_(cols_ == 0 ? 0 : grids.extent().outer * bands_),
      elements_(grids.elements()) {
  is_joined_ = tile_rows_ == 1 && tile_cols_ <= kJoined &&
               kJoined % tile_cols_ == 0 && cols_ % tile_cols_ == 0 &&
               fills_bytes(bytes.data_packing, cols_) &&
               fills_bytes(bytes.zero_packing, tiles_);
  if (is_joined_) {
    count_ = div_up(elements_, kJoined);
    tiles_ = kJoined / tile_cols_;
  }
}

BlockLine BlockLineList::line(std::int64_t index) const {
  if (is_joined_) {
    const std::int64_t first = index * kJoined;
    const std::int64_t count = std::min(kJoined, elements_ - first);
    return {first, count, 1, index * tiles_, count / tile_cols_};
  }
  const std::int64_t outer = index / bands_;
  const std::int64_t row = index % bands_ * tile_rows_;
  return {(outer * rows_ + row) * cols_, cols_,
          std::min(tile_rows_, rows_ - row), index * tiles_, tiles_};
}

std::int64_t BlockLineList::grain(int threads) const {
  if (threads == 1) return std::max<std::int64_t>(count_, 1);
  const std::int64_t size = is_joined_ ? kJoined : cols_ * tile_rows_;
  return std::max<std::int64_t>(kGrain / std::max<std::int64_t>(size, 1), 1);
}

}  // namespace ashlar
