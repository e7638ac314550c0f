// layout.h - the rule that places each element of a tensor in memory.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "ashlar/bound_layout.h"

namespace ashlar {

/// A length along a row, in elements or in bytes; 0 is none.
struct Length {
  enum class Unit { elements, bytes };
  Index count = 0;
  Unit unit = Unit::elements;

  bool operator==(const Length&) const = default;
};

/// Elements of a row follow each other, rows follow each other. Rows may be a
/// fixed `pitch` apart, or start at multiples of `align`; not both.
struct RowMajor {
  Length pitch = {};
  Length align = {};

  bool operator==(const RowMajor&) const = default;
};

/// The first axis varies fastest.
struct ColumnMajor {
  bool operator==(const ColumnMajor&) const = default;
};

/// One stride an axis, in elements.
struct Strided {
  Indices strides = {};

  bool operator==(const Strided&) const = default;
};

/// The last two axes are cut into tiles, and tiles into faces if those are not
/// 0. Tiles, faces and what is in them are row major, unless `order` says that
/// everything inside a tile is transposed. Missing axes count as size 1.
struct Tile {
  enum class Order { straight, transposed };
  Index rows = 32;
  Index cols = 32;
  Index face_rows = 0;
  Index face_cols = 0;
  Order order = Order::straight;

  bool operator==(const Tile&) const = default;
};

/// Sticks of `bytes` along one axis, tiled against another, as on Spyre.
struct Stick {
  enum class Pad { stick, all };
  enum class Fill { dense, sparse };
  Index bytes = 128;
  Pad pad = Pad::stick;     ///< which axes are padded to whole sticks
  Indices order = {};       ///< axes, the stick axis last; empty: 0, 1, 2, ...
  Indices padded = {};      ///< sizes to pad to; empty: as `pad` says
  Fill fill = Fill::dense;  ///< sparse: one element a stick

  bool operator==(const Stick&) const = default;
};

/// A layout: sugar for the common ones, or digits. A plain value that fits
/// many shapes; `bind` makes it a function for one.
using Layout =
    std::variant<RowMajor, ColumnMajor, Strided, Tile, Stick, Digits>;

/// ttnn's tile: 32x32 with faces of 16x16.
inline constexpr Tile kTtnnTile = {32, 32, 16, 16, Tile::Order::straight};

/// Reads `row`, `tile(32x32, faces=16x16)`, `stick(128B)`, `[h/32, ...]`, ...
Layout parse_layout(std::string_view text);
std::string to_string(const Layout& layout);

/// The digits that `layout` stands for.
Digits lower(const Layout& layout, const Shape& shape, const AxisNames& names,
             const Element& element);

/// Lowers and binds. Write `ashlar::bind`: a layout is a std::variant, for
/// which an unqualified `bind` may be std::bind.
BoundLayout bind(const Layout& layout, const Shape& shape,
                 const AxisNames& names, const Element& element);

/// The sugar that means the same as `layout`, or its canonical digits.
Layout recognise(const BoundLayout& layout);

}  // namespace ashlar
