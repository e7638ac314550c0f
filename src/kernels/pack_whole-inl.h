// pack_whole-inl.h - codes of 1, 2 or 4 bits, of which a byte has whole ones;
// included once per SIMD target.
#if defined(ASHLAR_KERNELS_PACK_WHOLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASHLAR_KERNELS_PACK_WHOLE_INL_H_
#undef ASHLAR_KERNELS_PACK_WHOLE_INL_H_
#else
#define ASHLAR_KERNELS_PACK_WHOLE_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/kernels/pack_bits.h"
#include "src/kernels/pack_vectors-inl.h"
#include "src/kernels/pack_words.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels::HWY_NAMESPACE {
namespace {

// By words: eight codes at a time, the first in the low bits.

/// Eight codes side by side to a byte each. Nothing may be above them.
template <int kBits>
HWY_INLINE std::uint64_t spread(std::uint64_t x) {
  x = (x | x << (32 - 4 * kBits)) & repeated(low_bits(4 * kBits), 32);
  x = (x | x << (16 - 2 * kBits)) & repeated(low_bits(2 * kBits), 16);
  return (x | x << (8 - kBits)) & repeated(low_bits(kBits), 8);
}

/// The inverse, whatever is above each code.
template <int kBits>
HWY_INLINE std::uint64_t squeeze(std::uint64_t x) {
  x &= repeated(low_bits(kBits), 8);
  x = (x | x >> (8 - kBits)) & repeated(low_bits(2 * kBits), 16);
  x = (x | x >> (16 - 2 * kBits)) & repeated(low_bits(4 * kBits), 32);
  return (x | x >> (32 - 4 * kBits)) & low_bits(8 * kBits);
}

/// The first kSize bytes as a number, the first of them the lowest.
template <std::size_t kSize>
HWY_INLINE std::uint64_t load_bytes(const Byte* at) {
  std::uint64_t x = 0;
  std::memcpy(&x, at, kSize);
  return std::endian::native == std::endian::little ? x : swap_bytes(x);
}

template <std::size_t kSize>
HWY_INLINE void store_bytes(std::uint64_t x, Byte* at) {
  if (std::endian::native != std::endian::little) x = swap_bytes(x);
  std::memcpy(at, &x, kSize);
}

/// 1 to 8 bytes: the first and the last of them, which are all.
HWY_INLINE std::uint64_t load_some(const Byte* at, std::size_t bytes) {
  if (bytes >= 4) {
    return load_bytes<4>(at) | load_bytes<4>(at + bytes - 4)
                                   << (8 * (bytes - 4));
  }
  if (bytes >= 2) {
    return load_bytes<2>(at) | load_bytes<2>(at + bytes - 2)
                                   << (8 * (bytes - 2));
  }
  return *at;
}

HWY_INLINE void store_some(std::uint64_t x, Byte* at, std::size_t bytes) {
  if (bytes >= 4) {
    store_bytes<4>(x, at);
    store_bytes<4>(x >> (8 * (bytes - 4)), at + bytes - 4);
  } else if (bytes >= 2) {
    store_bytes<2>(x, at);
    store_bytes<2>(x >> (8 * (bytes - 2)), at + bytes - 2);
  } else {
    *at = static_cast<Byte>(x);
  }
}

/// Rows of fewer codes fit into a word, from whichever bit they begin.
constexpr std::size_t kWordRow = 16;

/// A row of fewer than kWordRow codes from bit `shift` of a byte.
template <int kBits>
HWY_INLINE void unpack_word_row(const Byte* in, std::size_t shift, Byte* codes,
                                std::size_t count) {
  constexpr std::uint64_t kEight = low_bits(8 * kBits);
  if (count == 0) return;
  const std::size_t bytes = (shift + count * kBits + 7) / 8;
  const std::uint64_t x = load_some(in, bytes) >> shift;
  const std::uint64_t first = spread<kBits>(x & kEight);
  if (count <= 8) return store_some(first, codes, count);
  const std::size_t last = count - 8;
  store_bytes<8>(first, codes);
  store_bytes<8>(spread<kBits>(x >> (last * kBits) & kEight), codes + last);
}

template <int kBits>
HWY_INLINE void pack_word_row(const Byte* codes, Byte* out, std::size_t shift,
                              std::size_t count) {
  if (count == 0) return;
  std::uint64_t x = 0;
  if (count <= 8) {
    x = squeeze<kBits>(load_some(codes, count));
  } else {
    const std::size_t last = count - 8;
    x = squeeze<kBits>(load_bytes<8>(codes)) |
        squeeze<kBits>(load_bytes<8>(codes + last)) << (last * kBits);
  }
  const std::size_t end = shift + count * kBits;
  const std::size_t bytes = (end + 7) / 8;
  // What is around the row stays.
  const std::uint64_t before = out[0] & low_bits(static_cast<int>(shift));
  const std::uint64_t after = out[bytes - 1] & (0xff00u >> (8 * bytes - end));
  x = x << shift | before | (after & 0xff) << (8 * (bytes - 1));
  store_some(x, out, bytes);
}

/// The codes with which a long row begins within a byte.
template <int kBits>
HWY_INLINE void pack_head(const Byte* codes, Byte* out, std::size_t shift) {
  const std::uint64_t x =
      kBits == 4 ? *codes : squeeze<kBits>(load_bytes<8>(codes));
  const std::uint64_t kept = low_bits(static_cast<int>(shift));
  *out = static_cast<Byte>((*out & kept) | x << shift);
}

/// The codes before `behind`, with which a long row ends after `end` bits of a
/// byte.
template <int kBits>
HWY_INLINE void pack_tail(const Byte* behind, Byte* out, std::size_t end) {
  const std::uint64_t x =
      kBits == 4
          ? behind[-1] & 15u
          : squeeze<kBits>(load_bytes<8>(behind - 8)) >> (8 * kBits - end);
  *out = static_cast<Byte>((*out & 0xffu << end) | x);
}

// Steps take kCodes codes to or from kBytes bytes, and touch nothing else.

/// Eight codes, by a word.
template <int kBits>
struct ByWord {
  static constexpr std::size_t kCodes = 8;
  static constexpr std::size_t kBytes = kBits;

