// number_words.cc - the integer steps of a cast, 8 or more numbers at a time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/number_words.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// The line above includes this file once per target.
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "src/kernels/number_rounding-inl.h"
#include "src/kernels/number_words.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

using D64 = hn::ScalableTag<std::int64_t>;
using D32 = hn::ScalableTag<std::int32_t>;

template <class D>
struct Result {
  Parts<D> words;
  hn::Mask<D> left;
};

template <Kind kFrom, Kind kTo, bool kRandom, class D>
HWY_INLINE Result<D> convert_lanes(D d, const NumberWords& how,
                                   const Parts<D>& words, hn::Vec<D> random) {
  using V = hn::Vec<D>;
  using M = hn::Mask<D>;
  const V zero = hn::Zero(d);
  const Parts<D> x = take_apart<kFrom>(d, how.from, words);
  V all = x.magnitude;
  if constexpr (kFrom == Kind::wide) all = hn::Or(all, x.high);
  M is_nothing = how.reads_zero ? is_zero(d, all) : none(d);
  if (!how.reads_negative_zero) {
    is_nothing = hn::And(is_nothing, is_zero(d, x.sign));
  }
  if (how.to.is_truth) {
    const V truth = hn::IfThenZeroElse(is_nothing, lanes(d, 1));
    return {put_together<kTo>(d, how.to, {truth, zero, zero}), none(d)};
  }
  const Rounded<D> found = round<kFrom, kTo, kRandom>(d, how, x, random);
  M left = found.is_left;
  if constexpr (kFrom == Kind::floats) {
    left = hn::Or(left, hn::Gt(x.magnitude, lanes(d, how.last)));
    if (!how.reads_negative_zero) {
      left = hn::Or(left, hn::AndNot(is_nothing, is_zero(d, all)));
    }
  } else if constexpr (kFrom == Kind::integers) {
    left = hn::Or(left, is_negative(d, x.magnitude));
  }
  Parts<D> out = {found.magnitude, found.high, x.sign};
  if (how.has_over) {
    out.magnitude = hn::IfThenElse(found.is_over, by_sign(d, x.sign, how.over),
                                   out.magnitude);
  } else {
    left = hn::Or(left, found.is_over);
  }
  if (how.refuses_negative) left = hn::Or(left, hn::Not(is_zero(d, x.sign)));
  out.magnitude = hn::IfThenZeroElse(is_nothing, out.magnitude);
  left = how.has_zero ? hn::AndNot(is_nothing, left) : hn::Or(is_nothing, left);
  if constexpr (kTo == Kind::wide) {
    out.high = hn::IfThenZeroElse(is_nothing, out.high);
  }
  // Without a sign of its own, zero has none anyway.
  if (!how.has_negative_zero && how.to.sign_at >= 0) {
    const V rest = hn::Or(out.magnitude, out.high);
    out.sign = hn::IfThenZeroElse(is_zero(d, rest), out.sign);
  }
  return {put_together<kTo>(d, how.to, out), left};
}

template <class D, class Word>
HWY_INLINE hn::Vec<D> load_as(D d, const std::byte* from) {
  const hn::Rebind<Word, D> dw;
  const hn::Rebind<std::uint32_t, D> d32;
  const hn::RebindToUnsigned<D> u;
  const auto words = hn::LoadU(dw, reinterpret_cast<const Word*>(from));
  if constexpr (sizeof(Word) == sizeof(hn::TFromD<D>)) {
    return hn::BitCast(d, words);
  } else if constexpr (sizeof(Word) == 4 || sizeof(hn::TFromD<D>) == 4) {
    return hn::BitCast(d, hn::PromoteTo(u, words));
  } else {
    return hn::BitCast(d, hn::PromoteTo(u, hn::PromoteTo(d32, words)));
  }
}

template <class D, class Word>
HWY_INLINE void store_as(D, hn::Vec<D> value, std::byte* to) {
  const hn::Rebind<Word, D> dw;
  const hn::RebindToUnsigned<D> u;
  auto* words = reinterpret_cast<Word*>(to);
  if constexpr (sizeof(Word) == sizeof(hn::TFromD<D>)) {
    hn::StoreU(hn::BitCast(u, value), dw, words);
  } else {
    hn::StoreU(hn::TruncateTo(dw, hn::BitCast(u, value)), dw, words);
  }
}

template <Kind kKind, class D>
HWY_INLINE Parts<D> load_words(D d, const NumberWord& word,
                               const std::byte* from) {
  const hn::Vec<D> zero = hn::Zero(d);
  if constexpr (kKind == Kind::wide) {
    const auto* words = reinterpret_cast<const std::int64_t*>(from);
    Parts<D> out = {zero, zero, zero};
    if (word.bytes == 16) {
      hn::LoadInterleaved2(d, words, out.magnitude, out.sign);
    } else {
      hn::Vec<D> rest;
      hn::LoadInterleaved4(d, words, out.magnitude, out.high, out.sign, rest);
    }
    return out;
  }
  if (word.bytes == 1) return {load_as<D, std::uint8_t>(d, from), zero, zero};
  if (word.bytes == 2) return {load_as<D, std::uint16_t>(d, from), zero, zero};
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    if (word.bytes == 8) {
      return {load_as<D, std::uint64_t>(d, from), zero, zero};
    }
  }
  return {load_as<D, std::uint32_t>(d, from), zero, zero};
}

