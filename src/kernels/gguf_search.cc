// gguf_search.cc - the scales of Q4_K and Q6_K by trial and error.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/gguf_search.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <cstddef>
// The line above includes this file once per target.
#include <hwy/highway.h>

#include "src/kernels/gguf_search.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A product that is rounded. GCC would fuse it with a sum; Clang fuses only
/// what one expression of the source has.
template <class V>
HWY_INLINE V product(V a, V b) {
  V out = hn::Mul(a, b);
#if HWY_COMPILER_GCC_ACTUAL && HWY_ARCH_X86
  __asm__("" : "+v"(out.raw));
#elif HWY_COMPILER_GCC_ACTUAL && HWY_ARCH_ARM_A64 && !HWY_HAVE_SCALABLE
  __asm__("" : "+w"(out.raw));
#endif
  return out;
}

/// Whole numbers from `low` to `high`; ties to even.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V nearest(D d, V x, V low, V high) {
  // Adding 1.5 * 2^23 leaves whole numbers only.
  const V whole = hn::Set(d, 12582912.0f);
  return hn::Sub(hn::Add(hn::Min(hn::Max(x, low), high), whole), whole);
}

/// Looks for scales and least numbers with the least weighted error. Every
/// trial takes the codes that a slightly different scale gives, and from them
/// the best scale and least number; the next one starts from the best so far.
template <class D>
class Q4Search {
 public:
  using V = hn::Vec<D>;

  HWY_INLINE Q4Search(const float (&x)[32][8], std::size_t column)
      : x_(x), column_(column) {
    V squares = hn::Zero(d_);
    least_ = most_ = at(0);
    for (std::size_t i = 0; i < 32; ++i) {
      squares = hn::Add(squares, product(at(i), at(i)));
      least_ = hn::IfThenElse(hn::Lt(at(i), least_), at(i), least_);
      most_ = hn::IfThenElse(hn::Gt(at(i), most_), at(i), most_);
    }
    const V mean = hn::Sqrt(hn::Div(squares, hn::Set(d_, 32)));
    least_ = hn::Min(least_, hn::Zero(d_));
    sum_w_ = sum_x_ = hn::Zero(d_);
    for (std::size_t i = 0; i < 32; ++i) {
      const V weight = hn::Add(mean, hn::Abs(at(i)));
      hn::StoreU(weight, d_, weights_ + i * kLanes);
      sum_w_ = hn::Add(sum_w_, weight);
      sum_x_ = hn::Add(sum_x_, product(weight, at(i)));
    }
  }

  HWY_INLINE void run(Q4Fits& out) {
    const V first = hn::Div(hn::Set(d_, 15), hn::Sub(most_, least_));
    V scale = hn::Div(hn::Set(d_, 1), first);
    take_codes(first);
    keep_codes(hn::Eq(scale, scale), out);
    V error = error_of(scale, least_);
    for (int i = 0; i <= 20; ++i) {
      const float steps = -1.0f + 0.1f * static_cast<float>(i) + 15;
      const V sums_l =
          take_codes(hn::Div(hn::Set(d_, steps), hn::Sub(most_, least_)));
      const V determinant =
          hn::Sub(product(sum_w_, sum_l2_), product(sums_l, sums_l));
      V trial =
          hn::Div(hn::Sub(product(sum_w_, sum_xl_), product(sum_x_, sums_l)),
                  determinant);
      V least =
          hn::Div(hn::Sub(product(sum_l2_, sum_x_), product(sums_l, sum_xl_)),
                  determinant);
      const auto is_above = hn::Gt(least, hn::Zero(d_));
      trial = hn::IfThenElse(is_above, hn::Div(sum_xl_, sum_l2_), trial);
      least = hn::IfThenZeroElse(is_above, least);
      const V trial_error = error_of(trial, least);
      const auto is_better = hn::And(hn::Gt(determinant, hn::Zero(d_)),
                                     hn::Lt(trial_error, error));
      if (hn::AllFalse(d_, is_better)) continue;
      error = hn::IfThenElse(is_better, trial_error, error);
      scale = hn::IfThenElse(is_better, trial, scale);
      least_ = hn::IfThenElse(is_better, least, least_);
      keep_codes(is_better, out);
    }
    hn::StoreU(scale, d_, out.scales + column_);
    hn::StoreU(least_, d_, out.least + column_);
  }

