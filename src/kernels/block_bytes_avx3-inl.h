// block_bytes_avx3-inl.h - 64 codes at a time, where bytes can be shuffled.
#if defined(ASHLAR_KERNELS_BLOCK_BYTES_AVX3_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_BLOCK_BYTES_AVX3_INL_H_
#undef ASHLAR_KERNELS_BLOCK_BYTES_AVX3_INL_H_
#else
#define ASHLAR_KERNELS_BLOCK_BYTES_AVX3_INL_H_
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "src/kernels/block_scales-inl.h"

#undef ASHLAR_HAS_VBMI
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL
#define ASHLAR_HAS_VBMI 1
#else
#define ASHLAR_HAS_VBMI 0
#endif

#if ASHLAR_HAS_VBMI
HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

// Tiles have 32 numbers or more here, so that 64 are in two tiles at most.

/// Places for a permutation, computed once.
template <class Place>
constexpr std::array<std::uint8_t, 64> byte_places(Place place) {
  std::array<std::uint8_t, 64> out{};
  for (std::size_t i = 0; i < 64; ++i) {
    out[i] = static_cast<std::uint8_t>(place(i));
  }
  return out;
}

HWY_INLINE __m512i load_bytes(const std::array<std::uint8_t, 64>& bytes) {
  return _mm512_loadu_si512(bytes.data());
}

/// Bytes of tiles, each for all of the 64 numbers that are in its tile.
HWY_INLINE __m512i bytes_of_tiles(const TileScales& tiles, std::size_t first,
                                  int shift) {
  static constexpr auto kHalves =
      byte_places([](std::size_t i) { return i / 32; });
  std::uint32_t next = 0;
  std::memcpy(&next, tiles.bytes + (first >> shift), sizeof next);
  return _mm512_shuffle_epi8(
      lanes(next), shift == 5 ? load_bytes(kHalves) : _mm512_setzero_si512());
}

HWY_INLINE void set_bytes(__m512i words, TileScales& tiles) {
  _mm_store_si128(reinterpret_cast<__m128i*>(tiles.bytes),
                  _mm512_cvtepi32_epi8(words));
}

/// Integers under scales, which must fit into bytes. Added to 2^23 and half of
/// that they are the low bits of f32.
template <Wide kSource, bool kDivides>
HWY_INLINE __m512i integer_bytes(const std::uint8_t* in,
                                 const TileScales& tiles, std::size_t first,
                                 int shift) {
  const __m512 ones = _mm512_set1_ps(0x1.8p23f);
  const auto integers = [&](__m512i bits, std::size_t tile) HWY_ATTR {
    const VF x = scaled_numbers<kDivides>(V{bits}, tiles, tile);
    return _mm512_castps_si512(_mm512_add_ps(x.raw, ones));
  };
  static constexpr auto kWords = byte_places([](std::size_t i) {
    // Those at even places, then those at odd ones if words were split.
    const std::size_t number = i / 2;
    const std::size_t lane =
        kSource == Wide::f32 ? number : number / 2 + number % 2 * 16;
    return 4 * lane + i % 2;
  });
  static constexpr auto kLow = byte_places([](std::size_t i) { return 2 * i; });
  __m512i words[2];
  for (std::size_t k = 0; k < 2; ++k) {
    const std::size_t tile = (first + 32 * k) >> shift;
    const std::uint8_t* from = in + 32 * k * kWidth<kSource>;
    __m512i pair[2] = {_mm512_loadu_si512(from), _mm512_setzero_si512()};
    if constexpr (kSource == Wide::f32) {
      pair[1] = _mm512_loadu_si512(from + kLine);
    } else {
      pair[1] = _mm512_and_si512(pair[0], lanes(0xffff0000u));
      pair[0] = _mm512_slli_epi32(pair[0], 16);
    }
    words[k] = _mm512_permutex2var_epi8(
        integers(pair[0], tile), load_bytes(kWords), integers(pair[1], tile));
  }
  return _mm512_permutex2var_epi8(words[0], load_bytes(kLow), words[1]);
}