  static HWY_INLINE void unpack(const Byte* in, Byte* codes) {
    store_bytes<8>(spread<kBits>(load_bytes<kBits>(in)), codes);
  }
  /// From bit `shift` of a byte; there may be codes in one byte more.
  static HWY_INLINE void unpack_at(const Byte* in, std::size_t shift,
                                   Byte* codes) {
    const std::uint64_t here = load_bytes<kBits>(in) >> shift;
    const std::uint64_t next = load_bytes<kBits>(in + (shift != 0));
    const std::uint64_t x = here | next << (-shift & 7);
    store_bytes<8>(spread<kBits>(x & low_bits(8 * kBits)), codes);
  }
  static HWY_INLINE void pack(const Byte* codes, Byte* out) {
    store_bytes<kBits>(squeeze<kBits>(load_bytes<8>(codes)), out);
  }
  static HWY_INLINE void pack_two(const Byte* codes, Byte* out) {
    pack(codes, out);
    pack(codes + kCodes, out + kBytes);
  }
};

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

template <int kBits, FirstCode kFirst>
using LargestStep = ByWord<kBits>;
template <class Step>
using SmallerStep = Step;

#else

/// The bytes from bit `shift` on. The bits that both loads have come to the
/// same place, so that neither needs a mask; a byte in which nothing is needed
/// is not read.
template <class D>
HWY_INLINE hn::Vec<D> load_at(D d, const Byte* in, std::size_t shift) {
  const hn::Repartition<std::uint16_t, D> pairs;
  const auto here = hn::BitCast(pairs, hn::LoadU(d, in));
  const auto next = hn::BitCast(pairs, hn::LoadU(d, in + (shift != 0)));
  return hn::BitCast(
      d, hn::Or(hn::ShiftRightSame(here, static_cast<int>(shift)),
                hn::ShiftLeftSame(next, static_cast<int>(-shift & 7))));
}

/// A code for each lane.
template <int kBits, FirstCode kFirst, class D>
struct ByVector {
  static constexpr std::size_t kCodes = hn::MaxLanes(D());
  static constexpr std::size_t kBytes = kCodes * kBits / 8;
  using Smaller = ByVector<kBits, kFirst, hn::CappedTag<Byte, kCodes / 2>>;
  using Packed = hn::CappedTag<Byte, kBytes>;
  using Two = hn::Repartition<std::uint16_t, D>;
  using Four = hn::Repartition<std::uint32_t, D>;

