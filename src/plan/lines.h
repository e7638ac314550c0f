// lines.h - what is fetched before it is needed.
#pragma once

#include <cstdint>
#include <vector>

#include "src/plan/refine.h"

namespace ashlar {

/// The cache lines that the loops of a chunk read, once each, in their order
/// and in bytes from where the chunk begins. `outer` are the loops outside.
std::vector<std::int64_t> list_lines(const std::vector<Loop>& chunk,
                                     const std::vector<Loop>& outer,
                                     Index element_bits);

}  // namespace ashlar
