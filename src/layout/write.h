// write.h - lists of digits that are still being rearranged, and their text.
#pragma once

#include <string>
#include <vector>

#include "ashlar/bound_layout.h"

namespace ashlar {

/// A digit that remembers which one it was when it was bound, because XORs
/// name their operands by that number.
struct LooseDigit {
  Digit digit;
  int number = -1;
};

using DigitList = std::vector<LooseDigit>;

/// A bound layout taken apart: digits can be dropped, merged and replaced
/// without keeping strides and numbers right.
struct LooseLayout {
  const BoundLayout* base = nullptr;
  AxisNames names;
  std::vector<DigitList> units;         ///< no digit for a replicated one
  std::vector<DigitList> fields;        ///< as in base->fields()
  std::vector<DigitList> joins;         ///< as in base->joins()
  std::vector<std::string> join_names;  ///< empty: written in place
};

LooseLayout take_apart(const BoundLayout& layout);

/// The canonical form as text, the same whatever axes and lets are called.
std::string canonical_text(const BoundLayout& layout);

/// Writes it out. Joins that nothing uses any more are left out.
Digits write_out(const LooseLayout& loose);

}  // namespace ashlar
