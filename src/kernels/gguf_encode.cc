// gguf_encode.cc - f32 to records of Q8_0, Q4_0 and MXFP4.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/gguf_encode.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <bit>
#include <cmath>
#include <cstring>
// The line above includes this file once per target.
#include <hwy/highway.h>

#include "src/kernels/gguf_avx3-inl.h"
#include "src/kernels/gguf_number.h"
#include "src/kernels/gguf_records.h"
#include "src/kernels/lines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if !ASHLAR_HAS_AVX3

using DF = hn::RebindToFloat<D>;
using VF = hn::Vec<DF>;

constexpr std::size_t kStep = hn::MaxLanes(D());

HWY_INLINE V load_bits(const float* in, std::size_t at) {
  return hn::BitCast(D(), hn::LoadU(DF(), in + at));
}

HWY_INLINE V magnitude(V bits) { return hn::And(bits, constant(0x7fffffffu)); }

/// The largest magnitude of a record, as bits.
HWY_INLINE std::uint32_t largest_magnitude(const float* in) {
  V most = hn::Zero(D());
  for (std::size_t i = 0; i < 32; i += kStep) {
    most = hn::Max(most, magnitude(load_bits(in, i)));
  }
  return static_cast<std::uint32_t>(hn::GetLane(hn::MaxOfLanes(D(), most)));
}

/// Products are kept within what codes hold; that also keeps compilers from
/// fusing them with what is added to them.
HWY_INLINE VF scaled(V bits, float factor, float low, float high) {
  const DF d;
  const VF product = hn::Mul(hn::BitCast(d, bits), hn::Set(d, factor));
  return hn::Min(hn::Max(product, hn::Set(d, low)), hn::Set(d, high));
}

HWY_INLINE void encode_q8_0(const float* in, std::uint32_t most,
                            std::uint8_t* out) {
  const DF d;
  const hn::Rebind<std::int8_t, D> narrow;
  const float scale = std::bit_cast<float>(most) / 127;
  write_half(scale, out);
  const float factor = 1 / scale;
  for (std::size_t i = 0; i < 32; i += kStep) {
    const VF x = scaled(load_bits(in, i), factor, -128, 127);
    // Ties go away from zero, and the number before one half does not.
    const VF half = hn::CopySign(hn::Set(d, 0x1.fffffep-2f), x);
    const V code = hn::ConvertTo(D(), hn::Add(x, half));
    hn::StoreU(hn::DemoteTo(narrow, code), narrow,
               reinterpret_cast<std::int8_t*>(out + 2 + i));
  }
}

/// Two codes a byte, those of numbers that are 16 apart.
template <class CodesAt>
HWY_INLINE void write_pairs(std::uint8_t* out, const CodesAt& codes_at) {
  const hn::Rebind<std::uint8_t, D> narrow;
  for (std::size_t i = 0; i < 16; i += kStep) {
    const V both = hn::Or(codes_at(i), hn::ShiftLeft<4>(codes_at(i + 16)));
    hn::StoreU(hn::DemoteTo(narrow, both), narrow, out + i);
  }
}

/// The first number of a magnitude.
HWY_INLINE float first_with(const float* in, std::uint32_t most) {
  std::size_t i = 0;
  while ((std::bit_cast<std::uint32_t>(in[i]) & 0x7fffffffu) != most) ++i;
  return in[i];
}

HWY_INLINE void encode_q4_0(const float* in, std::uint32_t most,
                            std::uint8_t* out) {
  const float scale = first_with(in, most) / -8;
  write_half(scale, out);
  const float factor = 1 / scale;
  write_pairs(out + 2, [&](std::size_t i) HWY_ATTR {
    const VF x = scaled(load_bits(in, i), factor, -8.25f, 7);
    return hn::ConvertTo(D(), hn::Add(x, hn::Set(DF(), 8.5f)));
  });
}

HWY_INLINE void encode_mxfp4(const float* in, std::uint32_t most,
                             std::uint8_t* out) {
  const std::uint32_t e = (most >> 23) - 2;
  out[0] = static_cast<std::uint8_t>(e);
  // Half of the scale has the unit that makes all codes whole numbers. Numbers
  // in the middle between two codes have the lower one.
  const V unit = constant((e - 128) << 23);
  write_pairs(out + 1, [&](std::size_t i) HWY_ATTR {
    const V bits = load_bits(in, i);
    const V a = hn::Sub(magnitude(bits), unit);
    V code = hn::Zero(D());
    for (const float threshold : {0.5f, 1.5f, 2.5f, 3.5f, 5.0f, 7.0f, 10.0f}) {
      const auto is_above =
          hn::Gt(a, constant(std::bit_cast<std::uint32_t>(threshold)));
      code = hn::Sub(code, hn::VecFromMask(D(), is_above));
    }
    const V sign = hn::And(hn::ShiftRight<28>(bits), constant(8));
    return hn::Or(code, hn::IfThenElseZero(hn::Ne(code, hn::Zero(D())), sign));
  });
}

/// Any target. Records with numbers out of the ordinary are left to others.
void encode_each(GgufKind kind, const float* in, std::size_t records,
                 std::uint8_t* out) {
  const GgufKindInfo& info = info_of(kind);
  for (; records > 0; --records, in += 32, out += info.bytes) {
    const std::uint32_t most = largest_magnitude(in);
    if (HWY_UNLIKELY(!is_ordinary(most))) {
      info.encode_one(in, out);
    } else if (kind == GgufKind::q8_0) {
      encode_q8_0(in, most, out);
    } else if (kind == GgufKind::q4_0) {
      encode_q4_0(in, most, out);
    } else {
      encode_mxfp4(in, most, out);
    }
  }
}

#endif

void encode_gguf_target(GgufKind kind, const float* in, std::size_t records,
                        std::uint8_t* out, Store store) {
#if ASHLAR_HAS_AVX3
  encode_groups(kind, in, records, out, store);
#else
  static_cast<void>(store);
  encode_each(kind, in, records, out);
#endif
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(encode_gguf_target);

const GgufKindInfo& info_of(GgufKind kind) {
  static constexpr GgufKindInfo kInfos[] = {
      {34, encode_q8_0, decode_q8_0},
      {18, encode_q4_0, decode_q4_0},
      {17, encode_mxfp4, decode_mxfp4},
  };
  return kInfos[static_cast<std::size_t>(kind)];
}

void encode_gguf(GgufKind kind, const float* in, std::size_t records,
                 std::uint8_t* out, Store store) {
  HWY_DYNAMIC_DISPATCH(encode_gguf_target)(kind, in, records, out, store);
}

}  // namespace ashlar::kernels
#endif
