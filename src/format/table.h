// table.h - the rows that the formats with names are made from.
#pragma once

#include <array>
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
  Element element;
  std::array<ScaleLevel, 2> scales;  // finest first
  int levels;
  std::string_view description;
};

std::span<const ElementRow> element_rows();
std::span<const BlockRow> block_rows();

/// The row of exactly this element code, or null.
const ElementRow* find_row(const Element& element);
/// The row of this code whatever words it is stored in, or null.
const ElementRow* find_row_of_code(const Element& element);

}  // namespace ashlar
