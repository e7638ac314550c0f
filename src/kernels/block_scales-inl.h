// block_scales-inl.h - scales of sixteen tiles from their sizes.
#if defined(ASHLAR_KERNELS_BLOCK_SCALES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_BLOCK_SCALES_INL_H_
#undef ASHLAR_KERNELS_BLOCK_SCALES_INL_H_
#else
#define ASHLAR_KERNELS_BLOCK_SCALES_INL_H_
#endif

#include <bit>
#include <cstring>

#include "src/kernels/block_numbers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

using DU = hwy::HWY_NAMESPACE::RebindToUnsigned<D>;

/// What is known of some tiles: sizes, words, and what numbers are multiplied
/// with or divided by.
struct TileScales {
  /// Sizes of nothing.
  HWY_INLINE void clear() {
    for (std::size_t i = 0; i < kTiles; i += kStep) {
      hwy::HWY_NAMESPACE::Store(hwy::HWY_NAMESPACE::Zero(DU()), DU(),
                                sizes + i);
      hwy::HWY_NAMESPACE::Store(hwy::HWY_NAMESPACE::Zero(DU()), DU(),
                                below + i);
    }
  }

  alignas(64) std::uint32_t sizes[kTiles];
  alignas(64) std::uint32_t below[kTiles];  ///< magnitudes of lowest numbers
  alignas(64) std::uint32_t words[kTiles];
  alignas(64) float factors[kTiles];
  alignas(64) std::uint32_t odd[kTiles];  ///< not 0 if a tile is
  alignas(64) std::int32_t zeros[kTiles];
  alignas(64) float products[kTiles];               ///< 1 / factors
  alignas(64) std::uint8_t bytes[kTiles + 4] = {};  ///< for a coder of bytes
  bool has_odd = false;
  bool has_products = false;  ///< instead of quotients
  bool is_short = false;      ///< a coder of bytes can have them
};

HWY_INLINE V load_lanes(const std::uint32_t* in) {
  return hwy::HWY_NAMESPACE::Load(D(),
                                  reinterpret_cast<const std::int32_t*>(in));
}
HWY_INLINE void store_lanes(V v, std::uint32_t* out) {
  hwy::HWY_NAMESPACE::Store(v, D(), reinterpret_cast<std::int32_t*>(out));
}

/// A scale, its word, and which lanes are odd.
struct ScaleLanes {
  V word;
  VF factor;
  V odd;
};

HWY_INLINE V outside(V bits, std::uint32_t least, std::uint32_t most) {
  namespace hn = hwy::HWY_NAMESPACE;
  return hn::VecFromMask(
      D(), hn::Or(hn::Lt(bits, constant(least)), hn::Gt(bits, constant(most))));
}

HWY_INLINE ScaleLanes power_scale(const BlockScale& how, V size) {
  namespace hn = hwy::HWY_NAMESPACE;
  const V exponent = hn::ShiftRight<23>(hn::Add(size, constant(how.carry)));
  const V word = hn::Min(
      hn::Max(hn::Add(exponent, hn::Set(D(), how.offset)), hn::Zero(D())),
      hn::Set(D(), how.last));
  const V field = hn::Sub(hn::Set(D(), how.unit), word);
  V odd = hn::Or(outside(size, 1u << 23, 0x7f7fffffu), outside(field, 1, 254));
  const V mantissa = hn::And(size, constant(0x7fffff));
  odd = hn::Or(odd, hn::VecFromMask(
                        D(), hn::Gt(mantissa, constant(how.odd_mantissa - 1))));
  return {word, as_float(hn::ShiftLeft<23>(field)), odd};
}

/// Rounded to even at a bit.
template <int kShift>
HWY_INLINE V round_at(V bits) {
  namespace hn = hwy::HWY_NAMESPACE;
  const V last = hn::And(hn::ShiftRight<kShift>(bits), constant(1));
  return hn::ShiftRight<kShift>(
      hn::Add(hn::Add(bits, last), constant((1u << (kShift - 1)) - 1)));
}

/// Codes of numbers that are not negative, subnormal ones too.
HWY_INLINE V small_code(VF x, int mantissa_bits, int bias) {
  namespace hn = hwy::HWY_NAMESPACE;
  const V first = constant(first_binade(bias, true));
  const V binade = hn::Max(hn::And(as_bits(x), constant(0x7f800000u)), first);
  const int shift = 23 - mantissa_bits;
  const V addend =
      hn::Add(binade, constant(static_cast<std::uint32_t>(shift) << 23));
  const V sum = as_bits(hn::Add(x, as_float(addend)));
  return hn::Add(hn::Sub(sum, addend),
                 hn::ShiftRightSame(hn::Sub(binade, first), shift));
}

