// grid.cc - tiles of every scope as boxes of elements.
#include "src/blocks/grid.h"

#include <algorithm>

#include "src/base/checked.h"
#include "src/base/require.h"

namespace ashlar {
namespace {

/// Scales and the numbers of tables must not outgrow what they belong to.
constexpr std::int64_t kMaxSubtiles = 1024;

std::int64_t checked_count(const BlockExtent& extent, std::string_view what) {
  return checked_multiply(checked_multiply(extent.outer, extent.rows, what),
                          extent.cols, what);
}

/// Columns that hold `kept` stored numbers; sizes of tiles count those.
std::int64_t spread(const Block& block, std::int64_t kept) {
  if (!block.sparsity) return kept;
  return kept * block.sparsity->group / block.sparsity->kept;
}

BlockExtent tile_of(const Block& block, const ScaleLevel& level,
                    const BlockExtent& extent) {
  const std::int64_t all_cols = std::max<std::int64_t>(extent.cols, 1);
  switch (level.scope) {
    case ScaleLevel::Scope::tile:
      return {1, level.rows, spread(block, level.cols)};
    case ScaleLevel::Scope::columns:
      return {1, std::max<std::int64_t>(extent.rows, 1),
              spread(block, level.cols)};
    case ScaleLevel::Scope::channel:
      return {1, level.rows, all_cols};
    case ScaleLevel::Scope::tensor:
      break;
  }
  return {std::max<std::int64_t>(extent.outer, 1),
          std::max<std::int64_t>(extent.rows, 1), all_cols};
}

/// A scale for a whole axis is there even if there is nothing under it.
BlockExtent least_tiles(const ScaleLevel& level) {
  switch (level.scope) {
    case ScaleLevel::Scope::tile:
      return {0, 0, 0};
    case ScaleLevel::Scope::columns:
      return {0, 1, 0};
    case ScaleLevel::Scope::channel:
      return {0, 0, 1};
    case ScaleLevel::Scope::tensor:
      break;
  }
  return {1, 1, 1};
}

void check(const Format& format) {
  require(format.is_block(), ErrorKind::invalid, "quantize", format.name(),
          " is no block format");
}

}  // namespace

TileGrid::TileGrid(const BlockExtent& extent, const BlockExtent& tile,
                   const BlockExtent& at_least)
    : extent_(extent), tile_(tile) {
  tiles_ = {std::max(div_up(extent.outer, tile.outer), at_least.outer),
            std::max(div_up(extent.rows, tile.rows), at_least.rows),
            std::max(div_up(extent.cols, tile.cols), at_least.cols)};
  count_ = checked_count(tiles_, "tiles");
}

Region TileGrid::region(std::int64_t index) const {
  const std::int64_t col = index % tiles_.cols * tile_.cols;
  const std::int64_t row = index / tiles_.cols % tiles_.rows * tile_.rows;
  const std::int64_t outer = index / tiles_.cols / tiles_.rows * tile_.outer;
  const auto end = [](std::int64_t begin, std::int64_t tile,
                      std::int64_t size) {
    return begin + std::min(tile, size - begin);
  };
  return {{outer, end(outer, tile_.outer, extent_.outer)},
          {row, end(row, tile_.rows, extent_.rows)},
          {col, end(col, tile_.cols, extent_.cols)}};
}

std::int64_t TileGrid::index_of(std::int64_t outer, std::int64_t row,
                                std::int64_t col) const {
  return (outer / tile_.outer * tiles_.rows + row / tile_.rows) * tiles_.cols +
         col / tile_.cols;
}

BlockGrids::BlockGrids(const Format& format, const BlockExtent& extent)
    : block_((check(format), *format.block())), extent_(extent) {
  require(extent.outer >= 0 && extent.rows >= 0 && extent.cols >= 0,
          ErrorKind::invalid, "quantize", "an extent of ", extent.outer, " x ",
          extent.rows, " x ", extent.cols, ", expected 0 or more");
  elements_ = checked_count(extent, "elements");
  const auto grid_of = [&](const ScaleLevel& level) {
    return TileGrid(extent, tile_of(block_, level, extent), least_tiles(level));
  };
  tiles_ = grid_of(block_.scales[0]);
  if (block_.scales.size() > 1) {
    outer_tiles_ = grid_of(block_.scales[1]);
  }
  if (block_.scales.size() > 2) top_tiles_ = grid_of(block_.scales[2]);
  set_subtiles();
}

void BlockGrids::set_subtiles() {
  const BlockExtent& tile = tiles_.tile();
  sub_ = tile;
  per_tile_ = {1, 1, 1};
  if (!has_subtiles()) return;
  sub_ = {1, block_.sub_rows, spread(block_, block_.sub_cols)};
  per_tile_ = {1, tile.rows / sub_.rows, tile.cols / sub_.cols};
  const std::int64_t count =
      checked_multiply(per_tile_.rows, per_tile_.cols, "subtiles");
  require(count <= kMaxSubtiles, ErrorKind::limit, "quantize", "tiles of ",
          count, " subtiles, expected at most ", kMaxSubtiles);
}

Region BlockGrids::subregion(std::int64_t tile, std::int64_t sub) const {
  Region out = tiles_.region(tile);
  if (!has_subtiles()) return out;
  const auto narrow = [](std::int64_t(&side)[2], std::int64_t at,
                         std::int64_t size) {
    side[0] = std::min(side[0] + at * size, side[1]);
    side[1] = std::min(side[0] + size, side[1]);
  };
  narrow(out.cols, sub % per_tile_.cols, sub_.cols);
  narrow(out.rows, sub / per_tile_.cols, sub_.rows);
  return out;
}

std::int64_t BlockGrids::subindex(std::int64_t tile, std::int64_t sub) const {
  const BlockExtent& tiles = tiles_.tiles();
  const std::int64_t col =
      tile % tiles.cols * per_tile_.cols + sub % per_tile_.cols;
  const std::int64_t row =
      tile / tiles.cols * per_tile_.rows + sub / per_tile_.cols;
  return row * tiles.cols * per_tile_.cols + col;
}

BlockCounts BlockGrids::counts() const {
  BlockCounts out;
  out.data = elements_;
  out.scales = tiles_.count();
  out.outer_scales = outer_tiles_.count();
  out.top_scales = top_tiles_.count();
  if (block_.zero) out.zeros = out.scales;
  const std::int64_t subs =
      checked_multiply(tiles_.count(), subtiles(), "subtiles");
  if (block_.codebook) out.meta = subs;
  if (block_.offset_bits > 0) out.offsets = subs;
  if (block_.sparsity) out.mask = elements_;
  return out;
}

}  // namespace ashlar
