// squares_wide-inl.h - rows of up to a line turn to columns at once; included
// once per SIMD target.
#if defined(ASHLAR_KERNELS_SQUARES_WIDE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_SQUARES_WIDE_INL_H_
#undef ASHLAR_KERNELS_SQUARES_WIDE_INL_H_
#else
#define ASHLAR_KERNELS_SQUARES_WIDE_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

/// Takes the highest bit of where each byte of 16 is, counted through all
/// vectors, and makes it the lowest; in each 16 bytes of a vector apart.
template <class D, std::size_t kVectors>
HWY_INLINE void rotate(D d, hn::Vec<D> (&v)[kVectors]) {
  hn::Vec<D> next[kVectors];
  for (std::size_t i = 0; i < kVectors / 2; ++i) {
    next[2 * i] = hn::InterleaveLower(d, v[i], v[i + kVectors / 2]);
    next[2 * i + 1] = hn::InterleaveUpper(d, v[i], v[i + kVectors / 2]);
  }
  for (std::size_t i = 0; i < kVectors; ++i) v[i] = next[i];
}

#endif

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3

/// Fewer columns gain nothing from what is below.
inline constexpr std::size_t kLeastWide = 8;

/// Some of 16 bytes of a vector, which follow each other from byte `at` on.
template <std::size_t kBytes>
HWY_INLINE void store_part(__m128i bytes, std::size_t at, std::uint8_t* out) {
  if constexpr (kBytes == 16) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes);
  } else if constexpr (kBytes == 8) {
    const __m128i part = at == 0 ? bytes : _mm_unpackhi_epi64(bytes, bytes);
    _mm_storel_epi64(reinterpret_cast<__m128i*>(out), part);
  } else {
    const __m128i part = at == 0   ? bytes
                         : at == 4 ? _mm_srli_si128(bytes, 4)
                         : at == 8 ? _mm_srli_si128(bytes, 8)
                                   : _mm_srli_si128(bytes, 12);
    _mm_storeu_si32(out, part);
  }
}

template <std::size_t kBlock>
HWY_INLINE __m128i block_of(__m512i v) {
  return kBlock == 0 ? _mm512_castsi512_si128(v)
                     : _mm512_extracti32x4_epi32(v, kBlock);
}
template <std::size_t kBlock>
HWY_INLINE __m128i block_of(__m256i v) {
  return kBlock == 0 ? _mm256_castsi256_si128(v)
                     : _mm256_extracti32x4_epi32(v, kBlock);
}
template <std::size_t kBlock>
HWY_INLINE __m128i block_of(__m128i v) {
  return v;
}

/// The columns that 16 bytes of each vector hold, or the first few of them.
template <std::size_t kSide, std::size_t kBlock, class V, class Place>
HWY_INLINE void store_columns(const V (&v)[kSide], std::uint8_t* out,
                              const Place* columns, std::size_t count) {
  constexpr std::size_t kEach = 16 / kSide;  // columns of a vector's 16 bytes
  for (std::size_t c = 0; c < 16; ++c) {
    if (c >= count) return;
    store_part<kSide>(block_of<kBlock>(v[c / kEach].raw), c % kEach * kSide,
                      out + columns[c]);
  }
}

template <std::size_t kSide, class V, class Place, std::size_t... kBlock>
HWY_INLINE void store_blocks(const V (&v)[kSide], std::uint8_t* out,
                             const Place* columns, std::size_t count,
                             std::index_sequence<kBlock...>) {
  const auto left = [&](std::size_t first) {
    return count > first ? count - first : 0;
  };
  (store_columns<kSide, kBlock>(v, out, columns + kBlock * 16,
                                left(kBlock * 16)),
   ...);
}

/// As many rows as a side has, of up to kWide bytes. No others are touched.
template <std::size_t kSide, std::size_t kWide, class Place>
HWY_INLINE void move_rows(const std::uint8_t* in, const Place* rows,
                          std::uint8_t* out, const Place* columns,
                          std::size_t count) {
  const hn::FixedTag<std::uint8_t, kWide> d;
  hn::Vec<decltype(d)> v[kSide];
  if (count >= kWide) {
    for (std::size_t i = 0; i < kSide; ++i) v[i] = hn::LoadU(d, in + rows[i]);
  } else {
    const auto mask = hn::FirstN(d, count);
    for (std::size_t i = 0; i < kSide; ++i) {
      v[i] = hn::MaskedLoad(mask, d, in + rows[i]);
    }
  }
  for (std::size_t left = kSide; left > 1; left /= 2) rotate(d, v);
  store_blocks<kSide>(v, out, columns, std::min(count, kWide),
                      std::make_index_sequence<kWide / 16>());
}

/// The same of any length.
template <std::size_t kSide, class Place>
HWY_INLINE void move_all_columns(const std::uint8_t* in, const Place* rows,
                                 std::uint8_t* out, const Place* columns,
                                 std::size_t count) {
  std::size_t c = 0;
  for (; c + 64 <= count; c += 64) {
    move_rows<kSide, 64>(in + c, rows, out, columns + c, 64);
  }
  const std::size_t left = count - c;
  if (left > 32) {
    move_rows<kSide, 64>(in + c, rows, out, columns + c, left);
  } else if (left > 16) {
    move_rows<kSide, 32>(in + c, rows, out, columns + c, left);
  } else if (left > 0) {
    move_rows<kSide, 16>(in + c, rows, out, columns + c, left);
  }
}

#endif

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // ASHLAR_KERNELS_SQUARES_WIDE_INL_H_
