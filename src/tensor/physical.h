// physical.h - the slots of a memory as axes.
#pragma once

#include "ashlar/bound_layout.h"

namespace ashlar {

/// How many slots each digit of the memory has, outermost first; at most
/// `most` of them, the outermost joined.
Indices slot_counts(const BoundLayout& layout, int most);

/// The number of a unit, all directions together. An error unless there is one.
Index unit_number(const BoundLayout& layout, const Indices& unit);

}  // namespace ashlar
