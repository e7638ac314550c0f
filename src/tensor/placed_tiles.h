// placed_tiles.h - where the tiles of a block format are, row by row of tiles.
#pragma once

#include <vector>

#include "ashlar/bound_layout.h"
#include "ashlar/spec.h"
#include "src/blocks/tile_codec.h"

namespace ashlar {

/// A tensor as matrices one below the other, and its tiles, wherever placement
/// has put them. Offsets are bytes, the units one after the other.
class PlacedTiles {
 public:
  /// The spec is of a block format, in tiles.
  PlacedTiles(const Spec& spec, const BoundLayout& layout);

  const BlockTile& tile() const { return tile_; }
  /// Rows of tiles, of all matrices.
  Index tile_rows() const { return matrices_ * down_; }
  Index width() const { return width_; }
  Index rows() const { return matrices_ * height_; }
  /// The rows of numbers that a row of tiles holds, counted from the first of
  /// all.
  Index first_row(Index tile_row) const;
  Index row_count(Index tile_row) const;
  /// The row of tiles that holds a row of numbers.
  Index tile_row_of(Index row) const;

  std::vector<Index> offsets(Index tile_row) const;
  /// Where the tile with an element is.
  Index offset_of(const Indices& index) const;

 private:
  const BoundLayout& layout_;
  BlockTile tile_;
  Index height_ = 1;
  Index width_ = 1;
  Index matrices_ = 1;
  Index down_ = 1;
};

/// Rows of numbers in memory of the host.
struct HostRows {
  Index first = 0;  ///< number of the first row
  Index pitch = 0;  ///< bytes
  kernels::TileRow::Numbers numbers = kernels::TileRow::Numbers::f32;
};

/// Numbers to the rows of tiles from `begin` up to `end`.
void encode_rows(const PlacedTiles& grid, const TileCodec& codec,
                 const HostRows& rows, const std::byte* numbers, Index begin,
                 Index end, std::span<std::byte> tiles, int threads);
/// The way back.
void decode_rows(const PlacedTiles& grid, const TileCodec& codec,
                 const HostRows& rows, std::span<const std::byte> tiles,
                 Index begin, Index end, std::byte* numbers, int threads);
/// Tiles of one tensor to where another one has them.
void copy_tiles(const PlacedTiles& from, std::span<const std::byte> in,
                const PlacedTiles& to, std::span<std::byte> out, int threads);

}  // namespace ashlar
