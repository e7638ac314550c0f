// block_halves_avx3-inl.h - codes to bf16 in words and bytes of AVX-512.
#if defined(ASHLAR_KERNELS_BLOCK_HALVES_AVX3_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_BLOCK_HALVES_AVX3_INL_H_
#undef ASHLAR_KERNELS_BLOCK_HALVES_AVX3_INL_H_
#else
#define ASHLAR_KERNELS_BLOCK_HALVES_AVX3_INL_H_
#endif

#include <array>
#include <bit>

#include "src/kernels/block_bytes_avx3-inl.h"
#include "src/kernels/block_scales-inl.h"

#if ASHLAR_HAS_AVX3
HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

/// The upper halves are rounded to even; the lower ones are what is left.
HWY_INLINE __m512i round_halves(__m512 x) {
  const __m512i bits = _mm512_castps_si512(x);
  const __mmask16 is_odd = _mm512_test_epi32_mask(bits, lanes(0x10000));
  return _mm512_add_epi32(
      bits, _mm512_mask_blend_epi32(is_odd, lanes(0x7fff), lanes(0x8000)));
}

/// The upper halves of all lanes, in order.
HWY_INLINE __m512i upper_halves(__m512i a, __m512i b) {
  static constexpr auto kUpper = [] {
    std::array<std::uint16_t, 32> out{};
    for (std::size_t i = 0; i < 32; ++i) {
      out[i] = static_cast<std::uint16_t>(2 * i + 1);
    }
    return out;
  }();
  return _mm512_permutex2var_epi16(a, _mm512_loadu_si512(kUpper.data()), b);
}

/// bf16 of 32 codes in 16 bytes; `first` and `second` are the numbers of all
/// codes under the scale of either half, rounded.
HWY_INLINE __m512i look_up_halves(const std::uint8_t* codes, __m512i first,
                                  __m512i second) {
  const __m512i bytes = _mm512_cvtepu8_epi32(
      _mm_loadu_si128(reinterpret_cast<const __m128i*>(codes)));
  const __m512i nibbles = _mm512_or_si512(bytes, _mm512_slli_epi32(bytes, 12));
  // Four bits count; the fifth tells the halves apart.
  const __m512i halves =
      _mm512_inserti64x4(_mm512_setzero_si512(), _mm256_set1_epi16(16), 1);
  constexpr int kMaskedOr = 0xea;  // (first & second) | third
  return _mm512_permutexvar_epi16(
      _mm512_ternarylogic_epi64(nibbles, _mm512_set1_epi16(15), halves,
                                kMaskedOr),
      upper_halves(first, second));
}

#if ASHLAR_HAS_VBMI

/// bf16 of small floats under powers of two: two tables of bytes, and an
/// exponent that is added.
class HalfTable {
 public:
  explicit HalfTable(const DecodeBlocks& how) {
    if (how.kind != DecodeBlocks::Kind::floating ||
        how.scale != BlockScale::Kind::power || how.target != Wide::bf16) {
      return;
    }
    magnitude_ = how.magnitude;
    largest_ = how.largest;
    for (std::uint32_t code = 0; code < 128; ++code) {
      const std::uint32_t known = how.magnitude | how.sign;
      const auto bits = std::bit_cast<std::uint32_t>(how.numbers[code & known]);
      low_[code] = static_cast<std::uint8_t>(bits >> 16);
      high_[code] = static_cast<std::uint8_t>(bits >> 24);
      const std::uint32_t size = code & how.magnitude;
      if (size == 0 || size > how.largest) continue;
      const auto exponent = static_cast<int>(bits >> 23 & 0xff);
      least_ = std::max(least_, 128 - exponent);
      most_ = std::min(most_, 381 - exponent);
    }
    is_known_ = true;
  }

  /// Whether factors, which are powers, leave all numbers normal.
  HWY_INLINE bool suits(const float* factors) const {
    if (!is_known_) return false;
    const __m512i exponent = _mm512_srli_epi32(_mm512_loadu_si512(factors), 23);
    return _mm512_cmplt_epi32_mask(
               exponent, lanes(static_cast<std::uint32_t>(least_))) == 0 &&
           _mm512_cmpgt_epi32_mask(
               exponent, lanes(static_cast<std::uint32_t>(most_))) == 0;
  }

  /// 64 numbers, unless some code is no finite one.
  template <class Stream>
  HWY_INLINE bool write_numbers(const std::uint8_t* codes,
                                const float (&factors)[2], std::uint8_t* out,
                                Stream stream) const {
    const auto all = [](std::uint32_t byte) HWY_ATTR {
      return _mm512_set1_epi8(static_cast<char>(byte));
    };
    const __m512i code = _mm512_loadu_si512(codes);
    const __m512i size = _mm512_and_si512(code, all(magnitude_));
    if (_mm512_cmpgt_epu8_mask(size, all(largest_)) != 0) return false;
    const auto look_up = [&](const std::uint8_t* table) HWY_ATTR {
      return _mm512_permutex2var_epi8(_mm512_loadu_si512(table), code,
                                      _mm512_loadu_si512(table + 64));
    };
    constexpr int kOrMasked = 0xf8;  // first | (second & third)
    const __m512i low = look_up(low_);
    const __m512i high =
        _mm512_ternarylogic_epi64(look_up(high_), code, all(0x80), kOrMasked);
    const __mmask64 is_number = _mm512_test_epi8_mask(size, size);
    static constexpr auto kFirst =
        byte_places([](std::size_t i) { return i / 2 + i % 2 * 64; });
    static constexpr auto kSecond =
        byte_places([](std::size_t i) { return 32 + i / 2 + i % 2 * 64; });
    const auto scaled = [&](__m512i words, float factor,
                            std::uint64_t used) HWY_ATTR {
      const std::uint32_t exponent =
          (std::bit_cast<std::uint32_t>(factor) >> 23) - 127;
      const __m512i step = _mm512_set1_epi16(static_cast<short>(exponent << 7));
      return _mm512_mask_add_epi16(words, static_cast<__mmask32>(used), words,
                                   step);
    };
    write(scaled(_mm512_permutex2var_epi8(low, load_bytes(kFirst), high),
                 factors[0], is_number),
          out, stream);
    write(scaled(_mm512_permutex2var_epi8(low, load_bytes(kSecond), high),
                 factors[1], is_number >> 32),
          out + kLine, stream);
    return true;
  }

 private:
  std::uint8_t low_[128];
  std::uint8_t high_[128];
  std::uint32_t magnitude_ = 0;
  std::uint32_t largest_ = 0;
  // Exponents of factors, as f32 has them.
  int least_ = 1;
  int most_ = 254;
  bool is_known_ = false;
};

#endif

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
