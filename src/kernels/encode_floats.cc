// encode_floats.cc - f32, bf16 and f16 to floats of 8 or 16 bits.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/encode_floats.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <bit>
// The line above includes this file once per target.
#include <hwy/highway.h>

#include "src/kernels/encode_avx3-inl.h"
#include "src/kernels/float_codes.h"
#include "src/kernels/lines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Lanes of f32 bits.
template <Wide kSource>
HWY_INLINE V load(const std::uint8_t* in, std::size_t lane) {
  const hn::RebindToUnsigned<D> du;
  if constexpr (kSource == Wide::f32) {
    return hn::LoadU(D(), reinterpret_cast<const std::int32_t*>(in) + lane);
  } else if constexpr (kSource == Wide::bf16) {
    const hn::Rebind<std::uint16_t, D> narrow;
    const auto half =
        hn::LoadU(narrow, reinterpret_cast<const std::uint16_t*>(in) + lane);
    return hn::BitCast(D(), hn::ShiftLeft<16>(hn::PromoteTo(du, half)));
  } else {
#if ASHLAR_HAS_AVX3
    return V{_mm512_castps_si512(_mm512_cvtph_ps(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(in + 2 * lane))))};
#else
    const hn::Rebind<std::uint16_t, D> bits;
    const hn::Rebind<hwy::float16_t, D> narrow;
    const auto half =
        hn::LoadU(bits, reinterpret_cast<const std::uint16_t*>(in) + lane);
    const V finite = hn::BitCast(
        D(), hn::PromoteTo(hn::RebindToFloat<D>(), hn::BitCast(narrow, half)));
    // Where it has to emulate this, Highway takes infinity and NaN for numbers.
    const V code = hn::PromoteTo(D(), half);
    const V magnitude = hn::And(code, constant(0x7fff));
    const V sign = hn::ShiftLeft<16>(hn::And(code, constant(0x8000)));
    const V special = hn::Or(hn::Or(hn::ShiftLeft<13>(magnitude), sign),
                             constant(0x7f800000u));
    return hn::IfThenElse(hn::Gt(magnitude, constant(0x7bff)), special, finite);
#endif
  }
}

/// The parts of an EncodeFloat that the lanes need, ready to use.
struct Constants {
  explicit HWY_INLINE Constants(const EncodeFloat& asked)
      : how(asked),
        limit(constant(how.limit)),
        first(constant(first_binade(how.bias, how.has_subnormals))),
        rebias(constant(static_cast<std::uint32_t>(127 - how.bias)
                        << how.mantissa_bits)),
        half(constant((1u << (shift - 1)) - (how.ties_away ? 0 : 1))),
        sign(constant(how.sign)) {}

  const EncodeFloat& how;
  const int shift = 23 - how.mantissa_bits;
  const int sign_shift = std::countl_zero(how.sign) % 32;
  const V limit;
  const V first;
  const V rebias;
  const V half;
  const V sign;
};

/// Numbers of the full precision of the code: round in place, then shift.
HWY_INLINE V encode_normal(const Constants& c, V x) {
  V up = c.half;
  if (!c.how.ties_away) {
    up = hn::Add(up, hn::And(hn::ShiftRightSame(x, c.shift), constant(1)));
  }
  return hn::Sub(hn::ShiftRightSame(hn::Add(x, up), c.shift), c.rebias);
}

/// Numbers below the first binade: the mantissa is shifted further, by lane.
HWY_INLINE V encode_subnormal(const Constants& c, V x) {
  const hn::RebindToUnsigned<D> du;
  const V one = constant(1);
  const V exponent = hn::ShiftRight<23>(x);
  const V hidden =
      hn::IfThenElseZero(hn::Gt(exponent, hn::Zero(D())), constant(1u << 23));
  const V mantissa = hn::Or(hn::And(x, constant(0x7fffff)), hidden);
  // Lanes above the first binade are not used, but must not shift by less
  // than nothing.
  const V below =
      hn::Max(hn::Sub(hn::ShiftRight<23>(c.first), hn::Max(exponent, one)),
              hn::Zero(D()));
  const V shift = hn::Min(hn::Add(below, hn::Set(D(), c.shift)), constant(26));
  const auto by = hn::BitCast(du, shift);
  V up = hn::BitCast(
      D(), hn::Shl(hn::BitCast(du, one), hn::BitCast(du, hn::Sub(shift, one))));
  if (!c.how.ties_away) {
    const V odd =
        hn::And(hn::BitCast(D(), hn::Shr(hn::BitCast(du, mantissa), by)), one);
    up = hn::Add(hn::Sub(up, one), odd);
  }
  return hn::BitCast(D(), hn::Shr(hn::BitCast(du, hn::Add(mantissa, up)), by));
}

