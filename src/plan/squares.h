// squares.h - loops that are rows on one side and columns on the other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "src/kernels/rows.h"
#include "src/kernels/squares.h"
#include "src/plan/weaving.h"

namespace ashlar {

/// Squares of bytes, see kernels::Squares, and where they are.
struct Squares {
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> columns;
  std::vector<kernels::Move> moves;

  /// Rows or columns are so short that kernels take twice as long.
  bool is_narrow() const {
    return std::min(rows.size(), columns.size()) < kernels::kPatchSide;
  }
};

/// Of strands over single bytes, where enough of those that are contiguous on
/// one side are not the same as on the other.
std::optional<Squares> find_squares(const std::vector<Strand>& strands);

}  // namespace ashlar
