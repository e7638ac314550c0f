// draw_parts.h - pictures of block formats: which scale an element has.
#pragma once

#include <string>

#include "ashlar/draw.h"
#include "ashlar/parts.h"

namespace ashlar {

// A matrix is drawn: the axis of the tiles runs to the right, the axis that
// comes before it down, at the first index of all others. Scales are called by
// their number in their part, row by row.

/// A table of tiles and the numbers of their scales, for each level that has
/// several. The slice of the options has no meaning here.
std::string draw_parts_text(const Format& format, const Shape& shape,
                            const TextOptions& options = {});

/// The elements in the colours of their scales and, beside them, the scales and
/// what else each tile has, as one self-contained SVG image.
std::string draw_parts_svg(const Format& format, const Shape& shape,
                           const std::string& title = {});

}  // namespace ashlar
