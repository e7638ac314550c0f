// A band of rows and as many columns as fit, band after band.
#include <algorithm>
#include <string>
#include <vector>

#include "ashlar/draw.h"
#include "src/base/concat.h"
#include "src/draw/canvas.h"
#include "src/draw/grid.h"
#include "src/draw/slice.h"

namespace ashlar {
namespace {

constexpr int kMinWidth = 20;
constexpr int kMaxWidth = 500;
constexpr int kMaxRows = 1000;
constexpr int kMaxBands = 16;

std::string number_in(const Cell& cell, Index unit_bits) {
  return cell.is_padding ? "." : concat(cell.place.bit / unit_bits);
}

int width_of(const std::string& text) { return static_cast<int>(text.size()); }

/// One band of the picture: a grid, and where its cells go on the sheet.
class Band {
 public:
  Band(const BoundLayout& layout, const Slice& slice, Index col, int rows,
       int max_cols, int width)
      : layout_(layout),
        grid_(layout, slice, 0, col, rows, max_cols),
        bits_(number_bits(layout)) {
    corner_ = axis_name(slice.row_axis);
    if (!corner_.empty()) corner_ += '\\';
    corner_ += axis_name(slice.col_axis);
    label_width_ = width_of(corner_);
    for (int r = 0; r < rows; ++r) {
      label_width_ = std::max(label_width_, width_of(row_label(r)));
    }
    const int fit = columns_that_fit(width);
    if (fit < grid_.cols()) grid_ = Grid(layout, slice, 0, col, rows, fit);
    measure();
  }

  int cols() const { return grid_.cols(); }
  bool has_padding() const { return grid_.has_padding(); }

  std::string draw(const TextOptions& options) const {
    Canvas canvas(x_.back() + 2, y_.back() + 1);
    draw_headers(canvas);
    draw_cells(canvas);
    draw_borders(canvas);
    draw_units(canvas);
    return canvas.render(options.glyphs, options.color);
  }

 private:
  std::string axis_name(int axis) const {
    return axis < 0 ? "" : std::string(layout_.names()[axis]);
  }

  static std::string label(std::optional<Index> index) {
    return index ? concat(*index) : "";
  }
  std::string row_label(int row) const { return label(grid_.row_index(row)); }
  std::string col_label(int col) const { return label(grid_.col_index(col)); }

  int column_width(int col) const {
    int width = width_of(col_label(col));
    for (int r = 0; r < grid_.rows(); ++r) {
      width = std::max(width, width_of(number_in(grid_.at(r, col), bits_)));
    }
    return width;
  }

  bool has_line_left_of(int col) const {
    for (int r = 0; r < grid_.rows(); ++r) {
      if (grid_.left(r, col) != Border::none) return true;
    }
    return false;
  }

  bool has_line_above(int row) const {
    for (int c = 0; c < grid_.cols(); ++c) {
      if (grid_.above(row, c) != Border::none) return true;
    }
    return false;
  }

  // All columns are as wide as the widest; sets that width, too.
  int columns_that_fit(int width) {
    int lines = 0;
    int fit = 0;
    for (int col = 0; col < grid_.cols(); ++col) {
      lines += has_line_left_of(col);
      const int cell = std::max(cell_width_, column_width(col));
      const int needed =
          label_width_ + 1 + (col + 1) * (cell + 1) + 2 * (lines + 1);
      if (needed > width && col > 0) return cut_at_border(fit);
      cell_width_ = cell;
      fit = col + 1;
    }
    return fit;
  }

  // A band that has to end somewhere ends where a block does, if that leaves
  // at least half of it.
  int cut_at_border(int cols) const {
    for (const Border wanted : {Border::tile, Border::face}) {
      for (int cut = cols; cut > cols / 2; --cut) {
        if (grid_.left(0, cut) >= wanted) return cut;
      }
    }
    return cols;
  }

  // x_[c] is where the line left of column c goes, or would go; y_ likewise.
  void measure() {
    int x = label_width_ + 1;
    for (int c = 0; c <= grid_.cols(); ++c) {
      const bool line = has_line_left_of(c);
      if (line && c > 0) ++x;  // a blank before the line
      x_.push_back(x);
      line_x_.push_back(line);
      x += cell_width_ + 1 + (line ? 1 : 0);
    }
    int y = corner_.empty() ? 0 : 1;  // without axes there is no header
    for (int r = 0; r <= grid_.rows(); ++r) {
      const bool line = has_line_above(r);
      y_.push_back(y);
      line_y_.push_back(line);
      y += line ? 2 : 1;
    }
  }

  int cell_y(int row) const {
    const auto r = static_cast<std::size_t>(row);
    return y_[r] + (line_y_[r] ? 1 : 0);
  }
  // Where the last character of a cell goes.
  int cell_end(int col) const {
    const auto c = static_cast<std::size_t>(col);
    return x_[c] + (line_x_[c] ? 1 : 0) + cell_width_;
  }

  void write_right(Canvas& canvas, int end, int y, const std::string& text,
                   Style style) const {
    canvas.write(end + 1 - width_of(text), y, text, style);
  }

  void draw_headers(Canvas& canvas) const {
    write_right(canvas, label_width_ - 1, 0, corner_, Style::faint);
    for (int c = 0; c < grid_.cols(); ++c) {
      write_right(canvas, cell_end(c), 0, col_label(c), Style::faint);
    }
    for (int r = 0; r < grid_.rows(); ++r) {
      write_right(canvas, label_width_ - 1, cell_y(r), row_label(r),
                  Style::faint);
    }
  }

