// page.h - what the pages around SVG pictures have in common.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ashlar/draw.h"
#include "src/draw/sheet.h"

namespace ashlar {

inline constexpr double kPageMargin = 24;
inline constexpr double kMinPage = 560;  ///< the least width of a page
inline constexpr double kSectionGap = 26;

/// Lines of at most `width` characters, cut at blanks where there are any.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

/// "12.5 %".
std::string percent(double share);

/// Padded shape, bytes, units and how much of it is padding.
std::string facts(const BoundLayout& layout);

/// Title and facts. Returns where the next line of text goes.
double draw_title(Sheet& sheet, const BoundLayout& layout,
                  const std::string& title, double width);

/// A page that says that there is nothing to see.
std::string draw_nothing(const BoundLayout& layout, std::string_view title);

}  // namespace ashlar
