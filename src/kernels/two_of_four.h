// two_of_four.h - the larger half of every four numbers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/kernels/float_codes.h"

namespace ashlar::kernels {

/// Where what is found goes; either may be null.
struct TwoOfFour {
  std::uint8_t* kept = nullptr;  ///< two words of each group, in their order
  std::uint8_t* mask = nullptr;  ///< a byte for each number: 1 is kept
};

/// The two of every four f32 or bf16 numbers with the largest magnitudes, the
/// first ones among equals. NaN counts as largest.
void keep_two_of_four(const std::uint8_t* in, Wide source, std::size_t groups,
                      const TwoOfFour& out, Store store);

}  // namespace ashlar::kernels
