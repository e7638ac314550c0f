// A panel of characters for each unit.
#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "src/base/concat.h"
#include "src/base/require.h"
#include "src/draw/canvas.h"
#include "src/draw/grid.h"
#include "src/draw/spread.h"

namespace ashlar {
namespace {

constexpr int kMinWidth = 20;
constexpr int kMaxWidth = 500;
constexpr int kMapRows = 6;   // about, unless there are more cuts
constexpr int kMapCols = 12;  // likewise
constexpr int kMostRows = 16;
constexpr int kMostCols = 24;
constexpr int kGap = 3;
constexpr std::size_t kMaxPanels = 64;

int width_of(const std::string& text) { return static_cast<int>(text.size()); }

/// About `few` cells, or one for each cut as long as these are not too many.
int cells_for(std::size_t cuts, int few, int most) {
  return std::clamp(static_cast<int>(cuts) - 1, few, most);
}

/// One unit: its name, a map of the tensor, and what it holds.
struct Panel {
  Seat seat;
  Style style = Style::plain;
  bool is_empty = false;
  std::vector<double> shares;
  std::vector<std::string> lines;
};

class Panels {
 public:
  Panels(const Spec& spec, const BoundLayout& layout, const Spread& spread)
      : raster_(raster_of(
            spread, cells_for(spread.row_cuts().size(), kMapRows, kMostRows),
            cells_for(spread.col_cuts().size(), kMapCols, kMostCols))) {
    const std::vector<Seat> seats = seats_of(spec, layout, spread.parts);
    for (std::size_t i = 0; i < seats.size() && i < kMaxPanels; ++i) {
      Panel& panel = panels_.emplace_back();
      panel.seat = seats[i];
      panel.style = hue(unit_hue(layout, spread.parts[i].unit, kHues));
      panel.shares = shares_of(spread, raster_, i);
      panel.is_empty = spread.parts[i].elements == 0;
      if (panel.is_empty) continue;
      panel.lines = part_lines(layout, spread, i);
      panel.lines.push_back(fill_text(layout, spread.parts[i]));
    }
    width_ = map_cols() + 2;
    for (const Panel& panel : panels_) {
      width_ = std::max(width_, width_of(panel.seat.name));
      for (const std::string& line : panel.lines) {
        width_ = std::max(width_, width_of(line));
      }
    }
    std::ranges::stable_sort(panels_, {}, [](const Panel& panel) {
      return std::pair(panel.seat.y, panel.seat.x);
    });
  }

  std::size_t count() const { return panels_.size(); }

  bool has_parts_of_cells() const {
    return std::ranges::any_of(panels_, [](const Panel& panel) {
      return std::ranges::any_of(panel.shares, [](double share) {
        return share > 0 && share < 0.999;
      });
    });
  }

  /// Rows of the grid of units, cut where the width ends.
  std::string draw(const TextOptions& options) const {
    const int room = std::clamp(options.width, kMinWidth, kMaxWidth);
    const Index fit = std::max(1, (room + kGap) / (width_ + kGap));
    std::string out;
    for (std::size_t i = 0; i < panels_.size();) {
      const Seat& first = panels_[i].seat;
      const Index begin = first.x / fit * fit;
      std::size_t end = i + 1;
      while (end < panels_.size() && panels_[end].seat.y == first.y &&
             panels_[end].seat.x < begin + fit) {
        ++end;
      }
      if (i > 0) out += '\n';
      out += draw(std::span(panels_).subspan(i, end - i), begin, options);
      i = end;
    }
    return out;
  }

 private:
  int map_rows() const { return static_cast<int>(raster_.rows.size()) - 1; }
  int map_cols() const { return static_cast<int>(raster_.cols.size()) - 1; }

  std::string draw(std::span<const Panel> row, Index begin,
                   const TextOptions& options) const {
    if (std::ranges::all_of(row, &Panel::is_empty)) {
      const std::string& last = row.back().seat.name;
      const std::string rest =
          row.size() == 1 ? ""
                          : concat(" to ", last.substr(last.find(' ') + 1));
      return concat(row.front().seat.name, rest, ": nothing\n");
    }
    std::size_t lines = 0;
    for (const Panel& panel : row) lines = std::max(lines, panel.lines.size());
    Canvas canvas(
        static_cast<int>(row.back().seat.x - begin + 1) * (width_ + kGap),
        map_rows() + 3 + static_cast<int>(lines));
    for (const Panel& panel : row) {
      draw(canvas, panel,
           static_cast<int>(panel.seat.x - begin) * (width_ + kGap));
    }
    return canvas.render(options.glyphs, options.color);
  }

  void draw(Canvas& canvas, const Panel& panel, int x) const {
    canvas.write(x, 0, panel.seat.name, Style::strong);
    canvas.line_right(x, 1, map_cols() + 2, Border::tile);
    canvas.line_right(x, map_rows() + 2, map_cols() + 2, Border::tile);
    canvas.line_down(x, 1, map_rows() + 2, Border::tile);
    canvas.line_down(x + map_cols() + 1, 1, map_rows() + 2, Border::tile);
    for (int r = 0; r < map_rows(); ++r) {
      for (int c = 0; c < map_cols(); ++c) {
        const double share =
            panel.shares[static_cast<std::size_t>(r) *
                             static_cast<std::size_t>(map_cols()) +
                         static_cast<std::size_t>(c)];
        const char* mark = share >= 0.999 ? "#" : share > 0 ? "+" : " ";
        canvas.write(x + 1 + c, 2 + r, mark,
                     share > 0 ? panel.style : Style::faint);
      }
    }
    int y = map_rows() + 3;
    if (panel.is_empty) canvas.write(x, y, "nothing", Style::faint);
    for (const std::string& line : panel.lines) {
      canvas.write(x, y++, line, Style::plain);
    }
  }

  Raster raster_;
  std::vector<Panel> panels_;
  int width_ = 0;
};

}  // namespace

std::string draw_units_text(const Spec& spec, const TextOptions& options) {
  const BoundLayout layout = bind(spec);
  const auto spread = spread_of(layout);
  require(spread.has_value(), ErrorKind::unsupported, "draw",
          "there is no panel for each unit of ", to_string(spec),
          ": it is in one memory, or in too many pieces");
  if (layout.shape().volume() == 0) {
    return "nothing to draw: there are no elements\n";
  }
  const Panels panels(spec, layout, *spread);
  const std::string kind = unit_kind(layout);
  std::string out = panels.draw(options);
  out += concat("# is what a ", kind, " holds",
                panels.has_parts_of_cells() ? ", + where that is a part" : "",
                '\n');
  if (panels.count() < spread->parts.size()) {
    out += concat("shown: ", panels.count(), " of ",
                  grouped(std::ssize(spread->parts)), ' ', kind, 's',
                  options.more.empty() ? "" : "; ", options.more, '\n');
  }
  return out;
}

}  // namespace ashlar
