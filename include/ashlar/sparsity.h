// sparsity.h - N of M: the largest numbers of every group, and nothing else.
#pragma once

#include "ashlar/block.h"
#include "ashlar/tensor.h"

namespace ashlar {

// Groups follow each other along an axis; -1 is the last one. Of a group that
// the axis cuts short as many are kept, if there are so many. `kept` is at
// least 1 and below `group`, which is at most 1024. Results are row major on
// the host. Formats have words of whole bytes and a code for zero.

/// bool, of the shape of the tensor: true for the numbers of each group with
/// the largest magnitudes as f32, the first ones among equals. NaN counts as
/// largest.
Tensor sparsity_mask(const Tensor& tensor, const Sparsity& sparsity,
                     int axis = -1);

/// The tensor with 0 for all that is not kept.
Tensor prune(const Tensor& tensor, const Sparsity& sparsity, int axis = -1);

/// A tensor without the numbers that are not kept.
struct SparseTensor {
  Shape shape;  ///< of the whole tensor
  Sparsity sparsity;
  int axis = -1;
  /// Of each group what is kept, in order, then 0 up to the full number: the
  /// axis has `kept` for every group.
  Tensor data;
  Tensor mask;  ///< bool, as `sparsity_mask`; a group may keep fewer
};

/// Bit for bit what is kept; under a mask of one's own if one is given.
SparseTensor compress(const Tensor& tensor, const Sparsity& sparsity,
                      int axis = -1);
SparseTensor compress(const Tensor& tensor, const Sparsity& sparsity,
                      const Tensor& mask, int axis = -1);

/// The whole tensor, with 0 for what is not there.
Tensor expand(const SparseTensor& sparse);

}  // namespace ashlar
