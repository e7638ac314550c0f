// cuts.h - where an axis can be cut into loops that suit both sides.
#pragma once

#include <array>
#include <vector>

#include "ashlar/shape.h"

namespace ashlar {

/// The axis as one side sees it: the index where it starts, and the divisors
/// at which digits begin or end. Those that change nothing within the axis are
/// left out, and 1 is too.
struct AxisBounds {
  Index begin = 0;
  std::vector<Index> bounds;
};

/// Whether floor((begin + i) / bound) changes for i in 0 .. size - 1.
inline bool is_crossed(Index begin, Index size, Index bound) {
  return size > 0 && begin / bound != (begin + size - 1) / bound;
}

/// The steps of loops: 1, and multiples of each other below `size`. For an
/// index that is cut there, what the parts add on either side adds up.
std::vector<Index> common_cuts(Index size,
                               const std::array<AxisBounds, 2>& sides);

}  // namespace ashlar
