// notations.h - the notations one by one, for the table in notation.cc.
#pragma once

#include <string>

#include "ashlar/bound_layout.h"
#include "src/base/cursor.h"

namespace ashlar {

/// The tensor that a text is read for.
struct Subject {
  const Shape& shape;
  const AxisNames& names;
  const Element& element;
};

/// A text, or the reason why there is none; the other one is empty.
struct Written {
  std::string text;
  std::string why_not;
};

Digits read_onednn(Cursor& in, const Subject& subject);
Written write_onednn(const BoundLayout& layout);

Digits read_xla(Cursor& in, const Subject& subject);
Written write_xla(const BoundLayout& layout);

Digits read_cute(Cursor& in, const Subject& subject);
Written write_cute(const BoundLayout& layout);

Digits read_spyre(Cursor& in, const Subject& subject);
Written write_spyre(const BoundLayout& layout);

Digits read_zdnn(Cursor& in, const Subject& subject);
Written write_zdnn(const BoundLayout& layout);

Digits read_cublaslt(Cursor& in, const Subject& subject);
Written write_cublaslt(const BoundLayout& layout);

Digits read_scalapack(Cursor& in, const Subject& subject);
Written write_scalapack(const BoundLayout& layout);

}  // namespace ashlar
