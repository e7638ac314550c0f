// random_blocks.h - layouts such as people write, for tensors of any size.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ashlar/spec.h"
#include "tests/support/random_layout.h"

namespace ashlar::test {

/// One to five sizes with about `volume` elements in all: ragged ones, or
/// multiples of common blocks.
std::vector<Index> random_sizes(Random& random, Index volume);

/// A layout for these sizes: tiles, faces, sticks, blocks of 2 to 128 at up to
/// three levels in any order, pitches, XOR swizzles, joins, banks and cores.
/// It takes at most `most` times the bytes of the elements, and 4 KiB.
Spec random_blocks(Random& random, std::span<const Index> sizes,
                   const Format& format, double most);

}  // namespace ashlar::test
