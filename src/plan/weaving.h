// weaving.h - blocks as lines that are woven in registers.
#pragma once

#include <vector>

#include "ashlar/shape.h"
#include "src/kernels/weave.h"

namespace ashlar {

/// A loop over pieces of a block, in bytes: steps, or what each value adds.
struct Strand {
  Index count = 1;
  Index in_step = 0;
  Index out_step = 0;
  std::vector<Index> in_at;  ///< if steps are uneven
  std::vector<Index> out_at;
};

/// What value number `k` of a strand adds on either side.
kernels::Move offset_of(const Strand& strand, Index k);

/// Which strand goes along elements of so many bytes on one side, or a negative
/// number.
int along(const std::vector<Strand>& strands, Index Strand::*side, Index bytes);

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
