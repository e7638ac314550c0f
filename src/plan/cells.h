// cells.h - a table as registers that are put together from a few places.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ashlar/shape.h"
#include "src/kernels/cells.h"

namespace ashlar {

/// What does the work of a table, see kernels::move_cells.
struct Cells {
  std::vector<kernels::Cell> cells;
  std::vector<kernels::CellPart> parts;
  std::vector<kernels::CellOrder> orders;
};

/// For a table of where elements of `width` bytes are, which follow each other
/// in the work area. None if there are less bytes than a cell has, or if more
/// than `most_parts` would be needed.
std::optional<Cells> find_cells(std::span<const std::int32_t> at, Index width,
                                Index most_parts);

}  // namespace ashlar
