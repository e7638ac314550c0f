// grid.h - a window of a slice, evaluated: what each cell holds, and borders.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ashlar/draw.h"
#include "src/draw/slots.h"

namespace ashlar {

/// What separates two cells, from weak to strong.
enum class Border : std::uint8_t { none, face, tile, unit };

struct Cell {
  bool is_padding = false;
  Indices index;   ///< -1 in a gap
  Position place;  ///< of padding only the units are known
};

/// How the numbers in a picture count: elements, bytes or bits.
Index number_bits(const BoundLayout& layout);

/// "element offsets", "byte offsets inside a core", ...
std::string number_text(const BoundLayout& layout);

/// What the units of a split are called: "core", "bank", or "unit" if they are
/// of several kinds; nothing if there are none.
std::string unit_kind(const BoundLayout& layout);

/// A number below `hues` for the colour of a unit; neighbours differ.
Index unit_hue(const BoundLayout& layout, const Position& place, Index hues);

/// A rectangle of `rows` x `cols` cells of a slice. The layout must outlive it.
class Grid {
 public:
  /// The window starts at `row` and `col`, counted from the start of `slice`.
  Grid(const BoundLayout& layout, const Slice& slice, Index row, Index col,
       int rows, int cols);

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  /// The index of a row or column along its axis; nothing in a gap.
  std::optional<Index> row_index(int row) const;
  std::optional<Index> col_index(int col) const;

  const Cell& at(int row, int col) const {
    return cells_[static_cast<std::size_t>(row) *
                      static_cast<std::size_t>(cols_) +
                  static_cast<std::size_t>(col)];
  }
  /// Between a cell and the one above it; `row` may be `rows()`. At an edge
  /// where the tensor goes on and no block ends, this is `face`.
  Border above(int row, int col) const;
  /// Between a cell and the one to its left; `col` may be `cols()`.
  Border left(int row, int col) const;

  bool has_units() const { return has_units_; }
  bool has_padding() const;
  bool same_unit(int row, int col, int other_row, int other_col) const;
  /// Which outermost block a cell is in; neighbours differ by one.
  Index block_number(int row, int col) const;

 private:
  struct Marker {
    std::size_t digit = 0;
    Border border = Border::tile;
  };

  void find_markers();
  Cell evaluate(const Indices& at) const;
  Border between(const Index* a, const Index* b) const;
  const Index* blocks(int row, int col) const;

  const BoundLayout* layout_;
  Slots slots_;
  int row_axis_ = -1;
  int col_axis_ = -1;
  int rows_ = 0;
  int cols_ = 0;
  Index first_row_ = 0;
  Index first_col_ = 0;
  bool has_units_ = false;
  bool open_[4] = {};  // top, bottom, left, right: the tensor goes on there
  std::vector<Marker> markers_;
  std::vector<Cell> cells_;
  // One number a marker and cell: the block it is in. There is a rim of one
  // cell around the window, zero where the tensor ends.
  std::vector<Index> blocks_;
};

}  // namespace ashlar
