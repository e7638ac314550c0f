// panel.h - the logical grid in SVG, folded where it is long and narrow.
#pragma once

#include <string>
#include <vector>

#include "src/draw/scene.h"

namespace ashlar {

/// The grid of a scene. A tall one is cut into panels side by side, a wide one
/// into panels below each other, where possible at the end of a block.
class Panels {
 public:
  explicit Panels(const Scene& scene);

  double width() const { return width_; }
  double height() const { return height_; }
  /// Cells are large enough for numbers.
  bool has_numbers() const { return with_numbers_; }
  void draw(Sheet& sheet, double x, double y) const;

 private:
  struct Panel {
    int row = 0;
    int row_end = 0;
    int col = 0;
    int col_end = 0;
    double x = 0;  // of the whole panel
    double y = 0;
    std::vector<double> xs;  // left edges of its columns
    std::vector<double> ys;  // top edges of its rows
  };

  void choose_cells();
  void fold();
  void measure(Panel& panel) const;
  bool unit_ends_above(const Panel& panel, int row) const;
  bool unit_ends_left(const Panel& panel, int col) const;
  double label_width() const;
  double width_of(const Panel& panel) const;
  double height_of(const Panel& panel) const;

  void draw_cells(Sheet& sheet, const Panel& panel) const;
  void draw_headers(Sheet& sheet, const Panel& panel) const;
  void draw_lines(Sheet& sheet, const Panel& panel, Border border) const;
  void draw_units(Sheet& sheet, const Panel& panel) const;

  const Scene& scene_;
  const Grid& grid_;
  bool with_numbers_ = true;
  double cell_width_ = 0;
  double cell_height_ = 0;
  double width_ = 0;
  double height_ = 0;
  std::vector<Panel> panels_;
};

/// The pen for a border in pictures and in their key.
Pen pen_of(Border border);

}  // namespace ashlar
