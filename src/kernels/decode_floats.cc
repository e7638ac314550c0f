// decode_floats.cc - floats of 8 or 16 bits to f32.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/decode_floats.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <bit>
// The line above includes this file once per target.
#include <hwy/highway.h>

#include "src/kernels/float_codes.h"
#include "src/kernels/lines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The parts of a DecodeFloat that the lanes need, ready to use.
struct DecodeConstants {
  explicit HWY_INLINE DecodeConstants(const DecodeFloat& asked)
      : how(asked),
        magnitude(constant(how.used & ~how.sign)),
        largest(constant(how.largest)),
        rebias(constant(static_cast<std::uint32_t>(127 - how.bias) << 23)),
        first_normal(constant(1u << how.mantissa_bits)),
        smallest(hn::Set(
            hn::RebindToFloat<D>(),
            std::bit_cast<float>(
                static_cast<std::uint32_t>(128 - how.bias - how.mantissa_bits)
                << 23))) {}

  const DecodeFloat& how;
  const int shift = 23 - how.mantissa_bits;
  const int sign_shift = std::countl_zero(how.sign) % 32;
  const V magnitude;
  const V largest;
  const V rebias;
  const V first_normal;
  const hn::Vec<hn::RebindToFloat<D>> smallest;  ///< the smallest subnormal
};

/// Where NaN has the code that would be -0.
HWY_INLINE hn::Mask<D> is_negative_zero(const DecodeConstants& c, V code) {
  return hn::Eq(hn::And(code, constant(c.how.used)), constant(c.how.nan));
}

HWY_INLINE V decode_specials(const DecodeConstants& c, V code, V bits, V sign,
                             V value) {
  const V nan_sign = c.how.nan_keeps_sign ? sign : hn::Zero(D());
  const V nan = hn::Or(constant(0x7fc00000u), nan_sign);
  value = hn::IfThenElse(hn::Gt(bits, c.largest), nan, value);
  if (c.how.infinity != 0) {
    const V infinity = hn::Or(constant(0x7f800000u), sign);
    value =
        hn::IfThenElse(hn::Eq(bits, constant(c.how.infinity)), infinity, value);
  }
  if (c.how.nan != 0) {
    value = hn::IfThenElse(is_negative_zero(c, code), nan, value);
  }
  return value;
}

/// f32 bits of codes in lanes of 32 bits.
template <Range kRange, bool kSpecials>
HWY_INLINE V decode_lanes(const DecodeConstants& c, V code) {
  const V bits = hn::And(code, c.magnitude);
  const V sign = hn::And(hn::ShiftLeftSame(code, c.sign_shift),
                         constant(c.how.sign == 0 ? 0 : 0x80000000u));
  V value = hn::Add(hn::ShiftLeftSame(bits, c.shift), c.rebias);
  if constexpr (kRange == Range::narrower) {
    // Exact in any rounding mode, and far from f32's own subnormals.
    const V small = hn::BitCast(
        D(), hn::Mul(hn::ConvertTo(hn::RebindToFloat<D>(), bits), c.smallest));
    value = hn::IfThenElse(hn::Lt(bits, c.first_normal), small, value);
  } else if constexpr (kRange == Range::flushed) {
    value = hn::IfThenZeroElse(hn::Eq(bits, hn::Zero(D())), value);
  }
  value = hn::Or(value, sign);
  return kSpecials ? decode_specials(c, code, bits, sign, value) : value;
}

/// Codes that are looked at together: a line of them.
template <class Code>
constexpr std::size_t kStep = kLine / sizeof(Code);

/// Whether any of the codes of a step is special, looked for while they are
/// narrow and many fit into a vector.
template <class Code>
HWY_INLINE bool has_specials(const DecodeFloat& how, const Code* codes) {
  const hn::CappedTag<Code, kStep<Code>> d;
  const auto used = hn::Set(d, static_cast<Code>(how.used));
  const auto magnitude = hn::Set(d, static_cast<Code>(how.used & ~how.sign));
  const auto largest = hn::Set(d, static_cast<Code>(how.largest));
  const auto nan = hn::Set(d, static_cast<Code>(how.nan));
  const bool has_large = (how.used & ~how.sign) > how.largest;
  auto found = hn::Zero(d);
  for (std::size_t i = 0; i < kStep<Code>; i += hn::MaxLanes(d)) {
    const auto code = hn::LoadU(d, codes + i);
    if (has_large) {
      // The larger of the two is not the largest finite one.
      const auto over = hn::Max(hn::And(code, magnitude), largest);
      found = hn::Or(found, hn::Xor(over, largest));
    }
    if (how.nan != 0) {
      const auto is_nan = hn::Eq(hn::And(code, used), nan);
      found = hn::Or(found, hn::VecFromMask(d, is_nan));
    }
  }
  return !hn::AllTrue(d, hn::Eq(found, hn::Zero(d)));
}

template <class Code, Range kRange>
void run(const std::uint8_t* in, std::uint8_t* out, std::size_t count,
         const DecodeFloat& how, const Rows& rows) {
  const DecodeConstants c(how);
  const auto decode_all = [&c](const Code* codes, std::uint8_t* to, auto stream,
                               auto specials) HWY_ATTR {
    const hn::Rebind<Code, D> narrow;
    auto* lanes = reinterpret_cast<std::int32_t*>(to);
    for (std::size_t i = 0; i < kStep<Code>; i += hn::MaxLanes(D())) {
      const V code = hn::PromoteTo(D(), hn::LoadU(narrow, codes + i));
      const V value = decode_lanes<kRange, specials()>(c, code);
      if constexpr (stream()) {
        hn::Stream(value, D(), lanes + i);
      } else {
        hn::StoreU(value, D(), lanes + i);
      }
    }
  };
  const auto line = [&](const std::uint8_t* from, std::uint8_t* to,
                        auto stream) HWY_ATTR {
    const auto* codes = reinterpret_cast<const Code*>(from);
    if (HWY_UNLIKELY(has_specials(c.how, codes))) {
      decode_all(codes, to, stream, std::true_type{});
    } else {
      decode_all(codes, to, stream, std::false_type{});
    }
  };
  for_each_line<kStep<Code>, sizeof(Code), 4>(in, out, count, rows, line);
}

template <class Code>
void pick_range(const std::uint8_t* in, std::uint8_t* out, std::size_t count,
                const DecodeFloat& how, const Rows& rows) {
  if (how.bias == 127 && how.has_subnormals) {
    run<Code, Range::same>(in, out, count, how, rows);
  } else if (how.has_subnormals) {
    run<Code, Range::narrower>(in, out, count, how, rows);
  } else {
    run<Code, Range::flushed>(in, out, count, how, rows);
  }
}

void decode_target(const void* in, float* out, std::size_t count,
                   const DecodeFloat& how, const Rows& rows) {
  const auto* from = static_cast<const std::uint8_t*>(in);
  auto* to = reinterpret_cast<std::uint8_t*>(out);
  if (how.code_bytes == 1) {
    pick_range<std::uint8_t>(from, to, count, how, rows);
  } else {
    pick_range<std::uint16_t>(from, to, count, how, rows);
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(decode_target);

void decode(const void* in, float* out, std::size_t count,
            const DecodeFloat& how, const Rows& rows) {
  HWY_DYNAMIC_DISPATCH(decode_target)(in, out, count, how, rows);
}

}  // namespace ashlar::kernels
#endif