/// What becomes of seven bits of a mantissa when a one and they are shifted to
/// the right by 4 to 8, rounded to even: places in a table of rounded numbers.
/// Five bits, of which the last says whether there are more, do for the first
/// three; the upper half decides the fourth, and whether it is 0 the last.
struct ShiftedMantissas {
  alignas(64) std::uint8_t places[128] = {};
  alignas(64) std::uint8_t rounded[128] = {};
  static constexpr std::uint8_t kIsNotZero = 0x40;
  static constexpr std::uint8_t kLastMasks[5] = {0x1f, 0x1f, 0x1f, 0x10, 0x40};
  static constexpr std::uint8_t kAlways[5] = {0x00, 0x20, 0x40, 0x60, 0x3f};
  /// Taken from what is found; the last of the five shares a place.
  static constexpr std::uint8_t kExcess[5] = {0, 0, 0, 0, 8};

  constexpr ShiftedMantissas() {
    for (unsigned m = 0; m < 128; ++m) {
      const unsigned more = (m & 7) != 0 ? 1 : 0;
      places[m] = static_cast<std::uint8_t>(m >> 3 << 1 | more |
                                            (m > 0 ? kIsNotZero : 0u));
    }
    for (unsigned shift = 4; shift < 8; ++shift) {
      const std::size_t kind = shift - 4;
      for (unsigned m = 0; m < 128; ++m) {
        const unsigned place = (places[m] & kLastMasks[kind]) | kAlways[kind];
        const unsigned whole = (128 + m) >> shift;
        const unsigned rest = (128 + m) & ((1u << shift) - 1);
        const unsigned half = 1u << (shift - 1);
        const bool is_up = rest > half || (rest == half && whole % 2 != 0);
        rounded[place] = static_cast<std::uint8_t>(whole + (is_up ? 1 : 0));
      }
    }
    rounded[0x3f | kIsNotZero] = static_cast<std::uint8_t>(kExcess[4] + 1);
  }
};
inline constexpr ShiftedMantissas kShiftedMantissas;

/// Small floats under powers of two, of the upper halves of f32: exponents, of
/// which tiles take so much that few are left, say by how much mantissas are
/// shifted and what is added.
class SmallFloatBytes {
 public:
  SmallFloatBytes() = default;
  explicit SmallFloatBytes(const EncodeFloat& how)
      : bias_(how.bias),
        mantissa_bits_(how.mantissa_bits),
        sign_(how.sign),
        sign_shift_(std::countl_zero(static_cast<std::uint8_t>(how.sign))) {
    const int shift = 23 - how.mantissa_bits;
    is_known_ = how.mantissa_bits <= 3 && how.limit % (1u << shift) == 0;
    if (!is_known_) return;
    largest_ =
        (how.limit >> shift) -
        (static_cast<std::uint32_t>(127 - how.bias) << how.mantissa_bits);
    for (int i = 0; i < 64; ++i) add_exponent(i);
  }

  /// Fills in what exponents are taken from. Whether nothing is too small for
  /// that, or too large.
  HWY_INLINE bool find_bases(TileScales& tiles) const {
    if (!is_known_) return false;
    const __m512i field =
        _mm512_srli_epi32(_mm512_load_si512(tiles.factors), 23);
    const __m512i base = _mm512_sub_epi32(
        lanes(static_cast<std::uint32_t>(253 - bias_ - mantissa_bits_)), field);
    set_bytes(base, tiles);
    const __m512i left = _mm512_sub_epi32(
        _mm512_srli_epi32(_mm512_load_si512(tiles.sizes), 23), base);
    const __m512i odd = _mm512_load_si512(tiles.odd);
    const __mmask16 is_usual = _mm512_testn_epi32_mask(odd, odd);
    return (_mm512_mask_cmpgt_epu32_mask(is_usual, base, lanes(254)) |
            _mm512_mask_cmpgt_epi32_mask(is_usual, left, lanes(63))) == 0;
  }

