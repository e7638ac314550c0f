// block_encode.cc - tiles of numbers to codes and scales.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/block_encode.cc"
// Bytes of two registers are picked by one instruction from Ice Lake and Zen 4
// on.
#ifndef HWY_WANT_AVX3_DL
#define HWY_WANT_AVX3_DL 1
#endif
#include <hwy/foreach_target.h>  // IWYU pragma: keep

// The line above includes this file once per target.
#include <hwy/highway.h>

#include "src/base/usual_arithmetic.h"
#include "src/kernels/block_codes.h"
#include "src/kernels/block_encoding-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {

template <Wide kSource, bool kNibbles, bool kDivides>
void pick_coder(const EncodeBlocks& how, const BlockLines& lines,
                const OddTile& odd) {
  Encoding encoding(how, lines);
  if (how.element.kind == BlockElement::Kind::integer) {
    encoding.run<kSource, kNibbles, IntegerCoder<kDivides>>(odd);
  } else if (how.element.kind == BlockElement::Kind::above) {
    encoding.run<kSource, kNibbles, AboveCoder<kDivides>>(odd);
  } else if (how.element.floating.has_negative_zero) {
    encoding.run<kSource, kNibbles, FloatCoder<kDivides, true>>(odd);
  } else {
    encoding.run<kSource, kNibbles, FloatCoder<kDivides, false>>(odd);
  }
}

template <Wide kSource, bool kNibbles>
void pick_division(const EncodeBlocks& how, const BlockLines& lines,
                   const OddTile& odd) {
  if (how.scale.divides()) {
    pick_coder<kSource, kNibbles, true>(how, lines, odd);
  } else {
    pick_coder<kSource, kNibbles, false>(how, lines, odd);
  }
}

template <Wide kSource>
void pick_width(const EncodeBlocks& how, const BlockLines& lines,
                const OddTile& odd) {
  if (how.is_nibbles) {
    pick_division<kSource, true>(how, lines, odd);
  } else {
    pick_division<kSource, false>(how, lines, odd);
  }
}

void encode_blocks_target(const EncodeBlocks& how, const BlockLines& lines,
                          const OddTile& odd) {
  if (how.source == Wide::f32) {
    pick_width<Wide::f32>(how, lines, odd);
  } else {
    pick_width<Wide::bf16>(how, lines, odd);
  }
}

std::uint32_t largest_finite_target(const void* in, Wide source,
                                    std::size_t count) {
  const auto* bytes = static_cast<const std::uint8_t*>(in);
  return source == Wide::f32 ? largest_finite_of<Wide::f32>(bytes, count)
                             : largest_finite_of<Wide::bf16>(bytes, count);
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(encode_blocks_target);
HWY_EXPORT(largest_finite_target);

void encode_blocks(const EncodeBlocks& how, const BlockLines& lines,
                   const OddTile& odd) {
  const UsualArithmetic usual;
  HWY_DYNAMIC_DISPATCH(encode_blocks_target)(how, lines, odd);
}

std::uint32_t largest_finite(const void* in, Wide source, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(largest_finite_target)(in, source, count);
}

}  // namespace ashlar::kernels
#endif
