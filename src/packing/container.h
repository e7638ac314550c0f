// container.h - the containers of narrow codes.
#pragma once

#include <bit>

namespace ashlar {

/// The smallest of 1, 2, 4 and 8 bits that holds a code of `bits` bits.
constexpr int container_bits(int bits) {
  return static_cast<int>(std::bit_ceil(static_cast<unsigned>(bits)));
}

}  // namespace ashlar
