// print_words.h - one text for each element, all of the same width.
#pragma once

#include <string>
#include <vector>

#include "ashlar/print.h"

namespace ashlar {

/// The elements of a tensor in row-major order as NumPy writes them beside each
/// other.
std::vector<std::string> print_words(const Tensor& tensor, int precision);

/// The one element of a tensor as NumPy writes it by itself.
std::string print_scalar(const Tensor& tensor);

}  // namespace ashlar
