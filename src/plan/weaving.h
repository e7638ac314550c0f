// weaving.h - blocks as lines that are woven in registers.
#pragma once

#include <vector>

#include "ashlar/shape.h"
#include "src/kernels/weave.h"
#include "src/plan/strands.h"

namespace ashlar {

/// Lines of a block on their way from one place to another.
struct Pass {
  kernels::Weave weave;
  std::vector<kernels::Move> groups;
  /// Where the lines of each group go, one group after the other, if that is
  /// not as `weave` says.
  std::vector<std::int64_t> places;
};

/// Which side lines are woven along.
enum class WeaveOrder : std::uint8_t { source, destination };

/// The passes that take elements of `width` bytes from the source to the
/// destination of the strands: one, or two with a scratch area as large as the
/// block between them. None if either side is not made of whole lines of `line`
/// bytes, 16 or 64, that powers of two build up; only where all of a line is
/// spread over others may those of the source be parts of any stretch.
std::vector<Pass> weave_block(const std::vector<Strand>& strands, Index width,
                              WeaveOrder order, Index line);

}  // namespace ashlar
