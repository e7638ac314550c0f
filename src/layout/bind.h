// bind.h - what the steps of binding share.
#pragma once

#include <string>
#include <vector>

#include "ashlar/bound_layout.h"

namespace ashlar {

/// A digit as the author wrote it, beside the bound one: the rules speak of
/// the written radix, and errors quote the text.
struct WrittenDigit {
  Index radix = 1;
  std::string text;
};

/// How many values the source of a digit takes.
Index extent_of(const BoundLayout& layout, std::uint8_t source);

/// "axis h", "the join s", ...: how errors call a source.
std::string describe_source(const BoundLayout& layout, std::uint8_t source);

/// The fields from the whole down to `field`, outermost first.
std::vector<int> path_to(const BoundLayout& layout, int field);

/// The field, or the join, that a digit belongs to; -1 if there is none.
int field_of(const BoundLayout& layout, std::size_t digit);
int join_of(const BoundLayout& layout, std::size_t digit);

/// The size of each axis with everything its digits keep slots for.
Indices padded_sizes(const BoundLayout& layout);

/// Why the digits on the way to `field` do not give every index a place of its
/// own; empty if they do.
std::string why_not_injective(const BoundLayout& layout,
                              const std::vector<WrittenDigit>& written,
                              int field, Coverage coverage);

}  // namespace ashlar
