// gguf_records.h - many records of GGUF at once, of the kinds used most.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/kernels/rows.h"

namespace ashlar::kernels {

enum class GgufKind : std::uint8_t { q8_0, q4_0, mxfp4 };

/// 32 numbers each.
struct GgufKindInfo {
  std::size_t bytes;
  void (*encode_one)(const float* x, std::uint8_t* record);
  void (*decode_one)(const std::uint8_t* record, float* x);
};
const GgufKindInfo& info_of(GgufKind kind);

// The results are those of `encode_one` and `decode_one`, bit for bit, under
// the same conditions. Records may begin anywhere.

void encode_gguf(GgufKind kind, const float* in, std::size_t records,
                 std::uint8_t* out, Store store);
void decode_gguf(GgufKind kind, const std::uint8_t* in, std::size_t records,
                 float* out, Store store);

}  // namespace ashlar::kernels
