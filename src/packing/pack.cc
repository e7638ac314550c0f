// pack.cc - packs, unpacks and repacks whole buffers.
#include <algorithm>
#include <cstring>

#include "ashlar/packing.h"
#include "src/base/require.h"
#include "src/kernels/pack_bits.h"
#include "src/packing/container.h"

namespace ashlar {
namespace {

using Byte = std::uint8_t;
using kernels::FirstCode;

/// The codes of a chunk of `repack`: at least a group, and small enough to
/// stay in L1 between reading and writing.
constexpr std::size_t kChunk = Packing::kMaxGroup;

Byte mask_of(const Packing& packing) {
  return static_cast<Byte>((1 << packing.bits()) - 1);
}

std::size_t half_of(const Packing& packing) {
  return static_cast<std::size_t>(packing.group() / 2);
}

const Byte* bytes_of(std::span<const std::byte> in) {
  return reinterpret_cast<const Byte*>(in.data());
}

Byte* bytes_of(std::span<std::byte> out) {
  return reinterpret_cast<Byte*>(out.data());
}

void check_size(const Packing& packing, std::int64_t count, std::size_t found,
                std::string_view where, std::string_view what) {
  const std::int64_t bytes = packed_bytes(packing, count);
  require(static_cast<std::size_t>(bytes) == found, ErrorKind::invalid, where,
          count, " codes of ", packing.bits(), " bits packed as ",
          to_string(packing), " take ", bytes, " bytes, the ", what, " has ",
          found);
}

/// Any codes of split halves, whole groups at once where there are some.
void read_halves(const Byte* in, const Packing& packing, std::size_t first,
                 std::size_t count, Byte* codes) {
  const std::size_t half = half_of(packing);
  const Byte mask = mask_of(packing);
  while (count > 0) {
    const Byte* group = in + first / (2 * half) * half;
    const std::size_t at = first % (2 * half);
    std::size_t run = count / (2 * half) * (2 * half);
    if (at == 0 && run > 0) {
      kernels::unpack_halves(group, run / (2 * half), half, mask, codes);
    } else if (at < half) {
      run = std::min(half - at, count);
      kernels::shift_down(group + at, run, 0, mask, codes);
    } else {
      run = std::min(2 * half - at, count);
      kernels::shift_down(group + at - half, run, 4, mask, codes);
    }
    first += run;
    count -= run;
    codes += run;
  }
}

/// Codes from `first` on, a multiple of 8, so that they start with a byte.
void read_from_byte(const Byte* in, const Packing& packing, std::size_t first,
                    std::size_t count, Byte* codes) {
  const int bits = packing.bits();
  const int container = container_bits(bits);
  const Byte mask = mask_of(packing);
  const Byte* stream = in + kernels::stream_bytes(first, bits);
  switch (packing.order()) {
    case PackOrder::containers:
      if (container == 8) {
        kernels::shift_down(in + first, count, 0, mask, codes);
      } else if (container == 4) {
        kernels::unpack_nibbles(in + first / 2, count, mask, codes);
      } else {
        kernels::unpack_stream(stream, count, bits, FirstCode::low, codes);
      }
      break;
    case PackOrder::dense:
      kernels::unpack_stream(stream, count, bits, FirstCode::low, codes);
      break;
    case PackOrder::msb_first:
      kernels::unpack_stream(stream, count, bits, FirstCode::high, codes);
      break;
    case PackOrder::msb_aligned:
      kernels::shift_down(in + first, count, 8 - bits, mask, codes);
      break;
    case PackOrder::split_half:
      read_halves(in, packing, first, count, codes);
      break;
  }
}

/// Any codes.
void read_codes(const Byte* in, const Packing& packing, std::size_t first,
                std::size_t count, Byte* codes) {
  if (packing.order() == PackOrder::split_half) {
    return read_halves(in, packing, first, count, codes);
  }
  if (const std::size_t lead = first % 8; lead != 0) {
    const std::size_t taken = std::min(8 - lead, count);
    Byte eight[8];
    read_from_byte(in, packing, first - lead, lead + taken, eight);
    std::memcpy(codes, eight + lead, taken);
    first += taken;
    count -= taken;
    codes += taken;
  }
  read_from_byte(in, packing, first, count, codes);
}

/// Whole groups, then a ragged one as if zero codes filled it up.
void write_halves(const Byte* codes, std::size_t count, const Packing& packing,
                  Byte* out) {
  const std::size_t half = half_of(packing);
  const Byte mask = mask_of(packing);
  const std::size_t groups = count / (2 * half);
  kernels::pack_halves(codes, groups, half, mask, out);
  codes += groups * 2 * half;
  out += groups * half;
  count -= groups * 2 * half;
  if (count == 0) return;
  const std::size_t low = std::min(count, half);
  const std::size_t high = count - low;
  for (std::size_t j = 0; j < high; ++j) {
    out[j] =
        static_cast<Byte>((codes[j] & mask) | (codes[j + half] & mask) << 4);
  }
  kernels::shift_up(codes + high, low - high, 0, mask, out + high);
  std::fill(out + low, out + half, Byte{0});
}

void write_codes(const Byte* codes, std::size_t count, const Packing& packing,
                 Byte* out) {
  const int bits = packing.bits();
  const int container = container_bits(bits);
  const Byte mask = mask_of(packing);
  switch (packing.order()) {
    case PackOrder::containers:
      if (container == 8) {
        kernels::shift_up(codes, count, 0, mask, out);
      } else if (container == 4) {
        kernels::pack_nibbles(codes, count, mask, out);
      } else {
        kernels::pack_stream(codes, count, bits, FirstCode::low, out);
      }
      break;
    case PackOrder::dense:
      kernels::pack_stream(codes, count, bits, FirstCode::low, out);
      break;
    case PackOrder::msb_first:
      kernels::pack_stream(codes, count, bits, FirstCode::high, out);
      break;
    case PackOrder::msb_aligned:
      kernels::shift_up(codes, count, 8 - bits, mask, out);
      break;
    case PackOrder::split_half:
      write_halves(codes, count, packing, out);
      break;
  }
}

}  // namespace

void pack(std::span<const std::uint8_t> codes, const Packing& packing,
          std::span<std::byte> out) {
  check_size(packing, static_cast<std::int64_t>(codes.size()), out.size(),
             "pack", "output");
  write_codes(codes.data(), codes.size(), packing, bytes_of(out));
}

void unpack(std::span<const std::byte> in, const Packing& packing,
            std::span<std::uint8_t> codes) {
  check_size(packing, static_cast<std::int64_t>(codes.size()), in.size(),
             "unpack", "input");
  read_codes(bytes_of(in), packing, 0, codes.size(), codes.data());
}

void repack(std::span<const std::byte> in, const Packing& from,
            std::span<std::byte> out, const Packing& to, std::int64_t count) {
  require(from.bits() == to.bits(), ErrorKind::invalid, "repack",
          "the codes have ", from.bits(), " bits in the input and ", to.bits(),
          " in the output; unpack and pack to change the width");
  check_size(from, count, in.size(), "repack", "input");
  check_size(to, count, out.size(), "repack", "output");
  const auto all = static_cast<std::size_t>(count);
  // Each chunk must end with a byte and with a group of the output.
  const auto group = static_cast<std::size_t>(to.group());
  const std::size_t chunk = kChunk / group * group;
  const auto bytes = static_cast<std::size_t>(
      packed_bytes(to, static_cast<std::int64_t>(chunk)));
  Byte codes[kChunk];
  for (std::size_t first = 0; first < all; first += chunk) {
    const std::size_t taken = std::min(chunk, all - first);
    read_codes(bytes_of(in), from, first, taken, codes);
    write_codes(codes, taken, to, bytes_of(out) + first / chunk * bytes);
  }
}

}  // namespace ashlar
