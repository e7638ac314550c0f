// squares.h - rows of bytes that become columns, wherever each of them lies.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/kernels/rows.h"

namespace ashlar::kernels {

/// There are at least as many rows, and columns.
inline constexpr std::size_t kLeastSquare = 4;

/// Byte c of row r goes to byte r of column c.
struct Squares {
  const std::int64_t* rows = nullptr;  ///< where each begins in the source
  std::size_t row_count = 0;
  const std::int64_t* columns = nullptr;  ///< likewise in the destination
  std::size_t column_count = 0;
};

/// Of rows, and of columns.
inline constexpr std::size_t kPatchSide = 8;

/// A square of its own.
struct Patch {
  std::int32_t rows[kPatchSide];
  std::int32_t columns[kPatchSide];
};

/// Moves the same squares in many places.
void move_squares(const std::uint8_t* in, std::uint8_t* out,
                  const Squares& squares, const Move* moves, std::size_t count);

/// Moves squares that have nothing in common, and meanwhile fetches.
void move_patches(const std::uint8_t* in, std::uint8_t* out,
                  const Patch* patches, std::size_t count,
                  const Fetch& fetch = {});

}  // namespace ashlar::kernels
