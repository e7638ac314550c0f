// block_factors-inl.h - what codes of sixteen tiles are multiplied with.
#if defined(ASHLAR_KERNELS_BLOCK_FACTORS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_BLOCK_FACTORS_INL_H_
#undef ASHLAR_KERNELS_BLOCK_FACTORS_INL_H_
#else
#define ASHLAR_KERNELS_BLOCK_FACTORS_INL_H_
#endif

#include <bit>

#include "src/kernels/block_scales-inl.h"
#include "src/kernels/gguf_half.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

/// Scales of sixteen tiles, and everything that is above them.
struct TileFactors {
  alignas(64) float factors[kTiles];
  alignas(64) float zeros[kTiles];
  alignas(64) std::uint32_t odd[kTiles];  ///< not 0 if a tile is
  bool has_odd = false;
};

/// Words of any size, as lanes of 32 bits.
HWY_INLINE V load_words(const std::uint8_t* words, std::size_t bytes,
                        std::size_t first) {
  namespace hn = hwy::HWY_NAMESPACE;
  if (bytes == 1) {
    const hn::Rebind<std::uint8_t, D> narrow;
    return hn::PromoteTo(D(), hn::LoadU(narrow, words + first));
  }
  if (bytes == 2) {
    const hn::Rebind<std::uint16_t, D> narrow;
    return hn::PromoteTo(
        D(), hn::LoadU(narrow,
                       reinterpret_cast<const std::uint16_t*>(words) + first));
  }
  return hn::LoadU(D(), reinterpret_cast<const std::int32_t*>(words) + first);
}

/// f32 of f16, which may be anything.
HWY_INLINE VF half_numbers(V words) {
  namespace hn = hwy::HWY_NAMESPACE;
#if ASHLAR_HAS_AVX3
  return VF{_mm512_cvtph_ps(_mm512_cvtepi32_epi16(words.raw))};
#else
  alignas(64) std::int32_t lanes[kStep];
  hn::Store(words, D(), lanes);
  for (std::int32_t& lane : lanes) {
    lane =
        std::bit_cast<std::int32_t>(float_of(static_cast<std::uint16_t>(lane)));
  }
  return as_float(hn::Load(D(), lanes));
#endif
}

HWY_INLINE VF factors_of(const DecodeBlocks& how, V words) {
  namespace hn = hwy::HWY_NAMESPACE;
  using Kind = BlockScale::Kind;
  const VF outer = hn::Set(DF(), how.outer);
  if (how.scale == Kind::f32) return hn::Mul(as_float(words), outer);
  if (how.scale == Kind::bf16) {
    return hn::Mul(as_float(hn::ShiftLeft<16>(words)), outer);
  }
  if (how.scale == Kind::f16) return hn::Mul(half_numbers(words), outer);
  const V nan = constant(0x7fc00000u);
  const auto is_nan =
      hn::Gt(words, hn::Set(D(), static_cast<std::int32_t>(how.nan) - 1));
  if (how.scale == Kind::small) {
    const VF x =
        hn::Mul(small_number(words, how.mantissa_bits, how.bias), outer);
    return as_float(hn::IfThenElse(is_nan, nan, as_bits(x)));
  }
  const V field = hn::Add(words, hn::Set(D(), 127 - how.bias));
  const V power = hn::IfThenElse(hn::Eq(field, hn::Zero(D())),
                                 constant(1u << 22), hn::ShiftLeft<23>(field));
  const auto is_out =
      hn::Or(hn::Lt(field, hn::Zero(D())), hn::Gt(field, constant(254)));
  return as_float(hn::IfThenElse(hn::Or(is_nan, is_out), nan, power));
}

/// `words` and, if there are any, `zeros` have sixteen of them.
HWY_INLINE void find_factors(const DecodeBlocks& how, const std::uint8_t* words,
                             const std::uint8_t* zeros, TileFactors& out) {
  namespace hn = hwy::HWY_NAMESPACE;
  V any = hn::Zero(D());
  const std::size_t bytes = how.scale_bytes();
  for (std::size_t i = 0; i < kTiles; i += kStep) {
    const VF factor = factors_of(how, load_words(words, bytes, i));
    hn::Store(factor, DF(), out.factors + i);
    const V zero = how.has_zeros ? load_words(zeros, 1, i) : hn::Zero(D());
    hn::Store(hn::ConvertTo(DF(), zero), DF(), out.zeros + i);
    const V size = hn::And(as_bits(factor), constant(0x7fffffffu));
    V odd = hn::VecFromMask(D(), hn::Gt(size, constant(0x7f7fffffu)));
    if (how.has_infinity) {
      odd = hn::Or(odd, hn::VecFromMask(D(), hn::Eq(size, hn::Zero(D()))));
    }
    store_lanes(odd, out.odd + i);
    any = hn::Or(any, odd);
  }
  out.has_odd = !hn::AllTrue(D(), hn::Eq(any, hn::Zero(D())));
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
