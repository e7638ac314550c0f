// draw_parts_svg.cc - elements in the colours of their scales.
#include <algorithm>
#include <charconv>
#include <string>

#include "ashlar/draw_parts.h"
#include "src/base/concat.h"
#include "src/draw/palette.h"
#include "src/draw/scene.h"
#include "src/draw/sheet.h"
#include "src/tensor/parts_picture.h"

namespace ashlar {
namespace {

constexpr double kMargin = 24;
constexpr double kGap = 56;         // between the elements and the scales
constexpr double kGridWidth = 640;  // of the elements, at most
constexpr double kGridHeight = 480;
constexpr double kCell = 16;      // of an element, at most
constexpr double kLined = 4;      // elements of this size are told apart
constexpr double kTileRow = 11;   // of a scale, at least
constexpr double kTileHigh = 28;  // and at most
constexpr Index kMaxTileRows = 40;
constexpr Index kMaxTileCols = 24;

/// Neighbours differ, whatever the number of tiles in a row.
Index color_number(Index row, Index col) { return col + 3 * row; }

Rgb color_of(Index row, Index col) {
  return unit_color(color_number(row, col) % kUnitColors, 0.2);
}

/// What of a level is drawn, and how large.
struct Frame {
  explicit Frame(const PictureLevel& level)
      : tile_rows(std::min(level.rows(), kMaxTileRows)),
        tile_cols(std::min(level.cols(), kMaxTileCols)) {
    const Region last = level.region(tile_rows - 1, tile_cols - 1);
    rows = last.rows[1];
    cols = last.cols[1];
    width = std::min(kCell, kGridWidth / static_cast<double>(cols));
    height = std::min(kCell, kGridHeight / static_cast<double>(rows));
  }

  Index tile_rows;
  Index tile_cols;
  Index rows = 0;
  Index cols = 0;
  double width = 0;  ///< of an element
  double height = 0;

  double grid_width() const { return width * static_cast<double>(cols); }
  double grid_height() const { return height * static_cast<double>(rows); }
  bool has_lines() const { return width >= kLined && height >= kLined; }
};

Font small(Anchor anchor = Anchor::start) {
  return {kSmall, kFaintInk, anchor, Font::Weight::normal};
}
Font bold() { return {kNormal, kInk, Anchor::start, Font::Weight::bold}; }

void number_in(Sheet& sheet, Index number, double x, double y, double width,
               double height, Rgb background) {
  const std::string text = concat(number);
  if (text_width(text, kSmall) + 4 > width || height < kSmall) return;
  const std::string color = to_string(text_color(background));
  sheet.text(x + width / 2, y + height / 2 + 3.5, text,
             {kSmall, color, Anchor::middle, Font::Weight::normal});
}

/// The elements, tile by tile, with the ranges of the tiles at the edges.
void draw_elements(Sheet& sheet, const PictureLevel& level, const Frame& frame,
                   double x, double y) {
  for (Index r = 0; r < frame.tile_rows; ++r) {
    for (Index c = 0; c < frame.tile_cols; ++c) {
      const Region region = level.region(r, c);
      const double left = x + frame.width * static_cast<double>(region.cols[0]);
      const double top = y + frame.height * static_cast<double>(region.rows[0]);
      const double width =
          x + frame.width * static_cast<double>(region.cols[1]) - left;
      const double height =
          y + frame.height * static_cast<double>(region.rows[1]) - top;
      const Rgb color = color_of(r, c);
      sheet.rect(left, top, width, height, to_string(color));
      number_in(sheet, level.number(r, c), left, top, width, height, color);
      if (r == 0) {
        const std::string range = range_text(region.cols[0], region.cols[1]);
        if (text_width(range, kSmall) + 4 <= width || c == 0) {
          sheet.text(left, y - 5, range, small());
        }
      }
      if (c == 0 && (r == 0 || height >= kSmall)) {
        sheet.text(x - 6, top + std::max(height / 2 + 3.5, 9.0),
                   range_text(region.rows[0], region.rows[1]),
                   small(Anchor::end));
      }
    }
  }
}

void draw_lines(Sheet& sheet, const PictureLevel& level, const Frame& frame,
                double x, double y) {
  const auto across = [&](Index at, const Pen& pen) {
    const double line = y + frame.height * static_cast<double>(at);
    sheet.line(x, line, x + frame.grid_width(), line, pen);
  };
  const auto down = [&](Index at, const Pen& pen) {
    const double line = x + frame.width * static_cast<double>(at);
    sheet.line(line, y, line, y + frame.grid_height(), pen);
  };
  const Pen thin{kPaper, 0.5};
  for (Index r = 1; frame.has_lines() && r < frame.rows; ++r) across(r, thin);
  for (Index c = 1; frame.has_lines() && c < frame.cols; ++c) down(c, thin);
  const Pen thick{kInk, 1.2};
  for (Index r = 0; r < frame.tile_rows; ++r) {
    across(level.region(r, 0).rows[0], thick);
  }
  across(frame.rows, thick);
  for (Index c = 0; c < frame.tile_cols; ++c) {
    down(level.region(0, c).cols[0], thick);
  }
  down(frame.cols, thick);
}

/// Scales as cells that are as high as their tiles where that is readable.
struct ScaleCells {
  ScaleCells(const PictureLevel& level, const Frame& frame)
      : width(text_width(concat(level.number(frame.tile_rows - 1,
                                             frame.tile_cols - 1)),
                         kSmall) +
              12),
        height(std::clamp(
            frame.grid_height() / static_cast<double>(frame.tile_rows),
            kTileRow, kTileHigh)) {}

