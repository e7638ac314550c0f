// Chooses the window, and gives each element its colour.
#include "src/draw/scene.h"

#include <algorithm>

#include "src/draw/slice.h"

namespace ashlar {
namespace {

constexpr Index kMaxCells = 4096;
constexpr Index kMaxSide = 64;
constexpr Index kMaxLongSide = 256;
constexpr std::size_t kMaxUnitsShown = 8;

// Cuts a range of `size` cells to at most `most`, at the end of a block if
// that leaves at least half of them.
Index cut(const BoundLayout& layout, const Slice& slice, int axis, Index size,
          Index most) {
  if (size <= most) return size;
  const int cells = static_cast<int>(most);
  const bool down = axis == slice.row_axis;
  const Grid strip = down ? Grid(layout, slice, 0, 0, cells, 1)
                          : Grid(layout, slice, 0, 0, 1, cells);
  for (int at = cells; at > cells / 2; --at) {
    const Border border = down ? strip.above(at, 0) : strip.left(0, at);
    if (border >= Border::tile) return at;
  }
  return most;
}

Slice readable(const BoundLayout& layout, const Slice& slice) {
  Slice out = slice;
  const Index rows = rows_of(slice);
  const Index cols = cols_of(slice);
  const Index few_cols = std::min(cols, kMaxSide);
  const Index most_rows = std::min(kMaxCells / few_cols, kMaxLongSide);
  const Index few_rows = std::min(rows, cols > kMaxSide ? kMaxSide : most_rows);
  const Index most_cols = std::min(kMaxCells / few_rows, kMaxLongSide);
  if (slice.row_axis >= 0) {
    out.end[slice.row_axis] =
        out.begin[slice.row_axis] +
        cut(layout, slice, slice.row_axis, rows, few_rows);
  }
  if (slice.col_axis >= 0) {
    out.end[slice.col_axis] =
        out.begin[slice.col_axis] +
        cut(layout, slice, slice.col_axis, cols, most_cols);
  }
  return out;
}

}  // namespace

double text_width(std::string_view text, double size) {
  return static_cast<double>(text.size()) * size * Sheet::kAdvance;
}

Scene::Scene(const BoundLayout& layout, const SvgOptions& options)
    : layout_(layout),
      wanted_(options.slice.value_or(first_slice(layout))),
      window_(readable(layout, wanted_)),
      grid_(layout, window_, 0, 0, static_cast<int>(rows_of(window_)),
            static_cast<int>(cols_of(window_))),
      slots_(layout),
      by_unit_(options.coloring == SvgOptions::Coloring::automatic
                   ? grid_.has_units()
                   : options.coloring == SvgOptions::Coloring::unit) {
  first_bit_ = layout.bits_per_unit();
  for (int r = 0; r < grid_.rows(); ++r) {
    for (int c = 0; c < grid_.cols(); ++c) {
      if (!grid_.at(r, c).is_padding) add(grid_.at(r, c));
    }
  }
  if (units_.empty()) first_bit_ = 0;  // nothing but padding
  if (!grid_.has_units() && units_.empty()) units_.emplace_back();
  Index split = 1;
  for (const Unit& unit : layout.units()) {
    if (unit.digit >= 0) split *= unit.extent;
  }
  hides_units_ = split > std::ssize(units_);
}

void Scene::add(const Cell& cell) {
  first_bit_ = std::min(first_bit_, cell.place.bit);
  last_bit_ = std::max(last_bit_, cell.place.bit);
  const bool known = std::ranges::any_of(units_, [&](const Position& other) {
    return other.unit == cell.place.unit;
  });
  if (!known && units_.size() < kMaxUnitsShown) {
    units_.push_back(cell.place);
    units_.back().bit = 0;
  }
}

Rgb Scene::color(const Position& place) const {
  const double at = last_bit_ == first_bit_
                        ? 0.3
                        : static_cast<double>(place.bit - first_bit_) /
                              static_cast<double>(last_bit_ - first_bit_);
  if (!by_unit_) return order_color(at);
  return unit_color(unit_hue(layout_, place, kUnitColors), at);
}

bool Scene::shows(const Indices& index) const {
  for (int i = 0; i < index.size(); ++i) {
    const Index slot = slots_.slot_of(i, index[i]);
    if (slot < window_.begin[i] || slot >= window_.end[i]) return false;
  }
  return true;
}

}  // namespace ashlar
