// lower.h - from sugar to digits, for the layers that build on it.
#pragma once

#include <cstddef>

#include "ashlar/layout.h"

namespace ashlar {

/// A layout written out, and how many of its last terms make up one page: a
/// tile, a row, a stick. Placement never cuts a page.
struct Lowered {
  Digits digits;
  std::size_t page_terms = 0;
};

Lowered lower_with_pages(const Layout& layout, const Shape& shape,
                         const AxisNames& names, const Element& element);

/// floor(source / div) mod radix in alloc slots; zeros are left out.
TermText term(std::string_view source, Index div = 1, Index radix = 0,
              Index alloc = 0);

}  // namespace ashlar
