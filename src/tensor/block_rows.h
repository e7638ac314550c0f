// block_rows.h - block formats in rows: parts one after the other.
#pragma once

#include <span>

#include "ashlar/parts.h"

namespace ashlar {

/// The parts of a tensor to where a spec has them.
void write_block_rows(const Tensor& tensor, const Spec& spec,
                      const BoundLayout& layout, const QuantizePolicy& policy,
                      std::span<std::byte> out);

/// The numbers, f32 and row major.
Tensor read_block_rows(const Spec& spec, const BoundLayout& layout,
                       const Storage& bytes, const QuantizePolicy& policy);

/// The parts as they lie in those bytes, which they keep alive.
Parts parts_in(const Spec& spec, const BoundLayout& layout,
               const Storage& bytes);

}  // namespace ashlar
