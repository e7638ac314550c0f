// encode_avx3-inl.h - what AVX-512 has for rounding and Highway has not.
#if defined(ASHLAR_KERNELS_ENCODE_AVX3_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_ENCODE_AVX3_INL_H_
#undef ASHLAR_KERNELS_ENCODE_AVX3_INL_H_
#else
#define ASHLAR_KERNELS_ENCODE_AVX3_INL_H_
#endif

#include <bit>

#include "src/kernels/float_codes.h"
#include "src/kernels/lines-inl.h"

#if ASHLAR_HAS_AVX3
HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

// Each of these turns lanes of f32 into codes in the low bits of 32, and is
// right for all numbers but NaN (and infinity, where that differs from an
// overflow). `can` says which codes a kind can do.

inline constexpr int kNearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;

HWY_INLINE __m512i lanes(std::uint32_t value) {
  return _mm512_set1_epi32(static_cast<int>(value));
}

/// Adding 2^23 ulps of the code makes the adder round to its precision, with a
/// rounding mode of the instruction's own. The ulps are those of the first
/// binade for smaller numbers; counted from the codes of the binades below
/// them, the low bits of the sum are the code. So one addend a binade is
/// needed, and 32 of them fit into two registers.
class RoundByAdding {
 public:
  static constexpr Range kRange = Range::narrower;

  static bool can(const EncodeFloat& how) { return rounds_by_adding(how); }

  explicit HWY_INLINE RoundByAdding(const EncodeFloat& how)
      : limit_(_mm512_castsi512_ps(lanes(how.limit))),
        first_(lanes(first_binade(how.bias, true))),
        low_(lanes(how.sign - 1)),
        sign_shift_(_mm_cvtsi32_si128(std::countl_zero(how.sign))) {
    const std::uint32_t first = first_binade(how.bias, true) >> 23;
    alignas(64) std::uint32_t addends[32];
    for (std::uint32_t i = 0; i < 32; ++i) {
      const std::uint32_t above = i % 32;
      const std::uint32_t binade = first + above;
      const auto shift = static_cast<std::uint32_t>(23 - how.mantissa_bits);
      addends[binade % 32] =
          ((binade + shift) << 23) + (above << how.mantissa_bits);
    }
    addends_[0] = _mm512_load_si512(addends);
    addends_[1] = _mm512_load_si512(addends + 16);
  }

  template <bool kNegativeZero>
  HWY_INLINE __m512i codes(__m512i u) const {
    // The smaller of the two magnitudes, without a sign.
    constexpr int kSmallerMagnitude = 0b1010;
    const __m512 x =
        _mm512_range_ps(_mm512_castsi512_ps(u), limit_, kSmallerMagnitude);
    const __m512i binade =
        _mm512_srli_epi32(_mm512_max_epi32(_mm512_castps_si512(x), first_), 23);
    const __m512i addend =
        _mm512_permutex2var_epi32(addends_[0], binade, addends_[1]);
    const __m512i sum = _mm512_castps_si512(
        _mm512_add_round_ps(x, _mm512_castsi512_ps(addend), kNearest));
    const __m512i sign = _mm512_srl_epi32(u, sign_shift_);
    constexpr int kSelect = 0xCA;  // low ? sum : sign
    if constexpr (kNegativeZero) {
      return _mm512_ternarylogic_epi32(low_, sum, sign, kSelect);
    } else {
      return _mm512_maskz_ternarylogic_epi32(_mm512_test_epi32_mask(sum, low_),
                                             low_, sum, sign, kSelect);
    }
  }

 private:
  __m512 limit_;
  __m512i first_;
  __m512i low_;
  __m512i addends_[2];
  __m128i sign_shift_;
};

/// bf16: round the upper half of f32, sign and all, and shift it down.
class RoundInPlace {
 public:
  static constexpr Range kRange = Range::same;

  static bool can(const EncodeFloat& how) {
    return how.bias == 127 && how.mantissa_bits == 7 && how.sign == 0x8000 &&
           how.has_subnormals && !how.ties_away && how.limit == 0x7f800000 &&
           how.has_negative_zero;
  }

  explicit HWY_INLINE RoundInPlace(const EncodeFloat&) {}

  template <bool kNegativeZero>
  HWY_INLINE __m512i codes(__m512i u) const {
    const __m512i odd =
        _mm512_and_si512(_mm512_srli_epi32(u, 16), _mm512_set1_epi32(1));
    const __m512i up = _mm512_add_epi32(odd, _mm512_set1_epi32(0x7fff));
    return _mm512_srli_epi32(_mm512_add_epi32(u, up), 16);
  }
};

/// dlfloat16: ties go away from zero, and there are no subnormals to round to.
class RoundAway {
 public:
  static constexpr Range kRange = Range::flushed;

  static bool can(const EncodeFloat& how) {
    return !how.has_subnormals && how.ties_away && how.has_negative_zero;
  }

