// The tensor as a whole, and a panel for each unit, in SVG.
#include <algorithm>
#include <string>
#include <vector>

#include "src/base/concat.h"
#include "src/base/require.h"
#include "src/draw/grid.h"
#include "src/draw/page.h"
#include "src/draw/palette.h"
#include "src/draw/panel.h"
#include "src/draw/scene.h"
#include "src/draw/unit_map.h"

namespace ashlar {
namespace {

constexpr double kShade = 0.45;
constexpr double kWhole = 340;    // the longer side of the tensor as a whole
constexpr double kShort = 110;    // its shorter side, at least
constexpr double kMapWide = 104;  // of a panel
constexpr double kMapLow = 34;
constexpr double kMapHigh = 150;
constexpr double kBar = 7;
constexpr double kLine = 14;
constexpr double kPanelGap = 22;
constexpr double kColumnGap = 44;
constexpr std::size_t kMaxPanels = 1024;
constexpr std::size_t kMaxLabels = 24;
constexpr std::size_t kMaxRuns = 4000;

Font font(double size, std::string_view color, Anchor anchor = Anchor::start,
          Font::Weight weight = Font::Weight::normal) {
  return {size, color, anchor, weight};
}

class Picture {
 public:
  Picture(const Spec& spec, const BoundLayout& layout, const Spread& spread)
      : layout_(layout),
        spread_(spread),
        maps_(layout, spread),
        seats_(seats_of(spec, layout, spread.parts)),
        kind_(unit_kind(layout)) {
    measure();
  }

  std::string draw(const std::string& title) {
    const double labels = label_width();
    const double left = std::max(labels + whole_.width + 4,
                                 text_width(whole_heading(), kNormal));
    const double grid = columns_ * panel_wide_ - kPanelGap;
    const bool beside = left + kColumnGap + grid <= kMaxWidth;
    const double content =
        beside ? left + kColumnGap + grid : std::max(left, grid);
    const double width =
        std::max({kMinPage, content, key_width()}) + 2 * kPageMargin;

    const double top = draw_title(sheet_, layout_, title, width);
    draw_whole(kPageMargin, top);
    const double below = whole_.y + whole_.height;
    const double x = beside ? kPageMargin + left + kColumnGap : kPageMargin;
    const double y = beside ? top : below + kSectionGap + 8;
    sheet_.text(x, y, panels_heading(),
                font(kNormal, kInk, Anchor::start, Font::Weight::bold));
    const double end = draw_panels(x, y + 22);
    const double foot = std::max(below, end) + kSectionGap;
    draw_key(foot);
    return sheet_.finish(width, foot + kPageMargin - 4, title, description());
  }

 private:
  void measure() {
    const double ratio =
        static_cast<double>(maps_.rows()) / static_cast<double>(maps_.cols());
    whole_.width = ratio > 1 ? std::max(kShort, kWhole / ratio) : kWhole;
    whole_.height = ratio > 1 ? kWhole : std::max(kShort / 2, kWhole * ratio);
    map_high_ = std::clamp(kMapWide * ratio, kMapLow, kMapHigh);
    double widest = kMapWide;
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      widest = std::max(widest, text_width(seats_[i].name, kNormal));
      lines_.push_back(part_lines(layout_, spread_, i));
      if (spread_.parts[i].elements > 0) {
        lines_.back().push_back(fill_text(layout_, spread_.parts[i]));
      }
      most_lines_ = std::max(most_lines_, lines_.back().size());
      for (const std::string& line : lines_.back()) {
        widest = std::max(widest, text_width(line, kSmall));
      }
    }
    panel_wide_ = widest + kPanelGap;
    Index right = 0;
    first_x_ = seats_.front().x;
    first_y_ = seats_.front().y;
    for (const Seat& seat : seats_) {
      right = std::max(right, seat.x);
      first_x_ = std::min(first_x_, seat.x);
      first_y_ = std::min(first_y_, seat.y);
    }
    columns_ = static_cast<double>(right - first_x_ + 1);
  }

  double label_width() const {
    return std::max(text_width(concat(spread_.rows), kSmall) + 8, 30.0);
  }

