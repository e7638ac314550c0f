// ttnn_form.h - how tensors of ttnn come to lie as their specs say.
#pragma once

#include <memory>
#include <optional>

#include "ashlar/dialects/ttnn_tensor.h"

namespace ashlar::ttnn {

/// Where a tensor lies on the host, or on `device` if there is one. An error
/// for data types that cannot be stored yet.
Spec core_spec(const TensorSpec& spec, const Device* device);

/// What tt-metal's host code does with numbers of one format in another.
CastPolicy cast_policy(const Format& from, const Format& to);

/// Padding that holds `value`.
Padding padding_of(double value);

/// The same elements as `layout` says, on the host or on `device`. Padding
/// holds `pad_value`; if there is none, what it held before, or 0. The tensor
/// itself if nothing changes.
Tensor reformed(const Tensor& tensor, const TensorLayout& layout,
                const std::shared_ptr<Device>& device,
                std::optional<double> pad_value = {});

}  // namespace ashlar::ttnn
