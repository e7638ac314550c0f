// shares.h - how threads share out the loops outside of chunks.
#pragma once

#include <cstddef>

#include "src/kernels/rows.h"
#include "src/plan/program.h"

namespace ashlar {

/// Values of some levels, counted together. Levels around them run as a whole
/// for each share.
struct Shares {
  std::size_t first = 0;
  std::size_t levels = 0;
  Index count = 1;
  Index grain = 1;  ///< that one thread takes at once
  /// Codes of two threads may be in one byte.
  kernels::Ends ends = kernels::Ends::own;
};

/// For so many threads (0: all there are), of a program to `out`.
Shares share_out(const Program& program, const Side& out, int threads);

}  // namespace ashlar
