// side.h - one side of a conversion: where every index lies.
#pragma once

#include <span>
#include <vector>

#include "ashlar/bound_layout.h"

namespace ashlar {

/// floor(axis / div) mod radix, somewhere under a digit of the memory.
struct AxisDigit {
  int axis = 0;
  Index div = 1;
  Index radix = 1;
};

/// What one digit of the memory, or of a unit, depends on.
struct Term {
  std::vector<AxisDigit> digits;
  /// A join or an XOR: its value is no sum of what loops over axes add.
  bool is_mixed = false;
};

/// A layout as a function from index to bit, the units one after the other.
class Side {
 public:
  explicit Side(const BoundLayout& layout);

  const BoundLayout& layout() const { return layout_; }
  const std::vector<Term>& terms() const { return terms_; }

  Index element_bits() const { return layout_.element_bits(); }
  Index bytes() const { return layout_.bytes(); }
  /// The bit of an index inside the shape.
  Index at(const Index* index) const;

  /// How many copies of everything there are, and the bit where one starts.
  Index copies() const { return copies_; }
  Index copy_at(Index copy) const;

  /// Whether the two axes are one: `outer` counts what `inner` leaves, in one
  /// plain digit each.
  bool is_one_axis(int outer, int inner) const;

 private:
  enum class Place { memory, unit };
  void add_term(int digit, Place place);
  void collect(int digit, Index div, std::vector<AxisDigit>& out) const;
  void collect_plain(const Digit& digit, Index div,
                     std::vector<AxisDigit>& out) const;

  BoundLayout layout_;
  std::vector<Term> terms_;
  std::vector<int> plain_;  ///< by axis: its only digit, of memory, or < 0
  Index copies_ = 1;
};

}  // namespace ashlar