/// f32 of such codes.
HWY_INLINE VF small_number(V code, int mantissa_bits, int bias) {
  namespace hn = hwy::HWY_NAMESPACE;
  const auto power = static_cast<std::uint32_t>(254 - bias) << 23;
  return hn::Mul(as_float(hn::ShiftLeftSame(code, 23 - mantissa_bits)),
                 as_float(constant(power)));
}

HWY_INLINE ScaleLanes real_scale(const BlockScale& how, V size) {
  namespace hn = hwy::HWY_NAMESPACE;
  using Kind = BlockScale::Kind;
  const DF d;
  VF value = hn::Div(as_float(size), hn::Set(d, how.divisors[0]));
  if (how.divisors[1] != 1) value = hn::Div(value, hn::Set(d, how.divisors[1]));
  V odd = hn::Or(outside(size, 1, 0x7f7fffffu),
                 outside(as_bits(value), how.least, how.most));
  V word = as_bits(value);
  if (how.kind == Kind::bf16) {
    word = round_at<16>(word);
    value = as_float(hn::ShiftLeft<16>(word));
  } else if (how.kind == Kind::f16) {
    word = hn::Sub(round_at<13>(word), constant(112u << 10));
    value = as_float(hn::ShiftLeft<13>(hn::Add(word, constant(112u << 10))));
  } else if (how.kind == Kind::small) {
    const VF most = as_float(constant(how.limit));
    word =
        hn::Max(small_code(hn::Min(value, most), how.mantissa_bits, how.bias),
                hn::Set(D(), how.smallest));
    value = small_number(word, how.mantissa_bits, how.bias);
  }
  const VF factor = how.is_reciprocal
                        ? hn::Div(hn::Set(d, how.outer_inverse), value)
                        : hn::Mul(value, hn::Set(d, how.outer));
  odd = hn::Or(odd, outside(as_bits(factor), 1u << 23, 0x7f7fffffu));
  return {word, factor, odd};
}

/// Fills in what follows from sizes. Tiles of size 0 are never odd, and have a
/// factor of 1, under which zeros are what they are.
HWY_INLINE void find_scales(const BlockScale& how, TileScales& tiles) {
  namespace hn = hwy::HWY_NAMESPACE;
  V any = hn::Zero(D());
  for (std::size_t i = 0; i < kTiles; i += kStep) {
    const V size = load_lanes(tiles.sizes + i);
    const ScaleLanes found = how.kind == BlockScale::Kind::power
                                 ? power_scale(how, size)
                                 : real_scale(how, size);
    const auto is_zero = hn::Eq(size, hn::Zero(D()));
    const V odd = hn::IfThenZeroElse(is_zero, found.odd);
    store_lanes(hn::IfThenElse(is_zero, constant(how.zero_word), found.word),
                tiles.words + i);
    store_lanes(odd, tiles.odd + i);
    const V one = constant(127u << 23);
    hn::Store(as_float(hn::IfThenElse(is_zero, one, as_bits(found.factor))),
              DF(), tiles.factors + i);
    any = hn::Or(any, odd);
  }
  tiles.has_odd = !hn::AllTrue(D(), hn::Eq(any, hn::Zero(D())));
}

/// Fills in what numbers are multiplied with instead of being divided, and says
/// whether that can be done. A quotient q = x * (1 / s), mended by what x and
/// q * s differ by, is the quotient that is rounded properly unless that is
/// within a few 2^-25 of the middle between two f32. Codes depend on which one
/// it is next to numbers of at most 8 bits only, where codes change. Let these
/// be H * 2^17 as integers of 25 bits, their middles with neighbours one more
/// or less: then x * 2^k = (H * 2^17 +- 1) * s + j for a small j, which needs
/// an s of 24 bits that is next to a multiple of 2^17, but is none.
HWY_INLINE bool find_products(TileScales& tiles) {
#if HWY_NATIVE_FMA
  namespace hn = hwy::HWY_NAMESPACE;
  constexpr std::uint32_t kLeast = 47u << 23;
  constexpr std::uint32_t kMost = 247u << 23;
  V any = hn::Zero(D());
  for (std::size_t i = 0; i < kTiles; i += kStep) {
    const VF factor = hn::Load(DF(), tiles.factors + i);
    hn::Store(hn::Div(hn::Set(DF(), 1.0f), factor), DF(), tiles.products + i);
    const V rest = hn::And(as_bits(factor), constant(0x1ffff));
    const V near =
        hn::And(hn::Add(as_bits(factor), constant(16)), constant(0x1ffff));
    const auto is_close =
        hn::And(hn::Lt(near, constant(33)), hn::Ne(rest, hn::Zero(D())));
    const V bad = hn::Or(hn::VecFromMask(D(), is_close),
                         outside(as_bits(factor), kLeast, kMost));
    any = hn::Or(any, hn::AndNot(load_lanes(tiles.odd + i), bad));
  }
  return hn::AllTrue(D(), hn::Eq(any, hn::Zero(D())));
#else
  static_cast<void>(tiles);
  return false;
#endif
}

