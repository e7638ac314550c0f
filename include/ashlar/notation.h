// notation.h - layouts in other people's notations, read and written.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/bound_layout.h"

namespace ashlar {

enum class Notation {
  onednn,     ///< format tags: nChw16c, OIhw8i16o2i, BA16a64b4a
  xla,        ///< tiled layouts: {1,0:T(8,128)(2,1)}
  cute,       ///< shape:stride, axes outermost: ((32,4),8):((8,256),1)
  spyre,      ///< device_size=[...] dim_map=[...]
  zdnn,       ///< 4DFEATURE, 4DKERNEL, 4DWEIGHTS
  cublaslt,   ///< 128x4: the swizzle of block scales
  scalapack,  ///< block-cyclic: 8x4 on 2x3
};

/// All of them, in the order in which they are listed to people.
std::span<const Notation> notations();

/// "onednn", "xla", ...: how specs and JSON name the notation.
std::string_view name_of(Notation notation);

/// The layout that `text` means for a tensor of this shape and element. In a
/// spec it is written `onednn(nChw16c)`, `xla({1,0:T(8,128)})`, ...
Digits read_notation(Notation notation, std::string_view text,
                     const Shape& shape, const AxisNames& names,
                     const Element& element);

/// A layout in one notation, or the reason why the notation cannot say it.
struct Translation {
  Notation notation = Notation::onednn;
  std::string text;     ///< empty if it cannot be written
  std::string why_not;  ///< empty if it can

  bool operator==(const Translation&) const = default;
};

Translation write_notation(Notation notation, const BoundLayout& layout);

/// `layout` in every notation.
std::vector<Translation> translate(const BoundLayout& layout);

}  // namespace ashlar
