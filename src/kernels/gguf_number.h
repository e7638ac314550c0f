// gguf_number.h - what all records of GGUF do with numbers.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "src/kernels/gguf_half.h"

namespace ashlar::kernels {

/// Of a number that may be anything: NaN counts as 0, infinity as the largest.
inline float ordinary(float x) {
  if (std::isnan(x)) return 0;
  constexpr float kMax = std::numeric_limits<float>::max();
  return std::isinf(x) ? std::copysign(kMax, x) : x;
}

/// One over a scale; 0 if the scale is, or is too small.
inline float inverse(float scale) {
  if (scale == 0) return 0;
  const float out = 1.0f / scale;
  return std::isinf(out) ? 0 : out;
}

/// kCount numbers that may be anything as ordinary ones.
template <std::size_t kCount>
class Ordinary {
 public:
  explicit Ordinary(const float* x) {
    std::int32_t most = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
      const auto bits = std::bit_cast<std::int32_t>(x[i]);
      most = std::max(most, bits & 0x7fffffff);
      numbers_[i] = x[i];
    }
    if (most < 0x7f800000) return;
    for (float& number : numbers_) number = ordinary(number);
  }

  const float* begin() const { return numbers_; }
  const float* end() const { return numbers_ + kCount; }
  float operator[](int i) const { return numbers_[i]; }

  float largest_magnitude() const {
    std::int32_t most = 0;
    for (const float x : *this) {
      most = std::max(most, std::bit_cast<std::int32_t>(x) & 0x7fffffff);
    }
    return std::bit_cast<float>(most);
  }

 private:
  float numbers_[kCount];
};

/// The whole part of a number, from 0 to `last`; 0 for NaN.
inline int whole(float x, int last) {
  // In this order NaN loses.
  return static_cast<int>(
      std::min(std::max(0.0f, x), static_cast<float>(last)));
}

/// Nearest, ties away from zero, for small numbers.
inline int nearest_away(float x) {
  // The number before one half must not become 1.
  return static_cast<int>(x + std::copysign(0x1.fffffep-2f, x));
}

/// Nearest, ties to even, from `first` to `last`; NaN counts as 0.
inline int nearest(float x, int first, int last) {
  if (!(x > static_cast<float>(first))) return std::isnan(x) ? 0 : first;
  if (x >= static_cast<float>(last)) return last;
  // Adding 1.5 * 2^23 leaves whole numbers only.
  constexpr float kWhole = 12582912.0f;
  return static_cast<int>((x + kWhole) - kWhole);
}

/// The largest magnitude, and the first number that has it.
struct Largest {
  float magnitude = 0;
  float number = 0;

  void add(float x) {
    if (magnitude < std::fabs(x)) {
      magnitude = std::fabs(x);
      number = x;
    }
  }
};

inline float read_half(const std::uint8_t* at) {
  std::uint16_t half = 0;
  std::memcpy(&half, at, 2);
  return float_of(half);
}

inline void write_half(float x, std::uint8_t* at) {
  const std::uint16_t half = half_of(x);
  std::memcpy(at, &half, 2);
}

}  // namespace ashlar::kernels
