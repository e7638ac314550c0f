// pack_vectors-inl.h - packing by vectors; included once for every target.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "src/kernels/pack_bits.h"
#include "src/kernels/pack_tables.h"
#include "src/kernels/pack_words.h"

// A guard that opens again for the next target.
#if defined(ASHLAR_KERNELS_PACK_VECTORS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_PACK_VECTORS_INL_H
#undef ASHLAR_KERNELS_PACK_VECTORS_INL_H
#else
#define ASHLAR_KERNELS_PACK_VECTORS_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels {
namespace HWY_NAMESPACE {
namespace {

using Byte = std::uint8_t;

// Highway's own scalar target cannot look up bytes; words are faster, too.
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

namespace hn = hwy::HWY_NAMESPACE;

// Blocks of 16 bytes are taken apart below, so the number of lanes must be
// known when compiling.
#if HWY_HAVE_SCALABLE
using Bytes = hn::CappedTag<Byte, 16>;
#else
using Bytes = hn::CappedTag<Byte, 64>;
#endif
using Pairs = hn::Repartition<std::uint16_t, Bytes>;
using Fours = hn::Repartition<std::uint32_t, Bytes>;
using Eights = hn::Repartition<std::uint64_t, Bytes>;
constexpr std::size_t kLanes = hn::MaxLanes(Bytes());

/// Moves the codes in the two halves of each lane side by side. A code has the
/// bits of `mask` and gets a field of kField bits.
template <int kField, FirstCode kFirst, class D, class V>
HWY_INLINE V join(D d, V v, std::uint64_t mask) {
  using T = hn::TFromD<D>;
  constexpr int kHalf = 4 * sizeof(T);
  const V low = hn::And(v, hn::Set(d, static_cast<T>(mask)));
  if constexpr (kFirst == FirstCode::low) {
    return hn::OrAnd(low, hn::ShiftRight<kHalf - kField>(v),
                     hn::Set(d, static_cast<T>(mask << kField)));
  } else {
    return hn::OrAnd(hn::ShiftLeft<kField>(low), hn::ShiftRight<kHalf>(v),
                     hn::Set(d, static_cast<T>(mask)));
  }
}

/// The inverse: two fields at the bottom of a lane move to its two halves.
template <int kField, FirstCode kFirst, class D, class V>
HWY_INLINE V part(D d, V v, std::uint64_t mask) {
  using T = hn::TFromD<D>;
  constexpr int kHalf = 4 * sizeof(T);
  const V both = hn::Set(d, static_cast<T>(mask | mask << kHalf));
  if constexpr (kFirst == FirstCode::low) {
    return hn::And(hn::Or(v, hn::ShiftLeft<kHalf - kField>(v)), both);
  } else {
    return hn::And(hn::Or(hn::ShiftRight<kField>(v), hn::ShiftLeft<kHalf>(v)),
                   both);
  }
}

/// Stores 16-byte blocks `step` bytes apart, in order.
template <class D, class V>
HWY_INLINE void store_blocks(D d, V v, std::size_t step, Byte* out) {
  if constexpr (hn::MaxLanes(D()) <= 16) {
    hn::StoreU(v, d, out);
  } else {
    const hn::Half<D> half;
    store_blocks(half, hn::LowerHalf(half, v), step, out);
    store_blocks(half, hn::UpperHalf(half, v), step,
                 out + hn::MaxLanes(half) / 16 * step);
  }
}

template <class D>
HWY_INLINE hn::Vec<D> load_blocks(D d, const Byte* in, std::size_t step) {
  if constexpr (hn::MaxLanes(D()) <= 16) {
    return hn::LoadU(d, in);
  } else {
    const hn::Half<D> half;
    return hn::Combine(
        d, load_blocks(half, in + hn::MaxLanes(half) / 16 * step, step),
        load_blocks(half, in, step));
  }
}

/// The order of bytes reversed in every eight.
template <class V>
HWY_INLINE V reverse_eights(V v) {
  alignas(16) static constexpr Byte kReversed[16] = {
      7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8};
  return hn::TableLookupBytes(v, hn::LoadDup128(hn::DFromV<V>(), kReversed));
}

/// What a step consumes and produces, and how far it may reach.
template <std::size_t kIn, std::size_t kOut, std::size_t kInReach = kIn,
          std::size_t kOutReach = kOut>
struct Step {
  static constexpr std::size_t in_step() { return kIn; }
  static constexpr std::size_t out_step() { return kOut; }
  static constexpr std::size_t in_reach() { return kInReach; }
  static constexpr std::size_t out_reach() { return kOutReach; }
};

// Highway may touch 8 bytes for the bits of a mask.
constexpr std::size_t kMaskReach = std::max<std::size_t>(8, kLanes / 8);

template <FirstCode kFirst>
struct PackBits : Step<kLanes, kLanes / 8, kLanes, kMaskReach> {
  HWY_INLINE void operator()(const Byte* in, Byte* out) const {
    const Bytes d;
    auto v = hn::LoadU(d, in);
    if constexpr (kFirst == FirstCode::high) v = reverse_eights(v);
    hn::StoreMaskBits(d, hn::TestBit(v, hn::Set(d, 1)), out);
  }
};

template <FirstCode kFirst>
struct UnpackBits : Step<kLanes / 8, kLanes, kMaskReach, kLanes> {
  HWY_INLINE void operator()(const Byte* in, Byte* out) const {
    const Bytes d;
    auto v = hn::IfThenElseZero(hn::LoadMaskBits(d, in), hn::Set(d, 1));
    if constexpr (kFirst == FirstCode::high) v = reverse_eights(v);
    hn::StoreU(v, d, out);
  }
};

/// Codes of two bits, four a byte.
template <FirstCode kFirst>
struct PackCrumbs : Step<4 * kLanes, kLanes> {
  HWY_INLINE auto joined(const Byte* in) const {
    const auto pairs = join<2, kFirst>(
        Pairs(), hn::BitCast(Pairs(), hn::LoadU(Bytes(), in)), 3);
    return hn::BitCast(
        Pairs(), join<4, kFirst>(Fours(), hn::BitCast(Fours(), pairs), 15));
  }
  HWY_INLINE void operator()(const Byte* in, Byte* out) const {
    const auto a = hn::ConcatEven(Pairs(), joined(in + kLanes), joined(in));
    const auto b = hn::ConcatEven(Pairs(), joined(in + 3 * kLanes),
                                  joined(in + 2 * kLanes));
    const Bytes d;
    hn::StoreU(hn::ConcatEven(d, hn::BitCast(d, b), hn::BitCast(d, a)), d, out);
  }
};

template <FirstCode kFirst>
struct UnpackCrumbs : Step<kLanes / 4, kLanes> {
  HWY_INLINE void operator()(const Byte* in, Byte* out) const {
    const hn::Rebind<Byte, Fours> quarter;
    const auto wide = hn::PromoteTo(Fours(), hn::LoadU(quarter, in));
    const auto pairs = part<4, kFirst>(Fours(), wide, 15);
    const auto codes = part<2, kFirst>(Pairs(), hn::BitCast(Pairs(), pairs), 3);
    hn::StoreU(hn::BitCast(Bytes(), codes), Bytes(), out);
  }
};

/// Two codes a byte; those of three bits have a smaller mask.
template <FirstCode kFirst>
struct PackNibbles : Step<2 * kLanes, kLanes> {
  Byte mask;

