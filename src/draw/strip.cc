// Measures lines of memory, then draws them.
#include "src/draw/strip.h"

#include <algorithm>

#include "src/base/concat.h"

namespace ashlar {
namespace {

constexpr double kLine = 19;      // from one line to the next
constexpr double kCell = 17;      // height of a cell
constexpr double kText = 9;       // size of indices
constexpr double kRunGap = 3;     // between runs on a line
constexpr double kNameRoom = 18;  // above a unit, for its name
constexpr double kBlockGap = 28;  // between units
constexpr double kMinCell = 5;
constexpr double kPlainCell = 14;  // without text

}  // namespace

Strip::Strip(const Scene& scene, double room)
    : scene_(scene),
      units_(
          read_memory(scene.layout(), scene.units(),
                      {scene.grid().has_units() ? 0 : scene.first_bit(), 24})),
      run_(run_length()) {
  goes_on_ = scene.hides_units();
  for (const UnitLines& unit : units_) {
    goes_on_ |= unit.goes_on;
    for (const MemoryLine& line : unit.lines) {
      longest_ = std::max(longest_, line.size());
      label_width_ =
          std::max(label_width_, text_width(offset_of(line), kSmall));
      for (const MemoryEntry& entry : line) {
        has_elsewhere_ |= !entry.is_padding &&
                          entry.field == scene.layout().data_field() &&
                          !scene.shows(entry.index);
      }
    }
  }
  label_width_ += 8;
  choose_cells();
  arrange(room);
}

// How many entries the innermost digit has, if lines hold several such runs.
Index Strip::run_length() const {
  const Field& field = scene_.layout().fields()[0];
  if (field.is_record || field.count == 0) return 0;
  for (std::size_t i = field.count; i-- > 0;) {
    const Index alloc = scene_.layout().digits(field)[i].alloc;
    if (alloc > 1) return alloc;
  }
  return 0;
}

std::string Strip::offset_of(const MemoryLine& line) const {
  return concat(line.front().place.bit / number_bits(scene_.layout()));
}

std::string Strip::text_in(const MemoryEntry& entry) const {
  if (entry.is_padding) return "";
  if (entry.field != scene_.layout().data_field()) {
    const auto number = static_cast<std::size_t>(entry.field);
    return std::string(scene_.layout().fields()[number].name.view());
  }
  if (!scene_.shows(entry.index)) return "";
  const Slice& window = scene_.window();
  std::string text;
  if (window.row_axis >= 0) text += concat(entry.index[window.row_axis], ',');
  if (window.col_axis >= 0) text += concat(entry.index[window.col_axis]);
  return text;
}

void Strip::choose_cells() {
  double widest = 0;
  for (const UnitLines& unit : units_) {
    for (const MemoryLine& line : unit.lines) {
      for (const MemoryEntry& entry : line) {
        widest = std::max(widest, text_width(text_in(entry), kText));
      }
    }
  }
  const double room = kMaxWidth - label_width_;
  const auto cells = static_cast<double>(longest_);
  cell_width_ = widest + 6;
  with_texts_ = widest > 0 && cells * cell_width_ <= room;
  if (!with_texts_)
    cell_width_ = std::clamp(room / cells, kMinCell, kPlainCell);
}

double Strip::entry_x(std::size_t number) const {
  const std::size_t gaps =
      run_ > 1 ? number / static_cast<std::size_t>(run_) : 0;
  return static_cast<double>(number) * cell_width_ +
         static_cast<double>(gaps) * kRunGap;
}

double Strip::height_of(const UnitLines& unit) const {
  return static_cast<double>(unit.lines.size()) * kLine +
         (scene_.grid().has_units() ? kNameRoom : 0);
}

// Units from left to right as long as there is room, then a new row of them.
void Strip::arrange(double room) {
  if (longest_ == 0) return;
  const double wide = label_width_ + entry_x(longest_ - 1) + cell_width_;
  double x = 0;
  double y = 0;
  double high = 0;
  for (const UnitLines& unit : units_) {
    if (x > 0 && x + wide > room) {
      x = 0;
      y += high + kBlockGap / 2;
      high = 0;
    }
    blocks_.push_back({x, y});
    high = std::max(high, height_of(unit));
    width_ = std::max(width_, x + wide);
    height_ = std::max(height_, y + high);
    x += wide + kBlockGap;
  }
}

void Strip::draw(Sheet& sheet, double x, double y) const {
  for (std::size_t i = 0; i < units_.size(); ++i) {
    const UnitLines& unit = units_[i];
    const double left = x + blocks_[i].x;
    double top = y + blocks_[i].y;
    if (scene_.grid().has_units()) {
      sheet.text(left + label_width_, top + 11,
                 unit_text(scene_.layout(), unit.unit),
                 {kSmall, kInk, Anchor::start, Font::Weight::bold});
      top += kNameRoom;
    }
    for (const MemoryLine& line : unit.lines) {
      draw_line(sheet, line, left, top);
      top += kLine;
    }
  }
}

void Strip::draw_line(Sheet& sheet, const MemoryLine& line, double x,
                      double y) const {
  const double base = y + kCell / 2 + 3.4;
  sheet.text(x + label_width_ - 7, base, offset_of(line),
             {kSmall, kFaintInk, Anchor::end, Font::Weight::normal});
  sheet.begin_group({kText, kInk, Anchor::middle, Font::Weight::normal});
  for (std::size_t i = 0; i < line.size(); ++i) {
    const MemoryEntry& entry = line[i];
    const double left = x + label_width_ + entry_x(i);
    const Rgb color = scene_.color(entry.place);
    std::string fill = to_string(color);
    std::string ink = to_string(text_color(color));
    if (entry.is_padding) {
      fill = Sheet::kHatch;
    } else if (entry.field != scene_.layout().data_field()) {
      fill = kOtherField;
      ink = kInk;
    } else if (!scene_.shows(entry.index)) {
      fill = kElsewhere;
    }
    sheet.rect(left + 0.5, y, cell_width_ - 1, kCell, fill);
    if (!with_texts_) continue;
    const std::string text = text_in(entry);
    if (text.empty()) continue;
    sheet.text(left + cell_width_ / 2, base, text, ink);
  }
  sheet.end_group();
}

}  // namespace ashlar
