// cost.h - how long a program takes, about.
#pragma once

#include "src/plan/program.h"
#include "src/plan/work.h"

namespace ashlar {

/// What a program does for one of its elements, on average. These may be
/// several of the tensor's, see widen.
Work work_of(const Program& program);

/// Nanoseconds that an element of `in_bits` takes on one of the threads of a
/// machine as that on which the weights were found: good enough to tell which
/// of two programs is the better one.
double cost_of(const Program& program, Index in_bits);

/// What lines alone cost if chunks are these, however they are moved.
double least_cost(const Picked& picked, Index in_bits);

/// Whether a program of that cost takes so much longer than if lines were all
/// that counts, and each came and went once, that a search for a better one is
/// worth it.
bool is_dear(double cost, const Widths& widths);

}  // namespace ashlar
