// cost.h - how long a program takes, about.
#pragma once

#include "src/plan/program.h"

namespace ashlar {

/// What a program does for one of its elements, on average. These may be
/// several of the tensor's, see widen.
struct Work {
  double lines_read = 0;
  double lines_streamed = 0;
  double lines_written = 0;  ///< others, which are read before
  double chunks = 0;         ///< and pieces of chunks
  double spans_pulled = 0;
  double bytes_pulled = 0;
  double segments = 0;
  double fixed_runs = 0;  ///< of a length that kernels are made for
  double runs = 0;        ///< of any other
  double lines_woven = 0;
  double bytes_permuted = 0;
  double hops = 0;
  double patches = 0;
  double cell_parts = 0;
  double in_squares = 0;  ///< elements
  double transposed = 0;  ///< likewise
  double gathered = 0;    ///< likewise
};

Work work_of(const Program& program);

/// Nanoseconds that an element of `in_bits` takes on one of the threads of a
/// machine as that on which the weights were found: good enough to tell which
/// of two programs is the better one.
double cost_of(const Program& program, Index in_bits);

/// What lines alone cost if chunks are these, however they are moved.
double least_cost(const Picked& picked, Index in_bits);

/// Whether it costs so much more than if lines were all that counts, and each
/// came and went once, that it is worth a search for a better one.
bool is_dear(const Program& program, const Widths& widths);

}  // namespace ashlar
