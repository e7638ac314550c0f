// pack_bits.h - codes of 1 to 8 bits into bytes and back, on any CPU.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ashlar::kernels {

// On the unpacked side each code has a byte of its own, in the low bits.
// Packing ignores the bits above the code, unpacking clears them. Input and
// output must not overlap; both may have any alignment; nothing outside of them
// is touched. Unused bits of a last byte are written as zero and ignored when
// read. Stores go through the caches: the codes of a chunk are meant to stay in
// L1.

/// Which end of a byte the first code takes.
enum class FirstCode : std::uint8_t { low, high };

/// The bytes that `count` codes of `bits` bits take in a stream.
constexpr std::size_t stream_bytes(std::size_t count, int bits) {
  const auto width = static_cast<std::size_t>(bits);
  return count / 8 * width + (count % 8 * width + 7) / 8;
}

/// A stream in which each code follows the one before, across bytes. `bits` is
/// 1 to 8; `out` has stream_bytes(count, bits) bytes.
void pack_stream(const std::uint8_t* codes, std::size_t count, int bits,
                 FirstCode first, std::uint8_t* out);
void unpack_stream(const std::uint8_t* in, std::size_t count, int bits,
                   FirstCode first, std::uint8_t* codes);

/// Two codes a byte, the first in the low nibble; `mask`, at most 15, has the
/// bits of a code.
void pack_nibbles(const std::uint8_t* codes, std::size_t count,
                  std::uint8_t mask, std::uint8_t* out);
void unpack_nibbles(const std::uint8_t* in, std::size_t count,
                    std::uint8_t mask, std::uint8_t* codes);

/// Groups of 2 * `half` codes in `half` bytes: byte j of a group holds code j
/// in its low and code j + half in its high nibble.
void pack_halves(const std::uint8_t* codes, std::size_t groups,
                 std::size_t half, std::uint8_t mask, std::uint8_t* out);
void unpack_halves(const std::uint8_t* in, std::size_t groups, std::size_t half,
                   std::uint8_t mask, std::uint8_t* codes);

/// (in & mask) << shift for each byte; no bit may be shifted out.
void shift_up(const std::uint8_t* in, std::size_t count, int shift,
              std::uint8_t mask, std::uint8_t* out);
/// (in >> shift) & mask for each byte; `mask` has no more than 8 - shift bits.
void shift_down(const std::uint8_t* in, std::size_t count, int shift,
                std::uint8_t mask, std::uint8_t* out);

}  // namespace ashlar::kernels
