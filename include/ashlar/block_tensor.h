// block_tensor.h - tensors of block formats, their parts and their bytes.
//
// A tensor of a block format is one as any other: `to(tensor, spec)` makes it
// and takes it apart again, `values`, `read` and printing give the numbers that
// it stands for. Scales are
//   bfp8_b[64x128] tile(32x32, faces=16x16)   in front of the codes of a tile
//   mxfp4[4096x4096] row                      behind the codes of the tensor,
//   mxfp8_e4m3[64x128] [b/64, a, b%64]        whatever order these have
// Block floats of Tenstorrent are made as tt-metal's host does it, everything
// else by the library's own choices; of a cast policy the rounding counts.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "ashlar/convert.h"
#include "ashlar/parts.h"

namespace ashlar {

/// The parts of a tensor of a block format, without a copy: each is a tensor on
/// its bytes, but that codes in another order than that of rows are copied. An
/// error for tiles, which have scales among the codes.
Parts parts(const Tensor& tensor);

/// As `convert`, if one of the specs, or both, are of a block format.
void convert_blocks(const Spec& from, std::span<const std::byte> in,
                    const Spec& to, std::span<std::byte> out,
                    const ConvertOptions& options = {});

/// Which way that takes, for people: tiles or slices of rows, kernels or the
/// engine that does what no kernel does. As `Plan::explain` without blocks.
std::string explain_blocks(const Spec& from, const Spec& to,
                           const ConvertOptions& options = {});

}  // namespace ashlar
