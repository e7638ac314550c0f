// formats_bits.h - which bits of a word mean what.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "ashlar/element.h"

namespace ashlar::cli {

/// How things are to look.
struct Look {
  enum class Glyphs { ascii, unicode };
  enum class Color { none, ansi };

  int width = 80;
  Glyphs glyphs = Glyphs::ascii;
  Color color = Color::none;
};

/// Bits that belong together.
struct BitField {
  std::string name;  ///< "sign", "exponent", ...
  char letter = ' ';
  int high = 0;
  int low = 0;

  int bits() const { return high - low + 1; }
  bool is_used() const { return letter != '.'; }
};

/// All bits of a storage word, from the highest down.
std::vector<BitField> bit_fields(const Element& element);

/// A picture of the word, each line indented.
void print_bits(std::ostream& out, const Element& element, const Look& look);

/// The digits of a word, field by field: "0 0101 010". Unused bits are left
/// out.
std::string binary_text(const Element& element, std::uint64_t word);

}  // namespace ashlar::cli
