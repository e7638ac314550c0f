// block_numbers-inl.h - numbers of tiles and how large they are.
#if defined(ASHLAR_KERNELS_BLOCK_NUMBERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_BLOCK_NUMBERS_INL_H_
#undef ASHLAR_KERNELS_BLOCK_NUMBERS_INL_H_
#else
#define ASHLAR_KERNELS_BLOCK_NUMBERS_INL_H_
#endif

#include <algorithm>
#include <cstring>

#include "src/kernels/block_codes.h"
#include "src/kernels/encode_avx3-inl.h"
#include "src/kernels/lines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

using DF = hwy::HWY_NAMESPACE::RebindToFloat<D>;
using VF = hwy::HWY_NAMESPACE::Vec<DF>;

inline constexpr std::size_t kStep = hwy::HWY_NAMESPACE::MaxLanes(D());
/// Tiles whose scales are found together, and elements that have one scale.
inline constexpr std::size_t kTiles = 16;
inline constexpr std::size_t kPiece = 16;

template <Wide kSource>
inline constexpr std::size_t kWidth = kSource == Wide::f32 ? 4 : 2;

HWY_INLINE VF as_float(V bits) {
  return hwy::HWY_NAMESPACE::BitCast(DF(), bits);
}
HWY_INLINE V as_bits(VF x) { return hwy::HWY_NAMESPACE::BitCast(D(), x); }

/// Lanes of f32 bits.
template <Wide kSource>
HWY_INLINE V load_numbers(const std::uint8_t* in) {
  namespace hn = hwy::HWY_NAMESPACE;
  if constexpr (kSource == Wide::f32) {
    return hn::LoadU(D(), reinterpret_cast<const std::int32_t*>(in));
  } else {
    const hn::Rebind<std::uint16_t, D> narrow;
    const auto half =
        hn::LoadU(narrow, reinterpret_cast<const std::uint16_t*>(in));
    return hn::ShiftLeft<16>(hn::PromoteTo(D(), half));
  }
}

// What sizes are made of: keys that grow with numbers, and are never negative.
struct MagnitudeKey {
  HWY_INLINE V operator()(V bits) const {
    return hwy::HWY_NAMESPACE::And(bits, constant(0x7fffffffu));
  }
};
struct AboveZeroKey {
  HWY_INLINE V operator()(V bits) const {
    return hwy::HWY_NAMESPACE::Max(bits, hwy::HWY_NAMESPACE::Zero(D()));
  }
};
struct BelowZeroKey {
  HWY_INLINE V operator()(V bits) const {
    return hwy::HWY_NAMESPACE::Max(
        hwy::HWY_NAMESPACE::Xor(bits, constant(0x80000000u)),
        hwy::HWY_NAMESPACE::Zero(D()));
  }
};

/// The largest key of so many numbers.
template <Wide kSource, class Key>
HWY_INLINE std::uint32_t largest_key(const std::uint8_t* in, std::size_t count,
                                     const Key& key) {
  namespace hn = hwy::HWY_NAMESPACE;
  constexpr std::size_t kBytes = kPiece * kWidth<kSource>;
  V most = hn::Zero(D());
  const auto add = [&](const std::uint8_t* piece) HWY_ATTR {
    for (std::size_t i = 0; i < kPiece; i += kStep) {
      most = hn::Max(most,
                     key(load_numbers<kSource>(piece + i * kWidth<kSource>)));
    }
  };
  for (; count >= kPiece; count -= kPiece, in += kBytes) add(in);
  if (count > 0) {
    std::uint8_t rest[kBytes] = {};
    std::memcpy(rest, in, count * kWidth<kSource>);
    add(rest);
  }
  return static_cast<std::uint32_t>(hn::GetLane(hn::MaxOfLanes(D(), most)));
}

#if ASHLAR_HAS_AVX3

/// Keys of all numbers at `in` as 16 lanes: of 16 or, in 16 bits, 32 of them.
template <Wide kSource, class Key>
HWY_INLINE __m512i keys_of_line(const std::uint8_t* in, const Key& key) {
  const __m512i bits = _mm512_loadu_si512(in);
  if constexpr (kSource == Wide::f32) {
    return key(V{bits}).raw;
  } else {
    // What is in the lower half of a lane is cut off at the end.
    return _mm512_max_epi32(key(V{bits}).raw,
                            key(V{_mm512_slli_epi32(bits, 16)}).raw);
  }
}

/// Largest keys of 16 full tiles of so many lines each.
template <Wide kSource, class Key>
HWY_INLINE void largest_of_tiles(const std::uint8_t* in, std::size_t lines,
                                 const Key& key, std::uint32_t* out) {
  __m512i most[kTiles];
  for (std::size_t i = 0; i < kTiles; ++i) {
    most[i] = keys_of_line<kSource>(in, key);
    in += kLine;
    for (std::size_t j = 1; j < lines; ++j) {
      most[i] = _mm512_max_epi32(most[i], keys_of_line<kSource>(in, key));
      in += kLine;
    }
  }
  __m512i largest = largest_of_each(most);
  if constexpr (kSource != Wide::f32) {
    largest = _mm512_and_si512(largest, lanes(0xffff0000u));
  }
  const __m512i before = _mm512_loadu_si512(out);
  _mm512_storeu_si512(out, _mm512_max_epi32(before, largest));
}

#endif

/// Makes `out` of each tile at least its largest key. `count` elements, the
/// last tile cut short perhaps.
template <Wide kSource, class Key>
HWY_INLINE void add_keys(const std::uint8_t* in, std::size_t count,
                         std::size_t tile, const Key& key, std::uint32_t* out) {
  const std::size_t tile_bytes = tile * kWidth<kSource>;
#if ASHLAR_HAS_AVX3
  if (count == kTiles * tile && tile_bytes % kLine == 0) {
    const std::size_t lines = tile_bytes / kLine;
    // The usual number is known to the compiler.
    constexpr std::size_t kUsual = 32 * kWidth<kSource> / kLine;
    if (lines == kUsual) {
      largest_of_tiles<kSource>(in, kUsual, key, out);
    } else {
      largest_of_tiles<kSource>(in, lines, key, out);
    }
    return;
  }
#endif
  for (std::size_t at = 0; at < count; at += tile, ++out) {
    const std::size_t n = std::min(tile, count - at);
    *out = std::max(*out, largest_key<kSource>(in, n, key));
    in += tile_bytes;
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
