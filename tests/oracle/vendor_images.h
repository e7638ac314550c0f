// vendor_images.h - memory as the vendors' own loops and formulas fill it.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace ashlar::test {

/// What each slot holds, unit after unit: an element by its row-major number,
/// or `kPad`.
using Image = std::vector<std::int64_t>;
inline constexpr std::int64_t kPad = -1;

using Sizes = std::vector<std::int64_t>;

/// Rows `pitch` slots apart.
Image pitched_rows(std::int64_t rows, std::int64_t cols, std::int64_t pitch);
Image column_major(std::int64_t rows, std::int64_t cols);

// --- Tenstorrent

struct TileShape {
  std::int64_t rows = 32;
  std::int64_t cols = 32;
  std::int64_t face_rows = 32;
  std::int64_t face_cols = 32;
  bool transposed = false;  // both the order of faces and what is in them
};

/// The host's tilize: pads h and w of each batch, walks tile by tile.
Image tilize(std::int64_t batches, std::int64_t h, std::int64_t w,
             const TileShape& tile);

/// Pages dealt round robin: page % banks, page / banks.
Image interleave(const Image& memory, std::int64_t page_size,
                 std::int64_t banks);

/// How a buffer distribution spec hands out shards of pages.
struct Distribution {
  enum class Kind { round_robin, contiguous };
  std::int64_t pages_high = 0;  // the tensor, in pages
  std::int64_t pages_wide = 0;
  std::int64_t shard_high = 0;  // one shard, in pages
  std::int64_t shard_wide = 0;
  std::int64_t cores = 0;
  Kind kind = Kind::round_robin;
};

/// `memory` holds the pages row by row; cores follow each other in the order
/// in which shards are dealt.
Image shard(const Image& memory, std::int64_t page_size,
            const Distribution& how);

/// tt-mlir: cut h x w into gh x gw shards, then each shard into whole tiles.
Image shard_then_tile(std::int64_t h, std::int64_t w, std::int64_t shard_h,
                      std::int64_t shard_w, const TileShape& tile);

// --- IBM

/// Spyre: walks `device_size`; `dim_map` names the host dim of each device
/// dim, the stick dim twice.
Image spyre(const Sizes& host, const Sizes& device_size, const Sizes& dim_map);

/// zDNN's stickify loops, cells of 2 bytes: NHWC feature and HWCK kernel.
Image zdnn_feature(const Sizes& nhwc);
Image zdnn_kernel(const Sizes& hwck);
/// int8 weights: two rows of w share a stick, byte by byte.
Image zdnn_weights(const Sizes& nhwc);

// --- oneDNN, XLA, CUTLASS, Triton, ScaLAPACK

/// A blocked memory descriptor's offset: dims outermost first in `outer`
/// ("acdb"), then inner blocks of (size, dim).
Image onednn(const Sizes& dims, std::string_view outer,
             const std::vector<std::pair<std::int64_t, int>>& inner);

/// Nested tilings of the minor-most dims, by the formula of the document.
Image xla(const Sizes& dims, const std::vector<Sizes>& tilings);
/// T(*,t0,*,t1): dims 0 and 1 are one, and so are 2 and 3.
Image xla_combined(const Sizes& dims, std::int64_t t0, std::int64_t t1);

/// Scale factors: atoms ((32,4),4):((16,4),1) of 128x4, k fastest.
Image scale_tiles(std::int64_t m, std::int64_t k_blocks);

/// Swizzle<bits, base, shift> of byte offsets of 2-byte elements in rows of
/// `row_bytes`.
Image swizzled_rows(std::int64_t rows, std::int64_t cols,
                    std::int64_t row_bytes, int bits, int base, int shift);

/// Row t holds element c at c xor t; a square power of two.
Image xor_square(std::int64_t size);

/// Global to process (i / mb % p) and local (i / (mb p) mb + i % mb) indices;
/// local matrices column major, processes row major.
Image block_cyclic(std::int64_t m, std::int64_t n, std::int64_t mb,
                   std::int64_t nb, std::int64_t p, std::int64_t q);

}  // namespace ashlar::test
