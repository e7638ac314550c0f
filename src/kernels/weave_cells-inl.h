// weave_cells-inl.h - weaves lines of 16 bytes; included once per SIMD target.
//
// All targets pick bytes within 16 of a register. Where registers have 32, the
// other half is another group.
#if defined(ASHLAR_KERNELS_WEAVE_CELLS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_WEAVE_CELLS_INL_H_
#undef ASHLAR_KERNELS_WEAVE_CELLS_INL_H_
#else
#define ASHLAR_KERNELS_WEAVE_CELLS_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "src/kernels/move.h"
#include "src/kernels/weave.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

inline constexpr std::size_t kCell = 16;

// With its sanitizers Clang took more than 13 minutes for these lines; GCC
// checks them.
#undef ASHLAR_WEAVES_CELLS
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128 || \
    (HWY_COMPILER_CLANG && HWY_IS_ASAN)
#define ASHLAR_WEAVES_CELLS 0
#else
#define ASHLAR_WEAVES_CELLS 1
#endif

#if ASHLAR_WEAVES_CELLS

namespace hn = hwy::HWY_NAMESPACE;

using CellTag = hn::FixedTag<std::uint8_t, kCell>;

template <bool kStream, class Tag>
HWY_INLINE void put_cells(hn::Vec<Tag> cells, Tag d, std::uint8_t* out) {
  if constexpr (kStream) {
    hn::Stream(cells, d, out);
  } else {
    hn::StoreU(cells, d, out);
  }
}

#if HWY_MAX_BYTES >= 32

inline constexpr bool kHasPairs = true;
using CellsTag = hn::FixedTag<std::uint8_t, 2 * kCell>;
using Cells = hn::Vec<CellsTag>;

HWY_INLINE Cells load_cells(const std::uint8_t* in, std::int64_t next) {
  const CellTag d;
  return hn::Combine(CellsTag(), hn::LoadU(d, in + next), hn::LoadU(d, in));
}

template <bool kStream>
HWY_INLINE void store_cells(Cells cells, std::uint8_t* out, std::int64_t next) {
  if (next == static_cast<std::int64_t>(kCell)) {
    return put_cells<kStream>(cells, CellsTag(), out);
  }
  const CellTag d;
  put_cells<kStream>(hn::LowerHalf(d, cells), d, out);
  put_cells<kStream>(hn::UpperHalf(d, cells), d, out + next);
}

#else

inline constexpr bool kHasPairs = false;
using CellsTag = CellTag;
using Cells = hn::Vec<CellsTag>;

HWY_INLINE Cells load_cells(const std::uint8_t* in, std::int64_t) {
  return hn::LoadU(CellsTag(), in);
}

template <bool kStream>
HWY_INLINE void store_cells(Cells cells, std::uint8_t* out, std::int64_t) {
  put_cells<kStream>(cells, CellsTag(), out);
}

#endif

HWY_INLINE Cells pick_cells(const Weave::Table& lanes, Cells a, Cells b) {
  const CellsTag d;
  return hn::Or(
      hn::TableLookupBytesOr0(a, hn::Load(d, lanes.data())),
      hn::TableLookupBytesOr0(b, hn::Load(d, lanes.data() + 2 * kCell)));
}

/// Two lines become two others: pieces of so many bytes in turns, or what the
/// tables say.
template <std::size_t kPieces>
HWY_INLINE void weave_two(const Weave& weave, std::size_t stage, Cells& x,
                          Cells& y) {
  const Cells a = x;
  const Cells b = y;
  if constexpr (kPieces == 0) {
    x = pick_cells(weave.lanes[2 * stage], a, b);
    y = pick_cells(weave.lanes[2 * stage + 1], a, b);
  } else {
    const hn::Repartition<hwy::UnsignedFromSize<kPieces>, CellsTag> d;
    const auto lower =
        hn::InterleaveLower(d, hn::BitCast(d, a), hn::BitCast(d, b));
    const auto upper =
        hn::InterleaveUpper(d, hn::BitCast(d, a), hn::BitCast(d, b));
    x = hn::BitCast(CellsTag(), lower);
    y = hn::BitCast(CellsTag(), upper);
  }
}

/// Pair by pair, so that nothing but constants says which.
template <std::size_t kPieces, std::size_t kStage, std::size_t... kPair>
HWY_INLINE void cells_stage(const Weave& weave, Cells* x,
                            std::index_sequence<kPair...>) {
  constexpr std::size_t kApart = std::size_t{1} << kStage;
  (weave_two<kPieces>(weave, kStage,
                      x[kPair / kApart * 2 * kApart + kPair % kApart],
                      x[kPair / kApart * 2 * kApart + kPair % kApart + kApart]),
   ...);
}

