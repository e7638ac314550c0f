// tile_codes-inl.h - rows of block floats; included once per SIMD target.
#if defined(ASHLAR_KERNELS_TILE_CODES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_TILE_CODES_INL_H_
#undef ASHLAR_KERNELS_TILE_CODES_INL_H_
#else
#define ASHLAR_KERNELS_TILE_CODES_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/kernels/tile_plain-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

#if ASHLAR_TILE_VECTORS

using DTile = hwy::HWY_NAMESPACE::CappedTag<std::int32_t, kInBlock>;
using VTile = hwy::HWY_NAMESPACE::Vec<DTile>;
inline constexpr std::size_t kTileLanes = hwy::HWY_NAMESPACE::MaxLanes(DTile());
inline constexpr std::size_t kPerRow = kInBlock / kTileLanes;

/// f32 bits of a part of a row.
template <bool kHalf>
HWY_INLINE VTile load_part(const std::uint8_t* in, std::size_t part) {
  namespace hn = hwy::HWY_NAMESPACE;
  const DTile d;
  if constexpr (kHalf) {
    const hn::Rebind<std::uint16_t, DTile> halves;
    const auto* from =
        reinterpret_cast<const std::uint16_t*>(in) + part * kTileLanes;
    const hn::Rebind<std::uint32_t, DTile> wide;
    return hn::BitCast(
        d, hn::ShiftLeft<16>(hn::PromoteTo(wide, hn::LoadU(halves, from))));
  } else {
    return hn::LoadU(
        d, reinterpret_cast<const std::int32_t*>(in) + part * kTileLanes);
  }
}

/// The largest lane of each of four vectors, in every four lanes.
HWY_INLINE VTile largest_of_four(VTile a, VTile b, VTile c, VTile e) {
  namespace hn = hwy::HWY_NAMESPACE;
  const DTile d;
  const hn::Repartition<std::int64_t, DTile> d64;
  const auto in_pairs = [&](VTile x, VTile y) HWY_ATTR {
    return hn::BitCast(d64, hn::Max(hn::InterleaveLower(d, x, y),
                                    hn::InterleaveUpper(d, x, y)));
  };
  const auto ab = in_pairs(a, b);
  const auto ce = in_pairs(c, e);
  VTile out = hn::Max(hn::BitCast(d, hn::InterleaveLower(d64, ab, ce)),
                      hn::BitCast(d, hn::InterleaveUpper(d64, ab, ce)));
  if constexpr (kTileLanes >= 8) {
    out = hn::Max(out, hn::SwapAdjacentBlocks(out));
  }
  if constexpr (kTileLanes == 16) {
    out = hn::Max(out, hn::ConcatLowerUpper(d, out, out));
  }
  return out;
}

/// What numbers become under a shared exponent.
template <int kBits>
HWY_INLINE VTile whole_numbers(VTile bits, VTile shared) {
  namespace hn = hwy::HWY_NAMESPACE;
  const DTile d;
  constexpr int kDrop = kDropped<kBits>;
  const auto set = [d](std::uint32_t word) HWY_ATTR {
    return hn::Set(d, static_cast<std::int32_t>(word));
  };
  const VTile size = hn::And(bits, set(0x7fffffff));
  const VTile own = hn::ShiftRight<23>(size);
  const VTile first = set(0x800000);
  VTile number = hn::Or(hn::And(size, set(0x7fffff)), first);
  number = hn::IfThenElseZero(hn::Gt(size, set(0x7fffff)), number);
  // More than 31 would be another number for some instruction sets.
  const VTile away = hn::Min(hn::Sub(shared, own), set(31));
  number = hn::Shr(number, away);
  const VTile is_odd = hn::And(hn::ShiftRight<kDrop>(number), set(1));
  number = hn::Add(number, set((1u << (kDrop - 1)) - 1));
  number = hn::ShiftRight<kDrop>(hn::Add(number, is_odd));
  const VTile sign = hn::ShiftRight<31>(bits);
  return hn::Sub(hn::Xor(number, sign), sign);
}

