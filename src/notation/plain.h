// plain.h - what most notations can say of a layout, and words for the rest.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/bound_layout.h"

namespace ashlar {

/// A digit in memory whose source is an axis, or a gap.
struct Factor {
  int axis = -1;  ///< -1: a gap
  Index div = 1;
  Index radix = 1;
  Index alloc = 1;
  Index stride = 0;     ///< in elements
  bool is_top = false;  ///< nothing of the axis is more significant

  /// The slots that belong to the axis: beyond the radix, the top digit pads
  /// its axis, while a lower one leaves a gap.
  Index size() const { return is_top ? alloc : radix; }
  bool leaves_gap() const { return axis >= 0 && alloc != size(); }
};

// Each of these says why a notation that lacks the thing cannot write
// `layout`, and is empty if the layout has no such thing.

std::string why_not_units(const BoundLayout& layout);
std::string why_not_records(const BoundLayout& layout);
std::string why_not_joins(const BoundLayout& layout);
std::string why_not_xors(const BoundLayout& layout);
std::string why_not_blocks(const BoundLayout& layout);
/// The first of these five.
std::string why_not_plain(const BoundLayout& layout);

/// Why a notation that pads by rounding up cannot write `layout`: rounding up
/// gives an axis of size 0 nothing.
std::string why_not_empty(const BoundLayout& layout);

/// The digits in memory of a layout without joins, outermost first.
std::vector<Factor> factors_of(const BoundLayout& layout);

/// Why notations cannot write a layout in which an axis is not stored from its
/// most to its least significant digit; empty if every axis is.
std::string why_not_descending(const BoundLayout& layout,
                               const std::vector<Factor>& factors);

/// "the gap of 4 slots after w%16", or "the gap 0:64".
std::string describe_gap(const BoundLayout& layout,
                         const std::vector<Factor>& factors, std::size_t at);

/// One digit in memory as the layout language writes it: "h/16%2".
std::string digit_text(const BoundLayout& layout, std::size_t at);

/// `digits` for the tensor that `layout` is of; nothing if that is too large.
std::optional<BoundLayout> bind_like(const BoundLayout& layout,
                                     const Digits& digits);

/// "4DKERNEL has d%64 where this has c%32": the innermost place in which
/// `layout` is not the layout called `name`.
std::string describe_difference(std::string_view name,
                                const BoundLayout& expected,
                                const BoundLayout& layout);

/// How many of the innermost digits both have.
std::size_t common_digits(const BoundLayout& a, const BoundLayout& b);

}  // namespace ashlar
