// digits.h - a layout written out: which digit of which axis lies where.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ashlar/element.h"
#include "ashlar/shape.h"

namespace ashlar {

struct TermText;

/// floor(source / div) mod radix, in `alloc` slots. The source is a named axis
/// or let-name, or, if `join` is not empty, the row-major index of its terms.
/// The source "0" is the number zero: a gap of `alloc` slots.
struct DigitText {
  std::string source;
  std::vector<TermText> join;
  Index div = 1;
  Index radix = 0;  ///< 0: whatever is left of the source
  Index alloc = 0;  ///< 0: as many slots as the radix

  friend bool operator==(const DigitText&, const DigitText&);
};

/// A digit, and the digits stored elsewhere that it is XORed with.
struct TermText {
  DigitText digit;
  std::vector<DigitText> xors;

  friend bool operator==(const TermText&, const TermText&);
};

/// `name = term;` before the layout, to be used as a source.
struct LetText {
  std::string name;
  TermText term;

  friend bool operator==(const LetText&, const LetText&) = default;
};

/// `unit = term`: the core, bank or rank that holds an element.
struct PlaceText {
  std::string unit;
  TermText term;
  Index copies = 0;  ///< not 0: replicated on so many units, `term` unused

  friend bool operator==(const PlaceText&, const PlaceText&) = default;
};

struct FieldText;

/// `[term, ...]`, outermost first, of elements or of records of `fields`.
struct MemoryText {
  std::vector<TermText> terms;
  std::vector<FieldText> fields;

  friend bool operator==(const MemoryText&, const MemoryText&);
};

/// One field of a record: `name: format [...]`.
struct FieldText {
  std::string name;
  Element element;
  MemoryText memory;

  friend bool operator==(const FieldText&, const FieldText&);
};

/// A whole layout as written. It names its axes, so one text serves every
/// shape with those axes; `bind` makes it a function.
struct Digits {
  std::vector<LetText> lets;
  std::vector<PlaceText> places;
  MemoryText memory;

  friend bool operator==(const Digits&, const Digits&) = default;
};

/// Reads `s=h/32; core=s%4 | [s/4, h%32, w:72]{...}`.
Digits parse_digits(std::string_view text);
/// The text that `parse_digits` reads back as an equal value.
std::string to_string(const Digits& digits);

}  // namespace ashlar
