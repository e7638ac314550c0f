// lines.h - cache lines: which are touched, and which are kept whole.
#pragma once

#include <cstdint>
#include <vector>

#include "src/plan/refine.h"

namespace ashlar {

/// The cache lines of a side that the loops of a chunk touch, once each, in
/// their order and in bytes from where the chunk begins. `outer` are the loops
/// outside.
std::vector<std::int64_t> list_lines(const std::vector<Loop>& chunk,
                                     const std::vector<Loop>& outer,
                                     Index element_bits, Which side);

/// Where to ask for the lines of the source that a chunk reads, so that none is
/// left out wherever it begins.
std::vector<std::int64_t> lines_to_fetch(const std::vector<Loop>& chunk,
                                         const std::vector<Loop>& outer,
                                         Index element_bits);

/// Lines that a chunk of `count` elements touches, by what they hold of it: 1
/// if they are full of it.
double lines_a_lineful(const std::vector<Loop>& chunk,
                       const std::vector<Loop>& outer, Index count,
                       Index element_bits, Which side);

/// Whether the loops outside of chunks go from line to line of the destination,
/// which starts at a bit.
bool keeps_lines(const std::vector<Loop>& outer, Index out_start);
/// Likewise from byte to byte.
bool keeps_bytes(const std::vector<Loop>& outer, Index out_start);

}  // namespace ashlar
