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

#include "src/kernels/fetch-inl.h"
#include "src/kernels/weave.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

inline constexpr std::size_t kCell = 16;

#if HWY_TARGET != HWY_SCALAR

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

template <int kStages, std::size_t kPieces, bool kStream, class Fetcher,
          std::size_t... kLines>
HWY_INLINE void cells_group(const Weave& weave, const std::uint8_t* in,
                            std::uint8_t* out, const std::int64_t* out_at,
                            Fetcher& fetcher, std::index_sequence<kLines...>) {
  const std::int64_t in_next = weave.in_next;
  const std::int64_t out_next = weave.out_next;
  Cells x[] = {load_cells(in + weave.in_at[kLines], in_next)...};
  constexpr std::make_index_sequence<sizeof...(kLines) / 2> kPairs;
  if constexpr (kStages == 0) x[0] = pick_cells(weave.lanes[0], x[0], x[0]);
  if constexpr (kStages > 0) cells_stage<kPieces, 0>(weave, x, kPairs);
  if constexpr (kStages > 1) cells_stage<kPieces, 1>(weave, x, kPairs);
  if constexpr (kStages > 2) cells_stage<kPieces, 2>(weave, x, kPairs);
  if constexpr (kStages > 3) cells_stage<kPieces, 3>(weave, x, kPairs);
  ((fetcher.step(),
    store_cells<kStream>(x[kLines], out + out_at[kLines], out_next)),
   ...);
}

template <int kStages, std::size_t kPieces>
void cells_groups(const Weave& weave, const std::uint8_t* in, std::uint8_t* out,
                  const WeaveGroups& groups, Store store, const Fetch& fetch) {
  constexpr std::size_t kLines = std::size_t{1} << kStages;
  constexpr std::make_index_sequence<kLines> kAll;
  const auto all = [&](auto stream, auto& fetcher) HWY_ATTR {
    for (std::size_t g = 0; g < groups.count; ++g) {
      const std::int64_t* out_at = groups.places != nullptr
                                       ? groups.places + g * kLines
                                       : weave.out_at.data();
      const std::uint8_t* from = in + groups.moves[g].in;
      std::uint8_t* to = out + groups.moves[g].out;
      cells_group<kStages, kPieces, stream()>(weave, from, to, out_at, fetcher,
                                              kAll);
      if constexpr (!kHasPairs) {
        cells_group<kStages, kPieces, stream()>(weave, from + weave.in_next,
                                                to + weave.out_next, out_at,
                                                fetcher, kAll);
      }
    }
  };
  const std::size_t pieces = groups.count << kStages;
  with_fetcher(fetch, pieces, [&](auto& fetcher) HWY_ATTR {
    if (store == Store::streamed) {
      all(std::true_type(), fetcher);
    } else {
      all(std::false_type(), fetcher);
    }
  });
}

/// Every stage halves the pieces that can be interleaved.
template <int kStages, std::size_t kPieces, class... Rest>
void cells_by_pieces(const Weave& weave, const Rest&... rest) {
  if constexpr (kPieces > 0) {
    if (weave.interleaved < kPieces) {
      return cells_by_pieces<kStages, kPieces / 2>(weave, rest...);
    }
  }
  return cells_groups<kStages, kPieces>(weave, rest...);
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
