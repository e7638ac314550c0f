// grid.h - which tile an element belongs to, and which elements a tile has.
#pragma once

#include <cstdint>

#include "ashlar/quantize.h"

namespace ashlar {

/// A box of elements: begin and end along each of the three axes.
struct Region {
  std::int64_t outer[2];
  std::int64_t rows[2];
  std::int64_t cols[2];
};

/// Tiles over an extent, in the order of their words.
class TileGrid {
 public:
  TileGrid() = default;
  /// Tiles of so many elements along each axis; the last ones may be cut. There
  /// are at least so many along each axis, even if nothing is in them.
  TileGrid(const BlockExtent& extent, const BlockExtent& tile,
           const BlockExtent& at_least);

  std::int64_t count() const { return count_; }
  const BlockExtent& tile() const { return tile_; }
  /// Tiles along each axis.
  const BlockExtent& tiles() const { return tiles_; }
  /// The elements of a tile, as far as they are in the extent.
  Region region(std::int64_t index) const;
  /// The tile of an element.
  std::int64_t index_of(std::int64_t outer, std::int64_t row,
                        std::int64_t col) const;

 private:
  BlockExtent extent_;
  BlockExtent tile_;
  BlockExtent tiles_;
  std::int64_t count_ = 0;
};

/// All grids of a block format over an extent, checked against each other.
class BlockGrids {
 public:
  BlockGrids(const Format& format, const BlockExtent& extent);

  const BlockExtent& extent() const { return extent_; }
  std::int64_t elements() const { return elements_; }
  /// Of the finest scales.
  const TileGrid& tiles() const { return tiles_; }
  /// Of the second level; empty if there is none.
  const TileGrid& outer_tiles() const { return outer_tiles_; }
  /// Of the third level; empty if there is none.
  const TileGrid& top_tiles() const { return top_tiles_; }

  /// Parts of a tile that have a table or an offset of their own; 1 if there
  /// are none.
  std::int64_t subtiles() const { return per_tile_.rows * per_tile_.cols; }
  bool has_subtiles() const { return block_.sub_cols > 0; }
  /// The elements of part `sub` of a tile, and where its number is.
  Region subregion(std::int64_t tile, std::int64_t sub) const;
  std::int64_t subindex(std::int64_t tile, std::int64_t sub) const;

  BlockCounts counts() const;
  std::int64_t index(std::int64_t outer, std::int64_t row,
                     std::int64_t col) const {
    return (outer * extent_.rows + row) * extent_.cols + col;
  }

  /// Calls `use` with the index of every element of a region, in order.
  template <class Use>
  void for_each(const Region& region, const Use& use) const {
    for (std::int64_t o = region.outer[0]; o < region.outer[1]; ++o) {
      for (std::int64_t r = region.rows[0]; r < region.rows[1]; ++r) {
        const std::int64_t row = index(o, r, 0);
        for (std::int64_t c = region.cols[0]; c < region.cols[1]; ++c) {
          use(static_cast<std::size_t>(row + c));
        }
      }
    }
  }

 private:
  void set_subtiles();

  const Block& block_;
  BlockExtent extent_;
  std::int64_t elements_ = 0;
  TileGrid tiles_;
  TileGrid outer_tiles_;
  TileGrid top_tiles_;
  BlockExtent per_tile_;  // subtiles along each axis
  BlockExtent sub_;       // elements of one along each axis
};

}  // namespace ashlar
