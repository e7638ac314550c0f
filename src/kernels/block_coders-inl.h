// block_coders-inl.h - numbers under known scales to codes.
#if defined(ASHLAR_KERNELS_BLOCK_CODERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_BLOCK_CODERS_INL_H_
#undef ASHLAR_KERNELS_BLOCK_CODERS_INL_H_
#else
#define ASHLAR_KERNELS_BLOCK_CODERS_INL_H_
#endif

#include <bit>
#include <cstring>

#include "src/kernels/block_bytes_avx3-inl.h"
#include "src/kernels/block_scales-inl.h"
#include "src/kernels/pack_bits.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

// Coders turn lanes of f32 bits into codes in the low bits of 32. They may take
// any finite numbers. Where kIsSigned the bits above a code are copies of its
// sign.

/// Rounded to even; of numbers that are far from the ends of 32 bits.
HWY_INLINE V nearest_integer(VF x) {
#if ASHLAR_HAS_AVX3
  return V{_mm512_cvtps_epi32(x.raw)};
#else
  return hwy::HWY_NAMESPACE::NearestInt(x);
#endif
}

template <bool kDivides, bool kNegativeZero>
class FloatCoder {
 public:
  static constexpr bool kHasBytes = !kDivides;
  static constexpr bool kHasEnds = false;
  static constexpr bool kIsSigned = false;
  static constexpr std::uint32_t mask() { return 0xff; }
#if ASHLAR_HAS_AVX3
  explicit HWY_INLINE FloatCoder(const BlockElement& how)
      : rounding_(how.floating)
#if ASHLAR_HAS_VBMI
        ,
        small_(kHasBytes ? SmallFloatBytes(how.floating) : SmallFloatBytes())
#endif
  {
  }

  HWY_INLINE V codes(V bits, const TileScales& tiles, std::size_t tile) const {
    const VF x = divided_numbers<kDivides>(bits, tiles, tile);
    return V{rounding_.template codes<kNegativeZero>(as_bits(x).raw)};
  }

#if ASHLAR_HAS_VBMI
  HWY_INLINE bool prepare_bytes(const EncodeBlocks& how,
                                TileScales& tiles) const {
    return how.scale.kind == BlockScale::Kind::power &&
           small_.find_bases(tiles);
  }
  template <Wide kSource>
  HWY_INLINE __m512i bytes(const std::uint8_t* in, const TileScales& tiles,
                           std::size_t first, int shift) const {
    return small_.template bytes<kSource, kNegativeZero>(in, tiles, first,
                                                         shift);
  }
#endif

 private:
  RoundByAdding rounding_;
#if ASHLAR_HAS_VBMI
  SmallFloatBytes small_;
#endif
#else
  explicit HWY_INLINE FloatCoder(const BlockElement& how)
      : how_(how.floating), sign_shift_(std::countl_zero(how_.sign)) {}

  HWY_INLINE V codes(V bits, const TileScales& tiles, std::size_t tile) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const V x = as_bits(divided_numbers<kDivides>(bits, tiles, tile));
    const V magnitude =
        hn::Min(hn::And(x, constant(0x7fffffffu)), constant(how_.limit));
    const V code =
        small_code(as_float(magnitude), how_.mantissa_bits, how_.bias);
    V sign = hn::And(hn::ShiftRightSame(x, sign_shift_), constant(how_.sign));
    if constexpr (!kNegativeZero) {
      sign = hn::IfThenElseZero(hn::Ne(code, hn::Zero(D())), sign);
    }
    return hn::Or(code, sign);
  }

 private:
  EncodeFloat how_;
  int sign_shift_;
#endif
};

template <bool kDivides>
class IntegerCoder {
 public:
  static constexpr bool kHasBytes = kDivides;
  static constexpr bool kHasEnds = false;
  static constexpr bool kIsSigned = true;
  explicit HWY_INLINE IntegerCoder(const BlockElement& how)
      : low_(hwy::HWY_NAMESPACE::Set(DF(), how.low)),
        high_(hwy::HWY_NAMESPACE::Set(DF(), how.high)),
        mask_(how.mask) {}

  HWY_INLINE std::uint32_t mask() const { return mask_; }

  HWY_INLINE V codes(V bits, const TileScales& tiles, std::size_t tile) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const VF x = hn::Min(
        hn::Max(scaled_numbers<kDivides>(bits, tiles, tile), low_), high_);
    return nearest_integer(x);
  }

#if ASHLAR_HAS_VBMI
  /// Integers must fit without being cut.
  HWY_INLINE bool prepare_bytes(const EncodeBlocks& how,
                                TileScales& tiles) const {
    return tiles.has_products && how.element.high <= 127 &&
           are_within(tiles, how.element.high);
  }
  template <Wide kSource>
  HWY_INLINE __m512i bytes(const std::uint8_t* in, const TileScales& tiles,
                           std::size_t first, int shift) const {
    return integer_bytes<kSource, kDivides>(in, tiles, first, shift);
  }
#endif

 private:
  VF low_;
  VF high_;
  std::uint32_t mask_;
};

