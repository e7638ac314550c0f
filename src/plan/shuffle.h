// shuffle.h - elements that are in another order on either side, and no more
// can be said of them.
#pragma once

#include <vector>

#include "src/kernels/rows.h"
#include "src/plan/chunk.h"

namespace ashlar {

/// What a chunk does that goes by table; see there.
struct Shuffle {
  Pulled pulled;  ///< nothing: the table is of the source
  Table table;
  std::vector<kernels::Span> segments;
  Index work_count = 0;
};

Shuffle make_shuffle(const std::vector<ChunkLoop>& loops, const Widths& widths);

/// Whether so many codes, in segments of so many that begin or end inside of
/// bytes, are better put in order by table and packed all at once.
bool packs_at_once(Index count, Index segment);

}  // namespace ashlar
