// staging.h - the elements of a chunk as the source has them.
#pragma once

#include <vector>

#include "src/kernels/rows.h"
#include "src/plan/chunk.h"

namespace ashlar {

struct Staging {
  std::vector<Index> steps;  ///< by loop: elements of the area
  /// From bytes of the source, or bits if elements have no whole bytes there,
  /// to elements of the area. In the order of the source.
  std::vector<kernels::Move> stretches;
  Index count = 1;  ///< elements of a stretch, gaps included
  Index size = 1;   ///< elements of the area, likewise
};

/// Short rows of codes that only move become one stretch if the gaps between
/// them are shorter, or they overlap a little. Everything else is as long as
/// its elements.
Staging lay_out(const std::vector<ChunkLoop>& loops, const Widths& widths);

/// Whether so many elements end inside of a line. A part of one is cast as a
/// whole one, which takes so long that short stretches are put together before.
bool cuts_lines(Index count, const Widths& widths);

/// Runs that both sides have in common, in bytes, and how many elements they
/// have; none if they do not make up lines of the destination, one after the
/// other. So they can be cast straight to where they belong.
struct CastRuns {
  std::vector<kernels::Move> moves;
  Index count = 0;
};

CastRuns cast_runs(const std::vector<ChunkLoop>& loops, const Widths& widths);

}  // namespace ashlar
