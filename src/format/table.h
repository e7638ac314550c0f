// table.h - the rows that the formats with names are made from.
#pragma once

#include <span>
#include <string_view>

#include "ashlar/element.h"
#include "ashlar/format.h"

namespace ashlar {

struct ElementRow {
  std::string_view name;
  std::string_view aliases;  // separated by blanks
  Element element;
  std::string_view description;
};

struct BlockRow {
  std::string_view name;
  std::string_view aliases;  // separated by blanks
  std::string_view text;     // all of it in the canonical spelling
  std::string_view description;
};

std::span<const ElementRow> element_rows();
std::span<const BlockRow> block_rows();

/// The formats with names that are no block formats.
std::span<const NamedFormat> element_formats();

/// The row of exactly this element code, or null.
const ElementRow* find_row(const Element& element);
/// The row of this code whatever words it is stored in, or null.
const ElementRow* find_row_of_code(const Element& element);

}  // namespace ashlar
