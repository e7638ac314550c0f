// float_words.cc - the integer steps of a cast between floats, in 64-bit lanes.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/float_words.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// The line above includes this file once per target.
#include <hwy/highway.h>

#include <algorithm>

#include "src/kernels/float_words.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Lanes hold 63 bits at most, so that signed comparisons will do.
using D = hn::ScalableTag<std::int64_t>;
using U = hn::RebindToUnsigned<D>;
using V = hn::Vec<D>;

HWY_INLINE V lanes(std::uint64_t value) {
  return hn::Set(D(), static_cast<std::int64_t>(value));
}

HWY_INLINE V lanes_if(bool condition) {
  return lanes(condition ? ~std::uint64_t{0} : 0);
}

HWY_INLINE V shift_right(V value, V by) {
  return hn::BitCast(D(),
                     hn::Shr(hn::BitCast(U(), value), hn::BitCast(U(), by)));
}

HWY_INLINE V shift_left(V value, V by) {
  return hn::BitCast(D(),
                     hn::Shl(hn::BitCast(U(), value), hn::BitCast(U(), by)));
}

HWY_INLINE V shift_right(V value, int by) {
  return hn::BitCast(D(), hn::ShiftRightSame(hn::BitCast(U(), value), by));
}

/// The choice of one of two values by the sign, which is 0 or 1.
HWY_INLINE V by_sign(V sign, V positive, V negative) {
  return hn::IfThenElse(hn::Ne(sign, hn::Zero(D())), negative, positive);
}

struct Result {
  V word;
  V left;
};

/// What is added before the lowest `shift` bits are cut off.
HWY_INLINE V increment(const FloatWords& how, V m, V sign, V shift) {
  const V one = lanes(1);
  const V step = shift_left(one, shift);
  const V half =
      hn::Sub(hn::BitCast(D(), hn::ShiftRight<1>(hn::BitCast(U(), step))),
              lanes(how.less_one ? 1 : 0));
  const V odd = hn::And(shift_right(m, shift), one);
  const V full =
      by_sign(sign, lanes_if(how.adds_step[0]), lanes_if(how.adds_step[1]));
  return hn::Add(hn::Add(hn::And(half, lanes_if(how.adds_half)),
                         hn::And(odd, lanes_if(how.adds_odd))),
                 hn::And(hn::Sub(step, one), full));
}

template <bool kRandom>
HWY_INLINE Result convert_lanes(const FloatWords& how, V word, V random) {
  const V one = lanes(1);
  const V code = shift_right(word, how.from.shift);
  const V bits =
      hn::And(code, lanes((std::uint64_t{1} << how.from.magnitude_bits) - 1));
  const V sign = hn::And(shift_right(code, how.from.magnitude_bits), one);

  // The leading one goes to bit 62. Below the first binade of the target more
  // bits are cut off; if that is all of them, one stays to tell of them.
  const std::uint64_t hidden = std::uint64_t{1} << how.from.mantissa_bits;
  V m =
      hn::ShiftLeftSame(hn::Or(hn::And(bits, lanes(hidden - 1)), lanes(hidden)),
                        62 - how.from.mantissa_bits);
  const V binade = hn::Sub(shift_right(bits, how.from.mantissa_bits),
                           hn::Set(D(), how.from.bias - how.to.bias));
  const V below = hn::Max(hn::Sub(one, binade), hn::Zero(D()));
  const V wanted = hn::Add(below, hn::Set(D(), 62 - how.to.mantissa_bits));
  const V shift = hn::Min(wanted, lanes(63));
  V up;
  if constexpr (kRandom) {
    // What is lost of a small number only makes a carry less likely.
    m = shift_right(m, hn::Min(hn::Sub(wanted, shift), lanes(63)));
    up = shift_left(random, hn::Sub(shift, lanes(32)));
  } else {
    m = hn::IfThenElse(hn::Gt(wanted, lanes(63)), one, m);
    up = increment(how, m, sign, shift);
  }
  const V above = hn::Sub(hn::Add(binade, below), one);
  V magnitude = hn::Add(hn::ShiftLeftSame(above, how.to.mantissa_bits),
                        shift_right(hn::Add(m, up), shift));

  const auto is_over = hn::Gt(magnitude, lanes(how.largest));
  V left = hn::VecFromMask(D(), hn::Or(hn::Lt(bits, lanes(how.first)),
                                       hn::Gt(bits, lanes(how.last))));
  if (!how.has_over) left = hn::Or(left, hn::VecFromMask(D(), is_over));
  const V over = by_sign(sign, lanes(how.over[0]), lanes(how.over[1]));
  magnitude = hn::IfThenElse(is_over, over, magnitude);
  V new_sign = sign;
  if (!how.has_negative_zero) {
    new_sign = hn::IfThenZeroElse(hn::Eq(magnitude, hn::Zero(D())), new_sign);
  }
  new_sign = hn::ShiftLeftSame(new_sign, how.to.magnitude_bits);
  const V out = hn::ShiftLeftSame(hn::Or(magnitude, new_sign), how.to.shift);
  return {hn::IfVecThenElse(left, word, out), left};
}

template <bool kRandom>
HWY_INLINE bool convert_all(std::uint64_t* words, std::size_t count,
                            const FloatWords& how, const std::uint64_t* random,
                            std::uint64_t* left) {
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  V any = hn::Zero(D());
  std::uint64_t rest[kLanes] = {};
  std::uint64_t drawn[kLanes] = {};
  std::uint64_t flagged[kLanes] = {};
  const auto load = [](const std::uint64_t* from) HWY_ATTR {
    return hn::LoadU(D(), reinterpret_cast<const std::int64_t*>(from));
  };
  const auto step = [&](std::uint64_t* at, const std::uint64_t* draws,
                        std::uint64_t* flags) HWY_ATTR {
    const V extra = kRandom ? load(draws) : hn::Zero(D());
    const Result result = convert_lanes<kRandom>(how, load(at), extra);
    const V flag = hn::And(result.left, lanes(1));
    hn::StoreU(result.word, D(), reinterpret_cast<std::int64_t*>(at));
    hn::StoreU(flag, D(), reinterpret_cast<std::int64_t*>(flags));
    return flag;
  };
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    any = hn::Or(any, step(words + i, random + (kRandom ? i : 0), left + i));
  }
  if (i < count) {
    // The other lanes hold zeros, which are never ordinary: leave them out.
    const std::size_t n = count - i;
    std::copy_n(words + i, n, rest);
    if (kRandom) std::copy_n(random + i, n, drawn);
    step(rest, drawn, flagged);
    std::copy_n(rest, n, words + i);
    std::copy_n(flagged, n, left + i);
    for (std::size_t k = 0; k < n; ++k) {
      any = hn::Or(any, lanes(flagged[k]));
    }
  }
  return hn::AllTrue(D(), hn::Eq(any, hn::Zero(D())));
}

bool convert_target(std::uint64_t* words, std::size_t count,
                    const FloatWords& how, const std::uint64_t* random,
                    std::uint64_t* left) {
  return random == nullptr ? convert_all<false>(words, count, how, words, left)
                           : convert_all<true>(words, count, how, random, left);
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(convert_target);

bool convert(std::uint64_t* words, std::size_t count, const FloatWords& how,
             const std::uint64_t* random, std::uint64_t* left) {
  return HWY_DYNAMIC_DISPATCH(convert_target)(words, count, how, random, left);
}

}  // namespace ashlar::kernels
#endif
