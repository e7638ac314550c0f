// tables.h - loops whose offsets are listed, and what order can be found there.
#pragma once

#include <vector>

#include "src/plan/refine.h"

namespace ashlar {

/// The step from one offset to the next if, sorted, they are evenly spaced from
/// 0 on; else 0.
Index spacing(std::vector<Index> offsets);

/// Puts the values of a table into the order of the destination. Those of a
/// swizzle, for example, then follow each other there, though not at the
/// source. Which index a value stands for is lost.
void sort_by_destination(Loop& loop);

}  // namespace ashlar
