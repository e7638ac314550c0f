// words.h - the words that codes are stored in.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/format/elements.h"
#include "src/format/number.h"

namespace ashlar {

static_assert(std::endian::native == std::endian::little);

/// The code in a storage word of an element.
template <class Bits>
constexpr BasicCode<Bits> code_of_word(const Element& e, Bits word) {
  if (e.kind == ElementKind::boolean) return {word != 0 ? Bits{1} : 0, false};
  word >>= e.storage_shift;
  if (e.representation != Representation::sign_magnitude) {
    return {word & low_bits<Bits>(e.bits), false};
  }
  const int bits = magnitude_bits(e);
  const bool sign = e.is_signed && (word >> bits & 1) != 0;
  return {word & low_bits<Bits>(bits), sign};
}

template <class Bits>
constexpr Bits word_of_code(const Element& e, const BasicCode<Bits>& code) {
  const Bits sign = code.sign ? Bits{1} << magnitude_bits(e) : Bits{0};
  return (code.bits | sign) << e.storage_shift;
}

/// Reads `count` words of `bits` bits, at most 64, from element `first` on,
/// which must begin a byte; so it does if it is a multiple of 8.
void read_words(const std::byte* in, int bits, std::int64_t first,
                std::size_t count, std::uint64_t* words);

/// Writes `count` words likewise. Bits of the last byte above them become zero.
void write_words(const std::uint64_t* words, int bits, std::int64_t first,
                 std::size_t count, std::byte* out);

}  // namespace ashlar
