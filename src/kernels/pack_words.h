// pack_words.h - packing by 64-bit words, for CPUs without vectors.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/kernels/pack_bits.h"

namespace ashlar::kernels {

inline std::uint64_t swap_bytes(std::uint64_t word) {
  return __builtin_bswap64(word);
}

/// The word at `at`, whose first byte becomes the lowest or the highest.
inline std::uint64_t load_word(const std::uint8_t* at, FirstCode first) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  const bool little = std::endian::native == std::endian::little;
  return (first == FirstCode::low) == little ? word : swap_bytes(word);
}

inline void store_word(std::uint64_t word, FirstCode first, std::uint8_t* at) {
  const bool little = std::endian::native == std::endian::little;
  if ((first == FirstCode::low) != little) word = swap_bytes(word);
  std::memcpy(at, &word, sizeof word);
}

/// Copies of `bits`, one every `step` bits.
constexpr std::uint64_t repeated(std::uint64_t bits, int step) {
  std::uint64_t word = 0;
  for (int at = 0; at < 64; at += step) word |= bits << at;
  return word;
}

constexpr std::uint64_t low_bits(int count) {
  return (std::uint64_t{1} << count) - 1;
}

/// What all steps by words share: a byte for each of eight codes.
struct WordStep {
  std::uint64_t mask;  // of a code, in every byte

  explicit WordStep(std::uint64_t kept) : mask(kept * repeated(1, 8)) {}
  static constexpr std::size_t in_reach() { return 8; }
  static constexpr std::size_t out_reach() { return 8; }
};

/// Eight codes to eight fields of `field` bits, field < 8.
struct PackWord : WordStep {
  int field;
  FirstCode first;

  PackWord(int bits, FirstCode order, std::uint64_t kept)
      : WordStep(kept), field(bits), first(order) {}
  std::size_t in_step() const { return 8; }
  std::size_t out_step() const { return static_cast<std::size_t>(field); }

  void operator()(const std::uint8_t* in, std::uint8_t* out) const {
    constexpr std::uint64_t kBytes = repeated(0xFF, 16);
    constexpr std::uint64_t kPairs = repeated(0xFFFF, 32);
    constexpr std::uint64_t kFours = 0xFFFFFFFF;
    std::uint64_t x = load_word(in, first) & mask;
    x = (x & kBytes) | ((x & ~kBytes) >> (8 - field));
    x = (x & kPairs) | ((x & ~kPairs) >> (16 - 2 * field));
    x = (x & kFours) | ((x & ~kFours) >> (32 - 4 * field));
    if (first == FirstCode::high) x <<= 64 - 8 * field;
    store_word(x, first, out);
  }
};

struct UnpackWord : WordStep {
  int field;
  FirstCode first;

  UnpackWord(int bits, FirstCode order, std::uint64_t kept)
      : WordStep(kept), field(bits), first(order) {}
  std::size_t in_step() const { return static_cast<std::size_t>(field); }
  std::size_t out_step() const { return 8; }

  void operator()(const std::uint8_t* in, std::uint8_t* out) const {
    const std::uint64_t fours = low_bits(4 * field);
    const std::uint64_t pairs = low_bits(2 * field) * repeated(1, 32);
    const std::uint64_t ones = low_bits(field) * repeated(1, 16);
    std::uint64_t x = load_word(in, first);
    if (first == FirstCode::high) x >>= 64 - 8 * field;
    x = (x & fours) | (x >> (4 * field) & fours) << 32;
    x = (x & pairs) | (x >> (2 * field) & pairs) << 16;
    x = (x & ones) | (x >> field & ones) << 8;
    store_word(x & mask, first, out);
  }
};

struct ShiftWordUp : WordStep {
  int shift;

  ShiftWordUp(int by, std::uint64_t kept) : WordStep(kept), shift(by) {}
  static constexpr std::size_t in_step() { return 8; }
  static constexpr std::size_t out_step() { return 8; }

  void operator()(const std::uint8_t* in, std::uint8_t* out) const {
    const std::uint64_t x = load_word(in, FirstCode::low) & mask;
    store_word(x << shift, FirstCode::low, out);
  }
};

struct ShiftWordDown : WordStep {
  int shift;

  ShiftWordDown(int by, std::uint64_t kept) : WordStep(kept), shift(by) {}
  static constexpr std::size_t in_step() { return 8; }
  static constexpr std::size_t out_step() { return 8; }

  void operator()(const std::uint8_t* in, std::uint8_t* out) const {
    const std::uint64_t x = load_word(in, FirstCode::low) >> shift;
    store_word(x & mask, FirstCode::low, out);
  }
};

inline void join_halves_by_bytes(const std::uint8_t* __restrict codes,
                                 std::size_t groups, std::size_t half,
                                 std::uint8_t mask,
                                 std::uint8_t* __restrict out) {
  for (; groups > 0; --groups, codes += 2 * half, out += half) {
    for (std::size_t j = 0; j < half; ++j) {
      out[j] = static_cast<std::uint8_t>((codes[j] & mask) |
                                         (codes[j + half] & mask) << 4);
    }
  }
}

inline void part_halves_by_bytes(const std::uint8_t* __restrict in,
                                 std::size_t groups, std::size_t half,
                                 std::uint8_t mask,
                                 std::uint8_t* __restrict codes) {
  for (; groups > 0; --groups, in += half, codes += 2 * half) {
    for (std::size_t j = 0; j < half; ++j) {
      codes[j] = in[j] & mask;
      codes[j + half] = static_cast<std::uint8_t>(in[j] >> 4 & mask);
    }
  }
}

}  // namespace ashlar::kernels
