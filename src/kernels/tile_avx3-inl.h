// tile_avx3-inl.h - rows of block floats with AVX-512.
#if defined(ASHLAR_KERNELS_TILE_AVX3_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_TILE_AVX3_INL_H_
#undef ASHLAR_KERNELS_TILE_AVX3_INL_H_
#else
#define ASHLAR_KERNELS_TILE_AVX3_INL_H_
#endif

#include "src/kernels/lines-inl.h"
#include "src/kernels/tile_codes-inl.h"

#if ASHLAR_HAS_AVX3
HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

/// Four rows of f32, unless an exponent is so small that subnormals could
/// count, or so large that what is added below has none.
template <int kBits>
HWY_INLINE bool encode_floats(const std::uint8_t* in, std::int64_t pitch,
                              std::uint8_t* exponents, std::int8_t* codes) {
  constexpr int kLeast = 25;
  constexpr int kMost = 230;
  const __m512i magnitude = _mm512_set1_epi32(0x7fffffff);
  __m512i bits[kRowGroup];
  __m512i size[kRowGroup];
  for (std::size_t r = 0; r < kRowGroup; ++r) {
    bits[r] = _mm512_loadu_si512(in + static_cast<std::int64_t>(r) * pitch);
    size[r] = _mm512_and_si512(bits[r], magnitude);
  }
  const __m512i shared =
      _mm512_srli_epi32(largest_of_four(VTile{size[0]}, VTile{size[1]},
                                        VTile{size[2]}, VTile{size[3]})
                            .raw,
                        23);
  if (_mm512_cmpgt_epu32_mask(
          _mm512_sub_epi32(shared, _mm512_set1_epi32(kLeast)),
          _mm512_set1_epi32(kMost - kLeast)) != 0) {
    return false;
  }
  _mm_storeu_si32(exponents, _mm512_cvtepi32_epi8(shared));
  // Next to so large a number, ones are the last bits that there are.
  const __m512i large =
      _mm512_add_epi32(_mm512_slli_epi32(shared, 23),
                       _mm512_set1_epi32((24 - kBits) << 23 | 1 << 22));
  const auto whole = [&](std::size_t r, __m512i own, __m512i add) HWY_ATTR {
    const __m512i shift = _mm512_sub_epi32(own, _mm512_srli_epi32(size[r], 23));
    const __m512i kept = _mm512_and_si512(
        bits[r], _mm512_sllv_epi32(_mm512_set1_epi32(-1), shift));
    const __m512 sum =
        _mm512_add_round_ps(_mm512_castsi512_ps(kept), _mm512_castsi512_ps(add),
                            _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    return _mm512_sub_epi32(_mm512_castps_si512(sum), add);
  };
  const auto all = [](__m512i v, auto lane) HWY_ATTR {
    // A constant even where nothing is optimised.
    constexpr auto kLane =
        static_cast<_MM_PERM_ENUM>(decltype(lane)::value * 0x55);
    return _mm512_shuffle_epi32(v, kLane);
  };
  const std::integral_constant<int, 0> first;
  const std::integral_constant<int, 1> second;
  const std::integral_constant<int, 2> third;
  const std::integral_constant<int, 3> fourth;
  const __m512i upper =
      _mm512_packs_epi32(whole(0, all(shared, first), all(large, first)),
                         whole(1, all(shared, second), all(large, second)));
  const __m512i lower =
      _mm512_packs_epi32(whole(2, all(shared, third), all(large, third)),
                         whole(3, all(shared, fourth), all(large, fourth)));
  const __m512i order =
      _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  _mm512_store_si512(
      codes, _mm512_permutexvar_epi32(order, _mm512_packs_epi16(upper, lower)));
  return true;
}

inline constexpr std::size_t kRowsOfHalves = 8;

/// The largest word of either half of each of eight vectors, in the order of
/// the vectors, twice in each half.
HWY_INLINE __m512i largest_halves(const __m512i (&v)[kRowsOfHalves]) {
  __m512i pairs[4];
  for (int i = 0; i < 4; ++i) {
    pairs[i] = _mm512_max_epu16(_mm512_unpacklo_epi16(v[2 * i], v[2 * i + 1]),
                                _mm512_unpackhi_epi16(v[2 * i], v[2 * i + 1]));
  }
  __m512i fours[2];
  for (int i = 0; i < 2; ++i) {
    fours[i] =
        _mm512_max_epu16(_mm512_unpacklo_epi32(pairs[2 * i], pairs[2 * i + 1]),
                         _mm512_unpackhi_epi32(pairs[2 * i], pairs[2 * i + 1]));
  }
  const __m512i most =
      _mm512_max_epu16(_mm512_unpacklo_epi64(fours[0], fours[1]),
                       _mm512_unpackhi_epi64(fours[0], fours[1]));
  return _mm512_max_epu16(most, _mm512_shuffle_i64x2(most, most, 0xb1));
}

/// Eight rows of bf16 of two faces side by side, unless subnormals could count.
template <int kBits>
HWY_INLINE bool encode_halves(const std::uint8_t* in, std::int64_t pitch,
                              std::uint8_t* exponents,
                              std::uint8_t* next_exponents, std::int8_t* codes,
                              std::int8_t* next_codes) {
  constexpr int kDrop = 16 - kBits;
  __m512i bits[kRowsOfHalves];
  __m512i size[kRowsOfHalves];
  for (std::size_t r = 0; r < kRowsOfHalves; ++r) {
    bits[r] = _mm512_loadu_si512(in + static_cast<std::int64_t>(r) * pitch);
    size[r] = _mm512_and_si512(bits[r], _mm512_set1_epi16(0x7fff));
  }
  const __m512i shared = _mm512_srli_epi16(largest_halves(size), 7);
  if (_mm512_cmplt_epu16_mask(shared, _mm512_set1_epi16(16)) != 0) return false;
  const __m256i narrow = _mm512_cvtepi16_epi8(shared);
  _mm_storel_epi64(reinterpret_cast<__m128i*>(exponents),
                   _mm256_castsi256_si128(narrow));
  _mm_storel_epi64(reinterpret_cast<__m128i*>(next_exponents),
                   _mm256_extracti128_si256(narrow, 1));
  const __m512i from = _mm512_sub_epi16(shared, _mm512_set1_epi16(8));
  const auto whole = [&](std::size_t r, __m512i own) HWY_ATTR {
    // Eight bits of it, and eight more below them: what would go further down
    // is shifted by so much that nothing is left.
    constexpr int kFractionAndFirst = 0xea;  // (first & second) | third
    const __m512i significand =
        _mm512_ternarylogic_epi64(bits[r], _mm512_set1_epi16(0x7f),
                                  _mm512_set1_epi16(0x80), kFractionAndFirst);
    const __m512i shift = _mm512_sub_epi16(_mm512_srli_epi16(size[r], 7), own);
    const __m512i number = _mm512_sllv_epi16(significand, shift);
    const __m512i even = _mm512_set1_epi16((1 << (kDrop - 1)) - 1);
    const __m512i odd = _mm512_set1_epi16(1 << (kDrop - 1));
    const __mmask32 is_odd =
        _mm512_test_epi16_mask(number, _mm512_set1_epi16(1 << kDrop % 16));
    const __m512i rounded = _mm512_srli_epi16(
        _mm512_adds_epu16(number, _mm512_mask_blend_epi16(is_odd, even, odd)),
        kDrop);
    return _mm512_mask_sub_epi16(rounded, _mm512_movepi16_mask(bits[r]),
                                 _mm512_setzero_si512(), rounded);
  };
  const __m512i order = _mm512_setr_epi64(0, 2, 1, 3, 4, 6, 5, 7);
  __m512i lane = _mm512_set1_epi16(0x0100);  // the two bytes of a word
  for (std::size_t r = 0; r < kRowsOfHalves; r += 2) {
    const __m512i two = _mm512_set1_epi16(0x0202);
    const __m512i first = whole(r, _mm512_shuffle_epi8(from, lane));
    lane = _mm512_add_epi8(lane, two);
    const __m512i second = whole(r + 1, _mm512_shuffle_epi8(from, lane));
    lane = _mm512_add_epi8(lane, two);
    const __m512i both =
        _mm512_permutexvar_epi64(order, _mm512_packs_epi16(first, second));
    _mm256_store_si256(reinterpret_cast<__m256i*>(codes + r * kInBlock),
                       _mm512_castsi512_si256(both));
    _mm256_store_si256(reinterpret_cast<__m256i*>(next_codes + r * kInBlock),
                       _mm512_extracti64x4_epi64(both, 1));
  }
  return true;
}

/// How far below the exponent and all fraction bits a magnitude of seven bits
/// is, in bf16; zero is below everything.
struct HalfSteps {
  alignas(64) std::uint16_t steps[128] = {};

  constexpr HalfSteps() {
    steps[0] = 0xffff;
    for (unsigned q = 1; q < 128; ++q) {
      const unsigned shift = 7 - static_cast<unsigned>(std::bit_width(q));
      const unsigned fraction = q << (shift + 1) & 0x7f;
      steps[q] = static_cast<std::uint16_t>(127 + 128 * shift - fraction);
    }
  }
};
inline constexpr HalfSteps kHalfSteps;

/// A row of bf16 of two faces side by side, under exponents of at least 7.
template <bool kStream>
HWY_INLINE void decode_halves(const std::uint8_t* codes,
                              const std::uint8_t* next_codes,
                              std::uint8_t exponent, std::uint8_t next_exponent,
                              std::uint8_t* out) {
  const auto load = [](const std::uint8_t* from) HWY_ATTR {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  };
  const auto most = [](std::uint8_t field) HWY_ATTR {
    return _mm256_set1_epi16(static_cast<short>(field << 7 | 127));
  };
  const __m512i words = _mm512_cvtepu8_epi16(_mm256_inserti128_si256(
      _mm256_castsi128_si256(load(codes)), load(next_codes), 1));
  const auto look_up = [&](std::size_t half) HWY_ATTR {
    const std::uint16_t* table = kHalfSteps.steps + half * 64;
    return _mm512_permutex2var_epi16(_mm512_load_si512(table), words,
                                     _mm512_load_si512(table + 32));
  };
  const __m512i steps = _mm512_mask_blend_epi16(
      _mm512_test_epi16_mask(words, _mm512_set1_epi16(0x40)), look_up(0),
      look_up(1));
  const __m512i size = _mm512_subs_epu16(
      _mm512_inserti64x4(_mm512_castsi256_si512(most(exponent)),
                         most(next_exponent), 1),
      steps);
  constexpr int kSignOfFirst = 0xf8;  // first | (second & third)
  const __m512i numbers = _mm512_ternarylogic_epi64(
      size, _mm512_slli_epi16(words, 8),
      _mm512_set1_epi16(static_cast<short>(0x8000)), kSignOfFirst);
  if constexpr (kStream) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(out), numbers);
  } else {
    _mm512_storeu_si512(out, numbers);
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