/// Numbers under the scale of their tile, by a division where there is one:
/// floats were slower with products.
template <bool kDivides>
HWY_INLINE VF divided_numbers(V bits, const TileScales& tiles,
                              std::size_t tile) {
  namespace hn = hwy::HWY_NAMESPACE;
  const VF factor = hn::Set(DF(), tiles.factors[tile]);
  return kDivides ? hn::Div(as_float(bits), factor)
                  : hn::Mul(as_float(bits), factor);
}

/// The same by products.
template <bool kDivides>
HWY_INLINE VF scaled_numbers(V bits, const TileScales& tiles,
                             std::size_t tile) {
  namespace hn = hwy::HWY_NAMESPACE;
  const VF x = as_float(bits);
  const VF factor = hn::Set(DF(), tiles.factors[tile]);
  if constexpr (!kDivides) return hn::Mul(x, factor);
#if HWY_NATIVE_FMA
  if (HWY_LIKELY(tiles.has_products)) {
    const VF product = hn::Set(DF(), tiles.products[tile]);
    const VF quotient = hn::Mul(x, product);
    // Signs are such that zero keeps its own.
    const VF over = hn::MulSub(quotient, factor, x);
    return hn::NegMulAdd(over, product, quotient);
  }
#endif
  return hn::Div(x, factor);
}

/// Whether no integer is beyond the largest code before it is rounded.
HWY_INLINE bool are_within(const TileScales& tiles, float high) {
  namespace hn = hwy::HWY_NAMESPACE;
  V any = hn::Zero(D());
  for (std::size_t i = 0; i < kTiles; i += kStep) {
    const VF most = hn::Mul(as_float(load_lanes(tiles.sizes + i)),
                            hn::Load(DF(), tiles.products + i));
    const V beyond = hn::VecFromMask(
        D(), hn::RebindMask(D(), hn::Gt(most, hn::Set(DF(), high + 0.4f))));
    any = hn::Or(any, hn::AndNot(load_lanes(tiles.odd + i), beyond));
  }
  return hn::AllTrue(D(), hn::Eq(any, hn::Zero(D())));
}

/// Zero points: the lowest numbers under their scales, rounded to even.
HWY_INLINE void find_zeros(const BlockScale& how, std::int32_t most,
                           TileScales& tiles) {
  namespace hn = hwy::HWY_NAMESPACE;
  for (std::size_t i = 0; i < kTiles; i += kStep) {
    const VF lowest = as_float(load_lanes(tiles.below + i));
    const VF factor = hn::Load(DF(), tiles.factors + i);
    const VF zero =
        how.divides() ? hn::Div(lowest, factor) : hn::Mul(lowest, factor);
    const VF last = hn::ConvertTo(DF(), hn::Set(D(), most));
    hn::Store(hn::NearestInt(hn::Min(zero, last)), D(), tiles.zeros + i);
  }
}

/// The first `count` of lanes, as words of one size.
template <class Word>
HWY_INLINE void write_lanes(const std::uint32_t (&lanes)[kTiles],
                            std::size_t count, std::uint8_t* out) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::Rebind<Word, D> narrow;
  alignas(64) Word words[kTiles];
  for (std::size_t i = 0; i < kTiles; i += kStep) {
    hn::Store(hn::DemoteTo(narrow, load_lanes(lanes + i)), narrow, words + i);
  }
  if (HWY_LIKELY(count == kTiles)) {
    std::memcpy(out, words, sizeof(words));
  } else {
    std::memcpy(out, words, count * sizeof(Word));
  }
}

HWY_INLINE void write_words(const TileScales& tiles, std::size_t bytes,
                            std::size_t count, std::uint8_t* out) {
  if (bytes == 1) {
    write_lanes<std::uint8_t>(tiles.words, count, out);
  } else if (bytes == 2) {
    write_lanes<std::uint16_t>(tiles.words, count, out);
  } else if (HWY_LIKELY(count == kTiles)) {
    std::memcpy(out, tiles.words, sizeof(tiles.words));
  } else {
    std::memcpy(out, tiles.words, count * bytes);
  }
}

HWY_INLINE void write_zeros(const TileScales& tiles, std::size_t count,
                            std::uint8_t* out) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = static_cast<std::uint8_t>(tiles.zeros[i]);
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
