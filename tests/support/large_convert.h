// large_convert.h - tensors that are larger than the memory they take.
#pragma once

#include <string>

#include "ashlar/convert.h"

namespace ashlar::test {

/// A tensor of matrices, whose layout has the matrices one after the other. All
/// of them share the memory of one.
struct LargeTensor {
  std::string format;
  std::string inner;  ///< digits of h and w, as in "h/32, w/32, h%32, w%32"
};

/// Converts `slices` matrices of about 36 million elements at once, and says
/// what is wrong with the result: it should be that of one alone. An offset
/// that was cut to 31 or 32 bits on the way leads elsewhere, as no matrix
/// starts there. Empty if nothing is wrong.
std::string large_difference(const LargeTensor& from, const LargeTensor& to,
                             Index slices);

}  // namespace ashlar::test