 private:
  static constexpr D d_ = {};
  static constexpr std::size_t kLanes = hn::MaxLanes(D());

  HWY_INLINE V at(std::size_t i) const {
    return hn::LoadU(d_, x_[i] + column_);
  }
  HWY_INLINE V weight(std::size_t i) const {
    return hn::LoadU(d_, weights_ + i * kLanes);
  }
  HWY_INLINE V code(std::size_t i) const {
    return hn::LoadU(d_, codes_ + i * kLanes);
  }

  /// Codes and their sums; that of the codes themselves is returned.
  HWY_INLINE V take_codes(V inverse_scale) {
    const V zero = hn::Zero(d_);
    const V last = hn::Set(d_, 15);
    V sum_l = zero;
    sum_l2_ = sum_xl_ = zero;
    for (std::size_t i = 0; i < 32; ++i) {
      const V scaled = hn::Mul(inverse_scale, hn::Sub(at(i), least_));
      // Of a part without numbers it is NaN.
      const V positive = hn::IfThenElseZero(hn::Gt(scaled, zero), scaled);
      const V l = nearest(d_, positive, zero, last);
      hn::StoreU(l, d_, codes_ + i * kLanes);
      const V weighted = product(weight(i), l);
      sum_l = hn::Add(sum_l, weighted);
      sum_l2_ = hn::Add(sum_l2_, product(weighted, l));
      sum_xl_ = hn::Add(sum_xl_, product(weighted, at(i)));
    }
    return sum_l;
  }

  HWY_INLINE V error_of(V scale, V least) const {
    V sum = hn::Zero(d_);
    for (std::size_t i = 0; i < 32; ++i) {
      const V difference =
          hn::Sub(hn::Add(product(scale, code(i)), least), at(i));
      const V square = product(difference, difference);
      sum = hn::Add(sum, product(weight(i), square));
    }
    return sum;
  }

  HWY_INLINE void keep_codes(hn::Mask<D> which, Q4Fits& out) const {
    for (std::size_t i = 0; i < 32; ++i) {
      float* place = out.codes[i] + column_;
      const V kept = hn::LoadU(d_, place);
      hn::StoreU(hn::IfThenElse(which, code(i), kept), d_, place);
    }
  }

  const float (&x_)[32][8];
  std::size_t column_;
  V least_;
  V most_;
  V sum_w_;
  V sum_x_;
  V sum_l2_;
  V sum_xl_;
  float weights_[32 * kLanes];
  float codes_[32 * kLanes];
};

/// Parts with the square of each number for its weight.
template <class D>
class Q6Search {
 public:
  using V = hn::Vec<D>;

  HWY_INLINE Q6Search(const float (&x)[16][16], std::size_t column)
      : x_(x), column_(column), magnitude_(hn::Zero(d_)) {
    largest_ = magnitude_;
    for (std::size_t i = 0; i < 16; ++i) {
      const auto is_larger = hn::Lt(magnitude_, hn::Abs(at(i)));
      magnitude_ = hn::IfThenElse(is_larger, hn::Abs(at(i)), magnitude_);
      largest_ = hn::IfThenElse(is_larger, at(i), largest_);
    }
  }

