// What parts are called, and how they look from afar.
#include <algorithm>
#include <cmath>

#include "src/base/checked.h"
#include "src/base/concat.h"
#include "src/draw/page.h"
#include "src/draw/spread.h"

namespace ashlar {
namespace {

std::string range(Index begin, Index end) { return concat(begin, ':', end); }

/// The rows and columns of the matrix that a part fills, if it does.
std::vector<std::string> matrix_lines(const Spread& spread, std::size_t part) {
  Index row = spread.rows;
  Index row_end = 0;
  Index col = spread.cols;
  Index col_end = 0;
  for (const Patch& piece : spread.patches[part]) {
    row = std::min(row, piece.row);
    row_end = std::max(row_end, piece.row_end);
    col = std::min(col, piece.col);
    col_end = std::max(col_end, piece.col_end);
  }
  if ((row_end - row) * (col_end - col) != spread.parts[part].elements) {
    return {concat(grouped(std::ssize(spread.patches[part])), " pieces")};
  }
  std::vector<std::string> lines;
  if (row_end - row < spread.rows) {
    lines.push_back(concat("rows ", range(row, row_end)));
  }
  if (col_end - col < spread.cols) {
    lines.push_back(concat("columns ", range(col, col_end)));
  }
  return lines;
}

/// Borders at the cuts with about `most` cells, or even ones.
std::vector<Index> borders(const std::vector<Index>& cuts, int most) {
  const Index total = cuts.back();
  const auto cells = static_cast<Index>(most);
  std::vector<Index> out = {0};
  if (std::ssize(cuts) - 1 > cells) {
    for (Index i = 1; i <= cells; ++i) {
      // i * total / cells, which may be too large in between.
      out.push_back(total / cells * i + total % cells * i / cells);
    }
    return out;
  }
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    const Index size = cuts[i] - cuts[i - 1];
    const double fair = static_cast<double>(size) * static_cast<double>(most) /
                        static_cast<double>(total);
    const Index parts = std::clamp<Index>(std::llround(fair), 1, size);
    for (Index part = 1; part <= parts; ++part) {
      out.push_back(cuts[i - 1] + size / parts * part +
                    size % parts * part / parts);
    }
  }
  return out;
}

/// The cell that holds a number.
std::size_t cell_of(const std::vector<Index>& borders, Index at) {
  const auto after = std::ranges::upper_bound(borders, at);
  return static_cast<std::size_t>(after - borders.begin()) - 1;
}

}  // namespace

std::vector<std::string> part_lines(const BoundLayout& layout,
                                    const Spread& spread, std::size_t part) {
  const UnitPart& held = spread.parts[part];
  if (held.elements == 0) return {"nothing"};
  if (!held.is_box) return matrix_lines(spread, part);
  std::vector<std::string> lines;
  for (int axis = 0; axis < held.begin.size(); ++axis) {
    const Index size = held.end[axis] - held.begin[axis];
    if (size == layout.shape()[axis]) continue;
    lines.push_back(concat(layout.names()[axis], ' ',
                           range(held.begin[axis], held.end[axis])));
  }
  if (lines.empty()) return {"everything"};
  return lines;
}

double fill_of(const BoundLayout& layout, const UnitPart& part) {
  const Index bytes = std::max<Index>(layout.bytes_per_unit(), 1);
  return static_cast<double>(part.bytes) / static_cast<double>(bytes);
}

std::string fill_text(const BoundLayout& layout, const UnitPart& part) {
  if (part.bytes == layout.bytes_per_unit()) return "full";
  // Only what is full is said to be.
  return concat(percent(std::min(fill_of(layout, part), 0.999)), " full");
}

Raster raster_of(const Spread& spread, int most_rows, int most_cols) {
  return {borders(spread.row_cuts(), most_rows),
          borders(spread.col_cuts(), most_cols)};
}

std::vector<double> shares_of(const Spread& spread, const Raster& raster,
                              std::size_t part) {
  const std::size_t cols = raster.cols.size() - 1;
  std::vector<double> out((raster.rows.size() - 1) * cols);
  const auto overlap = [](const std::vector<Index>& borders, std::size_t cell,
                          Index begin, Index end) {
    const Index size = borders[cell + 1] - borders[cell];
    const Index common =
        std::min(end, borders[cell + 1]) - std::max(begin, borders[cell]);
    return static_cast<double>(common) / static_cast<double>(size);
  };
  for (const Patch& piece : spread.patches[part]) {
    for (std::size_t r = cell_of(raster.rows, piece.row);
         r + 1 < raster.rows.size() && raster.rows[r] < piece.row_end; ++r) {
      const double high = overlap(raster.rows, r, piece.row, piece.row_end);
      for (std::size_t c = cell_of(raster.cols, piece.col);
           c < cols && raster.cols[c] < piece.col_end; ++c) {
        out[r * cols + c] +=
            high * overlap(raster.cols, c, piece.col, piece.col_end);
      }
    }
  }
  return out;
}

}  // namespace ashlar
