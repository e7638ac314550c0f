// wide_floats.cc - f64 to f32 and back by integers, so that no mode of the
// processor has a say.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/wide_floats.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// The line above includes this file once per target.
#include <hwy/highway.h>

#include "src/kernels/lines-inl.h"
#include "src/kernels/wide_floats.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D64 = hn::ScalableTag<std::uint64_t>;
using V64 = hn::Vec<D64>;
using D32 = hn::Rebind<std::uint32_t, D64>;

HWY_INLINE V64 word(std::uint64_t value) { return hn::Set(D64(), value); }

constexpr std::uint64_t kMagnitude64 = ~std::uint64_t{0} >> 1;
constexpr std::uint64_t kInfinity64 = 0x7ff0000000000000u;
constexpr std::uint64_t kNan64 = 0x7ff8000000000000u;
constexpr std::uint64_t kInfinity32 = 0x7f800000u;
constexpr std::uint64_t kNan32 = 0x7fc00000u;
constexpr int kCut = 52 - 23;                          // bits of a mantissa
constexpr std::uint64_t kRebias = 1023 - 127;          // of an exponent
constexpr std::uint64_t kFirst = (kRebias + 1) << 52;  // as f64: 2^-126

/// Cuts `shift` bits off, and rounds.
template <Narrowing kNarrowing>
HWY_INLINE V64 cut(V64 x, V64 shift) {
  const V64 one = word(1);
  const V64 step = hn::Shl(one, shift);
  const V64 down = hn::Shr(x, shift);
  if constexpr (kNarrowing == Narrowing::to_odd) {
    const auto is_exact =
        hn::Eq(hn::And(x, hn::Sub(step, one)), hn::Zero(D64()));
    return hn::Or(down, hn::IfThenZeroElse(is_exact, one));
  } else {
    const V64 less_than_half = hn::Sub(hn::ShiftRight<1>(step), one);
    const V64 odd = hn::And(down, one);
    return hn::Shr(hn::Add(x, hn::Add(less_than_half, odd)), shift);
  }
}

/// Of numbers below 2^-126: the mantissa is all there is.
template <Narrowing kNarrowing>
HWY_INLINE V64 narrow_small(V64 a) {
  const V64 one = word(1);
  const V64 exponent = hn::ShiftRight<52>(a);
  const auto has_hidden = hn::Gt(exponent, hn::Zero(D64()));
  const V64 mantissa =
      hn::Or(hn::And(a, word((std::uint64_t{1} << 52) - 1)),
             hn::IfThenElseZero(has_hidden, word(std::uint64_t{1} << 52)));
  // Lanes that are not small are not used, but shift by something sensible.
  const V64 used = hn::Min(hn::Max(exponent, one), word(kRebias));
  const V64 shift = hn::Sub(word(kCut + kRebias + 1), used);
  return cut<kNarrowing>(mantissa, hn::Min(shift, word(62)));
}

template <Narrowing kNarrowing>
HWY_INLINE V64 narrow_lanes(V64 x) {
  const V64 a = hn::And(x, word(kMagnitude64));
  const V64 sign = hn::ShiftLeft<31>(hn::ShiftRight<63>(x));
  V64 y = hn::Sub(cut<kNarrowing>(a, word(kCut)), word(kRebias << 23));
  const std::uint64_t most =
      kNarrowing == Narrowing::to_odd ? kInfinity32 - 1 : kInfinity32;
  const auto is_large = hn::Gt(a, word((kRebias + 255) << 52));
  y = hn::IfThenElse(is_large, word(most), hn::Min(y, word(most)));
  const auto is_small = hn::Lt(a, word(kFirst));
  y = hn::IfThenZeroElse(is_small, y);
  // Zeros are common, others are not.
  const V64 small = hn::IfThenElseZero(is_small, a);
  if (HWY_UNLIKELY(!hn::AllTrue(D64(), hn::Eq(small, hn::Zero(D64()))))) {
    y = hn::IfThenElse(is_small, narrow_small<kNarrowing>(a), y);
  }
  y = hn::IfThenElse(hn::Eq(a, word(kInfinity64)), word(kInfinity32), y);
  y = hn::IfThenElse(hn::Gt(a, word(kInfinity64)), word(kNan32), y);
  return hn::Or(y, sign);
}

