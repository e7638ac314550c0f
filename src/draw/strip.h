// strip.h - memory in SVG: one line of cells for each innermost block.
#pragma once

#include <string>
#include <vector>

#include "src/draw/memory.h"
#include "src/draw/scene.h"

namespace ashlar {

/// The first lines of memory of each unit, coloured as the grid is.
class Strip {
 public:
  /// Units stand side by side as long as `room` allows.
  Strip(const Scene& scene, double room);

  double width() const { return width_; }
  double height() const { return height_; }
  void draw(Sheet& sheet, double x, double y) const;

  bool has_elsewhere() const { return has_elsewhere_; }
  bool has_fields() const { return scene_.layout().fields().size() > 1; }
  bool has_texts() const { return with_texts_; }
  /// Some lines or units are not shown.
  bool goes_on() const { return goes_on_; }

 private:
  struct Block {
    double x = 0;
    double y = 0;
  };

  std::string text_in(const MemoryEntry& entry) const;
  std::string offset_of(const MemoryLine& line) const;
  Index run_length() const;
  void choose_cells();
  void arrange(double room);
  double entry_x(std::size_t number) const;
  double height_of(const UnitLines& unit) const;
  void draw_line(Sheet& sheet, const MemoryLine& line, double x,
                 double y) const;

  const Scene& scene_;
  std::vector<UnitLines> units_;
  std::vector<Block> blocks_;  // one for each of the units
  Index run_ = 0;
  std::size_t longest_ = 0;
  double label_width_ = 0;
  double cell_width_ = 0;
  bool with_texts_ = true;
  bool has_elsewhere_ = false;
  bool goes_on_ = false;
  double width_ = 0;
  double height_ = 0;
};

}  // namespace ashlar
