// ttnn_text.h - how ttnn writes values in its messages.
#pragma once

#include <string>

#include "ashlar/dialects/ttnn.h"
#include "src/base/concat.h"

namespace ashlar::ttnn {

inline constexpr std::string_view kWhere = "ttnn";

/// "Shape([14, 28])"
inline std::string shape_text(const Indices& shape) {
  return concat("Shape([", join(shape, ", "), "])");
}

/// "Alignment([32, 32])"
inline std::string alignment_text(const Indices& alignment) {
  return concat("Alignment([", join(alignment, ", "), "])");
}

/// "(30, 64)"
inline std::string text(const Shape2D& shape) {
  return concat('(', shape.height, ", ", shape.width, ')');
}

/// "{32, 32}"
inline std::string text(const Tile& tile) {
  return concat('{', tile.height(), ", ", tile.width(), '}');
}

}  // namespace ashlar::ttnn
