// pack_rows_dl-inl.h - up to 64 codes at a time, from any bit to any bit, for
// CPUs that pick bytes and bits anywhere in a register.
#if defined(ASHLAR_KERNELS_PACK_ROWS_DL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_PACK_ROWS_DL_INL_H_
#undef ASHLAR_KERNELS_PACK_ROWS_DL_INL_H_
#else
#define ASHLAR_KERNELS_PACK_ROWS_DL_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "src/kernels/lines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL

/// Codes that a register holds, one in a byte.
constexpr std::size_t kCodes = 64;

/// The first so many of 64.
HWY_INLINE __mmask64 first_of(std::size_t count) {
  return count >= 64 ? ~__mmask64{0} : (__mmask64{1} << count) - 1;
}

/// Bytes that are kept for a register.
struct Lanes {
  alignas(64) std::uint8_t at[64];

  HWY_INLINE __m512i load() const { return _mm512_load_si512(at); }
};

// Eight codes are kBits bytes, and with what is before the first of them not
// more than a word. A register has eight words.

/// Words of packed codes to codes.
template <int kBits>
struct UnpackByRegister {
  HWY_INLINE void operator()(const std::uint8_t* in, std::int64_t bit,
                             std::uint8_t* codes, std::size_t count) const {
    const std::uint8_t* from = in + (bit >> 3);
    const auto shift = static_cast<std::size_t>(bit & 7);
    if constexpr (kBits == 4) {
      if (shift == 0) {
        for (; count >= kCodes; count -= kCodes, from += 32, codes += kCodes) {
          _mm512_storeu_si512(codes, apart(from));
        }
      }
    }
    const __m512i at = _mm512_add_epi8(
        kStarts.load(), _mm512_set1_epi8(static_cast<char>(shift)));
    for (; count > 0; from += kCodes / 8 * kBits, codes += kCodes) {
      const std::size_t now = std::min(count, kCodes);
      const __m512i words = load(from, (shift + now * kBits + 7) / 8);
      const __m512i out =
          _mm512_and_si512(_mm512_multishift_epi64_epi8(at, words),
                           _mm512_set1_epi8((1 << kBits) - 1));
      _mm512_mask_storeu_epi8(codes, first_of(now), out);
      count -= now;
    }
  }

 private:
  /// The halves of 32 bytes.
  static HWY_INLINE __m512i apart(const std::uint8_t* from) {
    const __m512i x = _mm512_cvtepu8_epi16(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
    return _mm512_and_si512(_mm512_or_si512(x, _mm512_slli_epi16(x, 4)),
                            _mm512_set1_epi8(0x0f));
  }

  /// So many bytes, as words. Bytes that are in one line are read from where
  /// that begins: a load under a mask waits for all lines that it could reach.
  static HWY_INLINE __m512i load(const std::uint8_t* from, std::size_t count) {
    const std::size_t before = reinterpret_cast<std::uintptr_t>(from) % 64;
    const std::size_t skip = before + count <= 64 ? before : 0;
    const __m512i bytes =
        _mm512_maskz_loadu_epi8(first_of(count) << skip, from - skip);
    const __m512i places = _mm512_add_epi8(
        kBytes.load(), _mm512_set1_epi8(static_cast<char>(skip)));
    return _mm512_permutexvar_epi8(places, bytes);
  }

  /// Eight bytes from where each word begins.
  static constexpr Lanes bytes_of_words() {
    Lanes lanes{};
    for (int i = 0; i < 64; ++i) {
      lanes.at[i] = static_cast<std::uint8_t>(i / 8 * kBits + i % 8);
    }
    return lanes;
  }
  /// The bit at which each code of a word begins.
  static constexpr Lanes starts_of_codes() {
    Lanes lanes{};
    for (int i = 0; i < 64; ++i) {
      lanes.at[i] = static_cast<std::uint8_t>(i % 8 * kBits);
    }
    return lanes;
  }
  static constexpr Lanes kBytes = bytes_of_words();
  static constexpr Lanes kStarts = starts_of_codes();
};

/// Codes to words of packed codes.
template <int kBits>
struct PackByRegister {
  HWY_INLINE void operator()(const std::uint8_t* codes, std::uint8_t* out,
                             std::int64_t bit, std::size_t count) const {
    std::uint8_t* to = out + (bit >> 3);
    auto shift = static_cast<std::size_t>(bit & 7);
    if constexpr (kBits == 4) {
      if (shift == 4 && count > 0) {
        *to = static_cast<std::uint8_t>((*to & 0x0f) | *codes << 4);
        ++to;
        ++codes;
        --count;
        shift = 0;
      }
      if (shift == 0) return put_halves(codes, to, count);
    }
    while (count > 0) {
      const std::size_t now = std::min(count, whole(shift));
      put(codes, to, shift, now);
      codes += now;
      count -= now;
      const std::size_t end = shift + now * kBits;
      to += end / 8;
      shift = end % 8;
    }
  }

