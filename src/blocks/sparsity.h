// sparsity.h - which numbers of a group are kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ashlar/quantize.h"

namespace ashlar {

/// 1 for every number that is kept: of each group along a row the ones with the
/// largest magnitudes, the first ones among equals. NaN counts as largest. Of a
/// group that the extent cuts short as many as there are.
std::vector<std::uint8_t> keep_largest(std::span<const float> numbers,
                                       const BlockExtent& extent,
                                       const Sparsity& sparsity);

}  // namespace ashlar
