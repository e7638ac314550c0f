// ttnn_rules.h - the arithmetic behind ttnn's TensorSpec.
#pragma once

#include <optional>

#include "ashlar/dialects/ttnn.h"

namespace ashlar::ttnn {

/// `value` rounded up to a multiple; to a multiple of 0 is not at all.
Index align(Index value, Index multiple);

/// The size of an axis counted from the end (-1 is the last); 1 beyond.
Index size_at(const Indices& shape, int from_end);

/// What sizes are padded to, from what the layout needs and what the user
/// wants. Errors are ttnn's.
Indices effective_alignment(const TensorLayout& layout);

Indices padded_shape_of(const Indices& shape, const Indices& alignment);
Shape2D physical_shape_of(const Indices& shape, const Indices& alignment);

/// The alignment that pads `logical` to `padded`; empty: the layout's own.
Indices alignment_from(const Indices& logical, const Indices& padded,
                       const TensorLayout& layout);

void check_shards(const MemoryConfig& config, const Shape2D& physical);
void check_dtype(DataType dtype, Layout layout);

/// `config` with the equivalent shard spec of the other kind, if there is one.
MemoryConfig with_both_shard_specs(const MemoryConfig& config,
                                   const Indices& padded,
                                   const Shape2D& physical);

}  // namespace ashlar::ttnn
