// weave_lines-inl.h - weaves lines of 64 bytes, all of a group in registers;
// included once per SIMD target.
#if defined(ASHLAR_KERNELS_WEAVE_LINES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_WEAVE_LINES_INL_H_
#undef ASHLAR_KERNELS_WEAVE_LINES_INL_H_
#else
#define ASHLAR_KERNELS_WEAVE_LINES_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "src/kernels/fetch-inl.h"
#include "src/kernels/weave.h"

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

/// Which granules make a line of two others.
template <std::size_t kGranule>
struct Picks {
  __m512i lanes;

  explicit HWY_INLINE Picks(const Weave::Table& table)
      : lanes(_mm512_load_si512(table.data())) {}

  HWY_INLINE __m512i operator()(__m512i a, __m512i b) const {
    if constexpr (kGranule == 2) return _mm512_permutex2var_epi16(a, lanes, b);
    if constexpr (kGranule == 4) return _mm512_permutex2var_epi32(a, lanes, b);
    return _mm512_permutex2var_epi64(a, lanes, b);
  }
};

#if HWY_TARGET <= HWY_AVX3_DL

template <>
struct Picks<1> {
  __m512i lanes;

  explicit HWY_INLINE Picks(const Weave::Table& table)
      : lanes(_mm512_load_si512(table.data())) {}

  HWY_INLINE __m512i operator()(__m512i a, __m512i b) const {
    return _mm512_permutex2var_epi8(a, lanes, b);
  }
};

#else

/// The pair that a byte is in, once for the lower byte of each lane and once
/// for the upper one, and shifted to where it belongs.
template <>
struct Picks<1> {
  __m512i lower;
  __m512i upper;
  __m512i down;
  __m512i up;

  explicit HWY_INLINE Picks(const Weave::Table& table) {
    const __m512i all = _mm512_load_si512(table.data());
    const __m512i first = _mm512_and_si512(all, _mm512_set1_epi16(0xff));
    const __m512i second = _mm512_srli_epi16(all, 8);
    const __m512i one = _mm512_set1_epi16(1);
    lower = _mm512_srli_epi16(first, 1);
    upper = _mm512_srli_epi16(second, 1);
    down = _mm512_slli_epi16(_mm512_and_si512(first, one), 3);
    up = _mm512_slli_epi16(_mm512_andnot_si512(second, one), 3);
  }

  HWY_INLINE __m512i operator()(__m512i a, __m512i b) const {
    constexpr __mmask64 kUpper = 0xaaaaaaaaaaaaaaaa;
    const __m512i low = _mm512_permutex2var_epi16(a, lower, b);
    const __m512i high = _mm512_permutex2var_epi16(a, upper, b);
    return _mm512_mask_blend_epi8(kUpper, _mm512_srlv_epi16(low, down),
                                  _mm512_sllv_epi16(high, up));
  }
};

#endif

template <bool kStream>
HWY_INLINE void put(std::uint8_t* to, __m512i line) {
  if constexpr (kStream) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to), line);
  } else {
    _mm512_storeu_si512(to, line);
  }
}

template <std::size_t kBytes, bool kRising>
struct Granule {
  static constexpr std::size_t kFirst = kBytes;
  static constexpr bool kRises = kRising;
};

/// What stays together in a stage.
template <class Granule, std::size_t kStage>
constexpr std::size_t kGranuleOf =
    Granule::kRises ? std::min<std::size_t>(8, Granule::kFirst << kStage)
                    : Granule::kFirst;

/// What the two lines of a pair pick, stage by stage.
template <class Granule, std::size_t kStage, std::size_t kStages>
struct Stages {
  Picks<kGranuleOf<Granule, kStage>> first;
  Picks<kGranuleOf<Granule, kStage>> second;
  Stages<Granule, kStage + 1, kStages> later;

  explicit HWY_INLINE Stages(const Weave& weave)
      : first(weave.lanes[2 * kStage]),
        second(weave.lanes[2 * kStage + 1]),
        later(weave) {}

  template <std::size_t kWhich>
  HWY_INLINE const auto& at() const {
    if constexpr (kWhich == kStage) {
      return *this;
    } else {
      return later.template at<kWhich>();
    }
  }
};

template <class Granule, std::size_t kStages>
struct Stages<Granule, kStages, kStages> {
  explicit HWY_INLINE Stages(const Weave&) {}
};

/// What a weave says, where no store can change it: compilers would have to
/// look again after each. Many places are better looked up, though.
template <int kStages, class Granule>
class Pattern {
 public:
  explicit HWY_INLINE Pattern(const Weave& weave)
      : in_at_(weave.in_at.data()),
        out_at_(weave.out_at.data()),
        stages_(weave) {
    for (std::size_t i = 0; i < kKept; ++i) {
      kept_in_[i] = in_at_[i];
      kept_out_[i] = out_at_[i];
    }
  }

  HWY_INLINE std::int64_t in_at(std::size_t line) const {
    return line < kKept ? kept_in_[line] : in_at_[line];
  }
  HWY_INLINE std::int64_t out_at(std::size_t line) const {
    return line < kKept ? kept_out_[line] : out_at_[line];
  }
  /// Lines but the first, if there are many, go there from now on.
  HWY_INLINE void set_places(const std::int64_t* places) { out_at_ = places; }
  /// Without stages, the first table of the first one.
  template <std::size_t kStage>
  HWY_INLINE const auto& stage() const {
    return stages_.template at<kStage>();
  }

