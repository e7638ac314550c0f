// scene.h - what the parts of an SVG picture share: the window and its colours.
#pragma once

#include <string>
#include <vector>

#include "ashlar/draw.h"
#include "src/draw/grid.h"
#include "src/draw/palette.h"
#include "src/draw/sheet.h"

namespace ashlar {

/// Sizes in pixels that the parts agree on.
inline constexpr double kMaxWidth = 1080;
inline constexpr double kSmall = 10;   ///< numbers in cells
inline constexpr double kNormal = 12;  ///< everything else

/// The part of a layout that is drawn, and what colours mean in it.
class Scene {
 public:
  Scene(const BoundLayout& layout, const SvgOptions& options);

  const BoundLayout& layout() const { return layout_; }
  /// What is really drawn: the slice, cut to a readable size.
  const Slice& window() const { return window_; }
  bool is_cut() const { return window_ != wanted_; }
  const Grid& grid() const { return grid_; }
  bool by_unit() const { return by_unit_; }
  Index first_bit() const { return first_bit_; }

  /// The units that the window shows, a few at most, in order of appearance.
  const std::vector<Position>& units() const { return units_; }
  /// The window does not show all units.
  bool hides_units() const { return hides_units_; }

  /// The colour of an element.
  Rgb color(const Position& place) const;
  /// Whether an element is one of those in the window.
  bool shows(const Indices& index) const;

 private:
  void add(const Cell& cell);

  const BoundLayout& layout_;
  Slice wanted_;
  Slice window_;
  Grid grid_;
  Slots slots_;
  bool by_unit_ = false;
  Index first_bit_ = 0;
  Index last_bit_ = 0;
  std::vector<Position> units_;
  bool hides_units_ = false;
};

/// The width of `text` in a font of the given size.
double text_width(std::string_view text, double size);

}  // namespace ashlar
