// gguf_k.cc - Q2_K to Q6_K to numbers: scales of 16 or 32 under one of 256.
#include "src/blocks/gguf_records.h"
#include "src/kernels/gguf_number.h"

namespace ashlar {
namespace {

using kernels::read_half;

/// 16 or 32 numbers in a row share a scale, and an offset that is taken away.
struct Affine {
  float scale;
  float offset;

  float operator()(int code) const {
    const float scaled = scale * static_cast<float>(code);
    return scaled - offset;
  }
};

/// Codes of two bits from number `i` on: byte j of 32 holds numbers j, j + 32,
/// j + 64 and j + 96.
struct TwoBits {
  TwoBits(const std::uint8_t* all, int i)
      : bytes(all + i / 128 * 32 + i % 32), shift(i / 32 % 4 * 2) {}
  int operator[](int j) const { return bytes[j] >> shift & 3; }

  const std::uint8_t* bytes;
  int shift;
};

/// Codes of four bits: byte j of `half` holds numbers j and j + half.
struct FourBits {
  FourBits(const std::uint8_t* all, int i, int half)
      : bytes(all + i / (2 * half) * half + i % half),
        shift(i / half % 2 * 4) {}
  int operator[](int j) const { return bytes[j] >> shift & 15; }

  const std::uint8_t* bytes;
  int shift;
};

/// Scale `i` of the sixteen in the 12 bytes of Q3_K: four bits of each, then
/// two more.
int scale_of_q3(const std::uint8_t* bytes, int i) {
  const int low = bytes[i % 8] >> i / 8 * 4 & 15;
  const int high = bytes[8 + i % 4] >> i / 4 * 2 & 3;
  return (low | high << 4) - 32;
}

}  // namespace

void decode_q2_k(const std::uint8_t* record, float* x) {
  const float d = read_half(record + 80);
  const float d_offset = read_half(record + 82);
  for (int i = 0; i < 256; i += 16) {
    const int both = record[i / 16];
    const Affine affine = {d * static_cast<float>(both & 15),
                           d_offset * static_cast<float>(both >> 4)};
    const TwoBits codes(record + 16, i);
    for (int j = 0; j < 16; ++j) x[i + j] = affine(codes[j]);
  }
}

void decode_q3_k(const std::uint8_t* record, float* x) {
  const float d = read_half(record + 108);
  for (int i = 0; i < 256; i += 16) {
    const int scale = scale_of_q3(record + 96, i / 16);
    const float factor = d * static_cast<float>(scale);
    const TwoBits codes(record + 32, i);
    for (int j = 0; j < 16; ++j) {
      const int third = record[i % 32 + j] >> i / 32 & 1;
      x[i + j] = factor * static_cast<float>(codes[j] + 4 * third - 4);
    }
  }
}

void decode_q4_k(const std::uint8_t* record, float* x) {
  const float d = read_half(record);
  const float d_offset = read_half(record + 2);
  for (int i = 0; i < 256; i += 32) {
    const ScaleAndOffset both = scale_and_offset(record + 4, i / 32);
    const Affine affine = {d * static_cast<float>(both.scale),
                           d_offset * static_cast<float>(both.offset)};
    const FourBits codes(record + 16, i, 32);
    for (int j = 0; j < 32; ++j) x[i + j] = affine(codes[j]);
  }
}

void decode_q5_k(const std::uint8_t* record, float* x) {
  const float d = read_half(record);
  const float d_offset = read_half(record + 2);
  for (int i = 0; i < 256; i += 32) {
    const ScaleAndOffset both = scale_and_offset(record + 4, i / 32);
    const Affine affine = {d * static_cast<float>(both.scale),
                           d_offset * static_cast<float>(both.offset)};
    const FourBits codes(record + 48, i, 32);
    for (int j = 0; j < 32; ++j) {
      const int fifth = record[16 + j] >> i / 32 & 1;
      x[i + j] = affine(codes[j] + 16 * fifth);
    }
  }
}

void decode_q6_k(const std::uint8_t* record, float* x) {
  const float d = read_half(record + 208);
  for (int i = 0; i < 256; i += 16) {
    const auto scale = static_cast<std::int8_t>(record[192 + i / 16]);
    const float factor = d * static_cast<float>(scale);
    const FourBits low(record, i, 64);
    const TwoBits high(record + 128, i);
    for (int j = 0; j < 16; ++j) {
      x[i + j] = factor * static_cast<float>((low[j] | high[j] << 4) - 32);
    }
  }
}

}  // namespace ashlar
