// element.h - the numbers of a tensor, on so many threads.
#pragma once

#include <vector>

#include "ashlar/tensor.h"

namespace ashlar {

/// As `values(tensor)`; 0 for as many as there are.
std::vector<double> values(const Tensor& tensor, int threads);

}  // namespace ashlar
