// gguf_check.h - numbers and records that kernels of GGUF get wrong if any.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "src/kernels/gguf_records.h"
#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels::test {

inline constexpr GgufKind kGgufKinds[] = {GgufKind::q8_0, GgufKind::q4_0,
                                          GgufKind::mxfp4};

inline std::string name_of(GgufKind kind) {
  return kind == GgufKind::q8_0   ? "Q8_0"
         : kind == GgufKind::q4_0 ? "Q4_0"
                                  : "MXFP4";
}

/// Records of one sort each: what is in a record decides how it is encoded.
class Sorts {
 public:
  explicit Sorts(unsigned seed) : random_(seed) {}

  static constexpr int kCount = 12;

  std::vector<float> record(int sort) {
    std::vector<float> out(32);
    const float largest = std::ldexp(1 + uniform(), exponent());
    for (float& x : out) x = largest * (2 * uniform() - 1);
    switch (sort) {
      case 0:  // steps of codes and their middles, exactly
      case 1:
        for (float& x : out) {
          const int steps = static_cast<int>(random_() % 513) - 256;
          x = static_cast<float>(steps) * std::ldexp(1.0f, exponent_) /
              (sort == 0 ? 256.0f : 16.0f);
        }
        out[random_() % 32] = std::ldexp(127.0f / 64, exponent_);
        break;
      case 2:  // one number next to the middle of two codes
        for (float& x : out) {
          const float middle = (static_cast<float>(random_() % 16) - 7.5f) *
                               std::ldexp(1.0f, exponent_);
          x = random_() % 2 == 0 ? middle : std::nextafter(middle, 0.0f);
        }
        out[random_() % 32] = -std::ldexp(8.0f, exponent_);
        break;
      case 3:  // the largest number with both signs
        out[random_() % 32] = 2 * largest;
        out[random_() % 32] = -2 * largest;
        break;
      case 4:  // almost the largest with the other sign
        out[random_() % 32] = 2 * largest;
        out[random_() % 32] = -std::nextafter(2 * largest, 0.0f);
        break;
      case 5:
        std::fill(out.begin(), out.end(), random_() % 2 == 0 ? 0.0f : -0.0f);
        if (random_() % 2 == 0) out[random_() % 32] = -0.0f;
        break;
      case 6:
        for (int i = 0; i < 3; ++i) out[random_() % 32] = special();
        break;
      case 7:  // subnormal, or nearly
        for (float& x : out) x = std::ldexp(uniform() - 0.5f, -125);
        break;
      case 8:
        for (float& x : out) x = std::ldexp(uniform() - 0.5f, 128);
        break;
      case 9:
        for (float& x : out) {
          const auto bits = static_cast<std::uint32_t>(random_());
          std::memcpy(&x, &bits, 4);
        }
        break;
      case 10: {  // around the ends of what is ordinary
        const int end = random_() % 2 == 0 ? -110 : 120;
        const int off = end - exponent_ - static_cast<int>(random_() % 3) + 1;
        for (float& x : out) x = std::ldexp(x, off);
        break;
      }
      default:
        break;
    }
    return out;
  }

 private:
  float uniform() {
    return std::uniform_real_distribution<float>(0, 1)(random_);
  }
  int exponent() { return exponent_ = static_cast<int>(random_() % 40) - 20; }
  float special() {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const float all[] = {kInfinity, -kInfinity, kNan, -kNan};
    return all[random_() % 4];
  }

  std::mt19937 random_;
  int exponent_ = 0;
};

/// `records` records, of one sort or (-1) of all of them.
inline std::vector<float> numbers_of(std::size_t records, int sort,
                                     unsigned seed) {
  Sorts sorts(seed);
  std::vector<float> out;
  for (std::size_t i = 0; i < records; ++i) {
    const int taken = sort >= 0 ? sort : static_cast<int>(i * 5 % 12);
    const auto record = sorts.record(taken);
    out.insert(out.end(), record.begin(), record.end());
  }
  return out;
}

}  // namespace ashlar::kernels::test
