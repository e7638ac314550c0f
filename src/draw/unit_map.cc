// Rectangles where a unit has elements, as few as show it.
#include "src/draw/unit_map.h"

#include <algorithm>
#include <span>

#include "src/draw/grid.h"
#include "src/draw/palette.h"

namespace ashlar {
namespace {

constexpr int kMost = 64;  // cells in a direction

}  // namespace

void Frame::fill(Sheet& sheet, Index row, Index row_end, Index col,
                 Index col_end, std::string_view color) const {
  sheet.rect(at_col(col), at_row(row), at_col(col_end) - at_col(col),
             at_row(row_end) - at_row(row), color);
}

void Frame::outline(Sheet& sheet, Index row, Index row_end, Index col,
                    Index col_end, const Pen& pen) const {
  const double left = at_col(col);
  const double right = at_col(col_end);
  const double top = at_row(row);
  const double bottom = at_row(row_end);
  sheet.line(left, top, right, top, pen);
  sheet.line(left, bottom, right, bottom, pen);
  sheet.line(left, top, left, bottom, pen);
  sheet.line(right, top, right, bottom, pen);
}

UnitMaps::UnitMaps(const BoundLayout& layout, const Spread& spread)
    : layout_(layout),
      spread_(spread),
      raster_{spread.row_cuts(), spread.col_cuts()},
      rows_(spread.rows) {
  if (std::max(raster_.rows.size(), raster_.cols.size()) > kMost) {
    raster_ = raster_of(spread_, kMost, kMost);
  }
  const Shape& shape = layout.shape();
  if (shape.rank() > 0) cols_ = shape.padded(-1);
  // Of more than two axes, padding would be between rows.
  if (shape.rank() == 2) rows_ = shape.padded(0);
  find_shard();
}

/// The shards of a matrix are of one size; those at the edge reach beyond.
void UnitMaps::find_shard() {
  if (layout_.shape().rank() != 2 ||
      !std::ranges::all_of(spread_.parts, &UnitPart::is_box)) {
    return;
  }
  for (const UnitPart& part : spread_.parts) {
    shard_rows_ = std::max(shard_rows_, part.end[0] - part.begin[0]);
    shard_cols_ = std::max(shard_cols_, part.end[1] - part.begin[1]);
  }
  has_edges_ = std::ranges::any_of(spread_.parts, [&](const UnitPart& part) {
    return part.elements > 0 && is_at_edge(part);
  });
}

Index UnitMaps::shard_row_end(const UnitPart& part) const {
  return std::min(part.begin[0] + shard_rows_, rows_);
}

Index UnitMaps::shard_col_end(const UnitPart& part) const {
  return std::min(part.begin[1] + shard_cols_, cols_);
}

bool UnitMaps::is_at_edge(const UnitPart& part) const {
  return shard_rows_ > 0 && (shard_row_end(part) > part.end[0] ||
                             shard_col_end(part) > part.end[1]);
}

std::string UnitMaps::color(std::size_t part, double shade) const {
  return to_string(unit_color(
      unit_hue(layout_, spread_.parts[part].unit, kUnitColors), shade));
}

void UnitMaps::draw(Sheet& sheet, std::size_t part, const Frame& frame) const {
  if (spread_.parts[part].elements == 0) return;
  const std::vector<double> shares = shares_of(spread_, raster_, part);
  const std::size_t cols = raster_.cols.size() - 1;
  const std::span all(shares);
  for (std::size_t r = 0; r + 1 < raster_.rows.size();) {
    const auto row = all.subspan(r * cols, cols);
    std::size_t below = r + 1;
    while (below + 1 < raster_.rows.size() &&
           std::ranges::equal(row, all.subspan(below * cols, cols))) {
      ++below;
    }
    for (std::size_t c = 0; c < cols;) {
      std::size_t end = c + 1;
      while (end < cols && row[end] == row[c]) ++end;
      if (row[c] > 0) {
        frame.fill(sheet, raster_.rows[r], raster_.rows[below], raster_.cols[c],
                   raster_.cols[end], color(part, row[c]));
      }
      c = end;
    }
    r = below;
  }
  const UnitPart& held = spread_.parts[part];
  if (!is_at_edge(held)) return;
  frame.outline(sheet, held.begin[0], shard_row_end(held), held.begin[1],
                shard_col_end(held), {kInk, 1, Pen::Dash::dashed});
}

}  // namespace ashlar
