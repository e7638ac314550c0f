// parts_kernels.h - tensors to parts and back by kernels, where there are any.
#pragma once

#include <optional>

#include "src/tensor/parts_plan.h"

namespace ashlar {

/// The same bits as the engine gives, or nothing if the kernels cannot do it.
std::optional<Parts> quantize_by_kernels(const Tensor& tensor,
                                         const Format& format,
                                         const QuantizePolicy& policy,
                                         PartsForm form);

/// Row major on the host, in the format that is asked for.
std::optional<Tensor> dequantize_by_kernels(const Parts& parts,
                                            const Format& format,
                                            const QuantizePolicy& policy);

}  // namespace ashlar
