// fill.h - what padding holds.
#pragma once

#include "src/plan/state.h"

namespace ashlar {

/// Fills the padding of a destination. What is not padding may be overwritten,
/// so this comes first.
void fill_padding(const PlanState& plan, const Buffers& buffers);

}  // namespace ashlar
