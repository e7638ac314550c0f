// draw.h - pictures of layouts as text and SVG, and where padding comes from.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/bound_layout.h"
#include "ashlar/spec.h"

namespace ashlar {

/// The part of a tensor that is drawn: one index on most axes and a range
/// [begin, end) on at most two. Indices run over the padded sizes.
struct Slice {
  Indices begin;
  Indices end;
  int row_axis = -1;  ///< the axis that runs down; -1: there is one row
  int col_axis = -1;  ///< the axis that runs to the right; -1: one column

  bool operator==(const Slice&) const = default;
};

/// The last two axes as a whole, at the first index of the others.
Slice first_slice(const BoundLayout& layout);

/// Reads one item an axis: an index, or a range as in `:`, `8:`, `:16`, `8:16`.
/// `...` stands for as many `:` as are missing.
Slice parse_slice(std::string_view text, const BoundLayout& layout);

/// "0,:,8:16"; ranges that cover the whole axis are written `:`.
std::string to_string(const Slice& slice, const BoundLayout& layout);

struct TextOptions {
  enum class Glyphs { ascii, unicode };
  enum class Color { none, ansi };

  std::optional<Slice> slice;  ///< the first one if there is none
  int width = 80;              ///< characters a line; at least 20 are used
  int max_rows = 40;           ///< rows of elements
  Glyphs glyphs = Glyphs::ascii;
  Color color = Color::none;
  std::string more;  ///< how to see the rest, said where something is left out
};

/// A grid of a slice in logical order: element offsets inside a unit, borders
/// of blocks and units, padding as dots. Says what did not fit.
std::string draw_text(const BoundLayout& layout,
                      const TextOptions& options = {});

struct SvgOptions {
  /// What colours mean: the place in memory, or the unit.
  enum class Coloring { automatic, order, unit };

  std::optional<Slice> slice;               ///< the first one if there is none
  std::string title;                        ///< usually the spec
  Coloring coloring = Coloring::automatic;  ///< by unit where there are units
};

/// The same grid and the memory it lies in, as one self-contained SVG image.
std::string draw_svg(const BoundLayout& layout, const SvgOptions& options = {});

/// What one unit (core, bank, rank) holds of a tensor.
struct UnitPart {
  Position unit;  ///< its bit is 0
  Index elements = 0;
  Indices begin;        ///< of the smallest box around them
  Indices end;          ///< likewise; `begin` if there are none
  bool is_box = false;  ///< they fill that box, or there are none
  Index bytes = 0;      ///< of elements; the rest of the unit is padding

  bool operator==(const UnitPart&) const = default;
};

/// One for each unit, in row-major order of the units that are split. Empty if
/// all is in one memory, or in more pieces than can be looked at.
std::vector<UnitPart> unit_parts(const BoundLayout& layout);

/// A panel for each unit, where it is on its device: which part of the tensor
/// it holds, and how much of its memory that fills. `max_rows` and the slice
/// have no meaning here. An error if there are no units.
std::string draw_units_text(const Spec& spec, const TextOptions& options = {});

/// The same beside the tensor as a whole, as one self-contained SVG image.
std::string draw_units_svg(const Spec& spec);

/// How many bytes hold data, of all units together; copies count as data.
struct Usage {
  Index bytes = 0;
  Index data_bytes = 0;
  Index padding_bytes = 0;

  /// Between 0 and 1; 0 where there are no bytes.
  double padding_share() const;

  bool operator==(const Usage&) const = default;
};

Usage usage_of(const BoundLayout& layout);

/// One sentence for each rule that makes the memory larger than the data.
std::vector<std::string> why_padded(const BoundLayout& layout);

/// Where an index of the padded sizes lies, be it data or padding. Nothing for
/// padding that shares its numbers with other elements, as inside a join.
std::optional<Position> place_of(const BoundLayout& layout,
                                 const Indices& index);

/// What a digit is a digit of: an axis by its name, a join written out as in
/// "(a/32 b/32)", or "0" for a gap.
std::string source_text(const BoundLayout& layout, std::uint8_t source);

/// One digit as the language writes it: "(a/32 b/32)/4%5:8".
std::string digit_text(const BoundLayout& layout, const Digit& digit);

/// "bank 3", "core 0,1" (row, column), "pr=0 pc=2"; nothing where every unit
/// has a copy.
std::string unit_text(const BoundLayout& layout, const Position& position);

/// "3,145,728".
std::string grouped(Index number);

}  // namespace ashlar
