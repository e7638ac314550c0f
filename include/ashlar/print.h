// print.h - tensors as text, for people.
#pragma once

#include <string>

#include "ashlar/tensor.h"

namespace ashlar {

/// The words and the defaults are NumPy's.
struct PrintOptions {
  Index threshold = 1000;  ///< with more elements than this, some are left out
  Index edge_items = 3;    ///< of those, how many are shown at each end
  int precision = 8;       ///< digits behind the point, at most
  int line_width = 75;     ///< where lines are broken
};

/// One line: shape with padding, format, layout, place and bytes, as in
/// `tensor [14[32], 28[32]] bf16 tile(32x32)  host, owned  2 KiB`.
std::string describe(const Tensor& tensor);

/// That line, and below it the elements as NumPy prints an array. Numbers have
/// as few digits as tell them from the others of their format.
std::string to_string(const Tensor& tensor, const PrintOptions& options = {});

/// The elements alone.
std::string print_elements(const Tensor& tensor,
                           const PrintOptions& options = {});

}  // namespace ashlar