  std::string whole_heading() const {
    return layout_.shape().rank() > 2 ? "the tensor, as a matrix"
                                      : "the tensor";
  }
  std::string panels_heading() const {
    return concat("what each ", kind_, " holds");
  }

  void draw_whole(double x, double y) {
    sheet_.text(x, y, whole_heading(),
                font(kNormal, kInk, Anchor::start, Font::Weight::bold));
    whole_.x = x + label_width();
    whole_.y = y + 26;
    whole_.rows = maps_.rows();
    whole_.cols = maps_.cols();
    whole_.fill(sheet_, 0, maps_.rows(), 0, maps_.cols(), Sheet::kHatch);
    std::size_t runs = 0;
    for (const Band& band : spread_.bands) runs += band.runs.size();
    if (runs > kMaxRuns) {
      whole_.fill(sheet_, 0, spread_.rows, 0, spread_.cols, kElsewhere);
      sheet_.text(whole_.at_col(spread_.cols / 2),
                  whole_.at_row(spread_.rows / 2),
                  concat(grouped(static_cast<Index>(runs)), " pieces"),
                  font(kSmall, kFaintInk, Anchor::middle));
    } else {
      for (const Band& band : spread_.bands) {
        for (const Run& run : band.runs) draw_run(band, run);
      }
      draw_labels();
    }
    const Pen pen = pen_of(Border::tile);
    whole_.outline(sheet_, 0, maps_.rows(), 0, maps_.cols(), pen);
  }

  void draw_run(const Band& band, const Run& run) {
    whole_.fill(sheet_, band.row, band.row_end, run.col, run.col_end,
                maps_.color(run.unit, kShade));
    whole_.outline(sheet_, band.row, band.row_end, run.col, run.col_end,
                   {kPaper, 1, Pen::Dash::solid});
    const double wide = whole_.at_col(run.col_end) - whole_.at_col(run.col);
    const double high = whole_.at_row(band.row_end) - whole_.at_row(band.row);
    std::string name = seats_[run.unit].name;
    if (text_width(name, kSmall) + 6 > wide) {
      name.erase(0, name.find(' ') + 1);
    }
    if (text_width(name, kSmall) + 4 > wide || high < kSmall + 2) return;
    sheet_.text(whole_.at_col(run.col) + wide / 2,
                whole_.at_row(band.row) + high / 2 + 3.6, name,
                font(kSmall, kInk, Anchor::middle));
  }

  /// The numbers of rows and columns where it is cut.
  void draw_labels() {
    if (layout_.shape().rank() == 2) {
      sheet_.text(whole_.x - 9, whole_.y - 6,
                  concat(layout_.names()[0], '\\', layout_.names()[1]),
                  font(kSmall, kFaintInk, Anchor::end));
    }
    double last = -100;
    for (const Index row : spread_.row_cuts()) {
      const double y = whole_.at_row(row);
      if (y - last < kSmall) continue;
      sheet_.text(whole_.x - 5, y + (row == 0 ? 8 : 3.6), concat(row),
                  font(kSmall, kFaintInk, Anchor::end));
      last = y;
    }
    last = -100;
    for (const Index col : spread_.col_cuts()) {
      const double x = whole_.at_col(col);
      if (x - last < text_width(concat(col), kSmall) + 6) continue;
      sheet_.text(x, whole_.y - 5, concat(col),
                  font(kSmall, kFaintInk, Anchor::middle));
      last = x;
    }
  }

  /// Returns where they end.
  double draw_panels(double x, double y) {
    const double high = 8 + map_high_ + 5 + kBar +
                        static_cast<double>(most_lines_) * kLine + 26;
    double end = y;
    for (std::size_t i = 0; i < seats_.size() && i < kMaxPanels; ++i) {
      const double left =
          x + static_cast<double>(seats_[i].x - first_x_) * panel_wide_;
      const double top = y + static_cast<double>(seats_[i].y - first_y_) * high;
      draw_panel(i, left, top);
      end = std::max(end, top + high - 26);
    }
    if (seats_.size() <= kMaxPanels) return end;
    sheet_.text(
        x, end + kLine,
        concat("and ",
               grouped(std::ssize(seats_) - static_cast<Index>(kMaxPanels)),
               " more"),
        font(kNormal, kFaintInk));
    return end + kLine;
  }

