// slice.h - the measures of a slice.
#pragma once

#include "ashlar/draw.h"

namespace ashlar {

Index rows_of(const Slice& slice);
Index cols_of(const Slice& slice);
/// An error unless `slice` lies inside the padded sizes of `layout`.
void check(const Slice& slice, const BoundLayout& layout);
bool is_empty(const Slice& slice);

}  // namespace ashlar