template <Kind kKind, class D>
HWY_INLINE void store_words(D d, const NumberWord& word, const Parts<D>& parts,
                            std::byte* to) {
  if constexpr (kKind == Kind::wide) {
    auto* words = reinterpret_cast<std::int64_t*>(to);
    if (word.bytes == 16) {
      return hn::StoreInterleaved2(parts.magnitude, parts.sign, d, words);
    }
    return hn::StoreInterleaved4(parts.magnitude, parts.high, parts.sign,
                                 hn::Zero(d), d, words);
  }
  const hn::Vec<D> code = parts.magnitude;
  if (word.bytes == 1) return store_as<D, std::uint8_t>(d, code, to);
  if (word.bytes == 2) return store_as<D, std::uint16_t>(d, code, to);
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    if (word.bytes == 8) return store_as<D, std::uint64_t>(d, code, to);
  }
  store_as<D, std::uint32_t>(d, code, to);
}

/// As many numbers as there are lanes; those that are left.
template <Kind kFrom, Kind kTo, bool kRandom, class D>
HWY_INLINE hn::Mask<D> convert_some(D d, const NumberWords& how,
                                    const std::byte* in, std::byte* out,
                                    const std::uint64_t* random) {
  hn::Vec<D> drawn = hn::Zero(d);
  if constexpr (kRandom) {
    drawn = hn::LoadU(d, reinterpret_cast<const std::int64_t*>(random));
  }
  const Result<D> result = convert_lanes<kFrom, kTo, kRandom>(
      d, how, load_words<kFrom>(d, how.from, in), drawn);
  store_words<kTo>(d, how.to, result.words, out);
  return result.left;
}

template <Kind kFrom, Kind kTo, bool kRandom, class D>
bool convert_all(D d, const std::byte* in, std::byte* out, std::size_t count,
                 const NumberWords& given, const std::uint64_t* random,
                 std::uint8_t* left) {
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  const NumberWords how = given;  // no store can change it
  const auto in_bytes = static_cast<std::size_t>(how.from.bytes);
  const auto out_bytes = static_cast<std::size_t>(how.to.bytes);
  bool is_done = true;
  const auto flag = [&](hn::Mask<D> some, std::uint8_t* to,
                        std::size_t n) HWY_ATTR {
    std::memset(to, 0, n);
    if (HWY_LIKELY(hn::AllFalse(d, some))) return;
    hn::TFromD<D> flags[kLanes];
    hn::StoreU(hn::IfThenElseZero(some, hn::Set(d, 1)), d, flags);
    for (std::size_t i = 0; i < n; ++i) {
      to[i] = static_cast<std::uint8_t>(flags[i]);
      is_done = is_done && flags[i] == 0;
    }
  };
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    flag(convert_some<kFrom, kTo, kRandom>(d, how, in + i * in_bytes,
                                           out + i * out_bytes,
                                           random + (kRandom ? i : 0)),
         left + i, kLanes);
  }
  if (i < count) {
    const std::size_t n = count - i;
    std::byte read[kLanes * 32] = {};
    std::byte written[kLanes * 32];
    std::uint64_t drawn[kLanes] = {};
    std::memcpy(read, in + i * in_bytes, n * in_bytes);
    if (kRandom) std::copy_n(random + i, n, drawn);
    flag(convert_some<kFrom, kTo, kRandom>(d, how, read, written, drawn),
         left + i, n);
    std::memcpy(out + i * out_bytes, written, n * out_bytes);
  }
  return is_done;
}

/// Half as wide lanes are twice as many.
template <Kind kFrom, Kind kTo>
bool convert_by_lanes(const NumberWords& how, const std::byte* in,
                      std::byte* out, std::size_t count, std::uint8_t* left) {
  return how.is_narrow ? convert_all<kFrom, kTo, false>(D32(), in, out, count,
                                                        how, nullptr, left)
                       : convert_all<kFrom, kTo, false>(D64(), in, out, count,
                                                        how, nullptr, left);
}

template <Kind kFrom>
bool convert_from(const std::byte* in, std::byte* out, std::size_t count,
                  const NumberWords& how, const std::uint64_t* random,
                  std::uint8_t* left) {
  if (how.to.bytes > 8) {
    return convert_all<kFrom, Kind::wide, false>(D64(), in, out, count, how,
                                                 nullptr, left);
  }
  if constexpr (kFrom == Kind::wide) {
    return how.to.is_float ? convert_all<kFrom, Kind::floats, false>(
                                 D64(), in, out, count, how, nullptr, left)
                           : convert_all<kFrom, Kind::integers, false>(
                                 D64(), in, out, count, how, nullptr, left);
  } else {
    if (random != nullptr) {
      return convert_all<kFrom, Kind::floats, true>(D64(), in, out, count, how,
                                                    random, left);
    }
    return how.to.is_float ? convert_by_lanes<kFrom, Kind::floats>(how, in, out,
                                                                   count, left)
                           : convert_by_lanes<kFrom, Kind::integers>(
                                 how, in, out, count, left);
  }
}

bool convert_target(const std::byte* in, std::byte* out, std::size_t count,
                    const NumberWords& how, const std::uint64_t* random,
                    std::uint8_t* left) {
  if (how.from.bytes > 8) {
    return convert_from<Kind::wide>(in, out, count, how, random, left);
  }
  return how.from.is_float
             ? convert_from<Kind::floats>(in, out, count, how, random, left)
             : convert_from<Kind::integers>(in, out, count, how, random, left);
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(convert_target);

bool convert(const std::byte* in, std::byte* out, std::size_t count,
             const NumberWords& how, const std::uint64_t* random,
             std::uint8_t* left) {
  return HWY_DYNAMIC_DISPATCH(convert_target)(in, out, count, how, random,
                                              left);
}

}  // namespace ashlar::kernels
#endif
