// integer_codes.cc - f32 to integers or fixed point, and back.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/integer_codes.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <bit>
// The line above includes this file once per target.
#include <hwy/highway.h>

#include "src/kernels/integer_codes.h"
#include "src/kernels/lines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DF = hn::RebindToFloat<D>;
using VF = hn::Vec<DF>;

HWY_INLINE VF power_of_two(int exponent) {
  return hn::Set(DF(), std::bit_cast<float>(
                           static_cast<std::uint32_t>(exponent + 127) << 23));
}

/// To nearest even in any rounding mode of the processor. What is out of range
/// becomes the lowest or the largest number.
HWY_INLINE V round_to_integer(VF x) {
#if ASHLAR_HAS_AVX3
  const V out{_mm512_cvt_roundps_epi32(
      x.raw, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)};
  const auto above = hn::RebindMask(D(), hn::Ge(x, power_of_two(31)));
  return hn::IfThenElse(above, constant(0x7fffffff), out);
#else
  const V whole = hn::ConvertTo(D(), x);  // cuts the fraction off
  const VF rest = hn::Abs(hn::Sub(x, hn::ConvertTo(DF(), whole)));
  const VF half = power_of_two(-1);
  const auto is_odd =
      hn::RebindMask(DF(), hn::Ne(hn::And(whole, constant(1)), hn::Zero(D())));
  const auto is_up =
      hn::Or(hn::Gt(rest, half), hn::And(hn::Eq(rest, half), is_odd));
  const V one = hn::Or(hn::BroadcastSignBit(hn::BitCast(D(), x)), constant(1));
  // Numbers of 2^24 and more have no fraction.
  const auto has_fraction = hn::Lt(hn::Abs(x), power_of_two(24));
  const auto moves = hn::RebindMask(D(), hn::And(is_up, has_fraction));
  return hn::Add(whole, hn::IfThenElseZero(moves, one));
#endif
}

/// To f32, to nearest even in any rounding mode of the processor.
HWY_INLINE VF from_integer(V x) {
#if ASHLAR_HAS_AVX3
  return VF{_mm512_cvt_roundepi32_ps(
      x.raw, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)};
#else
  // The exponent of the upper byte, which f32 holds exactly, tells how many
  // bits are too many; rounded to the rest, the conversion is exact.
  const hn::RebindToUnsigned<D> du;
  const auto one = hn::Set(du, 1u);
  const V sign = hn::BroadcastSignBit(x);
  const auto m = hn::BitCast(du, hn::Sub(hn::Xor(x, sign), sign));
  const auto top = hn::ShiftRight<24>(m);
  const V exponent =
      hn::Sub(hn::ShiftRight<23>(
                  hn::BitCast(D(), hn::ConvertTo(DF(), hn::BitCast(D(), top)))),
              constant(126));
  const auto extra = hn::BitCast(du, hn::Max(exponent, hn::Zero(D())));
  const auto half = hn::ShiftRight<1>(hn::Shl(one, extra));
  const auto odd = hn::And(hn::Shr(m, extra), one);
  const auto up = hn::IfThenElseZero(hn::Gt(half, hn::Zero(du)),
                                     hn::Add(hn::Sub(half, one), odd));
  const auto kept = hn::Shr(hn::Add(m, up), extra);
  const VF scale = hn::BitCast(
      DF(), hn::ShiftLeft<23>(hn::Add(hn::BitCast(D(), extra), constant(127))));
  const VF value = hn::Mul(hn::ConvertTo(DF(), hn::BitCast(D(), kept)), scale);
  return hn::CopySign(value, hn::BitCast(DF(), x));
#endif
}

template <class Code>
HWY_INLINE V promote(const std::uint8_t* in, std::size_t lane) {
  const auto* codes = reinterpret_cast<const Code*>(in) + lane;
  if constexpr (sizeof(Code) == 4) {
    return hn::LoadU(D(), codes);
  } else {
    const hn::Rebind<Code, D> narrow;
    return hn::PromoteTo(D(), hn::LoadU(narrow, codes));
  }
}

template <class Code>
HWY_INLINE void store_codes(V codes, std::uint8_t* out, std::size_t lane) {
  auto* to = reinterpret_cast<Code*>(out) + lane;
  if constexpr (sizeof(Code) == 4) {
    hn::StoreU(codes, D(), to);
  } else {
    const hn::Rebind<Code, D> narrow;
    hn::StoreU(hn::DemoteTo(narrow, codes), narrow, to);
  }
}

/// Writes the lanes of `line(i)` for i = 0, kLanes, ... as a cache line.
template <class Code, class Lanes>
HWY_INLINE void write_codes(const Lanes& lanes, std::uint8_t* out,
                            std::false_type) {
  for (std::size_t i = 0; i < kLine / sizeof(Code); i += hn::MaxLanes(D())) {
    store_codes<Code>(lanes(i), out, i);
  }
}

template <class Code, class Lanes>
HWY_INLINE void write_codes(const Lanes& lanes, std::uint8_t* out,
                            std::true_type) {
  alignas(64) std::uint8_t line[kLine];
  write_codes<Code>(lanes, line, std::false_type{});
  const hn::ScalableTag<std::uint8_t> bytes;
  for (std::size_t i = 0; i < kLine; i += hn::MaxLanes(bytes)) {
    hn::Stream(hn::Load(bytes, line + i), bytes, out + i);
  }
}

/// All, signs too, if the codes fill their words.
HWY_INLINE V used_bits(const IntegerCode& how) {
  const bool is_whole = how.bits == 8 * how.code_bytes;
  return constant(is_whole ? 0xffffffffu : (1u << how.bits) - 1);
}

