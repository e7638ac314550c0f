// block_lines.h - cuts a tensor in a block format into lines for kernels.
#pragma once

#include <cstdint>

#include "src/blocks/fast_quantize.h"
#include "src/blocks/grid.h"

namespace ashlar {

/// How kernels have codes: a byte each, two in a byte, or a byte each that are
/// packed by somebody else.
enum class FastCodes : std::uint8_t { bytes, nibbles, packed_later };
FastCodes fast_codes(const Packing& packing);

/// What is scaled as a whole is one line after the other.
BlockExtent fast_extent(const Format& format, const BlockExtent& extent);

/// The byte of a code of which there are `first` before, in lines of `cols`
/// that each begin with a byte. It must be the first one in there.
std::int64_t packed_place(const Packing& packing, std::int64_t first,
                          std::int64_t cols);

/// A stretch of a row, or of as many rows as tiles have.
struct BlockLine {
  std::int64_t first = 0;  ///< element
  std::int64_t count = 0;  ///< of each row
  std::int64_t rows = 1;
  std::int64_t tile = 0;  ///< number of the first tile
  std::int64_t tiles = 0;
};

/// The lines of an extent, in an order that does not depend on threads. Rows
/// that end with a tile and a byte are cut anew, into lines of a good size.
class BlockLineList {
 public:
  BlockLineList(const BlockGrids& grids, const BlockBytes& bytes);

  std::int64_t count() const { return count_; }
  BlockLine line(std::int64_t index) const;
  /// Lines for one piece of parallel work.
  std::int64_t grain(int threads) const;
  /// Whether lines are whole rows, or bands of them.
  std::int64_t pitch() const { return cols_; }

 private:
  std::int64_t rows_;
  std::int64_t cols_;
  std::int64_t tile_rows_;
  std::int64_t tile_cols_;
  std::int64_t bands_;  ///< in each of the outermost
  std::int64_t tiles_;  ///< in a line
  std::int64_t count_;
  std::int64_t elements_;
  bool is_joined_ = false;
};

}  // namespace ashlar