template <Range kRange>
HWY_INLINE V encode_magnitude(const Constants& c, V x) {
  const V normal = encode_normal(c, x);
  if constexpr (kRange == Range::same) return normal;
  const auto is_small = hn::Lt(x, c.first);
  if constexpr (kRange == Range::flushed) {
    return hn::IfThenZeroElse(is_small, normal);
  } else {
    return hn::IfThenElse(is_small, encode_subnormal(c, x), normal);
  }
}

HWY_INLINE V encode_specials(const Constants& c, V u, V a, V sign, V code) {
  const V infinity = constant(0x7f800000u);
  if (c.how.infinity_differs) {
    const V signed_infinity = hn::Or(constant(c.how.infinity), sign);
    code = hn::IfThenElse(hn::Eq(a, infinity), signed_infinity, code);
  }
  if (c.how.nan_differs) {
    const V source_sign =
        hn::ShiftRightSame(hn::And(u, constant(0x80000000u)), c.sign_shift);
    const V nan = hn::Xor(constant(c.how.nan),
                          hn::And(source_sign, constant(c.how.nan_sign)));
    code = hn::IfThenElse(hn::Gt(a, infinity), nan, code);
  }
  return code;
}

template <Range kRange>
HWY_INLINE V encode_lanes(const Constants& c, V u) {
  const V a = hn::And(u, constant(0x7fffffffu));
  V code = encode_magnitude<kRange>(c, hn::Min(a, c.limit));
  V sign = hn::And(hn::ShiftRightSame(u, c.sign_shift), c.sign);
  if (!c.how.has_negative_zero) {
    sign = hn::IfThenElseZero(hn::Ne(code, hn::Zero(D())), sign);
  }
  code = hn::Or(code, sign);
  const auto is_special = hn::Gt(a, constant(0x7f7fffffu));
  if (HWY_UNLIKELY(!hn::AllFalse(D(), is_special))) {
    code = encode_specials(c, u, a, sign, code);
  }
  return code;
}

struct Call {
  const std::uint8_t* in;
  std::uint8_t* out;
  std::size_t count;
  const EncodeFloat& how;
  Rows rows;
};

template <Wide kSource, class Code, class Line>
HWY_INLINE void run_lines(const Call& call, const Line& line) {
  for_each_line<kLine / sizeof(Code), kSource == Wide::f32 ? 4 : 2,
                sizeof(Code)>(call.in, call.out, call.count, call.rows, line);
}

/// Any target. Its stores are narrower than a line, and are never streamed.
template <Wide kSource, class Code, Range kRange>
void run(const Call& call) {
  const Constants c(call.how);
  const auto line = [&c](const std::uint8_t* in, std::uint8_t* out,
                         auto) HWY_ATTR {
    const hn::Rebind<Code, D> narrow;
    constexpr std::size_t kLanes = hn::MaxLanes(D());
    for (std::size_t i = 0; i < kLine / sizeof(Code); i += kLanes) {
      const V code = encode_lanes<kRange>(c, load<kSource>(in, i));
      hn::StoreU(hn::DemoteTo(narrow, code), narrow,
                 reinterpret_cast<Code*>(out) + i);
    }
  };
  Call cached = call;
  cached.rows.store = Store::cached;
  run_lines<kSource, Code>(cached, line);
}

#if ASHLAR_HAS_AVX3
/// Codes of pairs of vectors; `slow` does those with special numbers.
template <class Fast, bool kNegativeZero>
class PairEncoder {
 public:
  explicit HWY_INLINE PairEncoder(const EncodeFloat& how)
      : slow_(how), fast_(how), infinity_differs_(how.infinity_differs) {}

