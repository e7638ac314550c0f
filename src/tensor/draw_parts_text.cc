// draw_parts_text.cc - tables of tiles and the numbers of their scales.
#include <algorithm>
#include <string>
#include <vector>

#include "ashlar/draw_parts.h"
#include "src/base/concat.h"
#include "src/draw/canvas.h"
#include "src/tensor/parts_picture.h"

namespace ashlar {
namespace {

constexpr int kMinWidth = 20;
constexpr int kMaxWidth = 500;
constexpr int kMaxRows = 1000;

int width_of(const std::string& text) { return static_cast<int>(text.size()); }

/// The tiles of a level as far as they fit.
class LevelTable {
 public:
  LevelTable(const PictureLevel& level, const std::string& corner, int width,
             int max_rows)
      : level_(level), corner_(corner) {
    rows_ = std::min<Index>(level.rows(), max_rows);
    label_width_ = width_of(corner);
    for (Index r = 0; r < rows_; ++r) {
      label_width_ = std::max(label_width_, width_of(row_label(r)));
    }
    int x = label_width_;
    while (cols_ < level.cols()) {
      const int cell = std::max(
          width_of(col_label(cols_)),
          rows_ == 0 ? 1 : width_of(concat(level.number(rows_ - 1, cols_))));
      if (cols_ > 0 && x + 2 + cell > width) break;
      x += 2 + cell;
      ends_.push_back(x);
      ++cols_;
    }
  }

  std::string draw(const TextOptions& options) const {
    Canvas canvas(ends_.empty() ? label_width_ : ends_.back(),
                  static_cast<int>(rows_) + 1);
    write_right(canvas, label_width_, 0, corner_, Style::faint);
    for (Index c = 0; c < cols_; ++c) {
      write_right(canvas, end_of(c), 0, col_label(c), Style::faint);
    }
    for (Index r = 0; r < rows_; ++r) {
      const int y = static_cast<int>(r) + 1;
      write_right(canvas, label_width_, y, row_label(r), Style::faint);
      for (Index c = 0; c < cols_; ++c) {
        write_right(canvas, end_of(c), y, concat(level_.number(r, c)),
                    hue(c + 2 * r));
      }
    }
    return canvas.render(options.glyphs, options.color);
  }

  std::string left_out(const std::string& more) const {
    std::string text;
    if (rows_ < level_.rows()) {
      text += concat("tiles 0 to ", rows_ - 1, " of ", level_.rows(), " down");
    }
    if (cols_ < level_.cols()) {
      text += concat(text.empty() ? "tiles" : ",", " 0 to ", cols_ - 1, " of ",
                     level_.cols(), " to the right");
    }
    if (text.empty()) return text;
    return concat("shown: ", text, more.empty() ? "" : "; ", more, '\n');
  }

 private:
  std::string row_label(Index row) const {
    const Region region = level_.region(row, 0);
    return range_text(region.rows[0], region.rows[1]);
  }
  std::string col_label(Index col) const {
    const Region region = level_.region(0, col);
    return range_text(region.cols[0], region.cols[1]);
  }
  int end_of(Index col) const { return ends_[static_cast<std::size_t>(col)]; }
  static void write_right(Canvas& canvas, int end, int y,
                          const std::string& text, Style style) {
    canvas.write(end - width_of(text), y, text, style);
  }

  const PictureLevel& level_;
  std::string corner_;
  Index rows_ = 0;
  Index cols_ = 0;
  int label_width_ = 0;
  std::vector<int> ends_;
};

}  // namespace

std::string draw_parts_text(const Format& format, const Shape& shape,
                            const TextOptions& options) {
  const PartsPicture picture(format, shape);
  if (picture.rows == 0 || picture.cols == 0) {
    return "nothing to draw: there are no elements\n";
  }
  const int width = std::clamp(options.width, kMinWidth, kMaxWidth);
  const int rows = std::clamp(options.max_rows, 1, kMaxRows);
  const std::string corner =
      picture.row_axis.empty()
          ? picture.col_axis
          : concat(picture.row_axis, '\\', picture.col_axis);
  std::string out;
  for (const PictureLevel& level : picture.levels) {
    if (!out.empty()) out += '\n';
    out += level.heading();
    if (level.rows() * level.cols() == 1) {
      out += ", one for all\n";
      continue;
    }
    const LevelTable table(level, corner, width, rows);
    out += concat(", one for each of these\n", table.draw(options),
                  table.left_out(options.more));
  }
  for (const std::string& other : picture.others) out += other + '\n';
  return out;
}

}  // namespace ashlar
