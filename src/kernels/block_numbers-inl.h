// block_numbers-inl.h - numbers of tiles and how large they are.
#if defined(ASHLAR_KERNELS_BLOCK_NUMBERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_BLOCK_NUMBERS_INL_H_
#undef ASHLAR_KERNELS_BLOCK_NUMBERS_INL_H_
#else
#define ASHLAR_KERNELS_BLOCK_NUMBERS_INL_H_
#endif

#include <algorithm>
#include <bit>
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

/// The largest word of each of 16 vectors, in their order, as the upper halves
/// of 32 bits.
HWY_INLINE __m512i largest_words_of_each(const __m512i (&v)[16]) {
  __m512i pairs[8];
  for (int i = 0; i < 8; ++i) {
    pairs[i] = _mm512_max_epu16(_mm512_unpacklo_epi16(v[2 * i], v[2 * i + 1]),
                                _mm512_unpackhi_epi16(v[2 * i], v[2 * i + 1]));
  }
  __m512i fours[4];
  for (int i = 0; i < 4; ++i) {
    fours[i] =
        _mm512_max_epu16(_mm512_unpacklo_epi32(pairs[2 * i], pairs[2 * i + 1]),
                         _mm512_unpackhi_epi32(pairs[2 * i], pairs[2 * i + 1]));
  }
  __m512i eights[2];
  for (int i = 0; i < 2; ++i) {
    eights[i] =
        _mm512_max_epu16(_mm512_unpacklo_epi64(fours[2 * i], fours[2 * i + 1]),
                         _mm512_unpackhi_epi64(fours[2 * i], fours[2 * i + 1]));
  }
  // Blocks of 128 bits: two of the first eight, two of the others.
  const __m512i most =
      _mm512_max_epu16(_mm512_shuffle_i64x2(eights[0], eights[1], 0x44),
                       _mm512_shuffle_i64x2(eights[0], eights[1], 0xee));
  const __m512i both =
      _mm512_max_epu16(most, _mm512_shuffle_i64x2(most, most, 0xb1));
  const __m256i words = _mm512_castsi512_si256(_mm512_permutexvar_epi64(
      _mm512_setr_epi64(0, 1, 4, 5, 0, 1, 4, 5), both));
  return _mm512_slli_epi32(_mm512_cvtepu16_epi32(words), 16);
}

/// What lanes of one width, the numbers' own, have of the largest of a tile.
template <Wide kSource>
struct NumberLanes {
  static constexpr bool kIsWide = kSource == Wide::f32;
  static HWY_INLINE __m512i largest(__m512i a, __m512i b) {
    return kIsWide ? _mm512_max_epi32(a, b) : _mm512_max_epi16(a, b);
  }
  static HWY_INLINE __m512i largest_unsigned(__m512i a, __m512i b) {
    return kIsWide ? _mm512_max_epu32(a, b) : _mm512_max_epu16(a, b);
  }
  static HWY_INLINE __m512i signs() {
    return lanes(kIsWide ? 0x80000000u : 0x80008000u);
  }
  /// Makes each of 16 words at least the largest lane of a vector.
  static HWY_INLINE void add(const __m512i (&most)[kTiles],
                             std::uint32_t* out) {
    const __m512i found =
        kIsWide ? largest_of_each(most) : largest_words_of_each(most);
    _mm512_storeu_si512(out, _mm512_max_epu32(_mm512_loadu_si512(out), found));
  }
};

/// What is known of tiles while they are measured: the largest lanes, not of
/// tiles yet. As integers without a sign negative numbers are the largest.
template <Wide kSource, bool kEnds>
struct TileEnds {
  using Lanes = NumberLanes<kSource>;
  __m512i highest[kTiles];
  __m512i lowest[kEnds ? kTiles : 1];

  HWY_INLINE void clear() {
    for (__m512i& lane : highest) lane = _mm512_setzero_si512();
    for (__m512i& lane : lowest) lane = _mm512_setzero_si512();
  }

