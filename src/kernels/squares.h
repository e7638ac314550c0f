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

/// Byte i of column c is byte `from[c][i]` of what the rows have there.
struct PatchOrder {
  std::uint8_t from[kPatchSide][kPatchSide];

  bool operator==(const PatchOrder&) const = default;
};

/// A square of its own, whose columns may each be in another order.
struct Patch {
  static constexpr std::int32_t kAsTheyAre = -1;

  std::int32_t rows[kPatchSide];
  std::int32_t columns[kPatchSide];
  std::int32_t order = kAsTheyAre;  ///< number of a PatchOrder
};

/// Moves the same squares in many places, and meanwhile fetches.
void move_squares(const std::uint8_t* in, std::uint8_t* out,
                  const Squares& squares, const Move* moves, std::size_t count,
                  const Fetch& fetch = {});

/// Moves squares that have nothing in common, and meanwhile fetches.
void move_patches(const std::uint8_t* in, std::uint8_t* out,
                  const Patch* patches, std::size_t count,
                  const PatchOrder* orders, const Fetch& fetch = {});

}  // namespace ashlar::kernels
