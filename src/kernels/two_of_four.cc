// two_of_four.cc - each number is compared with the other three of its group.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/two_of_four.cc"
#include "src/kernels/two_of_four.h"

#include <hwy/foreach_target.h>  // IWYU pragma: keep
// The line above includes this file once per target.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::uint32_t kMagnitude = 0x7fffffffu;
constexpr std::uint32_t kNan = 0x7f800001u;  // as large as all others

/// A group in a plain loop, by words of so many bytes.
template <std::size_t kSize>
void keep_of_group(const std::uint8_t* in, std::uint8_t* kept,
                   std::uint8_t* mask) {
  std::uint32_t keys[4];
  for (std::size_t i = 0; i < 4; ++i) {
    std::uint32_t bits = 0;
    std::memcpy(reinterpret_cast<char*>(&bits) + (4 - kSize), in + i * kSize,
                kSize);
    keys[i] = std::min(bits & kMagnitude, kNan);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    int before = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      before += keys[k] > keys[i] || (keys[k] == keys[i] && k < i) ? 1 : 0;
    }
    if (mask != nullptr) mask[i] = before < 2 ? 1 : 0;
    if (kept == nullptr || before >= 2) continue;
    std::memcpy(kept, in + i * kSize, kSize);
    kept += kSize;
  }
}

#if HWY_TARGET != HWY_SCALAR

using Words = hn::ScalableTag<std::uint32_t>;

template <std::size_t kSize>
HWY_INLINE hn::Vec<Words> load(const std::uint8_t* in) {
  const Words d;
  if constexpr (kSize == 4) {
    return hn::LoadU(d, reinterpret_cast<const std::uint32_t*>(in));
  } else {
    const hn::Rebind<std::uint16_t, Words> half;
    const auto words =
        hn::LoadU(half, reinterpret_cast<const std::uint16_t*>(in));
    return hn::ShiftLeft<16>(hn::PromoteTo(d, words));
  }
}

/// One less where the number that is compared with comes first, so that it
/// also wins if both are equal.
HWY_INLINE hn::Mask<hn::ScalableTag<std::int32_t>> is_before(
    hn::Vec<hn::ScalableTag<std::int32_t>> other,
    hn::Vec<hn::ScalableTag<std::int32_t>> own,
    hn::Vec<hn::ScalableTag<std::int32_t>> later) {
  return hn::Gt(other, hn::Sub(own, later));
}

HWY_INLINE hn::Mask<Words> is_kept(hn::Vec<Words> words) {
  const Words d;
  const hn::ScalableTag<std::int32_t> signed_words;
  const auto key = hn::BitCast(
      signed_words,
      hn::Min(hn::And(words, hn::Set(d, kMagnitude)), hn::Set(d, kNan)));
  alignas(16) static constexpr std::int32_t kOdd[4] = {0, 1, 0, 1};
  alignas(16) static constexpr std::int32_t kUpper[4] = {0, 0, 1, 1};
  const auto odd = hn::LoadDup128(signed_words, kOdd);
  const auto upper = hn::LoadDup128(signed_words, kUpper);
  const auto a = is_before(hn::Shuffle2301(key), key, odd);
  const auto b = is_before(hn::Shuffle1032(key), key, upper);
  const auto c = is_before(hn::Shuffle0123(key), key, upper);
  const auto two = hn::Or(hn::And(a, b), hn::And(hn::Or(a, b), c));
  return hn::RebindMask(d, hn::Not(two));
}

template <bool kStream, class D, class V>
HWY_INLINE void store(V v, D d, hn::TFromD<D>* out) {
  // Half of a short vector is stored whole by a stream.
  if constexpr (kStream && hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) >= 16) {
    hn::Stream(v, d, out);
  } else {
    hn::StoreU(v, d, out);
  }
}

template <std::size_t kSize, bool kStream>
HWY_INLINE void store_kept(hn::Vec<Words> words, hn::Mask<Words> kept,
                           std::uint8_t* out) {
  const hn::Half<Words> half;
  const auto packed = hn::LowerHalf(half, hn::Compress(words, kept));
  if constexpr (kSize == 4) {
    store<kStream>(packed, half, reinterpret_cast<std::uint32_t*>(out));
  } else {
    const hn::Rebind<std::uint16_t, hn::Half<Words>> narrow;
    hn::StoreU(hn::TruncateTo(narrow, hn::ShiftRight<16>(packed)), narrow,
               reinterpret_cast<std::uint16_t*>(out));
  }
}

template <std::size_t kSize, bool kStream>
std::size_t keep_by_vectors(const std::uint8_t* in, std::size_t groups,
                            const TwoOfFour& out) {
  const Words d;
  const std::size_t lanes = hn::Lanes(d);
  const hn::Rebind<std::uint8_t, Words> bytes;
  const std::size_t count = groups * 4;
  constexpr std::size_t kAhead = 2048;
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hwy::Prefetch(in + std::min(i * kSize + kAhead, (count - 1) * kSize));
    const auto words = load<kSize>(in + i * kSize);
    const auto kept = is_kept(words);
    if (out.kept != nullptr) {
      store_kept<kSize, kStream>(words, kept, out.kept + i / 2 * kSize);
    }
    if (out.mask != nullptr) {
      const auto ones = hn::IfThenElseZero(kept, hn::Set(d, 1u));
      hn::StoreU(hn::TruncateTo(bytes, ones), bytes, out.mask + i);
    }
  }
  return i / 4;
}

#endif

template <std::size_t kSize>
void keep_all(const std::uint8_t* in, std::size_t groups, const TwoOfFour& out,
              bool streams) {
  std::size_t done = 0;
#if HWY_TARGET != HWY_SCALAR
  const auto place = reinterpret_cast<std::uintptr_t>(out.kept);
  done = streams && place % 64 == 0
             ? keep_by_vectors<kSize, true>(in, groups, out)
             : keep_by_vectors<kSize, false>(in, groups, out);
#endif
  static_cast<void>(streams);
  for (; done < groups; ++done) {
    keep_of_group<kSize>(
        in + done * 4 * kSize,
        out.kept != nullptr ? out.kept + done * 2 * kSize : nullptr,
        out.mask != nullptr ? out.mask + done * 4 : nullptr);
  }
}

void keep_two_of_four_target(const std::uint8_t* in, Wide source,
                             std::size_t groups, const TwoOfFour& out,
                             Store store) {
  const bool streams = store == Store::streamed;
  if (source == Wide::f32) {
    keep_all<4>(in, groups, out, streams);
  } else {
    keep_all<2>(in, groups, out, streams);
  }
  if (streams) hwy::FlushStream();
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(keep_two_of_four_target);

void keep_two_of_four(const std::uint8_t* in, Wide source, std::size_t groups,
                      const TwoOfFour& out, Store store) {
  HWY_DYNAMIC_DISPATCH(keep_two_of_four_target)
  (in, source, groups, out, store);
}

}  // namespace ashlar::kernels
#endif
