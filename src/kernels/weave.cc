// weave.cc - any permutation of the pieces of some lines, in registers.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/weave.cc"
// Bytes of two registers are picked by one instruction from Ice Lake and Zen 4
// on. Elsewhere lines have 16 bytes.
#ifndef HWY_WANT_AVX3_DL
#define HWY_WANT_AVX3_DL 1
#endif
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>
// The line above includes this file once per target.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "src/kernels/fetch-inl.h"
#include "src/kernels/lines-inl.h"
#include "src/kernels/weave.h"
#include "src/kernels/weave_cells-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL

std::size_t woven_line_target() { return kLine; }

template <std::size_t kGranule>
HWY_INLINE __m512i pick(__m512i a, __m512i lanes, __m512i b) {
  if constexpr (kGranule == 1) return _mm512_permutex2var_epi8(a, lanes, b);
  if constexpr (kGranule == 2) return _mm512_permutex2var_epi16(a, lanes, b);
  if constexpr (kGranule == 4) return _mm512_permutex2var_epi32(a, lanes, b);
  return _mm512_permutex2var_epi64(a, lanes, b);
}

template <bool kStream>
HWY_INLINE void put(std::uint8_t* to, __m512i line) {
  if constexpr (kStream) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to), line);
  } else {
    _mm512_storeu_si512(to, line);
  }
}