template <int kStages, std::size_t kPieces, bool kStream, std::size_t... kLines>
HWY_INLINE void cells_group(const Weave& weave, const std::uint8_t* in,
                            std::uint8_t* out, const std::int64_t* out_at,
                            std::index_sequence<kLines...>) {
  const std::int64_t in_next = weave.in_next;
  const std::int64_t out_next = weave.out_next;
  Cells x[] = {load_cells(in + weave.in_at[kLines], in_next)...};
  constexpr std::make_index_sequence<sizeof...(kLines) / 2> kPairs;
  if constexpr (kStages == 0) x[0] = pick_cells(weave.lanes[0], x[0], x[0]);
  if constexpr (kStages > 0) cells_stage<kPieces, 0>(weave, x, kPairs);
  if constexpr (kStages > 1) cells_stage<kPieces, 1>(weave, x, kPairs);
  if constexpr (kStages > 2) cells_stage<kPieces, 2>(weave, x, kPairs);
  if constexpr (kStages > 3) cells_stage<kPieces, 3>(weave, x, kPairs);
  (store_cells<kStream>(x[kLines], out + out_at[kLines], out_next), ...);
}

/// Fetches evenly between groups.
class CellFetcher {
 public:
  HWY_INLINE CellFetcher(const Fetch& fetch, std::size_t groups)
      : fetch_(fetch), groups_(groups), next_(fetch.lines) {}

  HWY_INLINE void step() {
    if (fetch_.into == Fetch::Into::nothing) return;
    for (due_ += fetch_.count; due_ >= groups_; due_ -= groups_) {
      const std::uint8_t* line = fetch_.base + *next_++;
      if (fetch_.into == Fetch::Into::l1) {
        __builtin_prefetch(line, 0, 3);
      } else {
        __builtin_prefetch(line, 0, 2);
      }
    }
  }

 private:
  const Fetch fetch_;
  std::size_t groups_;
  const std::int64_t* next_;
  std::size_t due_ = 0;
};

template <int kStages, std::size_t kPieces, bool kStream>
void cells_groups(const Weave& weave, const std::uint8_t* in, std::uint8_t* out,
                  const WeaveGroups& groups, const Fetch& fetch) {
  constexpr std::size_t kLines = std::size_t{1} << kStages;
  constexpr std::make_index_sequence<kLines> kAll;
  CellFetcher fetcher(fetch, groups.count);
  for (std::size_t g = 0; g < groups.count; ++g) {
    fetcher.step();
    const std::int64_t* out_at = groups.places != nullptr
                                     ? groups.places + g * kLines
                                     : weave.out_at.data();
    const auto& [from, to] = groups.moves[g];
    cells_group<kStages, kPieces, kStream>(weave, in + from, out + to, out_at,
                                           kAll);
    if constexpr (!kHasPairs) {
      cells_group<kStages, kPieces, kStream>(weave, in + from + weave.in_next,
                                             out + to + weave.out_next, out_at,
                                             kAll);
    }
  }
}

/// Every stage halves the pieces that can be interleaved. Many lines at once
/// are never streamed: parts of them would go out one by one.
template <int kStages, std::size_t kPieces>
void cells_by_pieces(const Weave& weave, const std::uint8_t* in,
                     std::uint8_t* out, const WeaveGroups& groups, Store store,
                     const Fetch& fetch) {
  if constexpr (kPieces > 0) {
    if (weave.interleaved < kPieces) {
      return cells_by_pieces<kStages, kPieces / 2>(weave, in, out, groups,
                                                   store, fetch);
    }
  }
  if constexpr (kStages <= 2) {
    if (store == Store::streamed) {
      return cells_groups<kStages, kPieces, true>(weave, in, out, groups,
                                                  fetch);
    }
  }
  cells_groups<kStages, kPieces, false>(weave, in, out, groups, fetch);
}

inline void weave_cells(const Weave& weave, const std::uint8_t* in,
                        std::uint8_t* out, const WeaveGroups& groups,
                        Store store, const Fetch& fetch) {
  switch (weave.stages) {
    case 0:
      return cells_by_pieces<0, 0>(weave, in, out, groups, store, fetch);
    case 1:
      return cells_by_pieces<1, 8>(weave, in, out, groups, store, fetch);
    case 2:
      return cells_by_pieces<2, 4>(weave, in, out, groups, store, fetch);
    case 3:
      return cells_by_pieces<3, 2>(weave, in, out, groups, store, fetch);
    default:
      return cells_by_pieces<4, 1>(weave, in, out, groups, store, fetch);
  }
}

#endif

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // ASHLAR_KERNELS_WEAVE_CELLS_INL_H_
