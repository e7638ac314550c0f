// pack_bits.cc - packing kernels, compiled once for every instruction set.
#include "src/kernels/pack_bits.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/kernels/pack_bits.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/kernels/pack_vectors-inl.h"
#include "src/kernels/pack_whole-inl.h"
#include "src/kernels/pack_words.h"

HWY_BEFORE_NAMESPACE();
namespace ashlar::kernels {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t kScratch = 320;  // more than a step reads or writes

/// Runs `op` along the input. A step may reach beyond what it is for, in both
/// buffers; where there is no room for that it runs on copies, so that every
/// length is right and nothing else is touched.
template <class Op>
HWY_INLINE void sweep(const Op& op, const Byte* HWY_RESTRICT in,
                      std::size_t in_bytes, Byte* HWY_RESTRICT out,
                      std::size_t out_bytes) {
  while (in_bytes >= op.in_reach() && out_bytes >= op.out_reach()) {
    op(in, out);
    in += op.in_step();
    in_bytes -= op.in_step();
    out += op.out_step();
    out_bytes -= op.out_step();
  }
  alignas(64) Byte from[kScratch];
  alignas(64) Byte to[kScratch];
  while (out_bytes > 0) {
    const std::size_t taken = std::min(in_bytes, op.in_step());
    const std::size_t given = std::min(out_bytes, op.out_step());
    std::memcpy(from, in, taken);
    std::memset(from + taken, 0, op.in_reach() - taken);
    op(from, to);
    std::memcpy(out, to, given);
    in += taken;
    in_bytes -= taken;
    out += given;
    out_bytes -= given;
  }
}

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

template <FirstCode kFirst>
void pack_stream_of(const Byte* codes, std::size_t count, int bits, Byte* out) {
  sweep(PackWord(bits, kFirst, low_bits(bits)), codes, count, out,
        stream_bytes(count, bits));
}

template <FirstCode kFirst>
void unpack_stream_of(const Byte* in, std::size_t count, int bits,
                      Byte* codes) {
  sweep(UnpackWord(bits, kFirst, low_bits(bits)), in, stream_bytes(count, bits),
        codes, count);
}

void pack_nibbles_here(const Byte* codes, std::size_t count, Byte mask,
                       Byte* out) {
  sweep(PackWord(4, FirstCode::low, mask), codes, count, out,
        stream_bytes(count, 4));
}

void unpack_nibbles_here(const Byte* in, std::size_t count, Byte mask,
                         Byte* codes) {
  sweep(UnpackWord(4, FirstCode::low, mask), in, stream_bytes(count, 4), codes,
        count);
}

using ShiftUp = ShiftWordUp;
using ShiftDown = ShiftWordDown;

void pack_halves_here(const Byte* codes, std::size_t groups, std::size_t half,
                      Byte mask, Byte* out) {
  join_halves_by_bytes(codes, groups, half, mask, out);
}

void unpack_halves_here(const Byte* in, std::size_t groups, std::size_t half,
                        Byte mask, Byte* codes) {
  part_halves_by_bytes(in, groups, half, mask, codes);
}

#else

static_assert(4 * kLanes <= kScratch);

/// Where code `i` of a byte begins.
template <int kBits, FirstCode kFirst>
constexpr int place_in_byte(std::size_t i) {
  const int at = static_cast<int>(i) * kBits;
  return kFirst == FirstCode::low ? at : 8 - kBits - at;
}

/// Codes of which a byte has whole ones. `op` takes streams that are too short.
template <int kBits, FirstCode kFirst, class Op>
void pack_whole(const Op& op, const Byte* codes, std::size_t count, Byte* out) {
  using Step = LargestStep<kBits, kFirst>;
  constexpr std::size_t kPerByte = 8 / kBits;
  const std::size_t bytes = count / kPerByte;
  if (bytes < Step::kBytes) {
    return sweep(op, codes, count, out, stream_bytes(count, kBits));
  }
  pack_bytes<Step>(codes, bytes, out);
  if (count % kPerByte == 0) return;
  unsigned last = 0;
  for (std::size_t i = 0; i < count % kPerByte; ++i) {
    last |= (codes[bytes * kPerByte + i] & ((1u << kBits) - 1))
            << place_in_byte<kBits, kFirst>(i);
  }
  out[bytes] = static_cast<Byte>(last);
}

template <int kBits, FirstCode kFirst, class Op>
void unpack_whole(const Op& op, const Byte* in, std::size_t count,
                  Byte* codes) {
  using Step = LargestStep<kBits, kFirst>;
  constexpr std::size_t kPerByte = 8 / kBits;
  const std::size_t bytes = count / kPerByte;
  if (bytes < Step::kBytes) {
    return sweep(op, in, stream_bytes(count, kBits), codes, count);
  }
  unpack_bytes<Step>(in, bytes, codes);
  for (std::size_t i = 0; i < count % kPerByte; ++i) {
    codes[bytes * kPerByte + i] = static_cast<Byte>(
        in[bytes] >> place_in_byte<kBits, kFirst>(i) & ((1u << kBits) - 1));
  }
}

template <FirstCode kFirst>
void pack_stream_of(const Byte* codes, std::size_t count, int bits, Byte* out) {
  const std::size_t bytes = stream_bytes(count, bits);
  switch (bits) {
    case 1:
      return pack_whole<1, kFirst>(PackBits<kFirst>(), codes, count, out);
    case 2:
      return pack_whole<2, kFirst>(PackCrumbs<kFirst>(), codes, count, out);
    case 3:
      return sweep(PackFields<3, kFirst>(), codes, count, out, bytes);
    case 4:
      return pack_whole<4, kFirst>(PackNibbles<kFirst>(), codes, count, out);
    case 5:
      return sweep(PackFields<5, kFirst>(), codes, count, out, bytes);
    case 6:
      return sweep(PackFields<6, kFirst>(), codes, count, out, bytes);
    default:
      return sweep(PackFields<7, kFirst>(), codes, count, out, bytes);
  }
}

template <FirstCode kFirst>
void unpack_stream_of(const Byte* in, std::size_t count, int bits,
                      Byte* codes) {
  const std::size_t bytes = stream_bytes(count, bits);
  switch (bits) {
    case 1:
      return unpack_whole<1, kFirst>(UnpackBits<kFirst>(), in, count, codes);
    case 2:
      return unpack_whole<2, kFirst>(UnpackCrumbs<kFirst>(), in, count, codes);
    case 3:
      return sweep(UnpackFields<3, kFirst>(), in, bytes, codes, count);
    case 4:
      return unpack_whole<4, kFirst>(UnpackNibbles<kFirst>(), in, count, codes);
    case 5:
      return sweep(UnpackFields<5, kFirst>(), in, bytes, codes, count);
    case 6:
      return sweep(UnpackFields<6, kFirst>(), in, bytes, codes, count);
    default:
      return sweep(UnpackFields<7, kFirst>(), in, bytes, codes, count);
  }
}

void pack_nibbles_here(const Byte* codes, std::size_t count, Byte mask,
                       Byte* out) {
  sweep(PackNibbles<FirstCode::low>(mask), codes, count, out,
        stream_bytes(count, 4));
}

void unpack_nibbles_here(const Byte* in, std::size_t count, Byte mask,
                         Byte* codes) {
  sweep(UnpackNibbles<FirstCode::low>(mask), in, stream_bytes(count, 4), codes,
        count);
}

/// By the largest vectors that fit into a half.
void pack_halves_here(const Byte* codes, std::size_t groups, std::size_t half,
                      Byte mask, Byte* out) {
  if (half >= 64) {
    join_halves(Bytes(), codes, groups, half, mask, out);
  } else if (half >= 32) {
    join_halves(hn::CappedTag<Byte, 32>(), codes, groups, half, mask, out);
  } else if (half >= 16) {
    join_halves(hn::CappedTag<Byte, 16>(), codes, groups, half, mask, out);
  } else if (half >= 8) {
    join_halves(hn::CappedTag<Byte, 8>(), codes, groups, half, mask, out);
  } else {
    join_halves_by_bytes(codes, groups, half, mask, out);
  }
}

void unpack_halves_here(const Byte* in, std::size_t groups, std::size_t half,
                        Byte mask, Byte* codes) {
  if (half >= 64) {
    part_halves(Bytes(), in, groups, half, mask, codes);
  } else if (half >= 32) {
    part_halves(hn::CappedTag<Byte, 32>(), in, groups, half, mask, codes);
  } else if (half >= 16) {
    part_halves(hn::CappedTag<Byte, 16>(), in, groups, half, mask, codes);
  } else if (half >= 8) {
    part_halves(hn::CappedTag<Byte, 8>(), in, groups, half, mask, codes);
  } else {
    part_halves_by_bytes(in, groups, half, mask, codes);
  }
}

#endif

void pack_stream_here(const Byte* codes, std::size_t count, int bits,
                      FirstCode first, Byte* out) {
  if (first == FirstCode::low) {
    pack_stream_of<FirstCode::low>(codes, count, bits, out);
  } else {
    pack_stream_of<FirstCode::high>(codes, count, bits, out);
  }
}

void unpack_stream_here(const Byte* in, std::size_t count, int bits,
                        FirstCode first, Byte* codes) {
  if (first == FirstCode::low) {
    unpack_stream_of<FirstCode::low>(in, count, bits, codes);
  } else {
    unpack_stream_of<FirstCode::high>(in, count, bits, codes);
  }
}

void shift_up_here(const Byte* in, std::size_t count, int shift, Byte mask,
                   Byte* out) {
  sweep(ShiftUp(shift, mask), in, count, out, count);
}

void shift_down_here(const Byte* in, std::size_t count, int shift, Byte mask,
                     Byte* out) {
  sweep(ShiftDown(shift, mask), in, count, out, count);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace ashlar::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ashlar::kernels {
namespace {

HWY_EXPORT(pack_stream_here);
HWY_EXPORT(unpack_stream_here);
HWY_EXPORT(pack_nibbles_here);
HWY_EXPORT(unpack_nibbles_here);
HWY_EXPORT(pack_halves_here);
HWY_EXPORT(unpack_halves_here);
HWY_EXPORT(shift_up_here);
HWY_EXPORT(shift_down_here);

void copy(const std::uint8_t* in, std::size_t count, std::uint8_t* out) {
  if (count > 0) std::memcpy(out, in, count);
}

}  // namespace

void pack_stream(const std::uint8_t* codes, std::size_t count, int bits,
                 FirstCode first, std::uint8_t* out) {
  if (bits == 8) return copy(codes, count, out);
  HWY_DYNAMIC_DISPATCH(pack_stream_here)(codes, count, bits, first, out);
}

void unpack_stream(const std::uint8_t* in, std::size_t count, int bits,
                   FirstCode first, std::uint8_t* codes) {
  if (bits == 8) return copy(in, count, codes);
  HWY_DYNAMIC_DISPATCH(unpack_stream_here)(in, count, bits, first, codes);
}

void pack_nibbles(const std::uint8_t* codes, std::size_t count,
                  std::uint8_t mask, std::uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(pack_nibbles_here)(codes, count, mask, out);
}

void unpack_nibbles(const std::uint8_t* in, std::size_t count,
                    std::uint8_t mask, std::uint8_t* codes) {
  HWY_DYNAMIC_DISPATCH(unpack_nibbles_here)(in, count, mask, codes);
}

void pack_halves(const std::uint8_t* codes, std::size_t groups,
                 std::size_t half, std::uint8_t mask, std::uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(pack_halves_here)(codes, groups, half, mask, out);
}

void unpack_halves(const std::uint8_t* in, std::size_t groups, std::size_t half,
                   std::uint8_t mask, std::uint8_t* codes) {
  HWY_DYNAMIC_DISPATCH(unpack_halves_here)(in, groups, half, mask, codes);
}

void shift_up(const std::uint8_t* in, std::size_t count, int shift,
              std::uint8_t mask, std::uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(shift_up_here)(in, count, shift, mask, out);
}

void shift_down(const std::uint8_t* in, std::size_t count, int shift,
                std::uint8_t mask, std::uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(shift_down_here)(in, count, shift, mask, out);
}

}  // namespace ashlar::kernels

#endif
