// block.h - numbers that share scales, zero points and tables.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/element.h"

namespace ashlar {

/// One level of scales: every number under a scale is multiplied by it.
struct ScaleLevel {
  enum class Scope : std::uint8_t {
    tile,     ///< one scale for rows x cols elements
    columns,  ///< one for cols elements of all rows
    channel,  ///< one for rows x all along the axis of the tiles
    tensor,   ///< one for everything
  };
  /// What decoding does with a scale.
  enum class Sense : std::uint8_t { multiplier, divisor };

  Element element;
  Scope scope = Scope::tile;
  /// Of a tile, along the axis before that of the tiles.
  std::int64_t rows = 1;
  std::int64_t cols = 1;  ///< of a tile, along the axis of the tiles
  Sense sense = Sense::multiplier;

  bool operator==(const ScaleLevel&) const = default;
};

/// What codes stand for zero, for codes without a sign. An integer is taken
/// from a code before it is scaled, any other number afterwards.
struct ZeroPoint {
  Element element;

  bool operator==(const ZeroPoint&) const = default;
};

/// Codes that are places in a table. There are several tables, of which each
/// subtile, or tile if there are none, picks one.
struct Codebook {
  /// `cb42f1346_e2m3fn` says what the tables are. So do `cb40_f32_nf4` and
  /// `cb40_i8_iq4nl`, by labels that are known; `cb40_f32` with any other
  /// label, or none, only names them. Empty is as good as no label.
  std::string name;
  int index_bits = 4;
  int meta_bits = 0;            ///< of the number of a table
  Element element;              ///< whose numbers the tables hold
  std::vector<double> numbers;  ///< table by table, each ascending

  bool operator==(const Codebook&) const = default;
};

/// The codebook that a name says everything about:
///   cb<index bits><meta bits><tables>_<element>   such as cb42f1346_e2m3fn
///   icb44fi_<element>                             TensorCast's sixteen tables
///   cb40_f32_nf4, cb40_i8_iq4nl                   what others have fixed
/// The tables are any of these, one after the other; each digit of `offsets`
/// and `halvings` makes a table of its own.
///   f[offsets][e[halvings]]  the floats of so many bits, with two exponent
///                            bits, moved to `offset` places below the largest
///                            number of the element
///   i[offsets][e[halvings]]  integers likewise
///   p[step[offsets]]         places whose distances grow by one, from `step`
///   s[step[offsets]]         places that are `step` apart
std::shared_ptr<const Codebook> parse_codebook(std::string_view name);

/// Of every `group` numbers in a row only `kept` are stored. Sizes of tiles and
/// subtiles along the axis count stored numbers.
struct Sparsity {
  int kept = 2;
  int group = 4;

  bool operator==(const Sparsity&) const = default;
};

/// What a block format adds to its element code.
struct Block {
  /// Set by `Format`, whatever it was: the name of a known format, or all of
  /// the rest as text.
  std::string name;
  std::vector<ScaleLevel> scales;  ///< finest first, at most three
  /// The axis that tiles run along: -1 is the last one, 0 the first. Tiles of
  /// several rows go along the one before it as well.
  int axis = -1;
  std::optional<ZeroPoint> zero = {};
  /// Parts of a tile that pick a table or have an offset of their own; 0 if
  /// there are none.
  std::int64_t sub_rows = 0;
  std::int64_t sub_cols = 0;
  /// Of a number for each subtile: its scale is that of the tile, divided by
  /// two to that power.
  int offset_bits = 0;
  std::shared_ptr<const Codebook> codebook = {};
  std::optional<Sparsity> sparsity = {};

  bool operator==(const Block& other) const;
};

}  // namespace ashlar
