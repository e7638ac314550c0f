// side.h - one side of a conversion: where every index lies.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "ashlar/view.h"

namespace ashlar {

/// floor(index / div) mod radix of an axis, somewhere under a digit of the
/// memory. The index counts from the origin of the layout, which a view need
/// not start at.
struct AxisDigit {
  int axis = 0;  ///< of the view
  Index div = 1;
  Index radix = 1;
  /// Under a join: what steps of multiples of this add just adds up with the
  /// rest. 0: nothing does.
  Index period = 0;
};

/// What one digit of the memory, or of a unit, depends on.
struct Term {
  std::vector<AxisDigit> digits;
  /// A join or an XOR: its value is no sum of what loops over axes add.
  bool is_mixed = false;
  /// An XOR of digits of axes, so that each bit of it is one of a bit of each,
  /// and loops of powers of two change some bits only.
  bool is_xor = false;
  /// It says which unit an element is in.
  bool is_unit = false;
};

/// Where the memories of units are.
enum class Units : std::uint8_t {
  together,  ///< one after the other in one buffer
  apart,     ///< anywhere, so that no block may lie in two of them
};

/// A view as a function from index to bit, the units one after the other.
class Side {
 public:
  explicit Side(const BoundLayout& layout);
  explicit Side(const View& view);

  int rank() const { return sizes_.size(); }
  Index size(int axis) const { return sizes_[axis]; }
  /// The index of the layout where index 0 of the view is.
  Index begin(int axis) const { return begin_[axis]; }
  /// The axis of the layout that an axis of the view is.
  int source(int axis) const;
  const std::vector<Term>& terms() const { return terms_; }

  Index element_bits() const { return element_bits_; }
  /// Of the whole buffer; of an array with steps, up to its last element.
  Index bytes() const { return unit_bytes_ * unit_count_; }
  Index unit_bytes() const { return unit_bytes_; }
  Index unit_count() const { return unit_count_; }

  /// The bit of an index inside the shape.
  Index at(const Index* index) const;

  /// How many copies of everything there are, and the unit where one starts.
  Index copies() const { return copies_; }
  Index copy_unit(Index copy) const;

  /// Whether the two axes are one: `outer` counts what `inner` leaves.
  bool is_one_axis(int outer, int inner) const;

  /// The layout under the view, in its canonical form; null if there are only
  /// steps.
  const BoundLayout* layout() const { return layout_.get(); }
  /// The same as it was written, which also tells how many values each digit
  /// could have.
  const BoundLayout* written() const { return written_.get(); }

  Units units() const { return units_; }
  void set_units(Units units) { units_ = units; }

 private:
  /// A digit, and what it adds to the bit or to its join.
  struct Part {
    int source = 0;  ///< an axis of the view, or kMaxRank + a join
    Digit digit;
  };

  void set_layout(const BoundLayout& layout);
  void set_array(const StridedArray& array);
  void add_term(int digit, Index stride, Units units);
  void collect(int digit, const Digit& of, std::vector<AxisDigit>& out) const;
  void collect_plain(const Digit& digit, const Digit& of,
                     std::vector<AxisDigit>& out) const;
  int source_of(const Digit& digit) const;
  void add_joins();
  Index xored_at(const Index* index) const;

  std::shared_ptr<const BoundLayout> layout_;
  std::shared_ptr<const BoundLayout> written_;
  Indices sizes_;
  Indices begin_;
  Indices axis_of_;  ///< of the view, by axis of the layout
  std::vector<Term> terms_;
  // The bit is the sum of these, unless there are XORs.
  std::vector<Part> parts_;
  std::vector<std::vector<Part>> joins_;
  /// What each index of an axis adds, if it is always the same.
  std::array<std::optional<Index>, kMaxRank> steps_ = {};
  std::array<bool, kMaxRank> is_seen_ = {};  ///< a term has the axis
  bool has_xors_ = false;
  Index start_ = 0;  ///< bits before the first digit counts
  Index element_bits_ = 8;
  Index unit_bytes_ = 0;
  Index unit_count_ = 1;
  Index copies_ = 1;
  Units units_ = Units::together;
};

}  // namespace ashlar
