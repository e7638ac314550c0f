// picked.cc - how far chunks go on either side.
#include "src/plan/pick.h"
#include "src/plan/tables.h"

namespace ashlar {
namespace {

/// Least bytes of a chunk whose source is one stretch.
constexpr Index kLeastSequential = 4096;

}  // namespace

Index Picked::reach(Which side) const {
  Index step = side == Which::source ? widths.in_bits : widths.out_bits;
  for (bool found = true; found;) {
    found = false;
    for (const Loop& loop : chunk) {
      const auto next = next_comb(loop, side, step);
      if (!next || next->count < 2) continue;
      step = next->step * next->count;
      found = true;
    }
  }
  return step;
}

Index Picked::row_bytes() const {
  Index step = widths.in_bits;
  int axis = -1;
  for (bool found = true; found;) {
    found = false;
    for (const Loop& loop : chunk) {
      const bool goes_on = loop.is_even() && loop.in_step == step &&
                           (axis < 0 || loop.dims[0].axis == axis);
      if (!goes_on) continue;
      axis = loop.dims[0].axis;
      step *= loop.count;
      found = true;
    }
  }
  return step / 8;
}

bool Picked::is_sequential() const {
  const Index bits = count * widths.in_bits;
  return reach(Which::source) == bits &&
         reach(Which::destination) >= size.run * 8 &&
         bits >= kLeastSequential * 8;
}

}  // namespace ashlar