  explicit PackNibbles(Byte kept = 15) : mask(kept) {}
  HWY_INLINE auto joined(const Byte* in) const {
    return hn::BitCast(
        Bytes(),
        join<4, kFirst>(Pairs(), hn::BitCast(Pairs(), hn::LoadU(Bytes(), in)),
                        mask));
  }
  HWY_INLINE void operator()(const Byte* in, Byte* out) const {
    hn::StoreU(hn::ConcatEven(Bytes(), joined(in + kLanes), joined(in)),
               Bytes(), out);
  }
};

template <FirstCode kFirst>
struct UnpackNibbles : Step<kLanes / 2, kLanes> {
  Byte mask;

  explicit UnpackNibbles(Byte kept = 15) : mask(kept) {}
  HWY_INLINE void operator()(const Byte* in, Byte* out) const {
    const hn::Rebind<Byte, Pairs> half;
    const auto wide = hn::PromoteTo(Pairs(), hn::LoadU(half, in));
    const auto codes = part<4, kFirst>(Pairs(), wide, mask);
    hn::StoreU(hn::BitCast(Bytes(), codes), Bytes(), out);
  }
};

constexpr std::size_t kBlocks = kLanes / 16;

/// Codes that straddle bytes: 16 of them are 2 * kBits bytes.
template <int kBits, FirstCode kFirst>
struct PackFields : Step<kLanes, kBlocks * 2 * kBits, kLanes,
                         (kBlocks - 1) * 2 * kBits + 16> {
  static constexpr auto kTable = pack_table(kBits, kFirst);

  HWY_INLINE void operator()(const Byte* in, Byte* out) const {
    const Bytes d;
    const auto pairs = join<kBits, kFirst>(
        Pairs(), hn::BitCast(Pairs(), hn::LoadU(d, in)), low_bits(kBits));
    const auto fours = join<2 * kBits, kFirst>(
        Fours(), hn::BitCast(Fours(), pairs), low_bits(2 * kBits));
    auto v = hn::BitCast(d, fours);
    if constexpr (codes_in_lane(kBits) == 8) {
      v = hn::BitCast(
          d, join<4 * kBits, kFirst>(Eights(), hn::BitCast(Eights(), v),
                                     low_bits(4 * kBits)));
    }
    alignas(16) static constexpr auto kFrom = kTable;
    v = hn::TableLookupBytes(v, hn::LoadDup128(d, kFrom.data()));
    store_blocks(d, v, 2 * kBits, out);
  }
};

template <int kBits, FirstCode kFirst>
struct UnpackFields : Step<kBlocks * 2 * kBits, kLanes,
                           (kBlocks - 1) * 2 * kBits + 16, kLanes> {
  static constexpr UnpackTable kEven = unpack_table(kBits, kFirst, 0);
  static constexpr UnpackTable kOdd = unpack_table(kBits, kFirst, 1);

  /// Every second code, at bit 8 of its lane.
  template <class V>
  HWY_INLINE auto lifted(V v, const UnpackTable& table) const {
    const Bytes d;
    const auto index = hn::LoadDup128(d, table.bytes.data());
    return hn::Mul(hn::BitCast(Pairs(), hn::TableLookupBytes(v, index)),
                   hn::LoadDup128(Pairs(), table.factor.data()));
  }
  HWY_INLINE void operator()(const Byte* in, Byte* out) const {
    constexpr auto kMask = static_cast<std::uint16_t>(low_bits(kBits));
    constexpr auto kHigh = static_cast<std::uint16_t>(kMask << 8);
    const auto v = load_blocks(Bytes(), in, 2 * kBits);
    const auto even =
        hn::And(hn::ShiftRight<8>(lifted(v, kEven)), hn::Set(Pairs(), kMask));
    const auto codes =
        hn::OrAnd(even, lifted(v, kOdd), hn::Set(Pairs(), kHigh));
    hn::StoreU(hn::BitCast(Bytes(), codes), Bytes(), out);
  }
};

struct ShiftUp : Step<kLanes, kLanes> {
  int shift;
  Byte mask;