  static HWY_INLINE void unpack(const Byte* in, Byte* codes) {
    hn::StoreU(unpacked(hn::LoadU(Packed(), in)), D(), codes);
  }
  static HWY_INLINE void unpack_at(const Byte* in, std::size_t shift,
                                   Byte* codes) {
    hn::StoreU(unpacked(load_at(Packed(), in, shift)), D(), codes);
  }
  static HWY_INLINE void pack(const Byte* codes, Byte* out) {
    const D d;
    if constexpr (kBits == 1) {
      auto v = hn::LoadU(d, codes);
      if constexpr (kFirst == FirstCode::high) v = reverse_eights(v);
      // Highway may write 8 bytes for the bits of a mask.
      alignas(8) Byte bits[8];
      hn::StoreMaskBits(d, hn::TestBit(v, hn::Set(d, 1)), bits);
      std::memcpy(out, bits, kBytes);
    } else {
      const auto lanes = joined(codes);
      const hn::RebindToSigned<hn::DFromV<decltype(lanes)>> numbers;
      hn::StoreU(hn::DemoteTo(Packed(), hn::BitCast(numbers, lanes)), Packed(),
                 out);
    }
  }
  /// Two steps, which together may take less.
  static HWY_INLINE void pack_two(const Byte* codes, Byte* out) {
    if constexpr (kBits == 1) {
      pack(codes, out);
      pack(codes + kCodes, out + kBytes);
    } else if constexpr (kBits == 2) {
      const auto v =
          hn::ConcatEven(Two(), hn::BitCast(Two(), joined(codes + kCodes)),
                         hn::BitCast(Two(), joined(codes)));
      const hn::RebindToSigned<Two> numbers;
      const hn::Rebind<Byte, Two> bytes;
      hn::StoreU(hn::DemoteTo(bytes, hn::BitCast(numbers, v)), bytes, out);
    } else {
      const D d;
      hn::StoreU(hn::ConcatEven(d, paired(codes + kCodes), paired(codes)), d,
                 out);
    }
  }

