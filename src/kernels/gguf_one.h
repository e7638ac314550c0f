// gguf_one.h - records of GGUF one at a time, as ggml's reference functions do.
#pragma once

#include <cstdint>

namespace ashlar::kernels {

// Records and numbers are whole, rounding is to nearest even, subnormals are
// kept. The contract of all results is that of encode_records.

// Numbers of 32, one scale or a scale and the smallest number.
void encode_q8_0(const float* x, std::uint8_t* record);
void encode_q8_0_activations(const float* x, std::uint8_t* record);
void decode_q8_0(const std::uint8_t* record, float* x);
void encode_q4_0(const float* x, std::uint8_t* record);
void decode_q4_0(const std::uint8_t* record, float* x);
void encode_q4_1(const float* x, std::uint8_t* record);
void decode_q4_1(const std::uint8_t* record, float* x);
void encode_q5_0(const float* x, std::uint8_t* record);
void decode_q5_0(const std::uint8_t* record, float* x);
void encode_q5_1(const float* x, std::uint8_t* record);
void decode_q5_1(const std::uint8_t* record, float* x);

// Floats of four bits.
void encode_mxfp4(const float* x, std::uint8_t* record);
void decode_mxfp4(const std::uint8_t* record, float* x);
void encode_nvfp4(const float* x, std::uint8_t* record);
void decode_nvfp4(const std::uint8_t* record, float* x);

}  // namespace ashlar::kernels
