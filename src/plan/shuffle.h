// shuffle.h - elements that are in another order on either side, and no more
// can be said of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "src/kernels/permute.h"
#include "src/kernels/rows.h"
#include "src/plan/chunk.h"

namespace ashlar {

/// What a chunk does that goes by table; see there.
struct Shuffle {
  std::vector<kernels::Span> pulls;  ///< none: the table is of the source
  Index pulled_bytes = 0;
  Index filler_bytes = 0;
  std::vector<std::int32_t> elements;
  std::vector<std::uint16_t> near;
  std::optional<kernels::Permutation> order;
  Index element_bytes = 1;
  std::vector<kernels::Span> segments;
  Index work_count = 0;
};

Shuffle make_shuffle(const std::vector<ChunkLoop>& loops, const Widths& widths);

}  // namespace ashlar
