// block_move.h - tensors of block formats, to which no plan leads.
#pragma once

#include <memory>

#include "ashlar/quantize.h"
#include "ashlar/tensor.h"

namespace ashlar {

inline bool has_blocks(const Spec& a, const Spec& b) {
  return a.format.is_block() || b.format.is_block();
}

/// Scales are in front of the codes of each tile, not behind all of them.
inline bool is_tiled(const Spec& spec) {
  return std::holds_alternative<Tile>(spec.layout);
}

/// How a format is quantised. Of a cast policy the rounding counts.
QuantizePolicy policy_for(const Format& format, const CastPolicy& cast);

/// An error unless they are the same.
void check_same_shape(const Spec& from, const Spec& to);

/// The numbers of a tensor as `spec` says, which is on `device`, or on the
/// host. At least one of them is of a block format.
Tensor move_blocks(const Tensor& tensor, const Spec& spec,
                   const std::shared_ptr<Device>& device,
                   const ConvertOptions& options);

/// The numbers of a tensor of a block format: f32, row major on the host.
Tensor numbers_of_blocks(const Tensor& tensor, int threads = 0);

/// One of them.
double read_block(const Tensor& tensor, const Indices& index);

/// An error that says that single elements cannot be written.
[[noreturn]] void refuse_block_write(const Tensor& tensor);

}  // namespace ashlar