  double width;
  double height;

  void draw(Sheet& sheet, const PictureLevel& level, const Frame& frame,
            double x, double y) const {
    for (Index r = 0; r < frame.tile_rows; ++r) {
      for (Index c = 0; c < frame.tile_cols; ++c) {
        const double left = x + width * static_cast<double>(c);
        const double top = y + height * static_cast<double>(r);
        const Rgb color = color_of(r, c);
        sheet.rect(left, top, width - 1.5, height - 1.5, to_string(color));
        number_in(sheet, level.number(r, c), left, top, width - 1.5,
                  height - 1.5, color);
      }
    }
  }
};

std::string shown_text(const PictureLevel& level, const Frame& frame) {
  if (frame.tile_rows == level.rows() && frame.tile_cols == level.cols()) {
    return {};
  }
  return concat("shown: ", frame.tile_rows, " of ", level.rows(),
                " tiles down, ", frame.tile_cols, " of ", level.cols(),
                " to the right");
}

/// With as many decimals as it has, up to six digits.
std::string exact_text(double number) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, number,
                                 std::chars_format::general, 6);
  return {text, end.ptr};
}

std::string facts(const Format& format) {
  return concat(format.name(), ", ", exact_text(format.bits_per_element()),
                " bits an element with all it shares");
}

}  // namespace

std::string draw_parts_svg(const Format& format, const Shape& shape,
                           const std::string& title) {
  const PartsPicture picture(format, shape);
  const std::string name =
      title.empty() ? concat(format.name(), to_string(shape)) : title;
  Sheet sheet;
  sheet.text(kMargin, kMargin + 12, name, bold());
  sheet.text(kMargin, kMargin + 28, facts(format), small());
  if (picture.rows == 0 || picture.cols == 0) {
    sheet.text(kMargin, kMargin + 56, "there are no elements", small());
    return sheet.finish(480, 120, name, "There are no elements.");
  }
  const PictureLevel& level = picture.levels.front();
  const Frame frame(level);
  const double label =
      text_width(range_text(frame.rows - 1, frame.rows + 1), kSmall) + 14;
  const double x = kMargin + label;
  const double y = kMargin + 80;
  sheet.text(kMargin, y - 24,
             concat(picture.data, ", ", picture.col_axis, " to the right",
                    picture.row_axis.empty()
                        ? ""
                        : concat(", ", picture.row_axis, " down")),
             bold());
  draw_elements(sheet, level, frame, x, y);
  draw_lines(sheet, level, frame, x, y);
  const double beside =
      x +
      std::max(frame.grid_width(), text_width(picture.data, kNormal) + 160) +
      kGap;
  const ScaleCells cells(level, frame);
  sheet.text(beside, y - 24, level.heading(), bold());
  cells.draw(sheet, level, frame, beside, y);
  double width = std::max(cells.width * static_cast<double>(frame.tile_cols),
                          text_width(level.heading(), kNormal));
  double next = y + cells.height * static_cast<double>(frame.tile_rows) + 26;
  std::vector<std::string> notes = picture.others;
  for (std::size_t i = picture.levels.size() - 1; i > 0; --i) {
    const PictureLevel& coarse = picture.levels[i];
    notes.insert(
        notes.begin(),
        concat(coarse.heading(), ", ",
               coarse.rows() * coarse.cols() == 1
                   ? "one for all"
                   : concat("one for tiles of ",
                            range_text(0, coarse.region(0, 0).rows[1]), " x ",
                            range_text(0, coarse.region(0, 0).cols[1]))));
  }
  if (const std::string cut = shown_text(level, frame); !cut.empty()) {
    notes.push_back(cut);
  }
  for (const std::string& note : notes) {
    sheet.text(beside, next, note, small());
    width = std::max(width, text_width(note, kSmall));
    next += 16;
  }
  const double bottom = std::max(y + frame.grid_height(), next) + kMargin;
  return sheet.finish(beside + width + kMargin, bottom, name,
                      concat("Elements of ", facts(format),
                             ", in the colours of their scales, and ",
                             level.heading(), " beside them."));
}

}  // namespace ashlar
