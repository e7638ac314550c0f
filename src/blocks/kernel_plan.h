// kernel_plan.h - block formats and policies as the kernels want them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "ashlar/quantize.h"
#include "src/kernels/block_codes.h"

namespace ashlar {

// Each of these is empty if the kernels cannot do exactly what the engine does,
// but for tiles that they say are odd.

/// Codes of numbers under scales of `extent`. `outer` is the word of the scale
/// of scales, if there is one.
std::optional<kernels::EncodeBlocks> encode_plan(const Format& format,
                                                 const QuantizePolicy& policy,
                                                 const BlockExtent& extent,
                                                 std::uint32_t outer);

/// The other direction. It refers to a table of numbers of its own.
struct DecodePlan {
  kernels::DecodeBlocks how;
  std::array<float, 256> numbers = {};
};
std::optional<DecodePlan> decode_plan(const Format& format,
                                      const QuantizePolicy& policy,
                                      const BlockExtent& extent,
                                      std::uint32_t outer);

}  // namespace ashlar