  Style style_at(int row, int col) const {
    const Cell& cell = grid_.at(row, col);
    if (cell.is_padding) return Style::faint;
    if (!grid_.has_units()) return hue(grid_.block_number(row, col));
    return hue(unit_hue(layout_, cell.place, kHues));
  }

  void draw_cells(Canvas& canvas) const {
    for (int r = 0; r < grid_.rows(); ++r) {
      for (int c = 0; c < grid_.cols(); ++c) {
        write_right(canvas, cell_end(c), cell_y(r),
                    number_in(grid_.at(r, c), bits_), style_at(r, c));
      }
    }
  }

  void draw_borders(Canvas& canvas) const {
    for (int r = 0; r <= grid_.rows(); ++r) {
      for (int c = 0; c <= grid_.cols(); ++c) {
        const auto i = static_cast<std::size_t>(r);
        const auto j = static_cast<std::size_t>(c);
        if (c < grid_.cols() && line_y_[i]) {
          canvas.line_right(x_[j], y_[i], x_[j + 1] - x_[j] + 1,
                            grid_.above(r, c));
        }
        if (r < grid_.rows() && line_x_[j]) {
          canvas.line_down(x_[j], y_[i], y_[i + 1] - y_[i] + 1,
                           grid_.left(r, c));
        }
      }
    }
  }

  // The name of a unit goes on the line above its upper left cell, as long as
  // it does not cover the next unit.
  void draw_units(Canvas& canvas) const {
    for (int r = 0; r < grid_.rows(); ++r) {
      for (int c = 0; c < grid_.cols(); ++c) {
        const bool starts = (r == 0 || !grid_.same_unit(r, c, r - 1, c)) &&
                            (c == 0 || !grid_.same_unit(r, c, r, c - 1));
        if (!starts) continue;
        int end = c + 1;
        while (end < grid_.cols() && grid_.same_unit(r, c, r, end)) ++end;
        const auto left = static_cast<std::size_t>(c);
        const int room = x_[static_cast<std::size_t>(end)] - x_[left] - 3;
        std::string name = unit_text(layout_, grid_.at(r, c).place);
        if (width_of(name) + 2 > room) name.erase(0, name.find(' ') + 1);
        if (name.empty() || width_of(name) + 2 > room) continue;
        canvas.write(x_[left] + 2, y_[static_cast<std::size_t>(r)],
                     ' ' + name + ' ', Style::strong);
      }
    }
  }

  const BoundLayout& layout_;
  Grid grid_;
  Index bits_;
  std::string corner_;
  int label_width_ = 0;
  int cell_width_ = 0;
  std::vector<int> x_;
  std::vector<int> y_;
  std::vector<bool> line_x_;
  std::vector<bool> line_y_;
};

std::string range_text(std::string_view what, Index begin, Index shown,
                       Index of) {
  return concat(what, ' ', begin, " to ", begin + shown - 1, " of ", of);
}

/// What was left out, and how to see it.
std::string left_out(const Slice& slice, Index rows, Index cols,
                     const std::string& more) {
  std::string text;
  if (rows < rows_of(slice)) {
    text +=
        range_text("rows", slice.begin[slice.row_axis], rows, rows_of(slice));
  }
  if (cols < cols_of(slice)) {
    text += text.empty() ? "" : ", ";
    text += range_text("columns", slice.begin[slice.col_axis], cols,
                       cols_of(slice));
  }
  if (text.empty()) return text;
  return concat("shown: ", text, more.empty() ? "" : "; ", more, '\n');
}

/// All rows if there are no more than wanted, else down to the end of a block,
/// or half as many as wanted if no block ends in the other half.
int rows_to_draw(const BoundLayout& layout, const Slice& slice, int wanted) {
  const int most = std::clamp(wanted, 1, kMaxRows);
  if (rows_of(slice) <= most) return static_cast<int>(rows_of(slice));
  const Grid column(layout, slice, 0, 0, most, 1);
  for (int cut = most; cut > most / 2; --cut) {
    if (column.above(cut, 0) >= Border::tile) return cut;
  }
  return (most + 1) / 2;
}

}  // namespace

std::string draw_text(const BoundLayout& layout, const TextOptions& options) {
  const Slice slice = options.slice.value_or(first_slice(layout));
  check(slice, layout);
  if (is_empty(slice)) return "nothing to draw: there are no elements\n";

  const int width = std::clamp(options.width, kMinWidth, kMaxWidth);
  const int rows = rows_to_draw(layout, slice, options.max_rows);
  const int max_bands = std::clamp(options.max_rows / rows, 1, kMaxBands);
  std::string out;
  if (slice.begin.size() > 2 || options.slice) {
    out += concat("slice ", to_string(slice, layout), '\n');
  }
  bool has_padding = false;
  Index col = 0;
  for (int band = 0; band < max_bands && col < cols_of(slice); ++band) {
    const Index left = std::min<Index>(cols_of(slice) - col, width / 2);
    const Band drawn(layout, slice, col, rows, static_cast<int>(left), width);
    if (band > 0) out += '\n';
    out += drawn.draw(options);
    has_padding |= drawn.has_padding();
    col += drawn.cols();
  }
  out += concat("numbers are ", number_text(layout),
                has_padding ? ", . is padding\n" : "\n");
  return out + left_out(slice, rows, col, options.more);
}

}  // namespace ashlar