  HWY_INLINE void run(Q6Fits& out) {
    const V zero = hn::Zero(d_);
    take_codes(32);
    V scale = hn::IfThenZeroElse(hn::Eq(with_code_, zero),
                                 hn::Div(with_x_, with_code_));
    V most = hn::Mul(scale, with_x_);
    keep_codes(hn::Eq(magnitude_, magnitude_), out);
    for (int i = -9; i <= 9; ++i) {
      if (i == 0) continue;
      take_codes(32 + 0.1f * static_cast<float>(i));
      const auto is_better =
          hn::And(hn::Gt(with_code_, zero),
                  hn::Gt(hn::Mul(with_x_, with_x_), hn::Mul(most, with_code_)));
      if (hn::AllFalse(d_, is_better)) continue;
      scale = hn::IfThenElse(is_better, hn::Div(with_x_, with_code_), scale);
      most = hn::IfThenElse(is_better, hn::Mul(scale, with_x_), most);
      keep_codes(is_better, out);
    }
    const auto is_nothing = hn::Lt(magnitude_, hn::Set(d_, kNothing));
    hn::StoreU(hn::IfThenZeroElse(is_nothing, scale), d_, out.scales + column_);
    for (std::size_t i = 0; i < 16; ++i) {
      hn::StoreU(zero, d_, codes_ + i * kLanes);
    }
    keep_codes(is_nothing, out);
  }

 private:
  static constexpr D d_ = {};
  static constexpr std::size_t kLanes = hn::MaxLanes(D());

  HWY_INLINE V at(std::size_t i) const {
    return hn::LoadU(d_, x_[i] + column_);
  }

  HWY_INLINE void take_codes(float steps) {
    const V inverse_scale = hn::Div(hn::Set(d_, -steps), largest_);
    with_x_ = with_code_ = hn::Zero(d_);
    for (std::size_t i = 0; i < 16; ++i) {
      const V l = nearest(d_, hn::Mul(inverse_scale, at(i)), hn::Set(d_, -32),
                          hn::Set(d_, 31));
      hn::StoreU(hn::Add(l, hn::Set(d_, 32)), d_, codes_ + i * kLanes);
      const V weight = hn::Mul(at(i), at(i));
      with_x_ = hn::Add(with_x_, product(hn::Mul(weight, at(i)), l));
      with_code_ = hn::Add(with_code_, product(hn::Mul(weight, l), l));
    }
  }

  HWY_INLINE void keep_codes(hn::Mask<D> which, Q6Fits& out) const {
    for (std::size_t i = 0; i < 16; ++i) {
      float* place = out.codes[i] + column_;
      const V code = hn::LoadU(d_, codes_ + i * kLanes);
      hn::StoreU(hn::IfThenElse(which, code, hn::LoadU(d_, place)), d_, place);
    }
  }

  const float (&x_)[16][16];
  std::size_t column_;
  V magnitude_;
  V largest_;
  V with_x_;
  V with_code_;
  float codes_[16 * kLanes];
};

void fit_q4_k_target(const float (&x)[32][8], Q4Fits& out) {
  using D = hn::CappedTag<float, 8>;
  std::fill_n(out.codes[0], 32 * 8, 0.0f);
  for (std::size_t i = 0; i < 8; i += hn::MaxLanes(D())) {
    Q4Search<D>(x, i).run(out);
  }
}

void fit_q6_k_target(const float (&x)[16][16], Q6Fits& out) {
  using D = hn::CappedTag<float, 16>;
  std::fill_n(out.codes[0], 16 * 16, 0.0f);
  for (std::size_t i = 0; i < 16; i += hn::MaxLanes(D())) {
    Q6Search<D>(x, i).run(out);
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(fit_q4_k_target);
HWY_EXPORT(fit_q6_k_target);

void fit_q4_k(const float (&x)[32][8], Q4Fits& out) {
  HWY_DYNAMIC_DISPATCH(fit_q4_k_target)(x, out);
}

void fit_q6_k(const float (&x)[16][16], Q6Fits& out) {
  HWY_DYNAMIC_DISPATCH(fit_q6_k_target)(x, out);
}

}  // namespace ashlar::kernels
#endif
