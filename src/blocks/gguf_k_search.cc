// gguf_k_search.cc - numbers to Q4_K and Q6_K.
#include <algorithm>
#include <cmath>

#include "src/blocks/gguf_records.h"
#include "src/kernels/gguf_number.h"
#include "src/kernels/gguf_search.h"

namespace ashlar {
namespace {

using kernels::Largest;
using kernels::nearest;
using kernels::read_half;
using kernels::write_half;

constexpr int kCount = 256;
using Numbers = kernels::Ordinary<kCount>;

/// Codes of kRows x kParts, part by part.
template <std::size_t kRows, std::size_t kParts>
void gather_codes(const float (&codes)[kRows][kParts], std::uint8_t* out) {
  for (std::size_t part = 0; part < kParts; ++part) {
    for (const auto& row : codes) *out++ = static_cast<std::uint8_t>(row[part]);
  }
}

/// The inverse for numbers.
template <std::size_t kRows, std::size_t kParts>
void spread_parts(const Numbers& x, float (&out)[kRows][kParts]) {
  const float* from = x.begin();
  for (std::size_t part = 0; part < kParts; ++part) {
    for (auto& row : out) row[part] = *from++;
  }
}

/// Six bits each of eight scales and offsets, in twelve bytes.
void write_scales(const int (&scales)[8], const int (&offsets)[8],
                  std::uint8_t* out) {
  for (int j = 0; j < 4; ++j) {
    out[j] = static_cast<std::uint8_t>(scales[j] | scales[j + 4] >> 4 << 6);
    out[j + 4] =
        static_cast<std::uint8_t>(offsets[j] | offsets[j + 4] >> 4 << 6);
    out[j + 8] = static_cast<std::uint8_t>((scales[j + 4] & 15) |
                                           (offsets[j + 4] & 15) << 4);
  }
}

}  // namespace

void encode_q4_k(const float* numbers, std::uint8_t* record) {
  const Numbers x(numbers);
  float parts[32][8];
  spread_parts(x, parts);
  kernels::Q4Fits fits;
  kernels::fit_q4_k(parts, fits);
  float most_scale = 0;
  float most_offset = 0;
  for (int j = 0; j < 8; ++j) {
    most_scale = std::max(most_scale, fits.scales[j]);
    most_offset = std::max(most_offset, -fits.least[j]);
  }
  const float scale_steps = most_scale > 0 ? 63 / most_scale : 0;
  const float offset_steps = most_offset > 0 ? 63 / most_offset : 0;
  int scales[8];
  int offsets[8];
  for (int j = 0; j < 8; ++j) {
    scales[j] = nearest(scale_steps * fits.scales[j], 0, 63);
    offsets[j] = nearest(offset_steps * -fits.least[j], 0, 63);
  }
  write_half(most_scale / 63, record);
  write_half(most_offset / 63, record + 2);
  write_scales(scales, offsets, record + 4);
  std::uint8_t codes[kCount];
  gather_codes(fits.codes, codes);
  // Scales have been rounded, so codes are found again.
  const float d = read_half(record);
  const float d_offset = read_half(record + 2);
  for (int i = 0; i < kCount; ++i) {
    const float scale = d * static_cast<float>(scales[i / 32]);
    if (scale == 0) continue;
    const float offset = d_offset * static_cast<float>(offsets[i / 32]);
    codes[i] =
        static_cast<std::uint8_t>(nearest((x[i] + offset) / scale, 0, 15));
  }
  for (int j = 0; j < 128; ++j) {
    const std::uint8_t* pair = codes + j / 32 * 64 + j % 32;
    record[16 + j] = static_cast<std::uint8_t>(pair[0] | pair[32] << 4);
  }
}

void encode_q6_k(const float* numbers, std::uint8_t* record) {
  const Numbers x(numbers);
  float parts[16][16];
  spread_parts(x, parts);
  kernels::Q6Fits fits;
  kernels::fit_q6_k(parts, fits);
  Largest largest;
  for (const float scale : fits.scales) largest.add(scale);
  std::fill_n(record, 210, std::uint8_t{0});
  if (largest.magnitude < kernels::kNothing) return;
  std::uint8_t codes[kCount];
  gather_codes(fits.codes, codes);
  const float steps = -128 / largest.number;
  write_half(1 / steps, record + 208);
  const float d = read_half(record + 208);
  for (int i = 0; i < kCount; ++i) {
    const int scale = nearest(steps * fits.scales[i / 16], -128, 127);
    record[192 + i / 16] = static_cast<std::uint8_t>(scale);
    const float number = d * static_cast<float>(scale);
    if (number == 0) continue;
    codes[i] = static_cast<std::uint8_t>(nearest(x[i] / number, -32, 31) + 32);
  }
  for (int i = 0; i < kCount; ++i) {
    std::uint8_t& low = record[i / 128 * 64 + i % 64];
    std::uint8_t& high = record[128 + i / 128 * 32 + i % 32];
    low = static_cast<std::uint8_t>(low | (codes[i] & 15) << i / 64 % 2 * 4);
    high = static_cast<std::uint8_t>(high | codes[i] >> 4 << i / 32 % 4 * 2);
  }
}

}  // namespace ashlar
