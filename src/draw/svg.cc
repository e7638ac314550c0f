// The page around grid and memory: headings and key.
#include <algorithm>
#include <string>

#include "ashlar/draw.h"
#include "src/base/concat.h"
#include "src/draw/page.h"
#include "src/draw/panel.h"
#include "src/draw/slice.h"
#include "src/draw/strip.h"

namespace ashlar {
namespace {

constexpr double kColumnGap = 48;

std::string grid_heading(const Scene& scene, const Panels& panels) {
  const BoundLayout& layout = scene.layout();
  std::string text = "logical order";
  if (layout.shape().rank() > 2 || scene.window() != first_slice(layout)) {
    text += concat(scene.is_cut() ? ", the part [" : ", [",
                   to_string(scene.window(), layout), ']');
  }
  return panels.has_numbers()
             ? concat(text, ": numbers are ", number_text(layout))
             : text;
}

std::string memory_heading(const Scene& scene, const Strip& strip) {
  const Slice& window = scene.window();
  const AxisNames& names = scene.layout().names();
  std::string text = "memory order";
  if (strip.goes_on()) text += ", the first lines";
  if (!strip.has_texts()) return text;
  text += ": cells show ";
  if (window.row_axis >= 0) text += concat(names[window.row_axis], ',');
  if (window.col_axis >= 0) text += names[window.col_axis];
  return text;
}

/// The key at the foot of the page: samples and words, from left to right.
class Key {
 public:
  Key(Sheet& sheet, double x, double y) : sheet_(sheet), x_(x), y_(y) {}

  void ramp(const Scene& scene) {
    for (int i = 0; i < 10; ++i) {
      const Rgb color =
          scene.by_unit() ? unit_color(0, i / 9.0) : order_color(i / 9.0);
      sheet_.rect(x_ + i * 6, y_ - 10, 6, 12, to_string(color));
    }
    word(60, "first to last in memory");
  }
  void swatch(std::string_view fill, std::string_view text) {
    sheet_.rect(x_, y_ - 10, 18, 12, fill);
    word(18, text);
  }
  void line(Border border, std::string_view text) {
    sheet_.line(x_ + 1, y_ - 4, x_ + 19, y_ - 4, pen_of(border));
    word(20, text);
  }

 private:
  void word(double after, std::string_view text) {
    sheet_.text(x_ + after + 6, y_, text,
                {kSmall, kFaintInk, Anchor::start, Font::Weight::normal});
    x_ += after + 6 + text_width(text, kSmall) + 20;
  }

  Sheet& sheet_;
  double x_;
  double y_;
};

/// Whether there is such a border inside the window.
bool shows_border(const Grid& grid, Border border) {
  for (int r = 0; r < grid.rows(); ++r) {
    for (int c = 0; c < grid.cols(); ++c) {
      if ((r > 0 && grid.above(r, c) == border) ||
          (c > 0 && grid.left(r, c) == border)) {
        return true;
      }
    }
  }
  return false;
}

void draw_key(Sheet& sheet, const Scene& scene, const Strip& strip, double x,
              double y) {
  const Grid& grid = scene.grid();
  Key key(sheet, x, y);
  key.ramp(scene);
  if (grid.has_padding()) key.swatch(Sheet::kHatch, "padding");
  if (strip.has_fields()) key.swatch(kOtherField, "other field");
  if (strip.has_elsewhere()) key.swatch(kElsewhere, "not in this picture");
  if (shows_border(grid, Border::face)) key.line(Border::face, "inner block");
  if (shows_border(grid, Border::tile)) key.line(Border::tile, "block");
  if (grid.has_units()) key.line(Border::unit, unit_kind(scene.layout()));
}

std::string description(const Scene& scene, const Panels& panels) {
  std::string text =
      concat("A tensor of shape ", to_string(scene.layout().shape()), ", ",
             facts(scene.layout()), ". ", grid_heading(scene, panels), ".");
  for (const std::string& why : why_padded(scene.layout())) {
    text += concat(' ', why, '.');
  }
  return text;
}

}  // namespace

std::string draw_svg(const BoundLayout& layout, const SvgOptions& options) {
  const Slice slice = options.slice.value_or(first_slice(layout));
  check(slice, layout);
  const std::string title =
      options.title.empty() ? to_string(to_digits(layout)) : options.title;
  if (is_empty(slice)) return draw_nothing(layout, title);

  const Scene scene(layout, options);
  const Panels panels(scene);
  // Memory stands beside the grid if there is room, else below.
  const double column = std::max(
      panels.width(), text_width(grid_heading(scene, panels), kNormal));
  const double rest = kMaxWidth - column - kColumnGap;
  const bool beside = Strip(scene, rest).width() <= rest;
  const Strip strip(scene, beside ? rest : kMaxWidth);
  const double content = beside ? column + kColumnGap + strip.width()
                                : std::max(panels.width(), strip.width());
  const double width = std::max(kMinPage, content) + 2 * kPageMargin;

  Sheet sheet;
  const double top = draw_title(sheet, layout, title, width);
  const Font bold = {kNormal, kInk, Anchor::start, Font::Weight::bold};
  double y = top;
  sheet.text(kPageMargin, y, grid_heading(scene, panels), bold);
  panels.draw(sheet, kPageMargin, y + 10);
  y += 10 + panels.height();
  const double strip_x =
      beside ? kPageMargin + column + kColumnGap : kPageMargin;
  const double strip_y = beside ? top : y + kSectionGap + 6;
  sheet.text(strip_x, strip_y, memory_heading(scene, strip), bold);
  strip.draw(sheet, strip_x, strip_y + 12);
  y = std::max(y, strip_y + 12 + strip.height()) + kSectionGap;
  draw_key(sheet, scene, strip, kPageMargin, y);
  return sheet.finish(width, y + kPageMargin - 4, title,
                      description(scene, panels));
}

}  // namespace ashlar