  ShiftUp(int by, Byte kept) : shift(by), mask(kept) {}
  HWY_INLINE void operator()(const Byte* in, Byte* out) const {
    const Bytes d;
    const auto v = hn::And(hn::LoadU(d, in), hn::Set(d, mask));
    const auto up = hn::ShiftLeftSame(hn::BitCast(Pairs(), v), shift);
    hn::StoreU(hn::BitCast(d, up), d, out);
  }
};

struct ShiftDown : Step<kLanes, kLanes> {
  int shift;
  Byte mask;

  ShiftDown(int by, Byte kept) : shift(by), mask(kept) {}
  HWY_INLINE void operator()(const Byte* in, Byte* out) const {
    const Bytes d;
    const auto v = hn::BitCast(Pairs(), hn::LoadU(d, in));
    const auto down = hn::BitCast(d, hn::ShiftRightSame(v, shift));
    hn::StoreU(hn::And(down, hn::Set(d, mask)), d, out);
  }
};

/// Groups whose halves are at least a vector. The last vector of a half may
/// overlap the one before, which only does the same again.
template <class D>
HWY_INLINE void join_halves(D d, const Byte* HWY_RESTRICT codes,
                            std::size_t groups, std::size_t half, Byte mask,
                            Byte* HWY_RESTRICT out) {
  const hn::Repartition<std::uint16_t, D> pairs;
  const std::size_t last = half - hn::Lanes(d);
  const auto kept = hn::Set(d, mask);
  for (; groups > 0; --groups, codes += 2 * half, out += half) {
    for (std::size_t j = 0; j < half; j += hn::Lanes(d)) {
      const std::size_t at = std::min(j, last);
      const auto low = hn::And(hn::LoadU(d, codes + at), kept);
      const auto high = hn::And(hn::LoadU(d, codes + at + half), kept);
      const auto up = hn::ShiftLeft<4>(hn::BitCast(pairs, high));
      hn::StoreU(hn::Or(low, hn::BitCast(d, up)), d, out + at);
    }
  }
}

template <class D>
HWY_INLINE void part_halves(D d, const Byte* HWY_RESTRICT in,
                            std::size_t groups, std::size_t half, Byte mask,
                            Byte* HWY_RESTRICT codes) {
  const hn::Repartition<std::uint16_t, D> pairs;
  const std::size_t last = half - hn::Lanes(d);
  const auto kept = hn::Set(d, mask);
  for (; groups > 0; --groups, in += half, codes += 2 * half) {
    for (std::size_t j = 0; j < half; j += hn::Lanes(d)) {
      const std::size_t at = std::min(j, last);
      const auto v = hn::LoadU(d, in + at);
      const auto down = hn::ShiftRight<4>(hn::BitCast(pairs, v));
      hn::StoreU(hn::And(v, kept), d, codes + at);
      hn::StoreU(hn::And(hn::BitCast(d, down), kept), d, codes + at + half);
    }
  }
}

#endif

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace ashlar::kernels
HWY_AFTER_NAMESPACE();

#endif
