// parts_picture.h - the tiles of a block format that a picture shows.
#pragma once

#include <string>
#include <vector>

#include "ashlar/parts.h"
#include "src/tensor/parts_plan.h"

namespace ashlar {

/// One level of scales over the matrix that is drawn.
class PictureLevel {
 public:
  PictureLevel(std::string name, const TileGrid& grid, PartSpec spec,
               const Element& element);

  const std::string& name() const { return name_; }
  /// "scale: u8[32, 4] of e8m0".
  std::string heading() const;

  Index rows() const { return grid_.tiles().rows; }
  Index cols() const { return grid_.tiles().cols; }
  /// The number of a scale in its part.
  Index number(Index row, Index col) const {
    return row * grid_.tiles().cols + col;
  }
  /// The elements [begin, end) of a tile, down and to the right.
  Region region(Index row, Index col) const {
    return grid_.region(number(row, col));
  }

 private:
  std::string name_;
  TileGrid grid_;
  PartSpec spec_;
  Element element_;
};

/// What a picture of a block format is made of.
struct PartsPicture {
  PartsPicture(const Format& format, const Shape& shape);

  std::vector<PictureLevel> levels;  ///< finest first
  /// What else a tile has: "meta: u8[4, 8], 4 for each scale".
  std::vector<std::string> others;
  std::string data;      ///< "data: u8[32, 64]"
  std::string row_axis;  ///< empty: there is none
  std::string col_axis;
  Index rows = 1;
  Index cols = 0;
};

/// "0..31", or "7" for one.
std::string range_text(Index begin, Index end);

}  // namespace ashlar
