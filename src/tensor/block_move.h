// block_move.h - tensors of block formats, to which no plan leads.
#pragma once

#include <memory>

#include "ashlar/tensor.h"

namespace ashlar {

inline bool has_blocks(const Spec& a, const Spec& b) {
  return a.format.is_block() || b.format.is_block();
}

/// The numbers of a tensor as `spec` says, which is on `device`, or on the
/// host. At least one of them is of a block format.
Tensor move_blocks(const Tensor& tensor, const Spec& spec,
                   const std::shared_ptr<Device>& device,
                   const ConvertOptions& options);

/// The numbers of a tensor of a block format: f32, row major on the host.
Tensor numbers_of_blocks(const Tensor& tensor);

/// One of them.
double read_block(const Tensor& tensor, const Indices& index);

/// An error that says that single elements cannot be written.
[[noreturn]] void refuse_block_write(const Tensor& tensor);

}  // namespace ashlar
