// spyre.h - device_size and dim_map, for the notation and for the dialect.
#pragma once

#include <string>
#include <vector>

#include "ashlar/bound_layout.h"

namespace ashlar {

/// A dense row-major array of `device_size`, and the axis that each of its
/// dimensions is a digit of; -1 is none. Of the digits of one axis the later
/// one is the less significant.
struct SpyreDims {
  std::vector<Index> device_size;
  std::vector<int> dim_map;

  bool operator==(const SpyreDims&) const = default;
};

/// The digits that `dims` means for a shape. An error if an axis does not fit.
Digits digits_of(const SpyreDims& dims, const Shape& shape,
                 const AxisNames& names);

/// The dimensions of a layout as it was written, or why there are none.
struct SpyreForm {
  SpyreDims dims;
  std::string why_not;
};
SpyreForm spyre_form(const BoundLayout& layout);

}  // namespace ashlar
