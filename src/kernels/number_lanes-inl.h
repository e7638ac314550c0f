// number_lanes-inl.h - numbers of any format in lanes of 32 or 64 bits: taken
// apart, normalised, put together. Included once per SIMD target.
#if defined(ASHLAR_KERNELS_NUMBER_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_NUMBER_LANES_INL_H_
#undef ASHLAR_KERNELS_NUMBER_LANES_INL_H_
#else
#define ASHLAR_KERNELS_NUMBER_LANES_INL_H_
#endif

#include <hwy/highway.h>

#include "src/kernels/number_words.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Tags `D` are of signed lanes, which leave the highest bit free wherever they
// are compared.

/// Where the leading one of a number is put.
template <class D>
inline constexpr int kTop = static_cast<int>(8 * sizeof(hn::TFromD<D>)) - 2;

template <class D>
HWY_INLINE hn::Vec<D> lanes(D d, std::uint64_t value) {
  return hn::Set(d, static_cast<hn::TFromD<D>>(value));
}

template <class D, class V>
HWY_INLINE V shift_right(D d, V value, V by) {
  const hn::RebindToUnsigned<D> u;
  return hn::BitCast(d, hn::Shr(hn::BitCast(u, value), hn::BitCast(u, by)));
}

template <class D, class V>
HWY_INLINE V shift_left(D d, V value, V by) {
  const hn::RebindToUnsigned<D> u;
  return hn::BitCast(d, hn::Shl(hn::BitCast(u, value), hn::BitCast(u, by)));
}

template <class D, class V>
HWY_INLINE V shift_right(D d, V value, int by) {
  const hn::RebindToUnsigned<D> u;
  return hn::BitCast(d, hn::ShiftRightSame(hn::BitCast(u, value), by));
}

template <class D>
HWY_INLINE hn::Mask<D> none(D d) {
  return hn::MaskFromVec(hn::Zero(d));
}

template <class D, class V>
HWY_INLINE hn::Mask<D> is_zero(D d, V value) {
  return hn::Eq(value, hn::Zero(d));
}

template <class D, class V>
HWY_INLINE hn::Mask<D> is_negative(D d, V value) {
  return hn::Lt(value, hn::Zero(d));
}

/// The choice of one of two values by the sign, which is 0 or 1.
template <class D, class V>
HWY_INLINE V by_sign(D d, V sign, const std::uint64_t (&values)[2]) {
  const V first = lanes(d, values[0]);
  if (values[0] == values[1]) return first;
  return hn::IfThenElse(is_zero(d, sign), first, lanes(d, values[1]));
}

/// What words are made of. Wide ones have lanes of 64 bits.
enum class Kind { floats, integers, wide };

/// What the words of a number hold; `high` is of wide ones only.
template <class D>
struct Parts {
  hn::Vec<D> magnitude;
  hn::Vec<D> high;
  hn::Vec<D> sign;
};

/// A number with its leading one at bit kTop, which stands for 2^lead. The
/// lowest bit is also set where bits below it were lost.
template <class D>
struct Leading {
  hn::Vec<D> significand;
  hn::Vec<D> lead;
  hn::Mask<D> has_lost;
};

template <Kind kKind, class D>
HWY_INLINE Parts<D> take_apart(D d, const NumberWord& word,
                               const Parts<D>& words) {
  using V = hn::Vec<D>;
  const V zero = hn::Zero(d);
  const V one = lanes(d, 1);
  if constexpr (kKind == Kind::wide) {
    return {words.magnitude, words.high, hn::And(words.sign, one)};
  }
  V code = words.magnitude;
  if (word.is_truth) {
    return {hn::IfThenZeroElse(is_zero(d, code), one), zero, zero};
  }
  if (word.shift != 0) code = shift_right(d, code, word.shift);
  const V bits = hn::And(code, lanes(d, word.mask));
  if (kKind == Kind::floats || word.sign_at >= 0) {
    if (word.sign_at < 0) return {bits, zero, zero};
    return {bits, zero, hn::And(shift_right(d, code, word.sign_at), one)};
  }
  if (!word.is_signed) return {bits, zero, zero};
  const V number =
      hn::Sub(hn::Xor(bits, lanes(d, word.flipped)), lanes(d, word.offset));
  const V all = hn::VecFromMask(d, is_negative(d, number));
  return {hn::Sub(hn::Xor(number, all), all), zero, hn::And(all, one)};
}

