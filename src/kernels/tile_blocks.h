// tile_blocks.h - rows of numbers to tiles of block floats, and back.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/kernels/rows.h"

namespace ashlar::kernels {

/// Tiles side by side. Each is cut into `down` x `across` faces of `rows` x 16
/// numbers, and the 16 of a row share an exponent. A tile is its exponents,
/// face by face and row by row, zeros up to a multiple of 16 bytes, and then
/// the codes in the same order: sign above magnitude, the first one lowest.
struct TileRow {
  enum class Numbers : std::uint8_t { f32, bf16 };

  int magnitude_bits = 7;      ///< 7, 3 or 1
  std::size_t face_rows = 16;  ///< 4, 8 or 16
  std::size_t down = 2;
  std::size_t across = 2;
  Numbers numbers = Numbers::f32;
  std::int64_t pitch = 0;  ///< bytes from one row of numbers to the next
  std::int64_t step = 0;   ///< bytes from one tile to the next
  std::size_t count = 0;   ///< of tiles
  Store store = Store::cached;

  std::size_t blocks() const { return down * across * face_rows; }
  std::size_t header() const { return (blocks() + 15) / 16 * 16; }
  std::size_t codes() const {
    return 2 * blocks() * static_cast<std::size_t>(magnitude_bits + 1);
  }
};

/// What fits into a tile, in numbers.
inline constexpr std::size_t kMaxTile = 1024;

/// Exponents are the largest of f32, and what is shifted out is lost before
/// magnitudes are rounded to nearest even.
void encode_tiles(const TileRow& tiles, const std::uint8_t* numbers,
                  std::uint8_t* records);

void decode_tiles(const TileRow& tiles, const std::uint8_t* records,
                  std::uint8_t* numbers);

}  // namespace ashlar::kernels