/// What a weave says, where no store can change it: compilers would have to
/// look again after each. Many places are better looked up, though.
template <int kStages>
class Pattern {
 public:
  explicit HWY_INLINE Pattern(const Weave& weave)
      : in_at_(weave.in_at.data()), out_at_(weave.out_at.data()) {
    for (std::size_t i = 0; i < kKept; ++i) {
      kept_in_[i] = in_at_[i];
      kept_out_[i] = out_at_[i];
    }
    for (std::size_t i = 0; i < kTables; ++i) {
      tables_[i] = _mm512_load_si512(weave.lanes[i].data());
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
  HWY_INLINE __m512i table(std::size_t i) const { return tables_[i]; }

 private:
  static constexpr std::size_t kLines = std::size_t{1} << kStages;
  static constexpr std::size_t kKept = kLines <= 4 ? kLines : 1;
  static constexpr std::size_t kTables = kStages == 0 ? 1 : 2 * kStages;

  const std::int64_t* in_at_;
  const std::int64_t* out_at_;
  std::int64_t kept_in_[kKept];
  std::int64_t kept_out_[kKept];
  __m512i tables_[kTables];
};

/// One stage, written out pair by pair: compilers leave lines in registers
/// only if nothing but constants says which.
template <std::size_t kStage, std::size_t kGranule, class Pattern,
          std::size_t... kPair>
HWY_INLINE void weave_stage(const Pattern& pattern, __m512i* lines,
                            std::index_sequence<kPair...>) {
  constexpr std::size_t kApart = std::size_t{1} << kStage;
  const auto make = [&](__m512i& x, __m512i& y) HWY_ATTR {
    const __m512i a = x;
    const __m512i b = y;
    x = pick<kGranule>(a, pattern.table(2 * kStage), b);
    y = pick<kGranule>(a, pattern.table(2 * kStage + 1), b);
  };
  (make(lines[kPair / kApart * 2 * kApart + kPair % kApart],
        lines[kPair / kApart * 2 * kApart + kPair % kApart + kApart]),
   ...);
}

/// What stays together in a stage.
template <class Granule, std::size_t kStage>
constexpr std::size_t kGranuleOf =
    Granule::kRises ? std::min<std::size_t>(8, Granule::kFirst << kStage)
                    : Granule::kFirst;

template <class Granule, bool kStream, int kStages, class Fetcher,
          std::size_t... kLines>
HWY_INLINE void weave_group(const Pattern<kStages>& pattern,
                            const std::uint8_t* in, std::uint8_t* out,
                            Fetcher& fetcher, std::index_sequence<kLines...>) {
  __m512i lines[sizeof...(kLines)] = {
      _mm512_loadu_si512(in + pattern.in_at(kLines))...};
  constexpr std::make_index_sequence<sizeof...(kLines) / 2> kPairs;
  if constexpr (kStages == 0) {
    lines[0] = pick<Granule::kFirst>(lines[0], pattern.table(0), lines[0]);
  }
  const auto stage = [&](auto s) HWY_ATTR {
    if constexpr (s() < kStages) {
      weave_stage<s(), kGranuleOf<Granule, s()>>(pattern, lines, kPairs);
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
  Pattern<kStages> pattern(weave);
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

template <std::size_t kBytes, bool kRising>
struct Granule {
  static constexpr std::size_t kFirst = kBytes;
  static constexpr bool kRises = kRising;
};

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

#else

std::size_t woven_line_target() { return ASHLAR_WEAVES_CELLS ? kCell : 0; }

using Lines = std::array<Weave::Table, Weave::kMaxLines>;

void weave_plainly(const Weave& weave, Lines& lines) {
  const auto pick = [&](const Weave::Table& table, const Weave::Table& a,
                        const Weave::Table& b) {
    Weave::Table line;
    for (std::size_t k = 0; k < weave.line; ++k) {
      line[k] = table[k] < weave.line ? a[table[k]] : b[table[k] - weave.line];
    }
    return line;
  };
  if (weave.stages == 0) lines[0] = pick(weave.tables[0], lines[0], lines[0]);
  const std::size_t count = std::size_t{1} << weave.stages;
  for (std::size_t s = 0, apart = 1; apart < count; ++s, apart *= 2) {
    for (std::size_t i = 0; i < count; ++i) {
      if ((i & apart) != 0) continue;
      const Weave::Table a = lines[i];
      const Weave::Table b = lines[i + apart];
      lines[i] = pick(weave.tables[2 * s], a, b);
      lines[i + apart] = pick(weave.tables[2 * s + 1], a, b);
    }
  }
}

void weave_long_lines(const Weave& weave, const std::uint8_t* in,
                      std::uint8_t* out, const WeaveGroups& groups, Store,
                      const Fetch& fetch) {
  const std::size_t each = std::size_t{1} << weave.stages;
  const auto weave_group = [&](const std::uint8_t* from, std::uint8_t* to,
                               const std::int64_t* out_at) {
    Lines lines;
    for (std::size_t i = 0; i < each; ++i) {
      std::memcpy(lines[i].data(), from + weave.in_at[i], weave.line);
    }
    weave_plainly(weave, lines);
    for (std::size_t i = 0; i < each; ++i) {
      std::memcpy(to + out_at[i], lines[i].data(), weave.line);
    }
  };
  with_fetcher(fetch, groups.count, [&](auto& fetcher) {
    for (std::size_t g = 0; g < groups.count; ++g) {
      fetcher.step();
      const auto& [from, to] = groups.moves[g];
      const std::int64_t* out_at = groups.places != nullptr
                                       ? groups.places + g * each
                                       : weave.out_at.data();
      weave_group(in + from, out + to, out_at);
      if (weave.line == kLine) continue;
      weave_group(in + from + weave.in_next, out + to + weave.out_next, out_at);
    }
  });
}

#endif

void weave_target(const Weave& weave, const std::uint8_t* in, std::uint8_t* out,
                  const WeaveGroups& groups, Store store, const Fetch& fetch) {
#if ASHLAR_WEAVES_CELLS
  if (weave.line == kCell) {
    return weave_cells(weave, in, out, groups, store, fetch);
  }
#endif
  weave_long_lines(weave, in, out, groups, store, fetch);
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(woven_line_target);
HWY_EXPORT(weave_target);

namespace {

std::size_t table_count(const Weave& weave) {
  return weave.stages == 0 ? 1 : 2 * static_cast<std::size_t>(weave.stages);
}

/// Whether a table picks whole, aligned pieces of so many bytes.
bool picks_whole(const Weave& weave, std::size_t table, std::size_t granule) {
  const Weave::Table& at = weave.tables[table];
  for (std::size_t i = 0; i < weave.line; ++i) {
    const std::size_t first = i / granule * granule;
    if (at[first] % granule != 0) return false;
    if (at[i] != at[first] + (i - first)) return false;
  }
  return true;
}

/// Of the stage that a table belongs to.
std::size_t granule_of(const Weave& weave, std::size_t table) {
  const std::size_t rising = weave.granule << table / 2;
  return weave.rises ? std::min<std::size_t>(8, rising) : weave.granule;
}

/// Whether all tables pick whole granules.
bool picks_whole(const Weave& weave) {
  for (std::size_t t = 0; t < table_count(weave); ++t) {
    if (!picks_whole(weave, t, granule_of(weave, t))) return false;
  }
  return true;
}

/// Whether every stage interleaves such pieces of halves.
bool interleaves(const Weave& weave, std::size_t granule) {
  const std::size_t half = weave.line / 2;
  for (std::size_t t = 0; t < table_count(weave); ++t) {
    for (std::size_t i = 0; i < weave.line; ++i) {
      const std::size_t piece = i / granule;
      const std::size_t from = piece / 2 * granule + i % granule + t % 2 * half;
      if (weave.tables[t][i] != from + piece % 2 * weave.line) return false;
    }
  }
  return weave.stages > 0 && granule << weave.stages <= weave.line;
}

/// Little-endian lanes; no number of a granule needs more than a byte.
void set_lanes(const Weave& weave, std::size_t table, Weave::Table& lanes) {
  const std::size_t granule = granule_of(weave, table);
  for (std::size_t i = 0; i < lanes.size(); i += granule) {
    lanes[i] = static_cast<std::uint8_t>(weave.tables[table][i] / granule);
  }
}

void set_cells(const Weave& weave, std::size_t table, Weave::Table& lanes) {
  constexpr std::uint8_t kNothing = 0x80;
  for (std::size_t i = 0; i < 2 * weave.line; ++i) {
    const std::uint8_t from = weave.tables[table][i % weave.line];
    const bool is_first = from < weave.line;
    lanes[i] = is_first ? from : kNothing;
    lanes[2 * weave.line + i] =
        is_first ? kNothing : static_cast<std::uint8_t>(from - weave.line);
  }
}

}  // namespace

void finish(Weave& weave) {
  const bool is_long = weave.line == sizeof(Weave::Table);
  weave.granule = 8;
  weave.rises = false;
  while (!picks_whole(weave)) weave.granule /= 2;
  weave.rises = true;
  weave.rises = is_long && weave.granule <= 2 && picks_whole(weave);
  weave.interleaved =
      !is_long && interleaves(weave, weave.granule) ? weave.granule : 0;
  for (std::size_t t = 0; t < weave.tables.size(); ++t) {
    weave.lanes[t] = {};
    (is_long ? set_lanes : set_cells)(weave, t, weave.lanes[t]);
  }
}

std::size_t woven_line() { return HWY_DYNAMIC_DISPATCH(woven_line_target)(); }

void weave_lines(const Weave& weave, const std::uint8_t* in, std::uint8_t* out,
                 const WeaveGroups& groups, Store store, const Fetch& fetch) {
  HWY_DYNAMIC_DISPATCH(weave_target)
  (weave, in, out, groups, store, fetch);
}

}  // namespace ashlar::kernels
#endif
