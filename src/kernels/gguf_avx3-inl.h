// gguf_avx3-inl.h - sixteen records of GGUF at a time, with AVX-512.
#if defined(ASHLAR_KERNELS_GGUF_AVX3_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_GGUF_AVX3_INL_H_
#undef ASHLAR_KERNELS_GGUF_AVX3_INL_H_
#else
#define ASHLAR_KERNELS_GGUF_AVX3_INL_H_
#endif

#include <algorithm>
#include <bit>
#include <cstring>

#include "src/kernels/encode_avx3-inl.h"
#include "src/kernels/gguf_lines-inl.h"
#include "src/kernels/gguf_one.h"
#include "src/kernels/gguf_records.h"
#include "src/kernels/lines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

// Magnitudes of which scales, and one over them, are far from subnormal.
inline constexpr std::uint32_t kLeast = 17u << 23;
inline constexpr std::uint32_t kMost = 247u << 23;

HWY_INLINE bool is_ordinary(std::uint32_t magnitude) {
  return magnitude - kLeast <= kMost - kLeast;
}

#if ASHLAR_HAS_AVX3

inline constexpr std::size_t kGroup = 16;
inline constexpr std::size_t kNumbers = 32;

HWY_INLINE __m512i load_bits(const float* in) { return _mm512_loadu_si512(in); }

/// Magnitudes of sixteen records, with the sign of -x below them in kSigned.
template <bool kSigned, bool kFetch>
HWY_INLINE __m512i largest_keys(const float* in) {
  __m512i most[kGroup];
  for (std::size_t i = 0; i < kGroup; ++i) {
    const float* x = in + i * kNumbers;
    if constexpr (kFetch) {
      fetch_ahead<4 * kNumbers>(reinterpret_cast<const std::uint8_t*>(x));
    }
    const auto key = [](__m512i bits) HWY_ATTR {
      return kSigned ? _mm512_rol_epi32(bits, 1) : _mm512_slli_epi32(bits, 1);
    };
    most[i] = _mm512_max_epu32(key(load_bits(x)), key(load_bits(x + 16)));
  }
  return largest_of_each(most);
}

/// Those among sixteen that are not ordinary, and not all zero.
HWY_INLINE unsigned odd_ones(__m512i magnitudes) {
  return _mm512_mask_cmpgt_epu32_mask(
      _mm512_test_epi32_mask(magnitudes, magnitudes),
      _mm512_sub_epi32(magnitudes, lanes(kLeast)), lanes(kMost - kLeast));
}

/// One over each scale, and 0 where there is none.
HWY_INLINE __m512 inverse(__m512 scales, __m512i magnitudes) {
  return _mm512_maskz_div_ps(_mm512_test_epi32_mask(magnitudes, magnitudes),
                             _mm512_set1_ps(1), scales);
}

/// What a group needs beside its numbers: f16 or bytes, and factors.
struct Scales {
  alignas(64) std::uint16_t halves[kGroup];
  alignas(64) std::uint32_t words[kGroup];
  alignas(64) std::uint32_t numbers[kGroup];  ///< the largest, for Q4_0

  HWY_INLINE void set(__m512 scales, __m512 factors) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(halves),
                       _mm512_cvtps_ph(scales, kNearest));
    _mm512_store_ps(words, factors);
  }
  HWY_INLINE __m512 factor(std::size_t i) const {
    return _mm512_castsi512_ps(lanes(words[i]));
  }
};

struct Q8Encoder {
  static constexpr std::size_t kBytes = 34;
  static constexpr bool kSigned = false;

  static HWY_INLINE unsigned begin(__m512i keys, Scales& out) {
    const __m512i most = _mm512_srli_epi32(keys, 1);
    const __m512 scales =
        _mm512_div_ps(_mm512_castsi512_ps(most), _mm512_set1_ps(127));
    out.set(scales, inverse(scales, most));
    return odd_ones(most);
  }

  /// Ties go away from zero; the number before one half does not. The mode of
  /// the addition keeps compilers from fusing it.
  static HWY_INLINE __m512i codes(const float* in, __m512 factor) {
    const __m512 x = _mm512_mul_ps(_mm512_loadu_ps(in), factor);
    constexpr int kSignOfFirst = 0xE4;  // third ? first : second
    const __m512 half = _mm512_castsi512_ps(
        _mm512_ternarylogic_epi32(_mm512_castps_si512(x), lanes(0x3effffff),
                                  lanes(0x80000000u), kSignOfFirst));
    return _mm512_cvttps_epi32(_mm512_add_round_ps(x, half, kNearest));
  }

