// reuse.h - chunks that use the same cache lines follow each other.
#pragma once

#include <cstdint>
#include <vector>

#include "src/plan/levels.h"
#include "src/plan/refine.h"

namespace ashlar {

/// The lines that a chunk reads and writes, as list_lines has them.
struct TouchedLines {
  std::vector<std::int64_t> read;
  std::vector<std::int64_t> written;
};

/// Brings those levels inside whose steps lead to chunks that need lines of the
/// last one again, as far as a cache holds what is between.
std::vector<Level> sorted_by_reuse(std::vector<Level> levels,
                                   const std::vector<Loop>& outer,
                                   const TouchedLines& lines);

}  // namespace ashlar