/// `Code` has no sign if some of its bits are not used.
template <class Code>
bool encode_run(const float* in, std::uint8_t* out, std::size_t count,
                const IntegerCode& how, const Rows& rows) {
  const int magnitude_bits = how.is_signed ? how.bits - 1 : how.bits;
  const std::int64_t end = std::int64_t{1} << magnitude_bits;
  const V lowest =
      hn::Set(D(), static_cast<std::int32_t>(how.is_signed ? -end : 0));
  const V largest = hn::Set(D(), static_cast<std::int32_t>(end - 1));
  const V used = used_bits(how);
  const VF scale = power_of_two(how.fraction_bits);
  V bad = hn::Zero(D());
  const auto line = [&](const std::uint8_t* from, std::uint8_t* to,
                        auto stream) HWY_ATTR {
    const auto lanes = [&](std::size_t i) HWY_ATTR {
      const VF x = hn::Mul(
          hn::LoadU(DF(), reinterpret_cast<const float*>(from) + i), scale);
      const V whole = round_to_integer(x);
      const V code = hn::Min(hn::Max(whole, lowest), largest);
      const auto is_number = hn::RebindMask(D(), hn::Eq(x, x));
      // Out of range if clamped, here or (32 bits) when it was rounded.
      auto fits = hn::And(is_number, hn::Eq(whole, code));
      if constexpr (sizeof(Code) == 4) {
        const VF bound = power_of_two(31);
        fits = hn::And(hn::RebindMask(D(), hn::And(hn::Lt(x, bound),
                                                   hn::Ge(x, hn::Neg(bound)))),
                       fits);
      }
      bad = hn::Or(bad, hn::IfThenZeroElse(fits, constant(1)));
      return hn::And(hn::IfThenElseZero(is_number, code), used);
    };
    write_codes<Code>(lanes, to, stream);
  };
  for_each_line<kLine / sizeof(Code), 4, sizeof(Code)>(
      reinterpret_cast<const std::uint8_t*>(in), out, count, rows, line);
  return hn::AllTrue(D(), hn::Eq(bad, hn::Zero(D())));
}

template <class Code>
void decode_run(const std::uint8_t* in, std::uint8_t* out, std::size_t count,
                const IntegerCode& how, const Rows& rows) {
  const VF scale = power_of_two(-how.fraction_bits);
  const V used = used_bits(how);
  const bool extends = how.is_signed && how.bits != 8 * how.code_bytes;
  const V sign = constant(extends ? 1u << (how.bits - 1) : 0);
  const auto line = [&](const std::uint8_t* from, std::uint8_t* to,
                        auto stream) HWY_ATTR {
    constexpr std::size_t kCount = kLine / sizeof(Code);
    for (std::size_t i = 0; i < kCount; i += hn::MaxLanes(D())) {
      const V bits = hn::And(promote<Code>(from, i), used);
      const V codes = hn::Sub(hn::Xor(bits, sign), sign);
      VF value;
      if constexpr (sizeof(Code) == 4) {
        value = from_integer(codes);
      } else {
        value = hn::ConvertTo(DF(), codes);
      }
      value = hn::Mul(value, scale);
      auto* floats = reinterpret_cast<float*>(to) + i;
      if constexpr (stream()) {
        hn::Stream(value, DF(), floats);
      } else {
        hn::StoreU(value, DF(), floats);
      }
    }
  };
  for_each_line<kLine / sizeof(Code), sizeof(Code), 4>(in, out, count, rows,
                                                       line);
}

bool encode_target(const float* in, void* out, std::size_t count,
                   const IntegerCode& how, const Rows& rows) {
  auto* to = static_cast<std::uint8_t*>(out);
  const auto run = [&](auto code) {
    return encode_run<decltype(code)>(in, to, count, how, rows);
  };
  const bool has_sign = how.is_signed && how.bits == 8 * how.code_bytes;
  if (how.code_bytes == 4) return run(std::int32_t{});
  if (how.code_bytes == 2) {
    return has_sign ? run(std::int16_t{}) : run(std::uint16_t{});
  }
  return has_sign ? run(std::int8_t{}) : run(std::uint8_t{});
}

void decode_target(const void* in, float* out, std::size_t count,
                   const IntegerCode& how, const Rows& rows) {
  const auto* from = static_cast<const std::uint8_t*>(in);
  auto* to = reinterpret_cast<std::uint8_t*>(out);
  const auto run = [&](auto code) {
    decode_run<decltype(code)>(from, to, count, how, rows);
  };
  const bool has_sign = how.is_signed && how.bits == 8 * how.code_bytes;
  if (how.code_bytes == 4) {
    run(std::int32_t{});
  } else if (how.code_bytes == 2) {
    has_sign ? run(std::int16_t{}) : run(std::uint16_t{});
  } else {
    has_sign ? run(std::int8_t{}) : run(std::uint8_t{});
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(encode_target);
HWY_EXPORT(decode_target);

bool encode(const float* in, void* out, std::size_t count,
            const IntegerCode& how, OutOfRange out_of_range, const Rows& rows) {
  const bool fits =
      HWY_DYNAMIC_DISPATCH(encode_target)(in, out, count, how, rows);
  return fits || out_of_range == OutOfRange::saturate;
}

void decode(const void* in, float* out, std::size_t count,
            const IntegerCode& how, const Rows& rows) {
  HWY_DYNAMIC_DISPATCH(decode_target)(in, out, count, how, rows);
}

}  // namespace ashlar::kernels
#endif