 private:
  /// The bytes of one word after the other.
  static constexpr Lanes bytes_of_words() {
    Lanes lanes{};
    for (int i = 0; i < 64; ++i) {
      lanes.at[i] = static_cast<std::uint8_t>(i / kBits % 8 * 8 + i % kBits);
    }
    return lanes;
  }
  /// What a word has in the byte with which the next one begins.
  static constexpr Lanes ends_of_words() {
    Lanes lanes{};
    for (int i = kBits; i < 64; ++i) {
      lanes.at[i] = static_cast<std::uint8_t>((i / kBits - 1) % 8 * 8 + kBits);
    }
    return lanes;
  }
  static constexpr __mmask64 shared_bytes() {
    __mmask64 mask = 0;
    for (int i = 1; i <= 8; ++i) mask |= __mmask64{1} << (i * kBits);
    return mask;
  }
  static constexpr Lanes kBytes = bytes_of_words();
  static constexpr Lanes kEnds = ends_of_words();
  static constexpr __mmask64 kShared = shared_bytes();

  /// So many codes that what is put after them begins with a byte.
  static HWY_INLINE std::size_t whole(std::size_t shift) {
    if (shift == 0) return kCodes;
    for (std::size_t n = 1; n < 8; ++n) {
      if ((shift + n * kBits) % 8 == 0) return kCodes - 8 + n;
    }
    return kCodes;
  }

  /// Two codes in each byte.
  static HWY_INLINE void put_halves(const std::uint8_t* codes, std::uint8_t* to,
                                    std::size_t count) {
    for (; count >= kCodes; count -= kCodes, codes += kCodes, to += 32) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                          halves(_mm512_loadu_si512(codes)));
    }
    if (count == 0) return;
    alignas(32) std::uint8_t bytes[32];
    _mm256_store_si256(reinterpret_cast<__m256i*>(bytes),
                       halves(_mm512_maskz_loadu_epi8(first_of(count), codes)));
    const std::size_t whole = count / 2;
    if (count % 2 != 0) {
      to[whole] = static_cast<std::uint8_t>((to[whole] & 0xf0) | bytes[whole]);
    }
    copy_some<32>(bytes, to, whole);
  }

  static HWY_INLINE __m256i halves(__m512i codes) {
    const __m512i x = _mm512_and_si512(codes, _mm512_set1_epi8(0x0f));
    return _mm512_cvtepi16_epi8(
        _mm512_maddubs_epi16(x, _mm512_set1_epi16(0x1001)));
  }

  static HWY_INLINE void put(const std::uint8_t* codes, std::uint8_t* to,
                             std::size_t shift, std::size_t count) {
    const __m512i x =
        join(_mm512_and_si512(_mm512_maskz_loadu_epi8(first_of(count), codes),
                              _mm512_set1_epi8((1 << kBits) - 1)));
    const __m512i words =
        _mm512_sll_epi64(x, _mm_cvtsi32_si128(static_cast<int>(shift)));
    const __m512i packed = _mm512_or_si512(
        _mm512_maskz_permutexvar_epi8(first_of(8 * kBits), kBytes.load(),
                                      words),
        _mm512_maskz_permutexvar_epi8(kShared, kEnds.load(), words));
    const std::size_t end = shift + count * kBits;
    const std::size_t size = (end + 7) / 8;
    alignas(64) std::uint8_t bytes[64];
    if (shift == 0 && end % 8 == 0) {
      _mm512_store_si512(bytes, packed);
    } else {
      // What is around the row stays.
      const unsigned before = (1u << shift) - 1;
      const unsigned after = end % 8 == 0 ? 0 : 0xffu << end % 8 & 0xff;
      _mm512_store_si512(bytes, with_byte(with_byte(packed, 0, to[0], before),
                                          size - 1, to[size - 1], after));
    }
    // Not a store under a mask: what is read next to it would wait for it.
    copy_some<64>(bytes, to, size);
  }

  /// Bits of a byte that were there before.
  static HWY_INLINE __m512i with_byte(__m512i x, std::size_t at,
                                      std::uint8_t old, unsigned kept) {
    const __mmask64 here = __mmask64{1} << at;
    const __m512i keep = _mm512_maskz_set1_epi8(here, static_cast<char>(kept));
    const __m512i bits =
        _mm512_maskz_set1_epi8(here, static_cast<char>(old & kept));
    return _mm512_or_si512(_mm512_andnot_si512(keep, x), bits);
  }

  /// The codes of each word, side by side.
  static HWY_INLINE __m512i join(__m512i x) {
    x = _mm512_or_si512(_mm512_and_si512(x, _mm512_set1_epi16(0xff)),
                        _mm512_slli_epi16(_mm512_srli_epi16(x, 8), kBits));
    x = _mm512_or_si512(_mm512_and_si512(x, _mm512_set1_epi32(0xffff)),
                        _mm512_slli_epi32(_mm512_srli_epi32(x, 16), 2 * kBits));
    return _mm512_or_si512(
        _mm512_and_si512(x, _mm512_set1_epi64(0xffffffff)),
        _mm512_slli_epi64(_mm512_srli_epi64(x, 32), 4 * kBits));
  }
};

#endif

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // ASHLAR_KERNELS_PACK_ROWS_DL_INL_H_
