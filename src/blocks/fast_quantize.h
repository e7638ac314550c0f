// fast_quantize.h - block formats between bytes, by kernels.
#pragma once

#include <cstdint>
#include <span>

#include "ashlar/packing.h"
#include "ashlar/quantize.h"
#include "src/kernels/float_codes.h"

namespace ashlar {

/// The bytes of a tensor in a block format, row major, in the order of the
/// engine. Codes share bytes by line.
struct BlockBytes {
  std::span<std::byte> data;
  std::span<std::byte> scales;
  std::span<std::byte> outer_scales = {};
  std::span<std::byte> zeros = {};
  Packing data_packing = {};  ///< Packing() for a byte each
  Packing zero_packing = {};
};

/// Codes of f32 or bf16 numbers, exactly as the engine finds them, or nothing
/// and false if there is no kernel for it. Sizes have been checked.
bool quantize_fast(const Format& format, const QuantizePolicy& policy,
                   const BlockExtent& extent, kernels::Wide source,
                   std::span<const std::byte> numbers, const BlockBytes& out,
                   int threads = 0);

/// The other direction; `in` is not written to.
bool dequantize_fast(const Format& format, const QuantizePolicy& policy,
                     const BlockExtent& extent, const BlockBytes& in,
                     kernels::Wide target, std::span<std::byte> numbers,
                     int threads = 0);

}  // namespace ashlar
