// staging.h - the elements of a chunk as the source has them, without gaps.
#pragma once

#include <vector>

#include "src/kernels/rows.h"
#include "src/plan/chunk.h"

namespace ashlar {

struct Staging {
  std::vector<Index> steps;  ///< by loop: elements of the area
  /// From bytes of the source, or bits if elements have no whole bytes there,
  /// to elements of the area. In the order of the source.
  std::vector<kernels::Move> stretches;
  Index count = 1;  ///< elements of a stretch
};

Staging lay_out(const std::vector<ChunkLoop>& loops, const Widths& widths);

}  // namespace ashlar