  static HWY_INLINE unsigned write(const float* in, const Scales& scales,
                                   std::uint8_t* out) {
    const __m512i order =
        _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    for (std::size_t i = 0; i < kGroup; i += 2) {
      const float* x = in + i * kNumbers;
      const __m512 first = scales.factor(i);
      const __m512 second = scales.factor(i + 1);
      const __m512i low =
          _mm512_packs_epi32(codes(x, first), codes(x + 16, first));
      const __m512i high =
          _mm512_packs_epi32(codes(x + 32, second), codes(x + 48, second));
      const __m512i both =
          _mm512_permutexvar_epi32(order, _mm512_packs_epi16(low, high));
      std::uint8_t* record = out + i * kBytes;
      std::memcpy(record, &scales.halves[i], 2);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(record + 2),
                          _mm512_castsi512_si256(both));
      std::memcpy(record + kBytes, &scales.halves[i + 1], 2);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(record + kBytes + 2),
                          _mm512_extracti64x4_epi64(both, 1));
    }
    return 0;
  }
};

/// Four records of 16 bytes each, `step` bytes apart.
HWY_INLINE void write_four(const __m512i (&v)[4], std::size_t step,
                           std::uint8_t* out) {
  const __m512i all = join(v);
  const auto at = [&](std::size_t i) HWY_ATTR {
    return reinterpret_cast<__m128i*>(out + i * step);
  };
  _mm_storeu_si128(at(0), _mm512_castsi512_si128(all));
  _mm_storeu_si128(at(1), _mm512_extracti32x4_epi32(all, 1));
  _mm_storeu_si128(at(2), _mm512_extracti32x4_epi32(all, 2));
  _mm_storeu_si128(at(3), _mm512_extracti32x4_epi32(all, 3));
}

struct Q4Encoder {
  static constexpr std::size_t kBytes = 18;
  static constexpr bool kSigned = true;

  static HWY_INLINE unsigned begin(__m512i keys, Scales& out) {
    const __m512i most = _mm512_srli_epi32(keys, 1);
    // Of zeros the first may be positive or not; they count as positive.
    const __m512i numbers =
        _mm512_maskz_ror_epi32(_mm512_test_epi32_mask(most, most), keys, 1);
    const __m512 scales =
        _mm512_div_ps(_mm512_castsi512_ps(numbers), _mm512_set1_ps(-8));
    out.set(scales, inverse(scales, most));
    _mm512_store_si512(out.numbers, numbers);
    return odd_ones(most);
  }

  /// Codes and a half, and more than 15 for what saturates.
  static HWY_INLINE __m512 raised(const float* in, __m512 factor) {
    const __m512 x = _mm512_mul_ps(_mm512_loadu_ps(in), factor);
    return _mm512_add_round_ps(x, _mm512_set1_ps(8.5f), kNearest);
  }

  static HWY_INLINE __m512i codes(__m512 x) {
    return _mm512_cvttps_epi32(_mm512_min_ps(x, _mm512_set1_ps(15)));
  }

  /// The records that also have the negative of their largest number, which
  /// may have been the first. There are none unless some code is close to 16.
  static HWY_NOINLINE unsigned with_rivals(const float* in,
                                           const Scales& scales) {
    unsigned out = 0;
    for (std::size_t i = 0; i < kGroup; ++i) {
      const __m512i rival = lanes(scales.numbers[i] ^ 0x80000000u);
      const float* x = in + i * kNumbers;
      const unsigned found = _mm512_cmpeq_epi32_mask(load_bits(x), rival) |
                             static_cast<unsigned>(_mm512_cmpeq_epi32_mask(
                                 load_bits(x + 16), rival));
      out |= static_cast<unsigned>(found != 0) << i;
    }
    return out;
  }

  static HWY_INLINE unsigned write(const float* in, const Scales& scales,
                                   std::uint8_t* out) {
    __m512 most = _mm512_setzero_ps();
    for (std::size_t i = 0; i < kGroup; i += 4) {
      __m512i pairs[4];
      for (std::size_t k = 0; k < 4; ++k) {
        const float* x = in + (i + k) * kNumbers;
        const __m512 factor = scales.factor(i + k);
        const __m512 low = raised(x, factor);
        const __m512 high = raised(x + 16, factor);
        // Of a NaN and a number the second is taken: records that are not
        // ordinary must not hide the others.
        most = _mm512_max_ps(_mm512_max_ps(low, high), most);
        pairs[k] =
            _mm512_or_si512(codes(low), _mm512_slli_epi32(codes(high), 4));
        std::memcpy(out + (i + k) * kBytes, &scales.halves[i + k], 2);
      }
      write_four(pairs, kBytes, out + i * kBytes + 2);
    }
    const bool is_close =
        _mm512_cmp_ps_mask(most, _mm512_set1_ps(16.49f), _CMP_GT_OQ) != 0;
    return HWY_UNLIKELY(is_close) ? with_rivals(in, scales) : 0;
  }
};

struct Mx4Encoder {
  static constexpr std::size_t kBytes = 17;
  static constexpr bool kSigned = false;

