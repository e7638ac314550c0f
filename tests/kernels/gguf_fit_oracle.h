// gguf_fit_oracle.h - scales of Q4_K and Q6_K, one part at a time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "src/kernels/gguf_number.h"

namespace ashlar::test {

using kernels::Largest;
using kernels::nearest;

/// 32 numbers of Q4_K: scale * code - offset.
struct Fit {
  float scale = 0;
  float offset = 0;
  std::uint8_t codes[32] = {};
};

/// Looks for the scale and offset with the least weighted error. Every trial
/// takes the codes that a slightly different scale gives, and from them the
/// best scale and offset; the next one starts from the best offset so far.
class FitSearch {
 public:
  explicit FitSearch(const float* x) : x_(x) {
    float squares = 0;
    for (int i = 0; i < 32; ++i) squares += x[i] * x[i];
    const float mean = std::sqrt(squares / 32);
    for (int i = 0; i < 32; ++i) weights_[i] = mean + std::fabs(x[i]);
    sum_w_ = weights_[0];
    sum_x_ = sum_w_ * x[0];
    for (int i = 1; i < 32; ++i) {
      sum_w_ += weights_[i];
      sum_x_ += weights_[i] * x[i];
    }
  }

  Fit best() {
    const auto [low, high] = std::minmax_element(x_, x_ + 32);
    least_ = std::min(*low, 0.0f);
    const float most = *high;
    Fit fit;
    fit.offset = -least_;
    if (most == least_) return fit;
    const float first = 15 / (most - least_);
    fit.scale = 1 / first;
    take_codes(first, fit.codes);
    float least_error = error_of(fit.codes, fit.scale, least_);
    for (int i = 0; i <= 20; ++i) {
      const float steps = -1.0f + 0.1f * static_cast<float>(i) + 15;
      Fit trial;
      take_codes(steps / (most - least_), trial.codes);
      float least = 0;
      if (!solve(trial, least)) continue;
      const float error = error_of(trial.codes, trial.scale, least);
      if (error < least_error) {
        least_error = error;
        least_ = least;
        fit = trial;
        fit.offset = -least;
      }
    }
    return fit;
  }

 private:
  void take_codes(float inverse_scale, std::uint8_t* codes) const {
    for (int i = 0; i < 32; ++i) {
      const float scaled = inverse_scale * (x_[i] - least_);
      codes[i] = static_cast<std::uint8_t>(nearest(scaled, 0, 15));
    }
  }

  /// Least squares for given codes; false if they are all the same.
  bool solve(Fit& fit, float& least) const {
    float sum_l = 0;
    float sum_l2 = 0;
    float sum_xl = 0;
    for (int i = 0; i < 32; ++i) {
      const auto l = static_cast<float>(fit.codes[i]);
      const float weighted = weights_[i] * l;
      sum_l += weighted;
      sum_l2 += weighted * l;
      sum_xl += weighted * x_[i];
    }
    const float determinant = sum_w_ * sum_l2 - sum_l * sum_l;
    if (!(determinant > 0)) return false;
    fit.scale = (sum_w_ * sum_xl - sum_x_ * sum_l) / determinant;
    least = (sum_l2 * sum_x_ - sum_l * sum_xl) / determinant;
    if (least > 0) {
      least = 0;
      fit.scale = sum_xl / sum_l2;
    }
    return true;
  }

  float error_of(const std::uint8_t* codes, float scale, float least) const {
    float sum = 0;
    for (int i = 0; i < 32; ++i) {
      const float scaled = scale * static_cast<float>(codes[i]);
      const float difference = scaled + least - x_[i];
      sum += weights_[i] * (difference * difference);
    }
    return sum;
  }

  const float* x_;
  float weights_[32];
  float sum_w_ = 0;
  float sum_x_ = 0;
  float least_ = 0;  ///< the best offset so far, with its sign turned
};

/// 16 numbers of Q6_K: scale * (code - 32).
struct SignedFit {
  float scale = 0;
  std::uint8_t codes[16] = {};
};

inline constexpr float kNothing = 1e-15f;

/// Weighted sums, with the square of each number for its weight.
struct Sums {
  float with_x = 0;
  float with_code = 0;

  Sums(const float* x, const std::uint8_t* codes) {
    for (int i = 0; i < 16; ++i) {
      const auto l = static_cast<float>(codes[i] - 32);
      const float weight = x[i] * x[i];
      with_x += weight * x[i] * l;
      with_code += weight * l * l;
    }
  }
};

inline SignedFit fit_signed(const float* x) {
  Largest largest;
  for (int i = 0; i < 16; ++i) largest.add(x[i]);
  SignedFit best;
  if (largest.magnitude < kNothing) return best;
  const auto take_codes = [&](float steps, SignedFit& fit) {
    const float inverse_scale = -steps / largest.number;
    for (int i = 0; i < 16; ++i) {
      const int code = nearest(inverse_scale * x[i], -32, 31);
      fit.codes[i] = static_cast<std::uint8_t>(code + 32);
    }
    return Sums(x, fit.codes);
  };
  const Sums first = take_codes(32, best);
  best.scale = first.with_code != 0 ? first.with_x / first.with_code : 0;
  float most = best.scale * first.with_x;
  for (int i = -9; i <= 9; ++i) {
    if (i == 0) continue;
    SignedFit trial;
    const Sums sums = take_codes(32 + 0.1f * static_cast<float>(i), trial);
    if (sums.with_code > 0 &&
        sums.with_x * sums.with_x > most * sums.with_code) {
      trial.scale = sums.with_x / sums.with_code;
      most = trial.scale * sums.with_x;
      best = trial;
    }
  }
  return best;
}

}  // namespace ashlar::test
