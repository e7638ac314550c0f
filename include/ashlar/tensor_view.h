// tensor_view.h - other tensors on the same bytes: parts, orders, shapes.
#pragma once

#include "ashlar/tensor.h"

namespace ashlar {

// None of these copies, unless it says so. Where the digits of a layout cannot
// say it, they refuse, and the error names the call that copies.

/// The box of `sizes` elements from `begin` on, which becomes index 0. What is
/// around it in memory counts as padding that must not be filled.
Tensor window(const Tensor& tensor, const Indices& begin, const Indices& sizes);

/// The same elements with axis order[i] as axis i.
Tensor permuted(const Tensor& tensor, const Indices& order);

/// The same elements in the same row-major order. One size may be -1: what is
/// left.
Tensor reshape(const Tensor& tensor, const Indices& sizes);

/// The memory as it is: a row-major tensor with an axis for each unit and for
/// each digit, padding included. More than eight of them are joined, the
/// outermost first.
Tensor physical(const Tensor& tensor);

// Units: one coordinate for each of layout().units(), as in {core.y, core.x}.

/// The memory of one unit, as `physical` shows it. A copy on the host if the
/// tensor is on a device.
Tensor unit_memory(const Tensor& tensor, const Indices& unit);

/// The elements that one unit holds, where they are a box: a shard, smaller at
/// the edges. Axes that are joined to be cut are one axis of it. A copy on the
/// host if the tensor is on a device.
Tensor shard(const Tensor& tensor, const Indices& unit);

/// The core that holds an element. An error if the tensor is not on cores.
CoreCoord core_of(const Tensor& tensor, const Indices& index);

}  // namespace ashlar