template <Kind kKind, class D>
HWY_INLINE Parts<D> put_together(D d, const NumberWord& word,
                                 const Parts<D>& parts) {
  using V = hn::Vec<D>;
  if constexpr (kKind == Kind::wide) return parts;
  V code = parts.magnitude;
  if (kKind == Kind::floats || word.sign_at >= 0) {
    if (word.sign_at >= 0) {
      code = hn::Or(code, hn::ShiftLeftSame(parts.sign, word.sign_at));
    }
  } else if (word.is_signed) {
    const V all = hn::Neg(parts.sign);
    const V number = hn::Sub(hn::Xor(code, all), all);
    code = hn::And(
        hn::Xor(hn::Add(number, lanes(d, word.offset)), lanes(d, word.flipped)),
        lanes(d, word.mask));
  }
  if (word.shift != 0) code = hn::ShiftLeftSame(code, word.shift);
  return {code, parts.high, parts.sign};
}

/// Which bit is the highest, or something between 0 and kTop + 1 for what has
/// none or all of them. The bit below the highest does not matter, and would
/// let large numbers be rounded up to the next power of two.
template <class D, class V>
HWY_INLINE V highest_bit(D d, V value) {
  const hn::RebindToFloat<D> df;
  constexpr int kMantissa = sizeof(hn::TFromD<D>) == 8 ? 52 : 23;
  constexpr int kBias = sizeof(hn::TFromD<D>) == 8 ? 1023 : 127;
  const V alone = hn::AndNot(shift_right(d, value, 1), value);
  const V bits = hn::BitCast(d, hn::ConvertTo(df, alone));
  return hn::And(hn::Sub(shift_right(d, bits, kMantissa), lanes(d, kBias)),
                 lanes(d, kTop<D> + 1));
}

template <Kind kKind, class D>
HWY_INLINE Leading<D> normalise(D d, const NumberWord& word,
                                const Parts<D>& x) {
  using V = hn::Vec<D>;
  if constexpr (kKind == Kind::floats) {
    const std::uint64_t hidden = std::uint64_t{1} << word.mantissa_bits;
    V m = hn::Or(hn::And(x.magnitude, lanes(d, hidden - 1)), lanes(d, hidden));
    m = hn::ShiftLeftSame(m, kTop<D> - word.mantissa_bits);
    V lead = hn::Sub(shift_right(d, x.magnitude, word.mantissa_bits),
                     hn::Set(d, word.bias));
    const hn::Mask<D> is_small = hn::Lt(x.magnitude, lanes(d, word.normal));
    if (HWY_UNLIKELY(!hn::AllFalse(d, is_small))) {
      const V at = highest_bit(d, x.magnitude);
      const V up = hn::Max(hn::Sub(lanes(d, kTop<D>), at), hn::Zero(d));
      m = hn::IfThenElse(is_small, shift_left(d, x.magnitude, up), m);
      const V least = hn::Set(d, 1 - word.bias - word.mantissa_bits);
      lead = hn::IfThenElse(is_small, hn::Add(at, least), lead);
    }
    return {m, lead, none(d)};
  } else if constexpr (kKind == Kind::integers) {
    // The highest bit of all is not used.
    const V at = highest_bit(d, x.magnitude);
    const V up = hn::Max(hn::Sub(lanes(d, kTop<D>), at), hn::Zero(d));
    return {shift_left(d, x.magnitude, up),
            hn::Sub(at, hn::Set(d, word.fraction_bits)), none(d)};
  } else {
    const hn::Mask<D> is_long = hn::Not(is_zero(d, x.high));
    const V top = hn::IfThenElse(is_long, x.high, x.magnitude);
    const V at =
        hn::IfThenElse(is_negative(d, top), lanes(d, 63), highest_bit(d, top));
    const V low = hn::IfThenElseZero(is_long, x.magnitude);
    const V up = hn::Sub(lanes(d, 63), at);
    const V m = hn::Or(shift_left(d, top, up),
                       shift_right(d, shift_right(d, low, 1), at));
    const V lost = hn::Or(shift_left(d, low, up), hn::And(m, lanes(d, 1)));
    const hn::Mask<D> has_lost = hn::Not(is_zero(d, lost));
    const V lead = hn::Add(at, hn::IfThenElseZero(is_long, lanes(d, 64)));
    return {
        hn::Or(shift_right(d, m, 1), hn::IfThenElseZero(has_lost, lanes(d, 1))),
        hn::Sub(lead, hn::Set(d, word.fraction_bits)), has_lost};
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
