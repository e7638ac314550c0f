// cells.h - bytes from a few places, put together in registers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ashlar::kernels {

/// Bytes of a cell, and of what its parts are taken from.
inline constexpr std::size_t kCellBytes = 16;
/// Stands for no byte.
inline constexpr std::uint8_t kNoByte = 0x80;

/// Which byte of a part goes to each byte of a cell.
struct CellOrder {
  std::uint8_t from[kCellBytes];
};

struct CellPart {
  std::int32_t in = 0;     ///< where kCellBytes of the source begin
  std::int32_t order = 0;  ///< which of the orders
};

struct Cell {
  std::int32_t out = 0;
  std::int32_t parts = 0;  ///< how many of them, after those of the cell before
};

/// Puts cells together. Every byte of a cell is in one of its parts.
void move_cells(const std::uint8_t* in, std::uint8_t* out, const Cell* cells,
                std::size_t count, const CellPart* parts,
                const CellOrder* orders);

}  // namespace ashlar::kernels
