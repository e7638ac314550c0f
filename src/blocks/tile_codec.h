// tile_codec.h - tiles that are not whole, or have no kernel, like the others.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ashlar/block_tiles.h"
#include "src/kernels/tile_blocks.h"

namespace ashlar {

/// Tiles side by side, anywhere in memory.
struct TileRun {
  std::int64_t rows = 0;   ///< of numbers; fewer than a tile has at the bottom
  std::int64_t cols = 0;   ///< of numbers, in all tiles together
  std::int64_t pitch = 0;  ///< bytes from one row of numbers to the next
  std::int64_t step = 0;   ///< bytes from one tile to the next
  kernels::TileRow::Numbers numbers = kernels::TileRow::Numbers::f32;
  kernels::Store store = kernels::Store::cached;
};

/// Turns numbers into tiles and back, by a kernel if there is one for the
/// format, and one block after the other otherwise.
class TileCodec {
 public:
  TileCodec(const BlockTile& tile, const QuantizePolicy& policy, float fill);

  const BlockTile& tile() const { return tile_; }
  void encode(const TileRun& run, const std::byte* numbers,
              std::byte* tiles) const;
  void decode(const TileRun& run, const std::byte* tiles,
              std::byte* numbers) const;
  /// Whether there is a kernel.
  bool is_fast() const { return is_fast_; }

 private:
  /// Whole tiles at once by `whole(row)` if there is a kernel, the others by
  /// `cut(cols, first number, first byte)`, in bytes from where the run begins.
  template <class Whole, class Cut>
  void for_tiles(const TileRun& run, const Whole& whole, const Cut& cut) const;
  kernels::TileRow row_of(const TileRun& run, std::int64_t count) const;
  void encode_cut(const TileRun& run, std::int64_t cols,
                  const std::byte* numbers, std::byte* tile) const;
  void decode_cut(const TileRun& run, std::int64_t cols, const std::byte* tile,
                  std::byte* numbers) const;
  void encode_slowly(const float* numbers, std::byte* tile) const;
  void decode_slowly(const std::byte* tile, float* numbers) const;

  BlockTile tile_;
  Format run_format_;  // with blocks of one row
  QuantizePolicy policy_;
  float fill_;
  bool is_fast_;
};

/// ttnn's, unless there is another one.
QuantizePolicy tile_policy(const BlockTile& tile, const TileOptions& options);

}  // namespace ashlar
