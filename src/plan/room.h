// room.h - indices beyond a tensor that have a place in its layout all the
// same.
#pragma once

#include "src/plan/side.h"

namespace ashlar {

/// How far an axis of a side could go on: indices from its size up to here have
/// slots that nothing else has, which are padding. The size itself where that
/// is not so, or where there is something else around the side.
Index room_of(const Side& side, int axis);

}  // namespace ashlar