/// Codes that are counted from the zero points of tiles.
template <bool kDivides>
class AboveCoder {
 public:
  static constexpr bool kHasBytes = kDivides;
  static constexpr bool kHasEnds = true;
  static constexpr bool kIsSigned = false;
  static constexpr std::uint32_t mask() { return 0xff; }
  explicit HWY_INLINE AboveCoder(const BlockElement& how)
      : bound_(hwy::HWY_NAMESPACE::Set(DF(), 2 * how.high + 2)),
        last_(hwy::HWY_NAMESPACE::NearestInt(
            hwy::HWY_NAMESPACE::Set(DF(), how.high))) {
#if ASHLAR_HAS_VBMI
    last_bytes_ = _mm512_set1_epi8(static_cast<char>(how.high));
#endif
  }

  HWY_INLINE V codes(V bits, const TileScales& tiles, std::size_t tile) const {
    namespace hn = hwy::HWY_NAMESPACE;
    const VF x = hn::Min(
        hn::Max(scaled_numbers<kDivides>(bits, tiles, tile), hn::Neg(bound_)),
        bound_);
    const V sum = hn::Add(nearest_integer(x), hn::Set(D(), tiles.zeros[tile]));
    return hn::Min(hn::Max(sum, hn::Zero(D())), last_);
  }

#if ASHLAR_HAS_VBMI
  HWY_INLINE bool prepare_bytes(const EncodeBlocks& how,
                                TileScales& tiles) const {
    set_bytes(_mm512_load_si512(tiles.zeros), tiles);
    return tiles.has_products && how.element.high <= 15 &&
           !how.element.has_no_zero && are_within(tiles, how.element.high);
  }
  template <Wide kSource>
  HWY_INLINE __m512i bytes(const std::uint8_t* in, const TileScales& tiles,
                           std::size_t first, int shift) const {
    const __m512i sum = _mm512_add_epi8(
        integer_bytes<kSource, kDivides>(in, tiles, first, shift),
        bytes_of_tiles(tiles, first, shift));
    return _mm512_min_epi8(_mm512_max_epi8(sum, _mm512_setzero_si512()),
                           last_bytes_);
  }
#endif

 private:
#if ASHLAR_HAS_VBMI
  __m512i last_bytes_;
#endif
  VF bound_;  ///< more than codes and zero points together
  V last_;
};

/// Elements that fill a line with their codes.
template <bool kNibbles>
inline constexpr std::size_t kLineCount = kNibbles ? 128 : 64;

#if ASHLAR_HAS_AVX3
/// 64 codes. Element i is in tile (first + i) >> shift.
template <Wide kSource, class Coder>
HWY_INLINE __m512i code_bytes(const std::uint8_t* in, const Coder& coder,
                              const TileScales& tiles, std::size_t first,
                              int shift) {
  const __m512i mask = _mm512_set1_epi8(static_cast<char>(coder.mask()));
#if ASHLAR_HAS_VBMI
  if constexpr (Coder::kHasBytes) {
    if (HWY_LIKELY(tiles.is_short)) {
      const __m512i bytes =
          coder.template bytes<kSource>(in, tiles, first, shift);
      return Coder::kIsSigned ? _mm512_and_si512(bytes, mask) : bytes;
    }
  }
#endif
  __m512i u[4];
  for (std::size_t i = 0; i < 4; ++i) {
    u[i] = coder
               .codes(load_numbers<kSource>(in + 16 * i * kWidth<kSource>),
                      tiles, (first + 16 * i) >> shift)
               .raw;
  }
  return Coder::kIsSigned ? _mm512_and_si512(join_signed(u), mask) : join(u);
}
#endif

/// The codes of a line of elements. Element i is in tile (first + i) >> shift.
template <Wide kSource, bool kNibbles, class Coder>
HWY_INLINE void encode_line(const std::uint8_t* in, const Coder& coder,
                            const TileScales& tiles, std::size_t first,
                            int shift, std::uint8_t* out, bool streams) {
#if ASHLAR_HAS_AVX3
  __m512i bytes = code_bytes<kSource>(in, coder, tiles, first, shift);
  if constexpr (kNibbles) {
    const __m512i others = code_bytes<kSource>(in + 64 * kWidth<kSource>, coder,
                                               tiles, first + 64, shift);
    // Each word is a low nibble and 16 times a high one.
    const __m512i weights = _mm512_set1_epi16(0x1001);
    const __m512i both =
        _mm512_packus_epi16(_mm512_maddubs_epi16(bytes, weights),
                            _mm512_maddubs_epi16(others, weights));
    const __m512i order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    bytes = _mm512_permutexvar_epi64(order, both);
  }
  if (streams) {
    write(bytes, out, std::true_type{});
  } else {
    write(bytes, out, std::false_type{});
  }
#else
  namespace hn = hwy::HWY_NAMESPACE;
  static_cast<void>(streams);
  const hn::Rebind<std::uint8_t, D> narrow;
  std::uint8_t codes[kLineCount<kNibbles>];
  for (std::size_t i = 0; i < kLineCount<kNibbles>; i += kStep) {
    V code = coder.codes(load_numbers<kSource>(in + i * kWidth<kSource>), tiles,
                         (first + i) >> shift);
    if constexpr (Coder::kIsSigned) {
      code = hn::And(code, constant(coder.mask()));
    }
    hn::StoreU(hn::DemoteTo(narrow, code), narrow, codes + i);
  }
  if constexpr (kNibbles) {
    pack_nibbles(codes, kLineCount<true>, 15, out);
  } else {
    std::memcpy(out, codes, kLine);
  }
#endif
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