  /// The factors are what is taken from the bits of a magnitude, so that what
  /// is left, shifted, is a place in the table.
  static HWY_INLINE unsigned begin(__m512i keys, Scales& out) {
    const __m512i most = _mm512_srli_epi32(keys, 1);
    const __m512i e = _mm512_max_epi32(
        _mm512_sub_epi32(_mm512_srli_epi32(most, 23), lanes(2)),
        _mm512_setzero_si512());
    _mm256_store_si256(reinterpret_cast<__m256i*>(out.halves),
                       _mm512_cvtepi32_epi16(e));
    const __m512i least = _mm512_slli_epi32(
        _mm512_max_epi32(_mm512_sub_epi32(e, lanes(2)), lanes(1)), 23);
    _mm512_store_si512(out.words,
                       _mm512_sub_epi32(least, lanes((1u << 21) - 1)));
    return odd_ones(most);
  }

  /// Codes by the upper bits of what is above half of the smallest number: all
  /// thresholds have two bits of mantissa. Codes but 0 have room for a sign.
  static HWY_INLINE __m512i codes(const float* in, __m512i least) {
    const __m512i table_low = _mm512_setr_epi32(0, 9, 9, 9, 9, 9, 9, 10, 10, 10,
                                                11, 11, 12, 12, 13, 13);
    const __m512i table_high = _mm512_setr_epi32(
        14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15);
    const __m512i bits = load_bits(in);
    const __m512i above = _mm512_max_epi32(
        _mm512_sub_epi32(_mm512_and_si512(bits, lanes(0x7fffffff)), least),
        _mm512_setzero_si512());
    const __m512i code = _mm512_permutex2var_epi32(
        table_low, _mm512_srli_epi32(above, 21), table_high);
    constexpr int kAndEither = 0xE0;  // first & (second | third)
    return _mm512_ternarylogic_epi32(code, lanes(7),
                                     _mm512_srli_epi32(bits, 28), kAndEither);
  }

  static HWY_INLINE unsigned write(const float* in, const Scales& scales,
                                   std::uint8_t* out) {
    for (std::size_t i = 0; i < kGroup; i += 4) {
      __m512i pairs[4];
      for (std::size_t k = 0; k < 4; ++k) {
        const float* x = in + (i + k) * kNumbers;
        const __m512i least = lanes(scales.words[i + k]);
        pairs[k] = _mm512_or_si512(codes(x, least),
                                   _mm512_slli_epi32(codes(x + 16, least), 4));
        out[(i + k) * kBytes] = static_cast<std::uint8_t>(scales.halves[i + k]);
      }
      write_four(pairs, kBytes, out + i * kBytes + 1);
    }
    return 0;
  }
};

template <class Kind, bool kFetch>
HWY_INLINE void encode_group(const float* in, std::uint8_t* out,
                             void (*encode_one)(const float*, std::uint8_t*)) {
  Scales scales;
  unsigned left = Kind::begin(largest_keys<Kind::kSigned, kFetch>(in), scales);
  left |= Kind::write(in, scales, out);
  for (; HWY_UNLIKELY(left != 0); left &= left - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(left));
    encode_one(in + i * kNumbers, out + i * Kind::kBytes);
  }
}

template <class Kind>
void encode_all(const float* in, std::size_t records, std::uint8_t* out,
                Store store, void (*encode_one)(const float*, std::uint8_t*)) {
  constexpr std::size_t kAheadGroups = kAhead / (4 * kNumbers * kGroup) + 1;
  constexpr std::size_t kSize = kGroup * Kind::kBytes;
  LineWriter writer(out, store);
  for (; records >= kGroup; records -= kGroup, in += kGroup * kNumbers) {
    if (records > kAheadGroups * kGroup) {
      encode_group<Kind, true>(in, writer.place(), encode_one);
    } else {
      encode_group<Kind, false>(in, writer.place(), encode_one);
    }
    writer.template take<kSize>();
  }
  out = writer.finish();
  if (records == 0) return;
  float rest[kGroup * kNumbers] = {};
  std::uint8_t rest_out[kSize];
  std::memcpy(rest, in, records * kNumbers * sizeof(float));
  encode_group<Kind, false>(rest, rest_out, encode_one);
  std::memcpy(out, rest_out, records * Kind::kBytes);
}

inline void encode_groups(GgufKind kind, const float* in, std::size_t records,
                          std::uint8_t* out, Store store) {
  const auto encode_one = info_of(kind).encode_one;
  if (kind == GgufKind::q8_0) {
    encode_all<Q8Encoder>(in, records, out, store, encode_one);
  } else if (kind == GgufKind::q4_0) {
    encode_all<Q4Encoder>(in, records, out, store, encode_one);
  } else {
    encode_all<Mx4Encoder>(in, records, out, store, encode_one);
  }
}

#endif

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
