// block_tiles.h - tiles of a block format in one piece: scales, then codes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "ashlar/quantize.h"

namespace ashlar {

/// A tile, and the faces that it is cut into. Faces are row major in the tile,
/// numbers are row major in a face. The default is Tenstorrent's.
struct TileShape {
  std::int64_t rows = 32;
  std::int64_t cols = 32;
  std::int64_t face_rows = 16;
  std::int64_t face_cols = 16;

  std::int64_t count() const { return rows * cols; }
  bool operator==(const TileShape&) const = default;
};

/// A tile of a block format as Tenstorrent's devices keep it: the scales of all
/// blocks, zeros up to a multiple of 16 bytes, and then the codes, the first
/// one lowest. A block is what follows each other in the order of the faces, as
/// many numbers as the format has under a scale: with faces of 16x16 those of
/// bfp8_b are rows of a face, those of mxint8 two rows.
class BlockTile {
 public:
  /// An error if the format has more than one level of scales, or anything else
  /// beside scales and codes, or if blocks do not fill the tile.
  explicit BlockTile(const Format& format, const TileShape& shape = {});

  const Format& format() const { return format_; }
  const TileShape& shape() const { return shape_; }
  /// Numbers under a scale.
  std::int64_t block() const { return block_; }
  std::int64_t blocks() const { return shape_.count() / block_; }
  /// What the scales take, with the zeros behind them: 64 of 1088 for bfp8_b.
  std::int64_t scale_bytes() const;
  std::int64_t code_bytes() const;
  std::int64_t bytes() const { return scale_bytes() + code_bytes(); }

  bool operator==(const BlockTile&) const = default;

 private:
  Format format_;
  TileShape shape_;
  std::int64_t block_ = 1;
};

/// `rows` x `cols` numbers, and how many there are from one row to the next.
struct NumberRows {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t pitch = 0;

  bool operator==(const NumberRows&) const = default;
};

struct TileOptions {
  /// The profile `ttnn` if there is none.
  std::optional<QuantizePolicy> policy = {};
  /// What tiles hold beyond the numbers. It counts for the scales.
  float fill = 0;
  int threads = 0;  ///< at most so many; 0 for as many as there are
};

/// How many bytes the tiles of so many numbers take; at the edges they are cut
/// short, but stored whole.
std::int64_t tiles_bytes(const BlockTile& tile, const NumberRows& extent);

/// Tiles of numbers, row by row of tiles, one after the other. An error if
/// there are fewer numbers than the extent says, or if the tiles do not take
/// exactly `tiles_bytes`.
void encode_tiles(const BlockTile& tile, std::span<const float> numbers,
                  const NumberRows& extent, std::span<std::byte> tiles,
                  const TileOptions& options = {});
/// The same of bf16 words.
void encode_tiles(const BlockTile& tile, std::span<const std::uint16_t> numbers,
                  const NumberRows& extent, std::span<std::byte> tiles,
                  const TileOptions& options = {});

/// The numbers that tiles stand for. Between rows nothing is written. Numbers
/// that bf16 does not have are rounded to nearest even.
void decode_tiles(const BlockTile& tile, std::span<const std::byte> tiles,
                  std::span<float> numbers, const NumberRows& extent,
                  const TileOptions& options = {});
void decode_tiles(const BlockTile& tile, std::span<const std::byte> tiles,
                  std::span<std::uint16_t> numbers, const NumberRows& extent,
                  const TileOptions& options = {});

}  // namespace ashlar