  template <std::size_t kVectors>
  HWY_INLINE void encode(__m512i (&u)[kVectors]) const {
    unsigned special = 0;
    for (std::size_t k = 0; k < kVectors; k += 2) {
      special |= infinity_differs_ ? specials<true>(u[k], u[k + 1])
                                   : specials<false>(u[k], u[k + 1]);
    }
    if (HWY_UNLIKELY(special != 0)) {
      for (__m512i& v : u) v = encode_lanes<Fast::kRange>(slow_, V{v}).raw;
    } else {
      for (__m512i& v : u) v = fast_.template codes<kNegativeZero>(v);
    }
  }

 private:
  Constants slow_;
  Fast fast_;
  bool infinity_differs_;
};

template <Wide kSource, class Code, class Fast, bool kNegativeZero>
void run_fast(const Call& call) {
  const PairEncoder<Fast, kNegativeZero> encoder(call.how);
  const auto line = [&](auto in, std::uint8_t* out, auto stream) HWY_ATTR {
    constexpr std::size_t kVectors = 4 / sizeof(Code);
    constexpr std::size_t kBytes = kSource == Wide::f32 ? 64 : 32;
    __m512i u[kVectors];
    if constexpr (kSource == Wide::bf16 && sizeof(Code) == 1) {
      // Two numbers lie in each lane of 32 bits, and so do their codes.
      for (std::size_t k = 0; k < kVectors; k += 2) {
        const __m512i both = _mm512_loadu_si512(byte_at(in, k * kBytes));
        u[k] = _mm512_slli_epi32(both, 16);
        u[k + 1] = _mm512_and_si512(both, lanes(0xffff0000u));
      }
      encoder.encode(u);
      const __m512i pairs[2] = {
          _mm512_or_si512(u[0], _mm512_slli_epi32(u[1], 8)),
          _mm512_or_si512(u[2], _mm512_slli_epi32(u[3], 8))};
      write(join(pairs), out, stream);
    } else {
      for (std::size_t k = 0; k < kVectors; ++k) {
        u[k] = load<kSource>(byte_at(in, k * kBytes), 0).raw;
      }
      encoder.encode(u);
      write(join(u), out, stream);
    }
  };
  run_lines<kSource, Code>(call, line);
}

template <Wide kSource, class Code, class Fast>
bool try_one(const Call& call) {
  if (!Fast::can(call.how)) return false;
  if (call.how.has_negative_zero) {
    run_fast<kSource, Code, Fast, true>(call);
  } else {
    run_fast<kSource, Code, Fast, false>(call);
  }
  return true;
}

template <Wide kSource, class Code>
bool try_fast(const Call& call) {
  if constexpr (kSource == Wide::f32 && sizeof(Code) == 2) {
    if (try_one<kSource, Code, RoundInPlace>(call)) return true;
    if (try_one<kSource, Code, RoundToHalf>(call)) return true;
    if (try_one<kSource, Code, RoundAway>(call)) return true;
  }
  return try_one<kSource, Code, RoundByAdding>(call);
}
#else
template <Wide kSource, class Code>
bool try_fast(const Call&) {
  return false;
}
#endif

template <Wide kSource, class Code>
void pick_range(const Call& call) {
  if (try_fast<kSource, Code>(call)) return;
  if (call.how.bias == 127 && call.how.has_subnormals) {
    run<kSource, Code, Range::same>(call);
  } else if (!call.how.has_subnormals) {
    run<kSource, Code, Range::flushed>(call);
  } else {
    run<kSource, Code, Range::narrower>(call);
  }
}

template <Wide kSource>
void pick_code(const Call& call) {
  if (call.how.code_bytes == 1) {
    pick_range<kSource, std::uint8_t>(call);
  } else {
    pick_range<kSource, std::uint16_t>(call);
  }
}

void encode_target(const void* in, Wide source, void* out, std::size_t count,
                   const EncodeFloat& how, const Rows& rows) {
  const Call call{static_cast<const std::uint8_t*>(in),
                  static_cast<std::uint8_t*>(out), count, how, rows};
  if (source == Wide::f32) {
    pick_code<Wide::f32>(call);
  } else if (source == Wide::bf16) {
    pick_code<Wide::bf16>(call);
  } else {
    pick_code<Wide::f16>(call);
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(encode_target);

void encode(const void* in, Wide source, void* out, std::size_t count,
            const EncodeFloat& how, const Rows& rows) {
  HWY_DYNAMIC_DISPATCH(encode_target)(in, source, out, count, how, rows);
}

}  // namespace ashlar::kernels
#endif
