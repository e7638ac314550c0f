// repack_blocks.h - the same codes and scales, as another project keeps them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ashlar/element.h"

namespace ashlar {

// Nothing here goes through numbers, so nothing is lost: what goes there and
// back is what it was, NaN scales and codes of -0 included. Sizes must match
// exactly, and buffers of one call must not overlap. Codes of six bits, dense
// or in bytes, are repacked by `repack` of packing.h.
//
// Codes of four bits are two to a byte, the first in the low nibble, as in
// torch and OCP; records of GGUF hold number j in the low and number j + 16 in
// the high nibble.

/// MXFP4: codes of f4_e2m1fn and a scale of e8m0 for every 32 of them.
void mxfp4_records_from_parts(std::span<const std::byte> codes,
                              std::span<const std::byte> scales,
                              std::span<std::byte> records);
void mxfp4_parts_from_records(std::span<const std::byte> records,
                              std::span<std::byte> codes,
                              std::span<std::byte> scales);

/// Q8_0: codes of i8 and the bits of an f16 scale for every 32 of them.
void q8_0_records_from_parts(std::span<const std::int8_t> codes,
                             std::span<const std::uint16_t> scales,
                             std::span<std::byte> records);
void q8_0_parts_from_records(std::span<const std::byte> records,
                             std::span<std::int8_t> codes,
                             std::span<std::uint16_t> scales);

/// Q4_0: likewise with codes of four bits, which are offset binary in records.
/// Elsewhere they may be two's complement instead.
void q4_0_records_from_parts(std::span<const std::byte> codes,
                             Representation representation,
                             std::span<const std::uint16_t> scales,
                             std::span<std::byte> records);
void q4_0_parts_from_records(std::span<const std::byte> records,
                             std::span<std::byte> codes,
                             Representation representation,
                             std::span<std::uint16_t> scales);

/// The bytes of `rows` x `cols` scales of a byte in tiles of 128 x 4.
std::int64_t swizzled_scale_bytes(std::int64_t rows, std::int64_t cols);

/// Scales of a byte from rows to the tiles that cuBLAS reads, and back. A tile
/// has 128 rows and 4 columns: scale (r, c) is at byte r % 32 * 16 + r / 32 * 4
/// + c of its 512. Tiles go row by row; places beyond the edges are 0, and are
/// not read on the way back.
void swizzle_scales(std::span<const std::byte> linear, std::int64_t rows,
                    std::int64_t cols, std::span<std::byte> swizzled);
void unswizzle_scales(std::span<const std::byte> swizzled, std::int64_t rows,
                      std::int64_t cols, std::span<std::byte> linear);

/// How a matrix of codes of four bits lies in memory.
enum class Int4Order : std::uint8_t {
  rows,  ///< two to a byte along rows, the first in the low nibble
  awq,   ///< 8 columns to a word of 32 bits: 0 2 4 6 1 3 5 7, lowest first
  gptq,  ///< 8 rows to a word of 32 bits, in order; words go row by row
};

/// A matrix of `rows` x `cols` codes from one order to another. Words are
/// little-endian. `rows` of gptq and `cols` of awq are multiples of 8; `cols`
/// of rows is even.
void repack_int4(std::span<const std::byte> in, Int4Order from,
                 std::span<std::byte> out, Int4Order to, std::int64_t rows,
                 std::int64_t cols);

/// Integers of `bits` bits, one in each byte, from one representation to
/// another. The bits above them are ignored, and become 0. An error for a
/// number that the other representation lacks: -0 or the lowest one.
void represent_integers(std::span<const std::uint8_t> codes, int bits,
                        Representation from, Representation to,
                        std::span<std::uint8_t> out);

/// The bytes of CUTLASS's metadata for `count` numbers, a multiple of 4.
std::int64_t sparse_metadata_bytes(std::int64_t count);

/// Which 2 of 4 numbers are kept, from a mask with a byte for each number (0 or
/// 1) to the metadata that CUTLASS reads, and back. Each group of 4 is a
/// nibble, the first one of a byte in the low bits: the places of both numbers,
/// ascending, the first in the low two bits. The order of CUTLASS's kernels,
/// who move whole bytes, is a layout.
///
/// A nibble always names two numbers. A group that keeps one of them, i, gets i
/// and 3, or 0 and 3 if i is 3; one that keeps none 0 and 1. So the mask that
/// comes back may keep more, and values are compressed under that mask.
void sparse_metadata_from_mask(std::span<const std::uint8_t> mask,
                               std::span<std::byte> metadata);
void sparse_mask_from_metadata(std::span<const std::byte> metadata,
                               std::span<std::uint8_t> mask);

}  // namespace ashlar
