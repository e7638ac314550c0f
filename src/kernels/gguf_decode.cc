// gguf_decode.cc - records of Q8_0, Q4_0 and MXFP4 to f32.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/gguf_decode.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <bit>
// The line above includes this file once per target.
#include <hwy/highway.h>

#include "src/kernels/gguf_number.h"
#include "src/kernels/gguf_records.h"
#include "src/kernels/lines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DF = hn::RebindToFloat<D>;
using VF = hn::Vec<DF>;

constexpr std::size_t kStep = hn::MaxLanes(D());

template <class Stream>
HWY_INLINE void store_numbers(VF x, float* out, Stream) {
  if constexpr (Stream::value) {
    hn::Stream(x, DF(), out);
  } else {
    hn::StoreU(x, DF(), out);
  }
}

/// Half of a scale of e8m0: 2^(code - 128), subnormal for the first two.
HWY_INLINE float half_scale(std::uint8_t code) {
  const std::uint32_t bits =
      code < 2 ? 0x200000u << code : static_cast<std::uint32_t>(code - 1) << 23;
  return std::bit_cast<float>(bits);
}

struct Q8Decoder {
  static constexpr std::size_t kBytes = 34;

  template <class Stream>
  static HWY_INLINE void decode(const std::uint8_t* in, float* out,
                                Stream stream) {
    const hn::Rebind<std::int8_t, D> narrow;
    const VF scale = hn::Set(DF(), read_half(in));
    const auto* codes = reinterpret_cast<const std::int8_t*>(in + 2);
    for (std::size_t i = 0; i < 32; i += kStep) {
      const V code = hn::PromoteTo(D(), hn::LoadU(narrow, codes + i));
      store_numbers(hn::Mul(hn::ConvertTo(DF(), code), scale), out + i, stream);
    }
  }
};

#if ASHLAR_HAS_AVX3

/// The numbers of all 16 codes are looked up once they are scaled.
template <class Stream>
HWY_INLINE void decode_pairs(const std::uint8_t* in, __m512 numbers,
                             float scale, float* out, Stream stream) {
  const __m512 scaled = _mm512_mul_ps(numbers, _mm512_set1_ps(scale));
  const __m512i bytes = _mm512_cvtepu8_epi32(
      _mm_loadu_si128(reinterpret_cast<const __m128i*>(in)));
  store_numbers(VF{_mm512_permutexvar_ps(bytes, scaled)}, out, stream);
  store_numbers(VF{_mm512_permutexvar_ps(_mm512_srli_epi32(bytes, 4), scaled)},
                out + 16, stream);
}

HWY_INLINE __m512 whole_numbers() {
  return _mm512_setr_ps(-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7);
}

HWY_INLINE __m512 twice_e2m1() {
  return _mm512_setr_ps(0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8,
                        -12);
}

#else

template <class Numbers, class Stream>
HWY_INLINE void decode_pairs(const std::uint8_t* in, const Numbers& numbers,
                             float scale, float* out, Stream stream) {
  const hn::Rebind<std::uint8_t, D> narrow;
  const VF factor = hn::Set(DF(), scale);
  for (std::size_t i = 0; i < 16; i += kStep) {
    const V bytes = hn::PromoteTo(D(), hn::LoadU(narrow, in + i));
    const V low = numbers(hn::And(bytes, constant(15)));
    const V high = numbers(hn::ShiftRight<4>(bytes));
    store_numbers(hn::Mul(hn::ConvertTo(DF(), low), factor), out + i, stream);
    store_numbers(hn::Mul(hn::ConvertTo(DF(), high), factor), out + 16 + i,
                  stream);
  }
}

HWY_INLINE auto whole_numbers() {
  return [](V code) HWY_ATTR { return hn::Sub(code, constant(8)); };
}

/// 0 1 2 3 4 6 8 12 and their negatives, without a -0.
HWY_INLINE auto twice_e2m1() {
  return [](V code) HWY_ATTR {
    const V zero = hn::Zero(D());
    const V m = hn::And(code, constant(7));
    const V above_four = hn::Max(hn::Sub(m, constant(4)), zero);
    const V above_six = hn::Max(hn::Sub(m, constant(6)), zero);
    const V magnitude =
        hn::Add(hn::Add(m, above_four), hn::Add(above_six, above_six));
    return hn::IfThenElse(hn::Gt(code, constant(7)), hn::Sub(zero, magnitude),
                          magnitude);
  };
}

#endif

struct Q4Decoder {
  static constexpr std::size_t kBytes = 18;

  template <class Stream>
  static HWY_INLINE void decode(const std::uint8_t* in, float* out,
                                Stream stream) {
    decode_pairs(in + 2, whole_numbers(), read_half(in), out, stream);
  }
};

struct Mx4Decoder {
  static constexpr std::size_t kBytes = 17;

  template <class Stream>
  static HWY_INLINE void decode(const std::uint8_t* in, float* out,
                                Stream stream) {
    decode_pairs(in + 1, twice_e2m1(), half_scale(in[0]), out, stream);
  }
};

template <class Kind, class Stream>
HWY_INLINE void decode_each(const std::uint8_t* in, std::size_t records,
                            float* out, Stream stream) {
  constexpr std::size_t kAheadRecords = kAhead / Kind::kBytes + 2;
  for (; records > 0; --records, in += Kind::kBytes, out += 32) {
    if (records > kAheadRecords) fetch_ahead<1>(in);
    Kind::decode(in, out, stream);
  }
}

template <class Kind>
void decode_all(const std::uint8_t* in, std::size_t records, float* out,
                Store store) {
  const bool is_aligned = reinterpret_cast<std::uintptr_t>(out) % kLine == 0;
  if (store == Store::streamed && is_aligned) {
    decode_each<Kind>(in, records, out, std::true_type{});
    hwy::FlushStream();
  } else {
    decode_each<Kind>(in, records, out, std::false_type{});
  }
}

void decode_gguf_target(GgufKind kind, const std::uint8_t* in,
                        std::size_t records, float* out, Store store) {
  if (kind == GgufKind::q8_0) {
    decode_all<Q8Decoder>(in, records, out, store);
  } else if (kind == GgufKind::q4_0) {
    decode_all<Q4Decoder>(in, records, out, store);
  } else {
    decode_all<Mx4Decoder>(in, records, out, store);
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(decode_gguf_target);

void decode_gguf(GgufKind kind, const std::uint8_t* in, std::size_t records,
                 float* out, Store store) {
  HWY_DYNAMIC_DISPATCH(decode_gguf_target)(kind, in, records, out, store);
}

}  // namespace ashlar::kernels
#endif
