// block_check.h - one simple block format to try kernels of blocks with.
#pragma once

#include <vector>

#include "src/kernels/block_codes.h"
#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels::test {

/// Integers of 8 or 4 bits; tiles that have an f32 scale.
inline EncodeBlocks integers_under_f32(bool is_nibbles, std::size_t tile) {
  EncodeBlocks how;
  how.scale.kind = BlockScale::Kind::f32;
  how.element.kind = BlockElement::Kind::integer;
  how.element.high = is_nibbles ? 7 : 127;
  how.element.low = -how.element.high;
  how.element.mask = is_nibbles ? 15 : 255;
  how.scale.divisors[0] = how.element.high;
  how.tile = tile;
  how.is_nibbles = is_nibbles;
  return how;
}

/// Numbers of which every scale is 1: codes, and the largest one in each tile.
inline std::vector<float> whole_numbers(std::size_t count, std::size_t tile,
                                        int high) {
  std::vector<float> out(count);
  for (std::size_t i = 0; i < count; ++i) {
    const int number = static_cast<int>(i * 37 % 101) % (2 * high + 1) - high;
    out[i] = static_cast<float>(i % tile == 0 ? high : number);
  }
  return out;
}

}  // namespace ashlar::kernels::test
