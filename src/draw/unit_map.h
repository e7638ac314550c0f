// unit_map.h - a tensor seen from one unit: what is here, and what elsewhere.
#pragma once

#include <string>
#include <vector>

#include "src/draw/sheet.h"
#include "src/draw/spread.h"

namespace ashlar {

/// Where a matrix goes, padding included.
struct Frame {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  Index rows = 1;
  Index cols = 1;

  double at_row(Index row) const {
    return y + height * static_cast<double>(row) / static_cast<double>(rows);
  }
  double at_col(Index col) const {
    return x + width * static_cast<double>(col) / static_cast<double>(cols);
  }
  void fill(Sheet& sheet, Index row, Index row_end, Index col, Index col_end,
            std::string_view color) const;
  void outline(Sheet& sheet, Index row, Index row_end, Index col, Index col_end,
               const Pen& pen) const;
};

/// Draws what units hold. Layout and spread must outlive it.
class UnitMaps {
 public:
  UnitMaps(const BoundLayout& layout, const Spread& spread);

  /// Of the matrix with its padding.
  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  /// Some shards are smaller than others.
  bool has_edges() const { return has_edges_; }

  /// Darker for a larger shade, from 0 to 1.
  std::string color(std::size_t part, double shade) const;

  /// The elements of a unit, and the outline of a shard that is not full.
  void draw(Sheet& sheet, std::size_t part, const Frame& frame) const;

 private:
  void find_shard();
  Index shard_row_end(const UnitPart& part) const;
  Index shard_col_end(const UnitPart& part) const;
  bool is_at_edge(const UnitPart& part) const;

  const BoundLayout& layout_;
  const Spread& spread_;
  Raster raster_;
  Index rows_ = 1;
  Index cols_ = 1;
  Index shard_rows_ = 0;  // 0: they have no common size
  Index shard_cols_ = 0;
  bool has_edges_ = false;
};

}  // namespace ashlar
