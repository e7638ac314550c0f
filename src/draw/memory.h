// memory.h - what lies in memory, entry by entry, cut into lines.
#pragma once

#include <vector>

#include "ashlar/bound_layout.h"

namespace ashlar {

/// One element, or one slot for it.
struct MemoryEntry {
  int field = 0;
  bool is_padding = false;
  Position place;
  Indices index;  ///< empty for padding
};

using MemoryLine = std::vector<MemoryEntry>;

/// The first lines of one unit.
struct UnitLines {
  Position unit;  ///< its bit is 0
  std::vector<MemoryLine> lines;
  bool goes_on = false;  ///< there is more than these lines
};

struct MemoryLimits {
  Index start_bit = 0;  ///< the first line is the one that holds this bit
  int lines = 24;       ///< of all units together, but two each at least
};

/// Most entries on one line.
inline constexpr Index kMaxLine = 64;

/// The memory of each of `units`, whose bits do not matter. One line for each
/// innermost block, as far as it fits on a line. A record is one line if it
/// fits, else each field starts a line.
std::vector<UnitLines> read_memory(const BoundLayout& layout,
                                   const std::vector<Position>& units,
                                   const MemoryLimits& limits);

}  // namespace ashlar
