// byte_loop.h - a loop whose steps are said in bytes.
#pragma once

#include "src/plan/refine.h"

namespace ashlar {

/// Along an axis by ones.
inline Loop byte_loop(int axis, Index count, Index in_step, Index out_step) {
  Loop out;
  out.dims = {{axis, 1, count}};
  out.count = count;
  out.in_step = in_step * 8;
  out.out_step = out_step * 8;
  return out;
}

}  // namespace ashlar
