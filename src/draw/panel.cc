// Measures panels, then draws cells, lines and names.
#include "src/draw/panel.h"

#include <algorithm>

#include "src/base/concat.h"

namespace ashlar {
namespace {

constexpr double kRowHeight = 20;
constexpr double kMinCell = 22;
constexpr double kSmallCell = 14;
constexpr double kHeader = 18;    // room for the numbers of columns
constexpr double kNameRoom = 18;  // above units, for their names
constexpr double kGutter = 8;     // between units side by side
constexpr double kPanelGap = 28;
constexpr int kMaxNumbers = 1600;  // cells, beyond that without numbers
constexpr int kTall = 40;          // rows of one panel
constexpr double kNarrow = 300;    // panels up to this width stand in a row

std::string text_of(std::optional<Index> index) {
  return index ? concat(*index) : "";
}

// The last place up to `most` where a block ends, if it is not too early.
template <class BorderAt>
int end_of_block(int most, BorderAt border_at) {
  for (const Border wanted : {Border::tile, Border::face}) {
    for (int at = most; at > most / 3; --at) {
      if (border_at(at) >= wanted) return at;
    }
  }
  return most;
}

// Every how many cells a label goes, so that labels keep a distance.
int label_step(double needed, double cell) {
  int step = 1;
  while (step * cell < needed) step *= 2;
  return step;
}

/// Where the cells of a panel begin and end in one direction.
struct Edges {
  const std::vector<double>& starts;
  double size;
  int first;
  int end;