 private:
  static constexpr std::size_t kLines = std::size_t{1} << kStages;
  static constexpr std::size_t kKept = kLines <= 4 ? kLines : 1;

  const std::int64_t* in_at_;
  const std::int64_t* out_at_;
  std::int64_t kept_in_[kKept];
  std::int64_t kept_out_[kKept];
  Stages<Granule, 0, kStages == 0 ? 1 : kStages> stages_;
};

/// One stage, written out pair by pair: compilers leave lines in registers
/// only if nothing but constants says which.
template <std::size_t kStage, class Pattern, std::size_t... kPair>
HWY_INLINE void weave_stage(const Pattern& pattern, __m512i* lines,
                            std::index_sequence<kPair...>) {
  constexpr std::size_t kApart = std::size_t{1} << kStage;
  const auto make = [&](__m512i& x, __m512i& y) HWY_ATTR {
    const __m512i a = x;
    const __m512i b = y;
    x = pattern.template stage<kStage>().first(a, b);
    y = pattern.template stage<kStage>().second(a, b);
  };
  (make(lines[kPair / kApart * 2 * kApart + kPair % kApart],
        lines[kPair / kApart * 2 * kApart + kPair % kApart + kApart]),
   ...);
}

template <class Granule, bool kStream, int kStages, class Fetcher,
          std::size_t... kLines>
HWY_INLINE void weave_group(const Pattern<kStages, Granule>& pattern,
                            const std::uint8_t* in, std::uint8_t* out,
                            Fetcher& fetcher, std::index_sequence<kLines...>) {
  __m512i lines[sizeof...(kLines)] = {
      _mm512_loadu_si512(in + pattern.in_at(kLines))...};
  constexpr std::make_index_sequence<sizeof...(kLines) / 2> kPairs;
  if constexpr (kStages == 0) {
    lines[0] = pattern.template stage<0>().first(lines[0], lines[0]);
  }
  const auto stage = [&](auto s) HWY_ATTR {
    if constexpr (s() < kStages) {
      weave_stage<s()>(pattern, lines, kPairs);
    }
  };
  stage(std::integral_constant<std::size_t, 0>());
  stage(std::integral_constant<std::size_t, 1>());
  stage(std::integral_constant<std::size_t, 2>());
  stage(std::integral_constant<std::size_t, 3>());
  stage(std::integral_constant<std::size_t, 4>());
  ((fetcher.step(), put<kStream>(out + pattern.out_at(kLines), lines[kLines])),
   ...);
}

template <int kStages, class Granule>
void weave_groups(const Weave& weave, const std::uint8_t* in, std::uint8_t* out,
                  const WeaveGroups& groups, Store store, const Fetch& fetch) {
  constexpr std::size_t kLines = std::size_t{1} << kStages;
  Pattern<kStages, Granule> pattern(weave);
  const auto all = [&](auto stream, auto& fetcher) HWY_ATTR {
    const std::int64_t* places = groups.places;
    for (std::size_t i = 0; i < groups.count; ++i) {
      const Move& move = groups.moves[i];
      if (places != nullptr) pattern.set_places(places + i * kLines);
      weave_group<Granule, stream()>(pattern, in + move.in, out + move.out,
                                     fetcher,
                                     std::make_index_sequence<kLines>());
    }
  };
  with_fetcher(fetch, groups.count << kStages, [&](auto& fetcher) HWY_ATTR {
    if (store == Store::streamed) {
      all(std::true_type(), fetcher);
    } else {
      all(std::false_type(), fetcher);
    }
  });
}

template <int kStages, class... Rest>
void weave_by_granule(const Weave& weave, const Rest&... rest) {
  switch (weave.granule) {
    case 1:
      return weave.rises
                 ? weave_groups<kStages, Granule<1, true>>(weave, rest...)
                 : weave_groups<kStages, Granule<1, false>>(weave, rest...);
    case 2:
      return weave.rises
                 ? weave_groups<kStages, Granule<2, true>>(weave, rest...)
                 : weave_groups<kStages, Granule<2, false>>(weave, rest...);
    case 4:
      return weave_groups<kStages, Granule<4, false>>(weave, rest...);
    default:
      return weave_groups<kStages, Granule<8, false>>(weave, rest...);
  }
}

void weave_long_lines(const Weave& weave, const std::uint8_t* in,
                      std::uint8_t* out, const WeaveGroups& groups, Store store,
                      const Fetch& fetch) {
  switch (weave.stages) {
    case 0:
      return weave_by_granule<0>(weave, in, out, groups, store, fetch);
    case 1:
      return weave_by_granule<1>(weave, in, out, groups, store, fetch);
    case 2:
      return weave_by_granule<2>(weave, in, out, groups, store, fetch);
    case 3:
      return weave_by_granule<3>(weave, in, out, groups, store, fetch);
    case 4:
      return weave_by_granule<4>(weave, in, out, groups, store, fetch);
    default:
      return weave_by_granule<5>(weave, in, out, groups, store, fetch);
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#endif  // ASHLAR_KERNELS_WEAVE_LINES_INL_H_
