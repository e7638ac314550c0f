// paging.h - the pages of a tensor: tiles, rows, sticks, and their numbers.
#pragma once

#include "ashlar/spec.h"

namespace ashlar {

/// How the memory of one unit of a tensor is cut into pages. What has no pages
/// of its own is one page.
class Paging {
 public:
  /// Pages start at multiples of `alignment`.
  Paging(const Spec& spec, const BoundLayout& layout, Index alignment);

  Index page_bytes() const { return page_bytes_; }
  /// From one page to the next.
  Index stride() const { return stride_; }
  /// How many there are in a unit.
  Index count() const { return count_; }
  /// Bytes that a unit needs for all of them.
  Index room() const { return count_ * stride_; }

  /// Which page of the tensor, in row-major order, lies in a unit at a number;
  /// -1 if it holds no element.
  Index page_at(const BoundLayout& layout, Index unit, Index number) const;

 private:
  Index number_of(const Indices& index) const;

  Index page_bytes_ = 0;
  Index stride_ = 0;
  Index count_ = 0;
  // Pages are blocks of the matrix; 0 if they are numbered as they are dealt.
  Index rows_ = 0;
  Index cols_ = 0;
  Indices sizes_;
};

/// The coordinates of a unit by its number.
Position unit_position(const BoundLayout& layout, Index unit);

}  // namespace ashlar