/// Four rows of a face: an exponent and sixteen codes each.
template <int kBits, bool kHalf>
HWY_INLINE void encode_rows(const std::uint8_t* in, std::int64_t pitch,
                            std::uint8_t* exponents, std::int8_t* codes) {
  namespace hn = hwy::HWY_NAMESPACE;
  const DTile d;
  const hn::Rebind<std::int8_t, DTile> bytes;
  const VTile magnitude = hn::Set(d, 0x7fffffff);
  VTile bits[kRowGroup][kPerRow];
  VTile most[kRowGroup];
  for (std::size_t r = 0; r < kRowGroup; ++r) {
    const std::uint8_t* row = in + static_cast<std::int64_t>(r) * pitch;
    for (std::size_t i = 0; i < kPerRow; ++i) {
      bits[r][i] = load_part<kHalf>(row, i);
      const VTile size = hn::And(bits[r][i], magnitude);
      most[r] = i == 0 ? size : hn::Max(most[r], size);
    }
  }
  const VTile shared =
      hn::ShiftRight<23>(largest_of_four(most[0], most[1], most[2], most[3]));
  const VTile own[kRowGroup] = {
      hn::Broadcast<0>(shared), hn::Broadcast<1>(shared),
      hn::Broadcast<2>(shared), hn::Broadcast<3>(shared)};
  alignas(64) std::int32_t words[kTileLanes];
  hn::Store(shared, d, words);
  for (std::size_t r = 0; r < kRowGroup; ++r) {
    exponents[r] = static_cast<std::uint8_t>(words[r]);
    for (std::size_t i = 0; i < kPerRow; ++i) {
      hn::StoreU(hn::DemoteTo(bytes, whole_numbers<kBits>(bits[r][i], own[r])),
                 bytes, codes + r * kInBlock + i * kTileLanes);
    }
  }
}

using DBytes = hwy::HWY_NAMESPACE::CappedTag<std::uint8_t, 64>;
using VBytes = hwy::HWY_NAMESPACE::Vec<DBytes>;
inline constexpr std::size_t kByteLanes =
    hwy::HWY_NAMESPACE::MaxLanes(DBytes());

/// Sign and magnitude, each in a byte.
template <int kBits>
HWY_INLINE VBytes signed_codes(const std::int8_t* in) {
  namespace hn = hwy::HWY_NAMESPACE;
  const DBytes d;
  const hn::Rebind<std::int8_t, DBytes> ints;
  const auto number = hn::Load(ints, in);
  const auto size =
      hn::Min(hn::BitCast(d, hn::Abs(number)), hn::Set(d, (1 << kBits) - 1));
  const auto sign = hn::BitCast(
      d,
      hn::IfThenElseZero(hn::Lt(number, hn::Zero(ints)),
                         hn::Set(ints, static_cast<std::int8_t>(1 << kBits))));
  return hn::Or(size, sign);
}

/// Every other byte of both, after the ones between have been put above those
/// before them.
template <int kBits>
HWY_INLINE VBytes join_pairs(VBytes a, VBytes b) {
  namespace hn = hwy::HWY_NAMESPACE;
  const DBytes d;
  const hn::Repartition<std::uint16_t, DBytes> pairs;
  const auto joined = [&](VBytes v) HWY_ATTR {
    const auto both = hn::BitCast(pairs, v);
    return hn::BitCast(d, hn::Or(both, hn::ShiftRight<8 - kBits>(both)));
  };
  return hn::ConcatEven(d, joined(b), joined(a));
}

template <bool kStream>
HWY_INLINE void store_bytes(VBytes v, std::uint8_t* out) {
  namespace hn = hwy::HWY_NAMESPACE;
  const DBytes d;
  if constexpr (kStream) {
    hn::Stream(v, d, out);
  } else {
    hn::StoreU(v, d, out);
  }
}

HWY_INLINE void stream_bytes(const std::uint8_t* in, std::uint8_t* out,
                             std::size_t size) {
  namespace hn = hwy::HWY_NAMESPACE;
  const DBytes d;
  for (std::size_t i = 0; i < size; i += kByteLanes) {
    hn::Stream(hn::Load(d, in + i), d, out + i);
  }
}

/// Codes of kVectors vectors of whole numbers, packed.
template <int kBits>
HWY_INLINE VBytes packed_codes(const std::int8_t* in) {
  if constexpr (kBits == 7) {
    return signed_codes<7>(in);
  } else if constexpr (kBits == 3) {
    return join_pairs<4>(signed_codes<3>(in), signed_codes<3>(in + kByteLanes));
  } else {
    const auto nibbles = [&](const std::int8_t* from) HWY_ATTR {
      return join_pairs<2>(signed_codes<1>(from),
                           signed_codes<1>(from + kByteLanes));
    };
    return join_pairs<4>(nibbles(in), nibbles(in + 2 * kByteLanes));
  }
}

/// `count` codes, a multiple of 64.
template <int kBits, bool kStream>
HWY_INLINE void pack_codes(const std::int8_t* in, std::size_t count,
                           std::uint8_t* out) {
  constexpr std::size_t kFrom = kByteLanes * (8 / (kBits + 1));
  std::size_t i = 0;
  for (; i + kFrom <= count; i += kFrom, out += kByteLanes) {
    store_bytes<kStream>(packed_codes<kBits>(in + i), out);
  }
  if (i == count) return;
  alignas(64) std::int8_t rest[kFrom] = {};
  alignas(64) std::uint8_t packed[kByteLanes];
  std::memcpy(rest, in + i, count - i);
  store_bytes<false>(packed_codes<kBits>(rest), packed);
  std::memcpy(out, packed, (count - i) * (kBits + 1) / 8);
}

