// bit_places.h - packing bit by bit, straight from what each order says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "ashlar/packing.h"

namespace ashlar::test {

using Codes = std::vector<std::uint8_t>;

struct BitPlace {
  std::size_t byte;
  std::size_t bit;
};

/// Where bit `k` of code `i` is; `group` only counts for split_half.
inline BitPlace place_of(PackOrder order, std::size_t width, std::size_t group,
                         std::size_t i, std::size_t k) {
  switch (order) {
    case PackOrder::containers: {
      const std::size_t box = width > 4 ? 8 : width > 2 ? 4 : width;
      return {i * box / 8, i * box % 8 + k};
    }
    case PackOrder::dense:
      return {(i * width + k) / 8, (i * width + k) % 8};
    case PackOrder::msb_first: {
      const std::size_t from_left = i * width + (width - 1 - k);
      return {from_left / 8, 7 - from_left % 8};
    }
    case PackOrder::split_half: {
      const std::size_t half = group / 2;
      return {i / group * half + i % half, (i / half % 2 == 0 ? 0 : 4) + k};
    }
    case PackOrder::msb_aligned:
      break;
  }
  return {i, 8 - width + k};
}

/// The bytes that hold the last code, its container, or its whole group.
inline std::size_t size_of(PackOrder order, std::size_t width,
                           std::size_t group, std::size_t count) {
  if (order == PackOrder::split_half) {
    return (count + group - 1) / group * group / 2;
  }
  std::size_t size = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < width; ++k) {
      const std::size_t byte = place_of(order, width, group, i, k).byte;
      if (byte >= size) size = byte + 1;
    }
  }
  return size;
}

inline Codes packed_by_bits(const Codes& codes, PackOrder order,
                            std::size_t width, std::size_t group) {
  Codes out(size_of(order, width, group, codes.size()));
  for (std::size_t i = 0; i < codes.size(); ++i) {
    for (std::size_t k = 0; k < width; ++k) {
      if ((codes[i] >> k & 1) == 0) continue;
      const BitPlace at = place_of(order, width, group, i, k);
      out[at.byte] = static_cast<std::uint8_t>(out[at.byte] | 1 << at.bit);
    }
  }
  return out;
}

/// All 8 bits are random, also those above a narrower code.
inline Codes random_bytes(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Codes bytes(count);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

inline Codes masked(Codes codes, std::size_t width) {
  for (auto& code : codes) {
    code = static_cast<std::uint8_t>(code & ((1U << width) - 1));
  }
  return codes;
}

}  // namespace ashlar::test
