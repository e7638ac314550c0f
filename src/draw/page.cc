// Titles and facts at the head of a page.
#include "src/draw/page.h"

#include <algorithm>
#include <cmath>

#include "src/base/concat.h"
#include "src/draw/grid.h"
#include "src/draw/palette.h"
#include "src/draw/scene.h"

namespace ashlar {
namespace {

constexpr double kTitle = 15;

}  // namespace

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (text.size() > width) {
    std::size_t cut = text.rfind(' ', width);
    if (cut == std::string_view::npos || cut == 0) cut = width;
    lines.emplace_back(text.substr(0, cut));
    text.remove_prefix(std::min(text.size(), cut + (text[cut] == ' ' ? 1 : 0)));
  }
  lines.emplace_back(text);
  return lines;
}

std::string percent(double share) {
  const long tenths = std::lround(share * 1000);
  return tenths % 10 == 0 ? concat(tenths / 10, " %")
                          : concat(tenths / 10, '.', tenths % 10, " %");
}

std::string facts(const BoundLayout& layout) {
  const Usage usage = usage_of(layout);
  std::string text = concat("padded to ", to_string(layout.shape()), ", ",
                            grouped(usage.bytes), " bytes");
  if (!layout.shape().is_padded()) {
    text =
        concat(to_string(layout.shape()), ", ", grouped(usage.bytes), " bytes");
  }
  if (!layout.units().empty()) {
    const bool copied = std::ranges::any_of(
        layout.units(), [](const Unit& unit) { return unit.digit < 0; });
    text += concat(" on ", grouped(layout.unit_total()), ' ',
                   copied ? "unit" : unit_kind(layout),
                   layout.unit_total() == 1 ? "" : "s");
  }
  return usage.padding_bytes == 0
             ? text + ", no padding"
             : concat(text, ", ", percent(usage.padding_share()), " padding");
}

double draw_title(Sheet& sheet, const BoundLayout& layout,
                  const std::string& title, double width) {
  double y = kPageMargin + kTitle;
  const auto columns = static_cast<std::size_t>((width - 2 * kPageMargin) /
                                                (kTitle * Sheet::kAdvance));
  for (const std::string& line : wrap(title, columns)) {
    sheet.text(kPageMargin, y, line,
               {kTitle, kInk, Anchor::start, Font::Weight::bold});
    y += kTitle + 5;
  }
  sheet.text(kPageMargin, y, facts(layout),
             {kNormal, kFaintInk, Anchor::start, Font::Weight::normal});
  return y + kSectionGap;
}

std::string draw_nothing(const BoundLayout& layout, std::string_view title) {
  Sheet sheet;
  sheet.text(kPageMargin, kPageMargin + kTitle, title,
             {kTitle, kInk, Anchor::start, Font::Weight::bold});
  sheet.text(kPageMargin, kPageMargin + 44,
             "nothing to draw: there are no elements",
             {kNormal, kFaintInk, Anchor::start, Font::Weight::normal});
  return sheet.finish(kMinPage, 100, title, facts(layout));
}

}  // namespace ashlar
