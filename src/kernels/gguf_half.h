// gguf_half.h - f16 and f32 in integer arithmetic, one at a time.
#pragma once

#include <bit>
#include <cstdint>

namespace ashlar::kernels {

/// Rounded to nearest even. NaN has one code, so that its sign, which differs
/// from CPU to CPU, does not matter.
constexpr std::uint16_t half_of(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t sign = bits >> 16 & 0x8000u;
  const std::uint32_t a = bits & 0x7fffffffu;
  if (a > 0x7f800000u) return 0x7e00;
  if (a >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u);
  if (a >= 0x38800000u) {
    const std::uint32_t odd = a >> 13 & 1;
    return static_cast<std::uint16_t>(sign |
                                      (a - (112u << 23) + 0xfffu + odd) >> 13);
  }
  const std::uint32_t shift = 126 - (a >> 23);  // 14 and more
  if (shift > 25) return static_cast<std::uint16_t>(sign);
  const std::uint32_t mantissa = (a & 0x7fffffu) | 0x800000u;
  const std::uint32_t odd = mantissa >> shift & 1;
  const std::uint32_t half = (1u << (shift - 1)) - 1 + odd;
  return static_cast<std::uint16_t>(sign | (mantissa + half) >> shift);
}

constexpr float float_of(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16;
  std::uint32_t a = half & 0x7fffu;
  if (a >= 0x7c00u) {
    const std::uint32_t quiet = a > 0x7c00u ? 0x400000u : 0;
    return std::bit_cast<float>(sign | 0x7f800000u | a << 13 | quiet);
  }
  if (a >= 0x400u || a == 0) {
    const std::uint32_t rebias = a == 0 ? 0 : 112u << 23;
    return std::bit_cast<float>(sign | ((a << 13) + rebias));
  }
  const auto zeros = static_cast<std::uint32_t>(std::countl_zero(a)) - 21;
  a = (a << zeros) & 0x3ffu;
  return std::bit_cast<float>(sign | (113 - zeros) << 23 | a << 13);
}

}  // namespace ashlar::kernels
