// spec.h - everything about a tensor but its bytes, in one spelling.
#pragma once

#include <string>
#include <string_view>

#include "ashlar/format.h"
#include "ashlar/layout.h"
#include "ashlar/placement.h"
#include "ashlar/shape.h"

namespace ashlar {

/// Shape, format, layout and placement together. Written
/// `bf16[128x128] tile(32x32) on sim:0/l1 block(2x2)`; with named axes
/// `f32[h=100, w=70] [h/32, w/32, h%32, w%32]`.
struct Spec {
  Shape shape;
  Format format;
  Layout layout;
  Placement placement;
  AxisNames names;

  bool operator==(const Spec&) const = default;
};

Spec parse_spec(std::string_view text);

/// The one spelling: `parse_spec` reads it back as an equal value.
std::string to_string(const Spec& spec);

/// The digits of layout and placement together.
Digits lower(const Spec& spec);

/// The function from index to position. Its shape knows the padded sizes.
BoundLayout bind(const Spec& spec);

}  // namespace ashlar
