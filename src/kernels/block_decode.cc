// block_decode.cc - codes and scales to numbers.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/block_decode.cc"
// Bytes of two registers are picked by one instruction from Ice Lake and Zen 4
// on.
#ifndef HWY_WANT_AVX3_DL
#define HWY_WANT_AVX3_DL 1
#endif
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <bit>
#include <cstring>
// The line above includes this file once per target.
#include <hwy/highway.h>

#include "src/base/usual_arithmetic.h"
#include "src/kernels/block_codes.h"
#include "src/kernels/block_factors-inl.h"
#include "src/kernels/block_halves_avx3-inl.h"
#include "src/kernels/pack_bits.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Elements that are decoded together, all of them in a few tiles.
constexpr std::size_t kSpan = 64;

/// Numbers of one vector of codes, before any scale. Codes are in their bytes.
class CodeNumbers {
 public:
  explicit HWY_INLINE CodeNumbers(const DecodeBlocks& how) : how_(how) {}

  HWY_INLINE VF look_up(const std::uint8_t* codes) const {
    const hn::Rebind<std::uint8_t, D> narrow;
    return hn::GatherIndex(DF(), how_.numbers,
                           hn::PromoteTo(D(), hn::LoadU(narrow, codes)));
  }

  HWY_INLINE VF by_bits(const std::uint8_t* codes) const {
    const hn::Rebind<std::uint8_t, D> narrow;
    const V code = hn::PromoteTo(D(), hn::LoadU(narrow, codes));
    const V magnitude =
        hn::ShiftLeftSame(hn::And(code, constant(how_.magnitude)), how_.shift);
    const V sign =
        hn::ShiftLeftSame(hn::And(code, constant(how_.sign)), how_.sign_shift);
    return hn::Mul(as_float(hn::Or(magnitude, sign)),
                   hn::Set(DF(), how_.multiplier));
  }

  HWY_INLINE VF integers(const std::uint8_t* codes) const {
    const hn::Rebind<std::int8_t, D> narrow;
    const V code = hn::PromoteTo(
        D(), hn::LoadU(narrow, reinterpret_cast<const std::int8_t*>(codes)));
    return hn::Mul(hn::ConvertTo(DF(), code), hn::Set(DF(), how_.multiplier));
  }

  /// Whether bits do not say what some code of a span stands for.
  HWY_INLINE bool has_specials(const std::uint8_t* codes) const {
    if (how_.largest >= how_.magnitude) return false;
    const hn::CappedTag<std::uint8_t, kSpan> d;
    const auto magnitude =
        hn::Set(d, static_cast<std::uint8_t>(how_.magnitude));
    const auto largest = hn::Set(d, how_.largest);
    auto most = largest;
    for (std::size_t i = 0; i < kSpan; i += hn::MaxLanes(d)) {
      most = hn::Max(most, hn::And(hn::LoadU(d, codes + i), magnitude));
    }
    return !hn::AllTrue(d, hn::Eq(most, largest));
  }

 private:
  const DecodeBlocks& how_;
};

/// Writes numbers as f32, or as bf16 rounded to even.
template <Wide kTarget, class Stream>
HWY_INLINE void write_numbers(const VF (&x)[kSpan / kStep], std::uint8_t* out,
                              Stream) {
  constexpr std::size_t kVectors = kSpan / kStep;
  if constexpr (kTarget == Wide::f32) {
    auto* to = reinterpret_cast<float*>(out);
    for (std::size_t i = 0; i < kVectors; ++i) {
      if constexpr (Stream::value) {
        hn::Stream(x[i], DF(), to + i * kStep);
      } else {
        hn::StoreU(x[i], DF(), to + i * kStep);
      }
    }
  } else {
#if ASHLAR_HAS_AVX3
    for (std::size_t i = 0; i < kVectors; i += 2) {
      write(upper_halves(round_halves(x[i].raw), round_halves(x[i + 1].raw)),
            out + 32 * i, Stream{});
    }
#else
    const hn::Rebind<std::uint16_t, D> narrow;
    auto* to = reinterpret_cast<std::uint16_t*>(out);
    for (std::size_t i = 0; i < kVectors; ++i) {
      const auto bits = hn::BitCast(hn::RebindToUnsigned<D>(), x[i]);
      const V odd =
          hn::And(hn::BitCast(D(), hn::ShiftRight<16>(bits)), constant(1));
      const V sum = hn::Add(hn::Add(as_bits(x[i]), odd), constant(0x7fff));
      const V words = hn::BitCast(
          D(), hn::ShiftRight<16>(hn::BitCast(hn::RebindToUnsigned<D>(), sum)));
      hn::StoreU(hn::DemoteTo(narrow, words), narrow, to + i * kStep);
    }
#endif
  }
}

class Decoding {
 public:
  Decoding(const DecodeBlocks& how, const DecodeLines& lines)
      : how_(how),
        lines_(lines),
        codes_(how)
#if ASHLAR_HAS_VBMI
        ,
        halves_(how)
#endif
  {
    const bool is_grouped = std::has_single_bit(how.tile) && how.tile >= kPiece;
    per_group_ = is_grouped ? kTiles : 1;
    shift_ = is_grouped ? std::countr_zero(how.tile) : 63;
  }

