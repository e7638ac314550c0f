// refine.h - the loops that two layouts have in common.
#pragma once

#include <array>
#include <vector>

#include "src/plan/side.h"

namespace ashlar {

/// Axes of the shape that lie in the same order on both sides count as one.
struct FusedAxis {
  std::vector<int> axes;     ///< outermost first
  std::vector<Index> sizes;  ///< of each
  Index size = 1;            ///< of all together
};

/// Counts 0, step, 2 * step, ... along an axis.
struct Dim {
  int axis = 0;
  Index step = 1;
  Index count = 1;
};

/// A loop, or several that only together have offsets. The index of an element
/// is the sum of what the loops count, and its bit on either side the sum of
/// what they add.
struct Loop {
  std::vector<Dim> dims;
  Index count = 1;  ///< of all dims together

  // A side that grows evenly does so by this much a step.
  bool in_even = true;
  bool out_even = true;
  Index in_step = 0;
  Index out_step = 0;
  // What each value adds, row-major over the dims, unless both sides are even.
  // Empty also if there are too many, which are then worked out when needed.
  std::vector<Index> in_at;
  std::vector<Index> out_at;

  /// What value number `k` adds; not of loops that are neither even nor listed.
  Index in_offset(Index k) const {
    return is_listed() ? in_at[static_cast<std::size_t>(k)] : k * in_step;
  }
  Index out_offset(Index k) const {
    return is_listed() ? out_at[static_cast<std::size_t>(k)] : k * out_step;
  }

  bool is_even() const { return in_even && out_even; }
  bool is_listed() const { return !in_at.empty(); }
};

struct Refined {
  std::vector<FusedAxis> axes;
  std::vector<Loop> loops;
  Index in_start = 0;  ///< the bit of index 0
  Index out_start = 0;
};

/// Both layouts have the same shape, and no axis of size 0.
Refined refine(const Side& in, const Side& out);

/// What value number `k` of a loop adds to an index of `rank` fused axes.
Indices index_of(const Loop& loop, Index k, int rank);

/// Whether an index lies inside of the shape.
bool is_inside(const std::vector<FusedAxis>& axes, const Indices& index);

/// The index in the shape of an index in fused axes.
Indices unfused(const std::vector<FusedAxis>& axes, const Index* index,
                int rank);

}  // namespace ashlar