  double start(int i) const {
    return starts[static_cast<std::size_t>(i - first)];
  }
  double stop(int i) const { return start(i) + size; }
  bool gap_before(int i) const { return start(i) - stop(i - 1) > 1; }
};

/// Calls `line(where, from, to)` for each run of cells with this border. A run
/// ends at a gap; where there is a gap across, both sides of it get a line.
template <class BorderAt, class Line>
void draw_runs(const Edges& along, const Edges& across, Border border,
               BorderAt border_at, Line line) {
  for (int a = across.first; a <= across.end; ++a) {
    for (int i = along.first; i < along.end;) {
      const Border here = border_at(a, i);
      int end = i + 1;
      while (end < along.end && border_at(a, end) == here &&
             !along.gap_before(end)) {
        ++end;
      }
      if (here == border) {
        const double from = along.start(i);
        const double to = along.stop(end - 1);
        if (a < across.end) line(across.start(a), from, to);
        if (a == across.end || (a > across.first && across.gap_before(a))) {
          line(across.stop(a - 1), from, to);
        }
      }
      i = end;
    }
  }
}

}  // namespace

Pen pen_of(Border border) {
  switch (border) {
    case Border::unit:
      return {kInk, 2.6, Pen::Dash::solid};
    case Border::tile:
      return {kInk, 1.5, Pen::Dash::solid};
    case Border::face:
    case Border::none:
      break;
  }
  return {"#7b838d", 1, Pen::Dash::dashed};
}

Panels::Panels(const Scene& scene) : scene_(scene), grid_(scene.grid()) {
  choose_cells();
  fold();
  double x = 0;
  double y = 0;
  for (Panel& panel : panels_) {
    panel.x = x;
    panel.y = y;
    measure(panel);
    width_ = std::max(width_, x + width_of(panel));
    height_ = std::max(height_, y + height_of(panel));
    const bool side_by_side = panels_[0].col_end == grid_.cols();
    if (side_by_side) x += width_of(panel) + kPanelGap;
    if (!side_by_side) y += height_of(panel) + kPanelGap / 2;
  }
}

void Panels::choose_cells() {
  const Index bits = number_bits(scene_.layout());
  double widest =
      text_width(text_of(grid_.col_index(grid_.cols() - 1)), kSmall);
  for (int r = 0; r < grid_.rows(); ++r) {
    for (int c = 0; c < grid_.cols(); ++c) {
      if (grid_.at(r, c).is_padding) continue;
      widest = std::max(
          widest, text_width(concat(grid_.at(r, c).place.bit / bits), kSmall));
    }
  }
  cell_width_ = std::max(kMinCell, widest + 8);
  cell_height_ = kRowHeight;
  const double room = kMaxWidth - label_width();
  const bool folds = grid_.rows() <= 8;
  with_numbers_ = grid_.rows() * grid_.cols() <= kMaxNumbers &&
                  (folds || grid_.cols() * cell_width_ <= room);
  if (with_numbers_) return;
  cell_width_ = std::clamp(room / grid_.cols(), 4.0, kSmallCell);
  cell_height_ = cell_width_;
}

void Panels::fold() {
  const int rows = grid_.rows();
  const int cols = grid_.cols();
  int high = rows;
  int wide = cols;
  if (rows > kTall && cols * cell_width_ <= kNarrow) {
    high = end_of_block(kTall, [&](int r) { return grid_.above(r, 0); });
  } else {
    const int fit = static_cast<int>((kMaxWidth - label_width()) / cell_width_);
    if (cols > fit) {
      wide = end_of_block(fit, [&](int c) { return grid_.left(0, c); });
    }
  }
  for (int r = 0; r < rows; r += high) {
    for (int c = 0; c < cols; c += wide) {
      Panel& panel = panels_.emplace_back();
      panel.row = r;
      panel.row_end = std::min(r + high, rows);
      panel.col = c;
      panel.col_end = std::min(c + wide, cols);
    }
  }
}

double Panels::label_width() const {
  std::size_t longest = 3;  // as in "a\b"
  for (int r = 0; r < grid_.rows(); ++r) {
    longest = std::max(longest, text_of(grid_.row_index(r)).size());
  }
  return static_cast<double>(longest) * kSmall * Sheet::kAdvance + 8;
}

bool Panels::unit_ends_above(const Panel& panel, int row) const {
  for (int c = panel.col; c < panel.col_end; ++c) {
    if (grid_.above(row, c) == Border::unit) return true;
  }
  return false;
}

bool Panels::unit_ends_left(const Panel& panel, int col) const {
  for (int r = panel.row; r < panel.row_end; ++r) {
    if (grid_.left(r, col) == Border::unit) return true;
  }
  return false;
}

void Panels::measure(Panel& panel) const {
  double x = panel.x + label_width();
  for (int c = panel.col; c < panel.col_end; ++c) {
    if (c > panel.col && unit_ends_left(panel, c)) x += kGutter;
    panel.xs.push_back(x);
    x += cell_width_;
  }
  double y = panel.y + kHeader;
  for (int r = panel.row; r < panel.row_end; ++r) {
    const bool named =
        grid_.has_units() && (r == panel.row || unit_ends_above(panel, r));
    if (named) y += kNameRoom;
    panel.ys.push_back(y);
    y += cell_height_;
  }
}

double Panels::width_of(const Panel& panel) const {
  return panel.xs.back() + cell_width_ - panel.x;
}
double Panels::height_of(const Panel& panel) const {
  return panel.ys.back() + cell_height_ - panel.y;
}

void Panels::draw(Sheet& sheet, double x, double y) const {
  for (Panel panel : panels_) {
    panel.x += x;
    panel.y += y;
    for (double& edge : panel.xs) edge += x;
    for (double& edge : panel.ys) edge += y;
    draw_headers(sheet, panel);
    draw_cells(sheet, panel);
    for (const Border border : {Border::face, Border::tile, Border::unit}) {
      draw_lines(sheet, panel, border);
    }
    draw_units(sheet, panel);
  }
}

void Panels::draw_cells(Sheet& sheet, const Panel& panel) const {
  const Index bits = number_bits(scene_.layout());
  sheet.begin_group({kSmall, kInk, Anchor::middle, Font::Weight::normal});
  for (int r = panel.row; r < panel.row_end; ++r) {
    for (int c = panel.col; c < panel.col_end; ++c) {
      const double x = panel.xs[static_cast<std::size_t>(c - panel.col)];
      const double y = panel.ys[static_cast<std::size_t>(r - panel.row)];
      const double gap = with_numbers_ ? 1 : 0.4;
      const Cell& cell = grid_.at(r, c);
      const Rgb color = scene_.color(cell.place);
      const std::string fill = to_string(color);
      sheet.rect(x + gap / 2, y + gap / 2, cell_width_ - gap,
                 cell_height_ - gap,
                 cell.is_padding ? Sheet::kHatch : std::string_view(fill));
      if (!with_numbers_ || cell.is_padding) continue;
      sheet.text(x + cell_width_ / 2, y + cell_height_ / 2 + 3.6,
                 concat(cell.place.bit / bits), to_string(text_color(color)));
    }
  }
  sheet.end_group();
}

void Panels::draw_headers(Sheet& sheet, const Panel& panel) const {
  const AxisNames& names = scene_.layout().names();
  const Slice& window = scene_.window();
  std::string corner;
  if (window.row_axis >= 0) corner += concat(names[window.row_axis], '\\');
  if (window.col_axis >= 0) corner += names[window.col_axis];
  const Font faint = {kSmall, kFaintInk, Anchor::end, Font::Weight::normal};
  const double edge = panel.xs.front() - 6;
  const double base = panel.y + kHeader - 6;
  sheet.text(edge, base, corner, faint);

  const int col_step = label_step(
      text_width(text_of(grid_.col_index(panel.col_end - 1)), kSmall) + 4,
      cell_width_);
  for (int c = panel.col; c < panel.col_end; ++c) {
    const auto index = grid_.col_index(c);
    if (!index || *index % col_step != 0) continue;
    sheet.text(
        panel.xs[static_cast<std::size_t>(c - panel.col)] + cell_width_ / 2,
        base, concat(*index),
        {kSmall, kFaintInk, Anchor::middle, Font::Weight::normal});
  }
  const int row_step = label_step(kSmall + 1, cell_height_);
  for (int r = panel.row; r < panel.row_end; ++r) {
    const auto index = grid_.row_index(r);
    if (!index || *index % row_step != 0) continue;
    sheet.text(edge,
               panel.ys[static_cast<std::size_t>(r - panel.row)] +
                   cell_height_ / 2 + 3.6,
               concat(*index), faint);
  }
}

void Panels::draw_lines(Sheet& sheet, const Panel& panel, Border border) const {
  const Edges rows = {panel.ys, cell_height_, panel.row, panel.row_end};
  const Edges cols = {panel.xs, cell_width_, panel.col, panel.col_end};
  draw_runs(
      cols, rows, border, [&](int r, int c) { return grid_.above(r, c); },
      [&](double y, double from, double to) {
        sheet.line(from, y, to, y, pen_of(border));
      });
  draw_runs(
      rows, cols, border, [&](int c, int r) { return grid_.left(r, c); },
      [&](double x, double from, double to) {
        sheet.line(x, from, x, to, pen_of(border));
      });
}

void Panels::draw_units(Sheet& sheet, const Panel& panel) const {
  if (!grid_.has_units()) return;
  for (int r = panel.row; r < panel.row_end; ++r) {
    for (int c = panel.col; c < panel.col_end; ++c) {
      const bool starts =
          (r == panel.row || !grid_.same_unit(r, c, r - 1, c)) &&
          (c == panel.col || !grid_.same_unit(r, c, r, c - 1));
      if (!starts) continue;
      int end = c + 1;
      while (end < panel.col_end && grid_.same_unit(r, c, r, end)) ++end;
      const double x = panel.xs[static_cast<std::size_t>(c - panel.col)];
      const double room =
          panel.xs[static_cast<std::size_t>(end - 1 - panel.col)] +
          cell_width_ - x;
      std::string name = unit_text(scene_.layout(), grid_.at(r, c).place);
      if (text_width(name, kSmall) > room) name.erase(0, name.find(' ') + 1);
      if (text_width(name, kSmall) > room) continue;
      sheet.text(x, panel.ys[static_cast<std::size_t>(r - panel.row)] - 5, name,
                 {kSmall, kInk, Anchor::start, Font::Weight::bold});
    }
  }
}

}  // namespace ashlar
