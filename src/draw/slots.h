// slots.h - axes as memory keeps them: their indices, and gaps between these.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "ashlar/bound_layout.h"

namespace ashlar {

/// Whether no digit of the same source has a larger `div`.
bool is_top_digit(const BoundLayout& layout, const Digit& digit);

/// The field whose record holds `field`; null for the whole.
const Field* parent_of(const BoundLayout& layout, const Field& field);

/// The digits that place the elements of `field`, those inside joins included.
std::vector<std::size_t> digits_of_field(const BoundLayout& layout, int field);

/// Counts the slots along each axis: the padded size of the axis. Where every
/// digit has as many slots as values, slot and index are the same number.
/// The layout must outlive it.
class Slots {
 public:
  explicit Slots(const BoundLayout& layout);

  /// The index at a slot, which may be beyond the size of the axis; nothing in
  /// a gap between indices.
  std::optional<Index> index_at(int axis, Index slot) const {
    return value_at(static_cast<std::uint8_t>(axis), slot);
  }
  /// The slot of an index below the padded size.
  Index slot_of(int axis, Index index) const {
    return slot_of_value(static_cast<std::uint8_t>(axis), index);
  }
  /// Whether there are gaps between the indices of an axis.
  bool has_gaps(int axis) const {
    return source_has_gaps(static_cast<std::uint8_t>(axis));
  }
  /// Whether indices of an axis are mixed with those of another in a join.
  bool is_joined(int axis) const;

  /// Which block of a digit a cell is in; `slots` has one slot an axis.
  Index block(std::size_t digit, const Index* slots) const;
  /// The digit itself, XORs included.
  Index value(std::size_t digit, const Index* slots) const;
  /// How many slots the digit has, those of a let in its place included.
  Index slots_of(std::size_t digit) const { return count_[digit]; }

 private:
  bool has_slots(std::uint8_t source) const;
  std::optional<std::uint8_t> let_of(std::size_t digit) const;
  std::optional<Index> value_at(std::uint8_t source, Index slot) const;
  Index slot_of_value(std::uint8_t source, Index value) const;
  bool source_has_gaps(std::uint8_t source) const;
  Index plain(std::size_t digit, const Index* slots) const;
  Index source(std::uint8_t source, const Index* slots) const;
  void measure(std::size_t digit);

  const BoundLayout* layout_;
  std::vector<std::size_t> used_;
  // Of each digit: how many slots it has (0: not known yet), by what its source
  // is divided, and what is left of the quotient (0: all of it).
  std::array<Index, kMaxDigits> count_ = {};
  std::array<Index, kMaxDigits> div_ = {};
  std::array<Index, kMaxDigits> modulus_ = {};
};

}  // namespace ashlar
