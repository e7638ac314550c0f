// parts_kernels.h - tensors to parts and back by kernels, where there are any.
#pragma once

#include <optional>

#include "src/tensor/parts_plan.h"

namespace ashlar {

// On at most so many threads; 0 for as many as there are.

/// The same bits as the engine gives, or nothing if the kernels cannot do it.
std::optional<Parts> quantize_by_kernels(const Tensor& tensor,
                                         const Format& format,
                                         const QuantizePolicy& policy,
                                         PartsForm form, int threads = 0);

/// Row major on the host, in the format that is asked for.
std::optional<Tensor> dequantize_by_kernels(const Parts& parts,
                                            const Format& format,
                                            const QuantizePolicy& policy,
                                            int threads = 0);

}  // namespace ashlar
