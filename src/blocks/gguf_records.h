// gguf_records.h - one record at a time, as ggml's reference functions do it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "ashlar/gguf_blocks.h"

namespace ashlar {

/// A kind and what it does; `encode` is null where it cannot. Records and
/// numbers are whole, and nothing is checked.
struct RecordCodec {
  RecordInfo info;
  void (*encode)(const float* numbers, std::uint8_t* record);
  void (*decode)(const std::uint8_t* record, float* numbers);
};

/// All of them, in the order of the enumeration.
std::span<const RecordCodec> record_codecs();

// Places in a table, and ternary numbers.
void encode_iq4_nl(const float* x, std::uint8_t* record);
void decode_iq4_nl(const std::uint8_t* record, float* x);
void encode_tq1_0(const float* x, std::uint8_t* record);
void decode_tq1_0(const std::uint8_t* record, float* x);
void encode_tq2_0(const float* x, std::uint8_t* record);
void decode_tq2_0(const std::uint8_t* record, float* x);

// Numbers of 256, with scales of scales.
void decode_q2_k(const std::uint8_t* record, float* x);
void decode_q3_k(const std::uint8_t* record, float* x);
void encode_q4_k(const float* x, std::uint8_t* record);
void decode_q4_k(const std::uint8_t* record, float* x);
void decode_q5_k(const std::uint8_t* record, float* x);
void encode_q6_k(const float* x, std::uint8_t* record);
void decode_q6_k(const std::uint8_t* record, float* x);

/// Scale and offset `i` of the eight in the 12 bytes of q4_k and q5_k.
struct ScaleAndOffset {
  int scale;
  int offset;
};
constexpr ScaleAndOffset scale_and_offset(const std::uint8_t* bytes, int i) {
  if (i < 4) return {bytes[i] & 63, bytes[i + 4] & 63};
  return {(bytes[i + 4] & 15) | bytes[i - 4] >> 6 << 4,
          bytes[i + 4] >> 4 | bytes[i] >> 6 << 4};
}

}  // namespace ashlar