  explicit HWY_INLINE RoundAway(const EncodeFloat& how)
      : limit_(lanes(how.limit)),
        first_(lanes(first_binade(how.bias, false))),
        half_less_bias_(lanes((1u << (22 - how.mantissa_bits)) -
                              first_binade(how.bias, false))),
        low_(lanes(how.sign - 1)),
        shift_(_mm_cvtsi32_si128(23 - how.mantissa_bits)),
        sign_shift_(_mm_cvtsi32_si128(std::countl_zero(how.sign))) {}

  template <bool kNegativeZero>
  HWY_INLINE __m512i codes(__m512i u) const {
    const __m512i a = _mm512_and_si512(u, lanes(0x7fffffff));
    const __m512i x = _mm512_min_epi32(a, limit_);
    const __m512i code =
        _mm512_maskz_srl_epi32(_mm512_cmpge_epi32_mask(x, first_),
                               _mm512_add_epi32(x, half_less_bias_), shift_);
    constexpr int kSelect = 0xCA;  // low ? code : sign
    return _mm512_ternarylogic_epi32(low_, code,
                                     _mm512_srl_epi32(u, sign_shift_), kSelect);
  }

 private:
  __m512i limit_;
  __m512i first_;
  __m512i half_less_bias_;
  __m512i low_;
  __m128i shift_;
  __m128i sign_shift_;
};

/// f16 has an instruction of its own.
class RoundToHalf {
 public:
  static constexpr Range kRange = Range::narrower;

  static bool can(const EncodeFloat& how) {
    return how.bias == 15 && how.mantissa_bits == 10 && how.sign == 0x8000 &&
           how.has_subnormals && !how.ties_away && how.limit == 0x47800000 &&
           how.has_negative_zero;
  }

  explicit HWY_INLINE RoundToHalf(const EncodeFloat&) {}

  template <bool kNegativeZero>
  HWY_INLINE __m512i codes(__m512i u) const {
    return _mm512_cvtepu16_epi32(
        _mm512_cvtps_ph(_mm512_castsi512_ps(u), kNearest));
  }
};

/// Whether any lane of a pair is NaN, or infinity if that counts too.
template <bool kInfinity>
HWY_INLINE unsigned specials(__m512i a, __m512i b) {
  const __m512 x = _mm512_castsi512_ps(a);
  const __m512 y = _mm512_castsi512_ps(b);
  if constexpr (kInfinity) {
    constexpr int kNanOrInfinity = 0x01 | 0x08 | 0x10 | 0x80;
    return _mm512_fpclass_ps_mask(x, kNanOrInfinity) |
           static_cast<unsigned>(_mm512_fpclass_ps_mask(y, kNanOrInfinity));
  } else {
    return _mm512_cmp_ps_mask(x, y, _CMP_UNORD_Q);
  }
}

/// The largest lane of each of 16 vectors, in their order.
HWY_INLINE __m512i largest_of_each(const __m512i (&v)[16]) {
  __m512i pairs[8];
  for (int i = 0; i < 8; ++i) {
    pairs[i] = _mm512_max_epu32(_mm512_unpacklo_epi32(v[2 * i], v[2 * i + 1]),
                                _mm512_unpackhi_epi32(v[2 * i], v[2 * i + 1]));
  }
  __m512i fours[4];
  for (int i = 0; i < 4; ++i) {
    fours[i] =
        _mm512_max_epu32(_mm512_unpacklo_epi64(pairs[2 * i], pairs[2 * i + 1]),
                         _mm512_unpackhi_epi64(pairs[2 * i], pairs[2 * i + 1]));
  }
  const auto join_blocks = [](__m512i a, __m512i b) HWY_ATTR {
    return _mm512_max_epu32(_mm512_shuffle_i64x2(a, b, 0x88),
                            _mm512_shuffle_i64x2(a, b, 0xdd));
  };
  return join_blocks(join_blocks(fours[0], fours[1]),
                     join_blocks(fours[2], fours[3]));
}

/// 64 or 32 codes of 32 bits as those of a cache line.
HWY_INLINE __m512i join(const __m512i (&v)[4]) {
  const __m512i order =
      _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  return _mm512_permutexvar_epi32(
      order, _mm512_packus_epi16(_mm512_packus_epi32(v[0], v[1]),
                                 _mm512_packus_epi32(v[2], v[3])));
}

/// The same for codes with a sign, of at most 8 bits.
HWY_INLINE __m512i join_signed(const __m512i (&v)[4]) {
  const __m512i order =
      _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  return _mm512_permutexvar_epi32(
      order, _mm512_packs_epi16(_mm512_packs_epi32(v[0], v[1]),
                                _mm512_packs_epi32(v[2], v[3])));
}

HWY_INLINE __m512i join(const __m512i (&v)[2]) {
  const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
  return _mm512_permutexvar_epi64(order, _mm512_packus_epi32(v[0], v[1]));
}

HWY_INLINE void write(__m512i line, std::uint8_t* out, std::false_type) {
  _mm512_storeu_si512(out, line);
}

HWY_INLINE void write(__m512i line, std::uint8_t* out, std::true_type) {
  _mm512_stream_si512(reinterpret_cast<__m512i*>(out), line);
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