  /// A line, or what fits into half of one and then zeros.
  template <std::size_t kCount>
  static HWY_INLINE __m512i load(const std::uint8_t* in) {
    if constexpr (kCount * kWidth<kSource> >= kLine) {
      return _mm512_loadu_si512(in);
    } else {
      return _mm512_zextsi256_si512(
          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(in)));
    }
  }

  /// So many numbers of one tile.
  template <std::size_t kCount, bool kIsFirst>
  HWY_INLINE void add(const std::uint8_t* in, std::size_t tile) {
    __m512i high = kIsFirst ? _mm512_setzero_si512() : highest[tile];
    __m512i low = kIsFirst || !kEnds ? _mm512_setzero_si512() : lowest[tile];
    for (std::size_t at = 0; at < kCount * kWidth<kSource>; at += kLine) {
      __m512i numbers = load<kCount>(in + at);
      if constexpr (kEnds) {
        low = Lanes::largest_unsigned(low, numbers);
      } else {
        numbers = _mm512_andnot_si512(Lanes::signs(), numbers);
      }
      high = kIsFirst && !kEnds && at == 0 ? numbers
                                           : Lanes::largest(high, numbers);
    }
    highest[tile] = high;
    if constexpr (kEnds) lowest[tile] = low;
  }

  /// A line's worth of numbers, of tiles of 1 << shift.
  template <std::size_t kCount>
  HWY_INLINE void add_line(const std::uint8_t* in, std::size_t first,
                           int shift) {
    if (shift == 5) {
      for (std::size_t i = 0; i < kCount; i += 32) {
        add<32, true>(in + i * kWidth<kSource>, (first + i) / 32);
      }
      return;
    }
    if (shift == 4) {
      for (std::size_t i = 0; i < kCount; i += 16) {
        add<16, true>(in + i * kWidth<kSource>, (first + i) / 16);
      }
      return;
    }
    for (std::size_t i = 0; i < kCount; i += 64) {
      const std::uint8_t* from = in + i * kWidth<kSource>;
      const std::size_t tile = (first + i) >> shift;
      if (first + i == tile << shift) {
        add<64, true>(from, tile);
      } else {
        add<64, false>(from, tile);
      }
    }
  }

  /// Makes words at least what has been found.
  HWY_INLINE void take(std::uint32_t* above, std::uint32_t* below) {
    Lanes::add(highest, above);
    if constexpr (kEnds) {
      for (__m512i& low : lowest) {
        low = Lanes::largest(_mm512_xor_si512(low, Lanes::signs()),
                             _mm512_setzero_si512());
      }
      Lanes::add(lowest, below);
    }
  }
};

/// 16 full tiles, of 16, 32 or a multiple of 64 numbers.
template <Wide kSource, bool kEnds>
HWY_INLINE void add_tiles(const std::uint8_t* in, int shift,
                          std::uint32_t* above, std::uint32_t* below) {
  TileEnds<kSource, kEnds> ends;
  ends.clear();
  for (std::size_t at = 0; at < kTiles << shift; at += 64) {
    ends.template add_line<64>(in + at * kWidth<kSource>, at, shift);
  }
  ends.take(above, below);
}

#endif

/// Makes `out` of each tile at least its largest key. `count` elements, the
/// last tile cut short perhaps.
template <Wide kSource, class Key>
HWY_INLINE void add_keys(const std::uint8_t* in, std::size_t count,
                         std::size_t tile, const Key& key, std::uint32_t* out) {
  for (std::size_t at = 0; at < count; at += tile, ++out) {
    const std::size_t n = std::min(tile, count - at);
    *out = std::max(*out, largest_key<kSource>(in, n, key));
    in += tile * kWidth<kSource>;
  }
}

/// Makes words at least the largest magnitudes, or numbers above zero and
/// magnitudes below it.
template <Wide kSource, bool kEnds>
HWY_INLINE void add_ends(const std::uint8_t* in, std::size_t count,
                         std::size_t tile, std::uint32_t* above,
                         std::uint32_t* below) {
#if ASHLAR_HAS_AVX3
  if (count == kTiles * tile && tile >= kPiece && std::has_single_bit(tile)) {
    return add_tiles<kSource, kEnds>(in, std::countr_zero(tile), above, below);
  }
#endif
  if constexpr (kEnds) {
    add_keys<kSource>(in, count, tile, AboveZeroKey(), above);
    add_keys<kSource>(in, count, tile, BelowZeroKey(), below);
  } else {
    add_keys<kSource>(in, count, tile, MagnitudeKey(), above);
  }
}

/// Magnitudes of numbers that are not finite are taken for 0.
template <Wide kSource>
HWY_INLINE std::uint32_t largest_finite_of(const std::uint8_t* in,
                                           std::size_t count) {
  namespace hn = hwy::HWY_NAMESPACE;
  const auto key = [](V bits) HWY_ATTR {
    const V magnitude = hn::And(bits, constant(0x7fffffffu));
    return hn::IfThenElseZero(hn::Lt(magnitude, constant(0x7f800000u)),
                              magnitude);
  };
  constexpr std::size_t kChunk = 4096;
  std::uint32_t out = 0;
  for (std::size_t at = 0; at < count; at += kChunk) {
    const std::size_t n = std::min(kChunk, count - at);
    out =
        std::max(out, largest_key<kSource>(in + at * kWidth<kSource>, n, key));
  }
  return out;
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