template <Narrowing kNarrowing>
void narrow_run(const double* in, float* out, std::size_t count,
                const Rows& rows) {
  const auto line = [](const std::uint8_t* from, std::uint8_t* to,
                       auto stream) HWY_ATTR {
    const auto* words = reinterpret_cast<const std::uint64_t*>(from);
    auto* codes = reinterpret_cast<std::uint32_t*>(to);
    for (std::size_t i = 0; i < kLine / 4; i += hn::MaxLanes(D64())) {
      const V64 y = narrow_lanes<kNarrowing>(hn::LoadU(D64(), words + i));
      const auto code = hn::TruncateTo(D32(), y);
      // Parts of 8 bytes cannot be streamed.
      if constexpr (stream() && hn::MaxLanes(D32()) >= 4) {
        hn::Stream(code, D32(), codes + i);
      } else {
        hn::StoreU(code, D32(), codes + i);
      }
    }
  };
  for_each_line<kLine / 4, 8, 4>(reinterpret_cast<const std::uint8_t*>(in),
                                 reinterpret_cast<std::uint8_t*>(out), count,
                                 rows, line);
}

HWY_INLINE V64 widen_lanes(V64 x) {
  const hn::RebindToFloat<D64> df;
  const V64 a = hn::And(x, word(0x7fffffffu));
  const V64 sign = hn::ShiftLeft<32>(hn::And(x, word(0x80000000u)));
  V64 y = hn::Add(hn::ShiftLeft<kCut>(a), word(kRebias << 52));
  const auto is_small = hn::Lt(a, word(std::uint64_t{1} << 23));
  y = hn::IfThenZeroElse(is_small, y);
  const V64 mantissa = hn::IfThenElseZero(is_small, a);
  if (HWY_UNLIKELY(!hn::AllTrue(D64(), hn::Eq(mantissa, hn::Zero(D64()))))) {
    // An integer as a number between 2^52 and 2^53, and what it is too large
    // by: all of it is exact, and nothing is subnormal.
    const std::uint64_t two_52 = (std::uint64_t{1023} + 52) << 52;
    const auto number = hn::Sub(hn::BitCast(df, hn::Or(a, word(two_52))),
                                hn::BitCast(df, word(two_52)));
    const auto scale = hn::BitCast(df, word((std::uint64_t{1023} - 149) << 52));
    const V64 small = hn::IfThenElseZero(
        hn::Gt(a, hn::Zero(D64())), hn::BitCast(D64(), hn::Mul(number, scale)));
    y = hn::IfThenElse(is_small, small, y);
  }
  y = hn::IfThenElse(hn::Eq(a, word(kInfinity32)), word(kInfinity64), y);
  y = hn::IfThenElse(hn::Gt(a, word(kInfinity32)), word(kNan64), y);
  return hn::Or(y, sign);
}

void widen_target(const float* in, double* out, std::size_t count,
                  const Rows& rows) {
  const auto line = [](const std::uint8_t* from, std::uint8_t* to,
                       auto stream) HWY_ATTR {
    const auto* codes = reinterpret_cast<const std::uint32_t*>(from);
    auto* words = reinterpret_cast<std::uint64_t*>(to);
    for (std::size_t i = 0; i < kLine / 8; i += hn::MaxLanes(D64())) {
      const V64 y =
          widen_lanes(hn::PromoteTo(D64(), hn::LoadU(D32(), codes + i)));
      if constexpr (stream()) {
        hn::Stream(y, D64(), words + i);
      } else {
        hn::StoreU(y, D64(), words + i);
      }
    }
  };
  for_each_line<kLine / 8, 4, 8>(reinterpret_cast<const std::uint8_t*>(in),
                                 reinterpret_cast<std::uint8_t*>(out), count,
                                 rows, line);
}

void narrow_target(const double* in, float* out, std::size_t count,
                   Narrowing narrowing, const Rows& rows) {
  if (narrowing == Narrowing::to_odd) {
    narrow_run<Narrowing::to_odd>(in, out, count, rows);
  } else {
    narrow_run<Narrowing::to_even>(in, out, count, rows);
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(narrow_target);
HWY_EXPORT(widen_target);

void narrow(const double* in, float* out, std::size_t count,
            Narrowing narrowing, const Rows& rows) {
  HWY_DYNAMIC_DISPATCH(narrow_target)(in, out, count, narrowing, rows);
}

void widen(const float* in, double* out, std::size_t count, const Rows& rows) {
  HWY_DYNAMIC_DISPATCH(widen_target)(in, out, count, rows);
}

}  // namespace ashlar::kernels
#endif
