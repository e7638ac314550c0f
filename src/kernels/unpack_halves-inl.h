// unpack_halves-inl.h - short rows of codes of four bits, sixteen bytes at a
// time, from any code on; included once per SIMD target.
#if defined(ASHLAR_KERNELS_UNPACK_HALVES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_UNPACK_HALVES_INL_H_
#undef ASHLAR_KERNELS_UNPACK_HALVES_INL_H_
#else
#define ASHLAR_KERNELS_UNPACK_HALVES_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "src/kernels/rows.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Rows of more codes gain nothing from what is below.
inline constexpr std::size_t kShortHalves = 64;

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

inline constexpr std::size_t kHalfPiece = 16;  // bytes

/// 0, 1, 2, ...: from any of them on, where the bytes of a register are.
struct PlacesInOrder {
  std::uint8_t at[3 * kHalfPiece];
};
constexpr PlacesInOrder places_in_order() {
  PlacesInOrder all{};
  for (std::size_t i = 0; i < sizeof all.at; ++i) {
    all.at[i] = static_cast<std::uint8_t>(i);
  }
  return all;
}
inline constexpr PlacesInOrder kInOrder = places_in_order();

using HalfPiece = hn::FixedTag<std::uint8_t, kHalfPiece>;

/// The halves of bytes, each in a byte of its own: the lower ones of `low`, and
/// after each of them the upper one of `high`, at the bottom of its byte.
template <class V>
HWY_INLINE void put_halves_apart(V low, V high, std::uint8_t* codes) {
  const HalfPiece d;
  const auto mask = hn::Set(d, 0x0f);
  low = hn::And(low, mask);
  high = hn::And(high, mask);
  hn::StoreU(hn::InterleaveLower(d, low, high), d, codes);
  hn::StoreU(hn::InterleaveUpper(d, low, high), d, codes + kHalfPiece);
}

/// What is in the upper halves, and something above it.
template <class V>
HWY_INLINE V upper_halves(V bytes) {
  const hn::Repartition<std::uint16_t, HalfPiece> pairs;
  const HalfPiece d;
  return hn::BitCast(d, hn::ShiftRight<4>(hn::BitCast(pairs, bytes)));
}

/// Up to 32 codes from a byte on, or from its upper half on if they are odd.
/// They have `bytes` bytes, but as many are read as a register has, and one
/// more; none of a line that holds nothing of them.
HWY_INLINE void unpack_half_piece(const std::uint8_t* from, bool is_odd,
                                  std::size_t bytes, std::uint8_t* codes) {
  const HalfPiece d;
  const std::size_t before = reinterpret_cast<std::uintptr_t>(from) % 64;
  // A load waits for all lines that it reaches.
  if (HWY_UNLIKELY(before + kHalfPiece + 1 > 64 && before + bytes <= 64)) {
    const std::size_t skip =
        before + kHalfPiece > 64 ? before + kHalfPiece - 64 : 0;
    const auto x = hn::LoadU(d, from - skip);
    const auto pick = [&](std::size_t at) HWY_ATTR {
      return hn::TableLookupBytes(x, hn::LoadU(d, kInOrder.at + at));
    };
    const auto here = pick(skip);
    if (is_odd) {
      return put_halves_apart(upper_halves(here), pick(skip + 1), codes);
    }
    return put_halves_apart(here, upper_halves(here), codes);
  }
  const auto here = hn::LoadU(d, from);
  if (is_odd) {
    return put_halves_apart(upper_halves(here), hn::LoadU(d, from + 1), codes);
  }
  put_halves_apart(here, upper_halves(here), codes);
}

/// Rows in order on both sides, of at most kShortHalves codes each. Those that
/// could read beside all of them go by `other`. Whatever is behind a row in
/// `codes` is written as well, as far as kBehind says.
template <class Other>
HWY_INLINE void unpack_short_rows(const std::uint8_t* in, std::int64_t start,
                                  std::uint8_t* codes, const Span* rows,
                                  std::size_t count, const Other& other) {
  const auto begin = [&](std::size_t i) { return (start + rows[i].in) >> 3; };
  const Span& last_row = rows[count - 1];
  const std::int64_t end =
      (start + last_row.in + static_cast<std::int64_t>(last_row.count) * 4 +
       7) >>
      3;
  constexpr auto kReach = static_cast<std::int64_t>(kShortHalves / 2) + 1;
  std::size_t first = 0;
  while (first < count && begin(first) < begin(0) + kReach) ++first;
  std::size_t last = count;
  while (last > first && begin(last - 1) + kReach > end) --last;
  const auto others = [&](std::size_t i, std::size_t to) HWY_ATTR {
    for (; i < to; ++i) {
      other(in, start + rows[i].in, codes + rows[i].out, rows[i].count);
    }
  };
  others(0, first);
  for (std::size_t i = first; i < last; ++i) {
    const Span& later = rows[std::min(i + kRowsAhead, count - 1)];
    hwy::Prefetch(in + ((start + later.in) >> 3));
    const std::int64_t bit = start + rows[i].in;
    const std::uint8_t* from = in + (bit >> 3);
    const bool is_odd = (bit & 4) != 0;
    const std::size_t bytes = (rows[i].count + (is_odd ? 2 : 1)) / 2;
    std::uint8_t* to = codes + rows[i].out;
    unpack_half_piece(from, is_odd, bytes, to);
    if (rows[i].count > 2 * kHalfPiece) {
      unpack_half_piece(from + kHalfPiece, is_odd, bytes - kHalfPiece,
                        to + 2 * kHalfPiece);
    }
  }
  others(last, count);
}

#endif

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // ASHLAR_KERNELS_UNPACK_HALVES_INL_H_
