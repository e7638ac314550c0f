// block_codes.h - kernels between numbers and codes that share scales.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "src/kernels/float_codes.h"
#include "src/kernels/rows.h"

namespace ashlar::kernels {

/// How the size of a tile, that is its largest magnitude or the distance from
/// its lowest number to its highest, becomes a scale.
struct BlockScale {
  enum class Kind : std::uint8_t { power, f32, bf16, f16, small };

  Kind kind = Kind::power;
  std::uint32_t zero_word = 0;  ///< of a tile of size 0

  // Of powers: a word is the exponent of size + carry, as f32 bits, and
  // `offset`, from 0 to `last`. What numbers are multiplied by has an exponent
  // of `unit` less the word. Tiles whose size has a mantissa of `odd_mantissa`
  // or more are odd.
  std::uint32_t carry = 0;
  std::int32_t offset = 0;
  std::int32_t last = 254;
  std::int32_t unit = 254;
  std::uint32_t odd_mantissa = 1u << 23;

  // Of others: size / divisors[0] / divisors[1], rounded. Those whose bits are
  // not within `least` and `most` are odd.
  float divisors[2] = {1, 1};
  std::uint32_t least = 1u << 23;
  std::uint32_t most = 0x7f7fffffu;
  /// What a scale is multiplied by before numbers are divided by it.
  float outer = 1;
  /// Numbers are multiplied by outer_inverse / scale instead.
  bool is_reciprocal = false;
  float outer_inverse = 1;
  // Of small floats without a sign, with f32 bits of the largest and the code
  // of the smallest scale.
  int mantissa_bits = 3;
  int bias = 7;
  std::uint32_t limit = 0;
  std::int32_t smallest = 1;

  bool divides() const { return kind != Kind::power && !is_reciprocal; }
  std::size_t bytes() const {
    return kind == Kind::f32                         ? 4
           : kind == Kind::bf16 || kind == Kind::f16 ? 2
                                                     : 1;
  }
};

/// How a number under its scale becomes a code.
struct BlockElement {
  enum class Kind : std::uint8_t {
    floating,
    integer,  ///< from `low` to `high`, with a sign
    above,    ///< from 0 to `high`, counted from a zero point of its tile
  };
  Kind kind = Kind::floating;
  EncodeFloat floating = {};
  float low = 0;
  float high = 0;
  std::uint32_t mask = 0xff;   ///< the bits of a code
  std::int32_t zero_most = 0;  ///< the largest zero point
  /// All zero points are 0, and the size of a tile is its largest number.
  bool has_no_zero = false;
};

struct EncodeBlocks {
  Wide source = Wide::f32;  ///< or bf16
  BlockScale scale;
  BlockElement element;
  std::size_t tile = 32;    ///< elements along a line, any number
  bool is_nibbles = false;  ///< two codes a byte, the first in the low bits
};

/// Lines that share their tiles: one, or as many as a tile has rows.
struct BlockLines {
  const std::uint8_t* in = nullptr;
  std::size_t count = 0;  ///< elements of a line
  std::size_t rows = 1;
  std::size_t in_pitch = 0;  ///< bytes from line to line
  std::uint8_t* codes = nullptr;
  std::size_t codes_pitch = 0;
  std::uint8_t* scales = nullptr;  ///< one for each tile
  std::uint8_t* zeros = nullptr;   ///< bytes, if there are any
  Store store = Store::cached;
};

/// What to do with a tile that is odd: infinities, NaN, or a size near the ends
/// of what f32 holds. What kernels have made of it can be anything.
using OddTile = std::function<void(std::size_t tile)>;

/// Codes and scales of all tiles. The last one may be cut short, and then is as
/// if it went on with zeros.
void encode_blocks(const EncodeBlocks& how, const BlockLines& lines,
                   const OddTile& odd);

/// The largest magnitude of all numbers that are finite, as f32 bits.
std::uint32_t largest_finite(const void* in, Wide source, std::size_t count);

struct DecodeBlocks {
  enum class Kind : std::uint8_t {
    floating,  ///< by bits, but for magnitudes above `largest`
    integer,   ///< signed, of 8 bits, times `multiplier`
    table,     ///< whatever `numbers` says
  };

  Wide target = Wide::f32;  ///< or bf16, rounded to even
  BlockScale::Kind scale = BlockScale::Kind::power;
  int bias = 127;            ///< of powers and small floats
  int mantissa_bits = 3;     ///< of small floats
  std::uint32_t nan = 0xff;  ///< words of them from here on are no numbers
  float outer = 1;           ///< what scales are multiplied by

  Kind kind = Kind::table;
  const float* numbers = nullptr;  ///< of all codes: 16 or 256
  /// The bits of a code are those of f32 if they are shifted to the left, the
  /// sign by itself, and the number is multiplied.
  std::uint32_t magnitude = 0x7f;
  std::uint32_t sign = 0x80;
  int shift = 0;
  int sign_shift = 24;
  float multiplier = 1;
  std::uint8_t largest = 0x7f;
  bool has_infinity = false;
  bool has_zeros = false;  ///< a zero point is taken from the number of a code
  std::size_t tile = 32;
  bool is_nibbles = false;

  std::size_t scale_bytes() const {
    BlockScale level;
    level.kind = scale;
    return level.bytes();
  }
};

/// The same lines as for encoding, the other way round.
struct DecodeLines {
  const std::uint8_t* codes = nullptr;
  std::size_t count = 0;
  std::size_t rows = 1;
  std::size_t codes_pitch = 0;
  const std::uint8_t* scales = nullptr;
  const std::uint8_t* zeros = nullptr;
  std::uint8_t* out = nullptr;
  std::size_t out_pitch = 0;
  Store store = Store::cached;
};

/// Numbers of codes; tiles under scales that are no finite numbers are odd.
void decode_blocks(const DecodeBlocks& how, const DecodeLines& lines,
                   const OddTile& odd);

}  // namespace ashlar::kernels