/// Both nibbles of each byte in the upper bits of a byte, `count` of them: a
/// multiple of 64.
HWY_INLINE void unpack_nibbles(const std::uint8_t* in, std::size_t count,
                               std::uint8_t* out) {
  namespace hn = hwy::HWY_NAMESPACE;
  const DBytes d;
  const hn::RepartitionToWide<DBytes> pairs;
  const hn::Half<DBytes> half;
  const auto first = hn::Set(pairs, 0x00f0);
  const auto second = hn::Set(pairs, 0xf000);
  for (std::size_t i = 0; i < count; i += kByteLanes) {
    const auto both = hn::PromoteTo(pairs, hn::LoadU(half, in + i / 2));
    const auto apart = hn::Or(hn::And(hn::ShiftLeft<4>(both), first),
                              hn::And(hn::ShiftLeft<8>(both), second));
    hn::Store(hn::BitCast(d, apart), d, out + i);
  }
}

/// Four codes of each byte in the upper bits of a byte.
HWY_INLINE void unpack_quarters(const std::uint8_t* in, std::size_t count,
                                std::uint8_t* out) {
  namespace hn = hwy::HWY_NAMESPACE;
  using std::integral_constant;
  const hn::FixedTag<std::uint8_t, 16> d;
  const auto upper = hn::Set(d, 0xc0);
  const auto shifted = [&](auto v, auto shift) HWY_ATTR {
    const hn::Repartition<std::uint16_t, decltype(d)> pairs;
    return hn::And(
        hn::BitCast(d, hn::ShiftLeft<shift()>(hn::BitCast(pairs, v))), upper);
  };
  for (std::size_t i = 0; i < count; i += 64) {
    const auto v = hn::LoadU(d, in + i / 4);
    hn::StoreInterleaved4(shifted(v, integral_constant<int, 6>()),
                          shifted(v, integral_constant<int, 4>()),
                          shifted(v, integral_constant<int, 2>()),
                          hn::And(v, upper), d, out + i);
  }
}

/// A code in the upper bits of each byte.
template <int kBits>
HWY_INLINE const std::uint8_t* unpack_codes(const std::uint8_t* in,
                                            std::size_t count,
                                            std::uint8_t* out) {
  if constexpr (kBits == 7) return in;
  if constexpr (kBits == 3) unpack_nibbles(in, count, out);
  if constexpr (kBits == 1) unpack_quarters(in, count, out);
  return out;
}

/// f32 bits of numbers of sign and seven bits under an exponent.
HWY_INLINE VTile numbers_of(VTile codes, VTile exponent) {
  namespace hn = hwy::HWY_NAMESPACE;
  const DTile d;
  const hn::RebindToFloat<DTile> floats;
  const VTile whole = hn::And(codes, hn::Set(d, 0x7f));
  const VTile bits =
      hn::Add(hn::BitCast(d, hn::ConvertTo(floats, whole)), exponent);
  // What is below all numbers has no sign either.
  const VTile is_below = hn::ShiftRight<31>(bits);
  const VTile size = hn::IfThenZeroElse(hn::Eq(whole, hn::Zero(d)),
                                        hn::AndNot(is_below, bits));
  const VTile sign = hn::ShiftLeft<24>(hn::Sub(codes, whole));
  return hn::Or(
      size, hn::AndNot(hn::IfThenZeroElse(hn::Eq(whole, hn::Zero(d)), is_below),
                       sign));
}

/// Sixteen numbers.
template <bool kHalf, bool kStream>
HWY_INLINE void decode_row(const std::uint8_t* codes, std::uint8_t exponent,
                           std::uint8_t* out) {
  namespace hn = hwy::HWY_NAMESPACE;
  const DTile d;
  const hn::Rebind<std::uint8_t, DTile> bytes;
  const VTile shift = hn::Set(
      d, static_cast<std::int32_t>((std::uint32_t{exponent} - 133) << 23));
  for (std::size_t i = 0; i < kPerRow; ++i) {
    const VTile words =
        hn::PromoteTo(d, hn::LoadU(bytes, codes + i * kTileLanes));
    const VTile bits = numbers_of(words, shift);
    if constexpr (kHalf) {
      const hn::Rebind<std::uint16_t, DTile> halves;
      const hn::Rebind<std::uint32_t, DTile> wide;
      auto* to = reinterpret_cast<std::uint16_t*>(out) + i * kTileLanes;
      const auto upper =
          hn::TruncateTo(halves, hn::ShiftRight<16>(hn::BitCast(wide, bits)));
      if constexpr (kStream && kTileLanes >= 8) {
        hn::Stream(upper, halves, to);
      } else {
        hn::StoreU(upper, halves, to);
      }
    } else {
      auto* to = reinterpret_cast<std::int32_t*>(out) + i * kTileLanes;
      if constexpr (kStream) {
        hn::Stream(bits, d, to);
      } else {
        hn::StoreU(bits, d, to);
      }
    }
  }
}

#endif

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