  void draw_panel(std::size_t part, double x, double y) {
    const bool is_empty = spread_.parts[part].elements == 0;
    sheet_.text(x, y, seats_[part].name,
                font(kNormal, is_empty ? kFaintInk : kInk, Anchor::start,
                     Font::Weight::bold));
    const Frame map{x, y + 8, kMapWide, map_high_, maps_.rows(), maps_.cols()};
    map.fill(sheet_, 0, maps_.rows(), 0, maps_.cols(), Sheet::kHatch);
    map.fill(sheet_, 0, spread_.rows, 0, spread_.cols, kElsewhere);
    map.outline(sheet_, 0, maps_.rows(), 0, maps_.cols(),
                {"#9aa2ab", 1, Pen::Dash::solid});
    maps_.draw(sheet_, part, map);
    double at = y + 8 + map_high_ + 5;
    const double share = fill_of(layout_, spread_.parts[part]);
    sheet_.rect(x, at, kMapWide, kBar, Sheet::kHatch);
    if (!is_empty) {
      sheet_.rect(x, at, std::max(1.0, kMapWide * share), kBar,
                  maps_.color(part, 1));
    }
    at += kBar;
    for (const std::string& line : lines_[part]) {
      at += kLine;
      sheet_.text(x, at, line, font(kSmall, is_empty ? kFaintInk : kInk));
    }
  }

  /// A sample and a word; no sample for what is only said.
  struct Entry {
    std::string sample;
    std::string text;

    double width() const {
      return (sample.empty() ? 0 : 24) + text_width(text, kSmall) + 20;
    }
  };

  std::vector<Entry> key() const {
    std::vector<Entry> out = {{maps_.color(0, 1), concat("in this ", kind_)},
                              {kElsewhere, "elsewhere"}};
    if (usage_of(layout_).padding_bytes > 0) {
      out.push_back({std::string(Sheet::kHatch), "padding"});
    }
    if (maps_.has_edges())
      out.push_back({"dashed", "a shard that is not full"});
    out.push_back({"", "bars: how full its memory is"});
    return out;
  }

  double key_width() const {
    double width = 0;
    for (const Entry& entry : key()) width += entry.width();
    return width;
  }

  void draw_key(double y) {
    double x = kPageMargin;
    for (const Entry& entry : key()) {
      if (entry.sample == "dashed") {
        sheet_.line(x, y - 4, x + 18, y - 4, {kInk, 1, Pen::Dash::dashed});
      } else if (!entry.sample.empty()) {
        sheet_.rect(x, y - 10, 18, 12, entry.sample);
      }
      sheet_.text(x + (entry.sample.empty() ? 0 : 24), y, entry.text,
                  font(kSmall, kFaintInk));
      x += entry.width();
    }
  }

  std::string description() const {
    std::string text = concat("A tensor of shape ", to_string(layout_.shape()),
                              ", ", facts(layout_), '.');
    for (std::size_t i = 0; i < seats_.size() && i < kMaxLabels; ++i) {
      text += concat(' ', seats_[i].name, ":");
      for (const std::string& line : lines_[i]) text += concat(' ', line, ',');
      text.back() = '.';
    }
    return text;
  }

  const BoundLayout& layout_;
  const Spread& spread_;
  UnitMaps maps_;
  std::vector<Seat> seats_;
  std::string kind_;
  Sheet sheet_;
  Frame whole_;
  std::vector<std::vector<std::string>> lines_;  // of each panel
  std::size_t most_lines_ = 0;
  double map_high_ = 0;
  double panel_wide_ = 0;
  double columns_ = 1;
  Index first_x_ = 0;
  Index first_y_ = 0;
};

}  // namespace

std::string draw_units_svg(const Spec& spec) {
  const BoundLayout layout = bind(spec);
  const auto spread = spread_of(layout);
  require(spread.has_value(), ErrorKind::unsupported, "draw",
          "there is no panel for each unit of ", to_string(spec),
          ": it is in one memory, or in too many pieces");
  const std::string title = to_string(spec);
  if (layout.shape().volume() == 0) return draw_nothing(layout, title);
  return Picture(spec, layout, *spread).draw(title);
}

}  // namespace ashlar
