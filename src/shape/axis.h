// axis.h - axis numbers, where -1 is the last axis.
#pragma once

#include "src/base/require.h"

namespace ashlar {

/// `axis` counted from the front, or an error if there is no such axis.
inline int checked_axis(int axis, int rank) {
  require(axis >= -rank && axis < rank, ErrorKind::invalid, "shape",
          "there is no axis ", axis, ", the rank is ", rank);
  return axis < 0 ? axis + rank : axis;
}

}  // namespace ashlar