 private:
  /// The codes of a byte side by side in a lane, with nothing above them.
  static HWY_INLINE auto joined(const Byte* codes) {
    const auto v = hn::BitCast(Two(), hn::LoadU(D(), codes));
    if constexpr (kBits == 4) {
      return join<4, kFirst>(Two(), v, 15);
    } else {
      const auto two = hn::BitCast(Four(), join<2, kFirst>(Two(), v, 3));
      return join<4, kFirst>(Four(), two, 15);
    }
  }
  /// Two codes of 4 bits in every even byte, and anything in the odd ones.
  static HWY_INLINE hn::Vec<D> paired(const Byte* codes) {
    const auto v = hn::BitCast(
        Two(), hn::And(hn::LoadU(D(), codes), hn::Set(D(), Byte{15})));
    if constexpr (kFirst == FirstCode::low) {
      return hn::BitCast(D(), hn::Or(v, hn::ShiftRight<4>(v)));
    } else {
      return hn::BitCast(D(),
                         hn::Or(hn::ShiftLeft<4>(v), hn::ShiftRight<8>(v)));
    }
  }
  template <class V>
  static HWY_INLINE hn::Vec<D> unpacked(V packed) {
    const D d;
    if constexpr (kBits == 1) {
      // Highway may read 8 bytes for the bits of a mask.
      alignas(8) Byte bits[8] = {};
      hn::StoreU(packed, Packed(), bits);
      const auto v =
          hn::IfThenElseZero(hn::LoadMaskBits(d, bits), hn::Set(d, 1));
      if constexpr (kFirst == FirstCode::high) return reverse_eights(v);
      return v;
    } else if constexpr (kBits == 2) {
      const auto four = hn::PromoteTo(Four(), packed);
      const auto two = part<4, kFirst>(Four(), four, 15);
      return hn::BitCast(d, part<2, kFirst>(Two(), hn::BitCast(Two(), two), 3));
    } else {
      const auto two = hn::PromoteTo(Two(), packed);
      return hn::BitCast(d, part<4, kFirst>(Two(), two, 15));
    }
  }
};

// Most rows are short: more lanes would only be for longer ones.
template <int kBits, FirstCode kFirst>
using LargestStep = ByVector<kBits, kFirst, hn::CappedTag<Byte, 32>>;
/// With half as many lanes.
template <class Step>
using SmallerStep = typename Step::Smaller;

#endif

/// Whole steps, of which so many bytes are taken.
template <class Step>
HWY_INLINE std::size_t unpack_steps(const Byte* HWY_RESTRICT in,
                                    std::size_t bytes,
                                    Byte* HWY_RESTRICT codes) {
  constexpr std::size_t kPerByte = Step::kCodes / Step::kBytes;
  std::size_t at = 0;
  for (; at + 2 * Step::kBytes <= bytes; at += 2 * Step::kBytes) {
    Step::unpack(in + at, codes + at * kPerByte);
    Step::unpack(in + at + Step::kBytes, codes + at * kPerByte + Step::kCodes);
  }
  if (at + Step::kBytes > bytes) return at;
  Step::unpack(in + at, codes + at * kPerByte);
  return at + Step::kBytes;
}

/// Whole bytes, at least those of a step. The last step may overlap the one
/// before, which only does the same again.
template <class Step>
HWY_INLINE void unpack_bytes(const Byte* HWY_RESTRICT in, std::size_t bytes,
                             Byte* HWY_RESTRICT codes) {
  constexpr std::size_t kPerByte = Step::kCodes / Step::kBytes;
  if (unpack_steps<Step>(in, bytes, codes) == bytes) return;
  const std::size_t last = bytes - Step::kBytes;
  Step::unpack(in + last, codes + last * kPerByte);
}

template <class Step>
HWY_INLINE void pack_bytes(const Byte* HWY_RESTRICT codes, std::size_t bytes,
                           Byte* HWY_RESTRICT out) {
  constexpr std::size_t kPerByte = Step::kCodes / Step::kBytes;
  std::size_t at = 0;
  for (; at + 2 * Step::kBytes <= bytes; at += 2 * Step::kBytes) {
    Step::pack_two(codes + at * kPerByte, out + at);
  }
  if (at + Step::kBytes <= bytes) {
    Step::pack(codes + at * kPerByte, out + at);
    at += Step::kBytes;
  }
  if (at == bytes) return;
  const std::size_t last = bytes - Step::kBytes;
  Step::pack(codes + last * kPerByte, out + last);
}

/// A row of at least kWordRow codes from bit `shift` of a byte. Between the
/// first and the last step all begin with bytes.
template <int kBits, class Step>
HWY_INLINE void unpack_long_row(const Byte* HWY_RESTRICT in, std::size_t shift,
                                Byte* HWY_RESTRICT codes, std::size_t count) {
  if constexpr (Step::kCodes > kWordRow) {
    if (count < Step::kCodes) {
      return unpack_long_row<kBits, SmallerStep<Step>>(in, shift, codes, count);
    }
  }
  Step::unpack_at(in, shift, codes);
  if (count == Step::kCodes) return;
  const std::size_t first = Step::kCodes - shift / kBits;
  const std::size_t end = shift + count * kBits;
  const std::size_t taken =
      Step::kBytes + unpack_steps<Step>(in + Step::kBytes,
                                        end / 8 - Step::kBytes, codes + first);
  if (taken * 8 == end) return;
  const std::size_t last = end - Step::kBytes * 8;
  Step::unpack_at(in + last / 8, last % 8, codes + count - Step::kCodes);
}

/// The bytes of a long row that have nothing else in them, by the largest steps
/// that fit.
template <class Step>
HWY_INLINE void pack_middle(const Byte* codes, std::size_t bytes, Byte* out) {
  if constexpr (Step::kCodes > 8) {
    if (bytes < Step::kBytes) {
      return pack_middle<SmallerStep<Step>>(codes, bytes, out);
    }
  }
  pack_bytes<Step>(codes, bytes, out);
}

template <int kBits>
HWY_INLINE void pack_long_row(const Byte* HWY_RESTRICT codes,
                              Byte* HWY_RESTRICT out, std::size_t shift,
                              std::size_t count) {
  const std::size_t end = shift + count * kBits;
  const Byte* behind = codes + count;
  Byte* last = out + end / 8;
  if (shift != 0) {
    pack_head<kBits>(codes, out++, shift);
    codes += (8 - shift) / kBits;
  }
  using Step = LargestStep<kBits, FirstCode::low>;
  pack_middle<Step>(codes, static_cast<std::size_t>(last - out), out);
  if (end % 8 != 0) pack_tail<kBits>(behind, last, end % 8);
}

}  // namespace
}  // namespace ashlar::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // ASHLAR_KERNELS_PACK_WHOLE_INL_H_
