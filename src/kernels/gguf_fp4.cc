// gguf_fp4.cc - MXFP4 and NVFP4: floats of four bits under shared scales.
#include <algorithm>
#include <array>
#include <cmath>

#include "src/kernels/gguf_number.h"
#include "src/kernels/gguf_one.h"

namespace ashlar::kernels {
namespace {

/// Twice the numbers of codes, so that scales are half of what they say. There
/// is no -0: its code stands for 0.
constexpr float kNumbers[16] = {0, 1,  2,  3,  4,  6,  8,  12,
                                0, -1, -2, -3, -4, -6, -8, -12};

/// The nearest code; of two the lower one. Numbers that are not finite are
/// equally far from all.
int nearest_code(float x, float scale) {
  int best = 0;
  float least = std::fabs(x);
  for (int code = 1; code < 16; ++code) {
    const float error = std::fabs(kNumbers[code] * scale - x);
    if (error < least) {
      least = error;
      best = code;
    }
  }
  return best;
}

/// 2^(code - 128): half of what E8M0 says.
float half_of_e8m0(int code) {
  const std::uint32_t bits =
      code < 2 ? 0x200000u << code : static_cast<std::uint32_t>(code - 1) << 23;
  return std::bit_cast<float>(bits);
}

/// Half of what E4M3 without a sign says; 0x7f is 0.
constexpr auto kHalfOfUe4m3 = [] {
  std::array<float, 256> out = {};
  for (unsigned code = 0; code < 256; ++code) {
    const unsigned exponent = code >> 3 & 15;
    const auto mantissa = static_cast<float>(code & 7);
    out[code] = exponent == 0 ? mantissa / 1024
                              : (8 + mantissa) *
                                    static_cast<float>(1u << exponent) / 2048;
  }
  out[0x7f] = 0;
  return out;
}();

/// Ties go up, and from 248 on all become the largest.
int ue4m3_of(float x) {
  if (!(x > 0)) return 0;
  if (x >= 248) return 0x7e;
  if (x < 0x1p-6f) {
    const float scaled = x * 512;
    return whole(scaled + 0.5f, 7);
  }
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x) + 0x80000u;
  return static_cast<int>((bits - (120u << 23)) >> 20);
}

/// The same for numbers of which no error is rounded: up to 64 scales or so.
template <std::size_t kCount>
void near_codes(const float* x, float scale, int* codes) {
  std::fill_n(codes, kCount, 0);
  for (const float middle : {0.5f, 1.5f, 2.5f, 3.5f, 5.0f, 7.0f, 10.0f}) {
    const float above = middle * scale;
    for (std::size_t j = 0; j < kCount; ++j) {
      codes[j] += std::fabs(x[j]) > above ? 1 : 0;
    }
  }
  for (std::size_t j = 0; j < kCount; ++j) {
    // Zero has no sign.
    const auto sign = std::bit_cast<std::uint32_t>(x[j]) >> 28 & 8;
    codes[j] |= codes[j] > 0 ? static_cast<int>(sign) : 0;
  }
}

/// Pairs of numbers that are `kHalf` apart, of magnitudes up to `largest`.
template <std::size_t kHalf>
void write_pairs(const float* x, float scale, float largest,
                 std::uint8_t* out) {
  int codes[2 * kHalf];
  if (largest <= 64 * scale && scale > 0) {
    near_codes<2 * kHalf>(x, scale, codes);
  } else {
    for (std::size_t j = 0; j < 2 * kHalf; ++j)
      codes[j] = nearest_code(x[j], scale);
  }
  for (std::size_t j = 0; j < kHalf; ++j) {
    out[j] = static_cast<std::uint8_t>(codes[j] | codes[j + kHalf] << 4);
  }
}

template <std::size_t kHalf>
void read_pairs(const std::uint8_t* in, float scale, float* x) {
  for (std::size_t j = 0; j < kHalf; ++j) {
    x[j] = kNumbers[in[j] & 15] * scale;
    x[j + kHalf] = kNumbers[in[j] >> 4] * scale;
  }
}

}  // namespace

void encode_mxfp4(const float* numbers, std::uint8_t* record) {
  const Ordinary<32> x(numbers);
  const float largest = x.largest_magnitude();
  const auto bits = std::bit_cast<std::uint32_t>(largest);
  const int e = std::max(static_cast<int>(bits >> 23) - 2, 0);
  record[0] = static_cast<std::uint8_t>(e);
  write_pairs<16>(x.begin(), half_of_e8m0(e), largest, record + 1);
}

void decode_mxfp4(const std::uint8_t* record, float* x) {
  read_pairs<16>(record + 1, half_of_e8m0(record[0]), x);
}

void encode_nvfp4(const float* x, std::uint8_t* record) {
  for (int s = 0; s < 4; ++s, x += 16) {
    Largest largest;
    for (int j = 0; j < 16; ++j) largest.add(x[j]);
    const int code = ue4m3_of(largest.magnitude / 6);
    record[s] = static_cast<std::uint8_t>(code);
    write_pairs<8>(x, kHalfOfUe4m3[record[s]], largest.magnitude,
                   record + 4 + 8 * s);
  }
}

void decode_nvfp4(const std::uint8_t* record, float* x) {
  for (int s = 0; s < 4; ++s) {
    read_pairs<8>(record + 4 + 8 * s, kHalfOfUe4m3[record[s]], x + 16 * s);
  }
}

}  // namespace ashlar::kernels