  template <Wide kSource, bool kNegativeZero>
  HWY_INLINE __m512i bytes(const std::uint8_t* in, const TileScales& tiles,
                           std::size_t first, int shift) const {
    const __m512i halves[2] = {load_halves<kSource>(in),
                               load_halves<kSource>(in + 32 * kWidth<kSource>)};
    static constexpr auto kLow =
        byte_places([](std::size_t i) { return 2 * i; });
    static constexpr auto kHigh =
        byte_places([](std::size_t i) { return 2 * i + 1; });
    const __m512i mantissas =
        _mm512_permutex2var_epi8(halves[0], load_bytes(kLow), halves[1]);
    const __m512i signs =
        _mm512_permutex2var_epi8(halves[0], load_bytes(kHigh), halves[1]);
    const __m512i exponents =
        _mm512_subs_epu8(_mm512_permutex2var_epi8(
                             _mm512_slli_epi16(halves[0], 1), load_bytes(kHigh),
                             _mm512_slli_epi16(halves[1], 1)),
                         bytes_of_tiles(tiles, first, shift));
    const auto of_exponent = [&](const std::uint8_t* table) HWY_ATTR {
      return _mm512_permutexvar_epi8(exponents, _mm512_load_si512(table));
    };
    const auto look_up = [](const std::uint8_t* table, __m512i at) HWY_ATTR {
      return _mm512_permutex2var_epi8(_mm512_load_si512(table), at,
                                      _mm512_load_si512(table + 64));
    };
    constexpr int kMaskedOr = 0xea;  // (first & second) | third
    const __m512i places = _mm512_ternarylogic_epi64(
        look_up(kShiftedMantissas.places, mantissas), of_exponent(masks_),
        of_exponent(always_), kMaskedOr);
    const __m512i code = _mm512_min_epu8(
        _mm512_add_epi8(look_up(kShiftedMantissas.rounded, places),
                        of_exponent(added_)),
        _mm512_set1_epi8(static_cast<char>(largest_)));
    constexpr int kOrMasked = 0xf8;  // first | (second & third)
    const __m512i sign =
        _mm512_srl_epi16(signs, _mm_cvtsi32_si128(sign_shift_));
    const __m512i all = _mm512_ternarylogic_epi64(
        code, sign, _mm512_set1_epi8(static_cast<char>(sign_)), kOrMasked);
    if constexpr (kNegativeZero) return all;
    return _mm512_maskz_mov_epi8(_mm512_test_epi8_mask(code, code), all);
  }

 private:
  /// Exponent 0 is that of numbers that are 0 when rounded.
  void add_exponent(int exponent) {
    using Mantissas = ShiftedMantissas;
    const auto at = static_cast<std::size_t>(exponent);
    if (exponent == 0) {
      always_[at] = Mantissas::kAlways[3];
      added_[at] = 0xff;  // the least of those that are rounded there is 1
      return;
    }
    const int binade = std::max(0, exponent - mantissa_bits_ - 2);
    const int shift =
        7 - mantissa_bits_ + std::max(0, mantissa_bits_ + 2 - exponent);
    const auto kind = static_cast<std::size_t>(shift - 4);
    masks_[at] = Mantissas::kLastMasks[kind];
    always_[at] = Mantissas::kAlways[kind];
    added_[at] = static_cast<std::uint8_t>(
        std::min(binade << mantissa_bits_, 0x80) - Mantissas::kExcess[kind]);
  }

  /// 32 numbers in 16 bits; the last one is set if those below it were not 0.
  template <Wide kSource>
  static HWY_INLINE __m512i load_halves(const std::uint8_t* in) {
    const __m512i first = _mm512_loadu_si512(in);
    if constexpr (kSource == Wide::bf16) return first;
    const __m512i second = _mm512_loadu_si512(in + kLine);
    static constexpr auto kLower =
        byte_places([](std::size_t i) { return i / 2 * 4 + i % 2; });
    static constexpr auto kUpper =
        byte_places([](std::size_t i) { return i / 2 * 4 + 2 + i % 2; });
    const __m512i lower =
        _mm512_permutex2var_epi8(first, load_bytes(kLower), second);
    const __m512i upper =
        _mm512_permutex2var_epi8(first, load_bytes(kUpper), second);
    return _mm512_or_si512(upper,
                           _mm512_min_epu16(lower, _mm512_set1_epi16(1)));
  }

  alignas(64) std::uint8_t masks_[64] = {};
  alignas(64) std::uint8_t always_[64] = {};
  alignas(64) std::uint8_t added_[64] = {};
  int bias_ = 0;
  int mantissa_bits_ = 0;
  std::uint32_t sign_ = 0;
  int sign_shift_ = 0;
  std::uint32_t largest_ = 0;
  bool is_known_ = false;
};

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
