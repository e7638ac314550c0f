// pack_tables.h - which bytes and bits of 16 packed codes a code comes from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "src/kernels/pack_bits.h"

namespace ashlar::kernels {

/// Codes are joined to fours if those end on a byte, else to eights, each
/// right-aligned in a lane of its own.
constexpr int codes_in_lane(int bits) { return bits % 2 == 0 ? 4 : 8; }

/// Byte k of 16 packed codes is byte table[k] of the joined lanes. What comes
/// after the packed bytes is anything.
constexpr std::array<std::uint8_t, 16> pack_table(int bits, FirstCode first) {
  const int lane = codes_in_lane(bits);  // its bytes, since a code had one
  const int used = lane * bits / 8;
  std::array<std::uint8_t, 16> table = {};
  for (int k = 0; k < 2 * bits; ++k) {
    const int at = first == FirstCode::low ? k % used : used - 1 - k % used;
    table[static_cast<std::size_t>(k)] =
        static_cast<std::uint8_t>(k / used * lane + at);
  }
  return table;
}

/// Every second of 16 codes: the two bytes that hold code 2 * j + odd go into
/// the 16-bit lane j, and times `factor` the code starts at bit 8.
struct UnpackTable {
  alignas(16) std::array<std::uint8_t, 16> bytes = {};
  alignas(16) std::array<std::uint16_t, 8> factor = {};
};

constexpr UnpackTable unpack_table(int bits, FirstCode first, int odd) {
  UnpackTable table;
  for (int j = 0; j < 8; ++j) {
    const int start = (2 * j + odd) * bits;
    const int end = start % 8 + bits;  // counted from the first of the bytes
    int low = start / 8;
    int high = low + 1;
    int shift = 8 - start % 8;
    if (first == FirstCode::high) {
      // A code that ends in its first byte needs no second one.
      high = low;
      low = end <= 8 ? low : low + 1;
      shift = end <= 8 ? end : end - 8;
    }
    const auto lane = static_cast<std::size_t>(j);
    table.bytes[2 * lane] = static_cast<std::uint8_t>(low);
    table.bytes[2 * lane + 1] = static_cast<std::uint8_t>(high);
    table.factor[lane] = static_cast<std::uint16_t>(1 << shift);
  }
  return table;
}

}  // namespace ashlar::kernels