  template <Wide kTarget, DecodeBlocks::Kind kKind, bool kNibbles>
  void run(const OddTile& odd) {
    constexpr std::size_t kSize = kTarget == Wide::f32 ? 4 : 2;
    const std::size_t step = per_group_ * how_.tile;
    std::size_t tile = 0;
    for (std::size_t at = 0; at < lines_.count; at += step) {
      const std::size_t count = std::min(step, lines_.count - at);
      const std::size_t tiles = (count + how_.tile - 1) / how_.tile;
      find(tile, tiles);
      for (std::size_t row = 0; row < lines_.rows; ++row) {
        const std::uint8_t* codes =
            lines_.codes + row * lines_.codes_pitch + (kNibbles ? at / 2 : at);
        std::uint8_t* out = lines_.out + row * lines_.out_pitch + at * kSize;
        decode_row<kTarget, kKind, kNibbles>(codes, count, out);
      }
      for (std::size_t i = 0; tiles_.has_odd && i < tiles; ++i) {
        if (tiles_.odd[i] != 0) odd(tile + i);
      }
      tile += tiles;
    }
    if (streams_) hwy::FlushStream();
  }

 private:
  HWY_NOINLINE void find(std::size_t first, std::size_t tiles) {
    const std::size_t bytes = how_.scale_bytes();
    const std::uint8_t* words = lines_.scales + first * bytes;
    const std::uint8_t* zeros = how_.has_zeros ? lines_.zeros + first : nullptr;
    std::uint8_t words_rest[4 * kTiles] = {};
    std::uint8_t zeros_rest[kTiles] = {};
    if (tiles < kTiles) {
      std::memcpy(words_rest, words, tiles * bytes);
      if (zeros != nullptr) std::memcpy(zeros_rest, zeros, tiles);
      words = words_rest;
      zeros = zeros_rest;
    }
    find_factors(how_, words, zeros, tiles_);
#if ASHLAR_HAS_VBMI
    adds_exponents_ = shift_ >= 5 && halves_.suits(tiles_.factors);
#endif
  }

  template <Wide kTarget, DecodeBlocks::Kind kKind, bool kNibbles>
  HWY_INLINE void decode_row(const std::uint8_t* codes, std::size_t count,
                             std::uint8_t* out) {
    constexpr std::size_t kSize = kTarget == Wide::f32 ? 4 : 2;
    constexpr std::size_t kBytes = kNibbles ? kSpan / 2 : kSpan;
    const bool streams = lines_.store == Store::streamed &&
                         reinterpret_cast<std::uintptr_t>(out) % kLine == 0;
    std::size_t at = 0;
    for (; streams && at + kSpan <= count; at += kSpan) {
      hwy::Prefetch(codes + kAhead / 4);
      decode_span<kTarget, kKind, kNibbles>(codes, at, out, std::true_type{});
      streams_ = true;
      codes += kBytes;
      out += kSpan * kSize;
    }
    alignas(64) std::uint8_t in_rest[kBytes];
    alignas(64) std::uint8_t out_rest[kSpan * kSize];
    for (; at < count; at += kSpan) {
      const std::size_t n = std::min(kSpan, count - at);
      const bool is_cut = n < kSpan;
      if (HWY_UNLIKELY(is_cut)) {
        std::memset(in_rest, 0, kBytes);
        std::memcpy(in_rest, codes, kNibbles ? (n + 1) / 2 : n);
      }
      decode_span<kTarget, kKind, kNibbles>(is_cut ? in_rest : codes, at,
                                            is_cut ? out_rest : out,
                                            std::false_type{});
      if (HWY_UNLIKELY(is_cut)) std::memcpy(out, out_rest, n * kSize);
      codes += kBytes;
      out += kSpan * kSize;
    }
  }

  /// Numbers of codes that have a byte each.
  template <DecodeBlocks::Kind kKind>
  HWY_INLINE VF number(const std::uint8_t* codes, std::size_t at) const {
    const std::size_t tile = at >> shift_;
    VF x = kKind == DecodeBlocks::Kind::floating  ? codes_.by_bits(codes)
           : kKind == DecodeBlocks::Kind::integer ? codes_.integers(codes)
                                                  : codes_.look_up(codes);
    if (how_.has_zeros) x = hn::Sub(x, hn::Set(DF(), tiles_.zeros[tile]));
    return hn::Mul(x, hn::Set(DF(), tiles_.factors[tile]));
  }

