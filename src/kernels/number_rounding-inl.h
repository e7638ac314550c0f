// number_rounding-inl.h - magnitudes of the target; included once per SIMD
// target.
#if defined(ASHLAR_KERNELS_NUMBER_ROUNDING_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_NUMBER_ROUNDING_INL_H_
#undef ASHLAR_KERNELS_NUMBER_ROUNDING_INL_H_
#else
#define ASHLAR_KERNELS_NUMBER_ROUNDING_INL_H_
#endif

#include "src/kernels/number_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

/// Magnitudes of the target: those that are too large, and those that somebody
/// else has to find.
template <class D>
struct Rounded {
  hn::Vec<D> magnitude;
  hn::Vec<D> high;
  hn::Mask<D> is_over;
  hn::Mask<D> is_left;
};

/// What is added before the lowest `shift` bits are cut off, if `before` is
/// what there is before; `shift` is at least 1.
template <class D, class V>
HWY_INLINE V increment(D d, const NumberWords& how, V before, V sign, V shift) {
  const V one = lanes(d, 1);
  const V step = shift_left(d, one, shift);
  V added = hn::Zero(d);
  if (how.adds_half) {
    added = shift_right(d, step, 1);
    if (how.less_one) added = hn::Sub(added, one);
    if (how.adds_odd) added = hn::Add(added, hn::And(before, one));
  } else {
    const std::uint64_t full[2] = {how.adds_step[0] ? ~std::uint64_t{0} : 0,
                                   how.adds_step[1] ? ~std::uint64_t{0} : 0};
    added = hn::And(hn::Sub(step, one), by_sign(d, sign, full));
  }
  return added;
}

template <bool kRandom, class D, class V>
HWY_INLINE Rounded<D> round_float(D d, const NumberWords& how,
                                  const Leading<D>& x, V sign, V random) {
  const int mantissa = how.to.mantissa_bits;
  const V zero = hn::Zero(d);
  const V one = lanes(d, 1);
  const V last = lanes(d, kTop<D> + 1);
  // Below the first binade more bits are cut off; if that is all of them, one
  // stays to tell of them.
  const V binade = hn::Add(x.lead, hn::Set(d, how.to.bias));
  const V first = lanes(d, how.has_subnormals ? 1 : 0);
  const V below = hn::Max(hn::Sub(first, binade), zero);
  const V wanted = hn::Add(below, hn::Set(d, kTop<D> - mantissa));
  const V shift = hn::Min(wanted, last);
  const V above =
      hn::ShiftLeftSame(hn::Sub(hn::Add(binade, below), one), mantissa);
  V m;
  V up;
  if constexpr (kRandom) {
    // What is lost of a small number only makes a carry less likely.
    m = shift_right(d, x.significand, hn::Min(hn::Sub(wanted, shift), last));
    up = shift_left(d, random, hn::Sub(shift, lanes(d, 32)));
  } else {
    m = hn::IfThenElse(hn::Gt(wanted, last), one, x.significand);
    const V before = hn::Add(above, shift_right(d, m, shift));
    up = increment(d, how, before, sign, shift);
  }
  V magnitude = hn::Add(above, shift_right(d, hn::Add(m, up), shift));
  hn::Mask<D> is_left = none(d);
  if (!how.has_subnormals) {
    magnitude = hn::IfThenZeroElse(is_negative(d, binade), magnitude);
    if (how.leaves_small) is_left = hn::Lt(binade, one);
    if (!how.has_zero) is_left = is_zero(d, binade);
  }
  return {magnitude, zero, hn::Gt(magnitude, by_sign(d, sign, how.most)),
          is_left};
}

template <Kind kKind, class D, class V>
HWY_INLINE Rounded<D> round_integer(D d, const NumberWords& how,
                                    const Leading<D>& x, V sign) {
  const V zero = hn::Zero(d);
  const V last = lanes(d, kTop<D> + 1);
  const V wanted = hn::Sub(hn::Set(d, kTop<D> - how.to.fraction_bits), x.lead);
  const V shift = hn::Min(hn::Max(wanted, zero), last);
  const V m = hn::IfThenElse(hn::Gt(wanted, last), lanes(d, 1), x.significand);
  const V up = hn::IfThenZeroElse(
      is_zero(d, shift),
      increment(d, how, shift_right(d, m, shift), sign, shift));
  const V magnitude = shift_right(d, hn::Add(m, up), shift);
  const hn::Mask<D> grows = is_negative(d, wanted);
  const hn::Mask<D> is_left = hn::And(x.has_lost, hn::Lt(shift, lanes(d, 2)));
  const hn::Mask<D> is_over = hn::Gt(magnitude, by_sign(d, sign, how.most));
  if constexpr (kKind != Kind::wide) {
    return {magnitude, zero, hn::Or(is_over, grows), is_left};
  } else {
    const hn::Mask<D> is_huge =
        hn::Lt(wanted, hn::Set(d, 63 - how.to.magnitude_bits));
    const V by = hn::Min(hn::Max(hn::Neg(wanted), zero), lanes(d, 127));
    const hn::Mask<D> is_far = hn::Gt(by, lanes(d, 63));
    const V rest = hn::And(by, lanes(d, 63));
    const V moved = shift_left(d, x.significand, rest);
    const V carried = shift_right(d, shift_right(d, x.significand, 1),
                                  hn::Sub(lanes(d, 63), rest));
    const V low = hn::IfThenZeroElse(is_far, moved);
    const V high = hn::IfThenElse(is_far, moved, carried);
    return {hn::IfThenElse(grows, low, magnitude),
            hn::IfThenElseZero(grows, high), hn::And(grows, is_huge), is_left};
  }
}

/// Between fixed points the steps are the same for all numbers: those of the
/// target are 2^up as many.
template <class D>
HWY_INLINE Rounded<D> round_fixed(D d, const NumberWords& how,
                                  const Parts<D>& x, int up) {
  using V = hn::Vec<D>;
  const V zero = hn::Zero(d);
  const V most = by_sign(d, x.sign, how.most);
  if (up == 0) {
    return {x.magnitude, zero, hn::Gt(x.magnitude, most), none(d)};
  }
  if (up > 0) {
    return {hn::ShiftLeftSame(x.magnitude, up), zero,
            hn::Gt(x.magnitude, shift_right(d, most, up)), none(d)};
  }
  const V before = shift_right(d, x.magnitude, -up);
  const V added = increment(d, how, before, x.sign, hn::Set(d, -up));
  const V magnitude = shift_right(d, hn::Add(x.magnitude, added), -up);
  return {magnitude, zero, hn::Gt(magnitude, most), none(d)};
}

template <Kind kFrom, Kind kTo, bool kRandom, class D>
HWY_INLINE Rounded<D> round(D d, const NumberWords& how, const Parts<D>& x,
                            hn::Vec<D> random) {
  if constexpr (kFrom == Kind::integers && kTo == Kind::integers) {
    const int up = how.to.fraction_bits - how.from.fraction_bits;
    if (up >= -kTop<D> && up <= kTop<D>) return round_fixed(d, how, x, up);
  }
  const Leading<D> leading = normalise<kFrom>(d, how.from, x);
  if constexpr (kTo == Kind::floats) {
    return round_float<kRandom>(d, how, leading, x.sign, random);
  } else {
    return round_integer<kTo>(d, how, leading, x.sign);
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
