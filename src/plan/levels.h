// levels.h - in which order the loops outside of chunks run.
#pragma once

#include <cstddef>
#include <vector>

#include "src/plan/refine.h"

namespace ashlar {

/// A loop over one dim of the loops outside of chunks. Those of one loop need
/// not follow each other: where chunks lie is known at the last of them.
struct Level {
  std::size_t loop = 0;
  std::size_t dim = 0;
  Index stride = 1;  ///< of the dim in the numbers of the loop's values
  bool is_last = false;
};

/// All dims of the loops, so that on one side the longest steps come first.
std::vector<Level> order_levels(const std::vector<Loop>& loops,
                                const std::vector<FusedAxis>& axes,
                                const Side& side, Which which);

}  // namespace ashlar