  template <Wide kTarget, DecodeBlocks::Kind kKind, bool kNibbles, class Stream>
  HWY_INLINE void decode_span(const std::uint8_t* codes, std::size_t at,
                              std::uint8_t* out, Stream stream) const {
    constexpr auto kTable = DecodeBlocks::Kind::table;
#if ASHLAR_HAS_AVX3
    if constexpr (kTarget == Wide::bf16 && kNibbles) {
      write_halves(codes, at, out, stream);
      return;
    }
#endif
#if ASHLAR_HAS_VBMI
    if constexpr (kTarget == Wide::bf16 &&
                  kKind == DecodeBlocks::Kind::floating) {
      if (HWY_LIKELY(adds_exponents_) &&
          HWY_LIKELY(halves_.write_numbers(
              codes,
              {tiles_.factors[at >> shift_],
               tiles_.factors[(at + kSpan / 2) >> shift_]},
              out, stream))) {
        return;
      }
    }
#endif
    VF x[kSpan / kStep];
    if constexpr (kNibbles) {
      decode_nibbles(codes, at, x);
    } else {
      const bool special =
          kKind == DecodeBlocks::Kind::floating && codes_.has_specials(codes);
      for (std::size_t i = 0; i < kSpan; i += kStep) {
        x[i / kStep] = HWY_UNLIKELY(special) ? number<kTable>(codes + i, at + i)
                                             : number<kKind>(codes + i, at + i);
      }
    }
    write_numbers<kTarget>(x, out, stream);
  }

#if ASHLAR_HAS_AVX3
  /// The numbers of all 16 codes under the scale of an element.
  HWY_INLINE __m512 scaled_table(std::size_t at) const {
    const std::size_t tile = at >> shift_;
    return _mm512_mul_ps(_mm512_sub_ps(_mm512_loadu_ps(how_.numbers),
                                       _mm512_set1_ps(tiles_.zeros[tile])),
                         _mm512_set1_ps(tiles_.factors[tile]));
  }

  template <class Stream>
  HWY_INLINE void write_halves(const std::uint8_t* codes, std::size_t at,
                               std::uint8_t* out, Stream stream) const {
    for (std::size_t i = 0; i < kSpan; i += 32) {
      const __m512i first = round_halves(scaled_table(at + i));
      const __m512i second =
          shift_ >= 5 ? first : round_halves(scaled_table(at + i + kPiece));
      write(look_up_halves(codes + i / 2, first, second), out + 2 * i, stream);
    }
  }

  /// The numbers of all 16 codes are looked up once they are scaled.
  HWY_INLINE void decode_nibbles(const std::uint8_t* codes, std::size_t at,
                                 VF (&x)[kSpan / kStep]) const {
    for (std::size_t i = 0; i < kSpan / kStep; ++i) {
      const __m512 scaled = scaled_table(at + i * kStep);
      // Both nibbles of a byte to lanes next to each other.
      const __m512i bytes = _mm512_cvtepu8_epi64(
          _mm_loadl_epi64(reinterpret_cast<const __m128i*>(codes + 8 * i)));
      const __m512i pairs =
          _mm512_or_si512(bytes, _mm512_slli_epi64(bytes, 28));
      x[i] = VF{_mm512_permutexvar_ps(pairs, scaled)};
    }
  }
#else
  HWY_INLINE void decode_nibbles(const std::uint8_t* codes, std::size_t at,
                                 VF (&x)[kSpan / kStep]) const {
    std::uint8_t bytes[kSpan];
    unpack_nibbles(codes, kSpan, 15, bytes);
    for (std::size_t i = 0; i < kSpan; i += kStep) {
      x[i / kStep] = number<DecodeBlocks::Kind::table>(bytes + i, at + i);
    }
  }
#endif

  const DecodeBlocks& how_;
  const DecodeLines& lines_;
  CodeNumbers codes_;
  std::size_t per_group_;
  int shift_;
  bool streams_ = false;
  TileFactors tiles_;
#if ASHLAR_HAS_VBMI
  HalfTable halves_;
  bool adds_exponents_ = false;
#endif
};

template <Wide kTarget>
void pick_kind(const DecodeBlocks& how, const DecodeLines& lines,
               const OddTile& odd) {
  using Kind = DecodeBlocks::Kind;
  Decoding decoding(how, lines);
  if (how.is_nibbles) {
    decoding.run<kTarget, Kind::table, true>(odd);
  } else if (how.kind == Kind::floating) {
    decoding.run<kTarget, Kind::floating, false>(odd);
  } else if (how.kind == Kind::integer) {
    decoding.run<kTarget, Kind::integer, false>(odd);
  } else {
    decoding.run<kTarget, Kind::table, false>(odd);
  }
}

void decode_blocks_target(const DecodeBlocks& how, const DecodeLines& lines,
                          const OddTile& odd) {
  if (how.target == Wide::f32) {
    pick_kind<Wide::f32>(how, lines, odd);
  } else {
    pick_kind<Wide::bf16>(how, lines, odd);
  }
}

}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ashlar::kernels {

HWY_EXPORT(decode_blocks_target);

void decode_blocks(const DecodeBlocks& how, const DecodeLines& lines,
                   const OddTile& odd) {
  const UsualArithmetic usual;
  HWY_DYNAMIC_DISPATCH(decode_blocks_target)(how, lines, odd);
}

}  // namespace ashlar::kernels
#endif
