// bound_layout.h - a layout for one shape: a function from index to bit.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "ashlar/digits.h"
#include "ashlar/name.h"

namespace ashlar {

inline constexpr int kMaxDigits = 40;
inline constexpr int kMaxJoins = 8;
inline constexpr int kMaxUnits = 4;
inline constexpr int kMaxFields = 8;
inline constexpr int kMaxXors = 3;

/// The source of a digit that is always zero.
inline constexpr std::uint8_t kNoSource = 0xff;

/// floor(source / div) mod radix, times `stride`. Sources below `kMaxRank` are
/// axes, the others joins: source - kMaxRank.
struct Digit {
  Index div = 1;
  Index radix = 1;   ///< values the digit takes: 0 .. radix - 1
  Index alloc = 1;   ///< slots it has; the ones from radix on are padding
  Index stride = 0;  ///< bits in memory; in a join, the step of its value
  std::uint8_t source = kNoSource;
  std::uint8_t xor_count = 0;
  std::array<std::uint8_t, kMaxXors> xors = {};  ///< other digits, by number
  bool wraps = false;         ///< the modulo can be left out if not
  std::int8_t div_shift = 0;  ///< log2(div), or -1
  std::int8_t mask_bits = 0;  ///< log2(radix), or -1

  bool operator==(const Digit&) const = default;
};

/// The row-major index of `count` digits from number `first` on.
struct Join {
  std::uint8_t first = 0;
  std::uint8_t count = 0;
  Index extent = 1;
  Name name;  ///< as written; empty if it was written in place

  bool operator==(const Join&) const = default;
};

/// A direction in which an element can live elsewhere: core, bank, rank.
struct Unit {
  Name name;
  Index extent = 1;
  std::int8_t digit = -1;  ///< -1: replicated, every unit holds everything

  bool operator==(const Unit&) const = default;
};

/// A stretch of memory digits. Field 0 is the whole; the others are parts of
/// the record that field `parent` repeats.
struct Field {
  Name name;
  Element element;
  std::int8_t parent = -1;
  bool is_record = false;
  std::uint8_t first = 0;
  std::uint8_t count = 0;
  Index bit_offset = 0;  ///< inside the parent's record
  Index entry_bits = 0;  ///< of one element, or of one record
  Index bits = 0;        ///< of everything in it, padding included

  bool operator==(const Field&) const = default;
};

/// Which indices get a place of their own.
enum class Coverage {
  elements,  ///< every one: the layout of data
  blocks,    ///< digits may start above 1: one value for a block, as scales
};

/// Where an element lives: one coordinate a unit, and the bit in its memory.
struct Position {
  std::array<Index, kMaxUnits> unit = {};
  Index bit = 0;

  bool operator==(const Position&) const = default;
};

/// What lies at a position.
struct Found {
  int field = 0;                 ///< the part of the record it is in
  std::optional<Indices> index;  ///< nothing: padding
  Index bit = 0;                 ///< the bit inside the element
};

/// An injective map from the indices of a shape to positions, with its exact
/// inverse. Plain data: copies are cheap, and no question allocates.
class BoundLayout {
 public:
  BoundLayout() = default;

  /// Logical sizes, and padded sizes as this layout pads them.
  const Shape& shape() const { return shape_; }
  const AxisNames& names() const { return names_; }

  std::span<const Unit> units() const { return {units_.data(), unit_count_}; }
  std::span<const Field> fields() const {
    return {fields_.data(), field_count_};
  }
  std::span<const Join> joins() const { return {joins_.data(), join_count_}; }
  /// All digits, in the order in which units, fields and joins number them.
  std::span<const Digit> digits() const {
    return {digits_.data(), digit_count_};
  }
  /// The digits of one field, outermost first.
  std::span<const Digit> digits(const Field& field) const {
    return digits().subspan(field.first, field.count);
  }

  Coverage coverage() const { return coverage_; }
  /// The field with the elements themselves; the others hold scales and such.
  int data_field() const { return data_field_; }
  Index element_bits() const { return fields_[data_field_].entry_bits; }

  /// How many units there are, all directions together; 1 if there are none.
  Index unit_total() const;
  Index bits_per_unit() const { return fields_[0].bits; }
  Index bytes_per_unit() const { return (bits_per_unit() + 7) / 8; }
  /// Of all units together.
  Index bytes() const { return unit_total() * bytes_per_unit(); }

  /// Where the element at `index` lives. The index is checked.
  Position position(std::span<const Index> index) const;
  Position position(std::span<const Index> index, int field) const;
  /// The same for an index known to lie inside the shape: no checks.
  Position position_unchecked(const Index* index, int field) const noexcept;

  /// What lies at `position`. The position is checked.
  Found find(const Position& position) const;

  bool operator==(const BoundLayout&) const = default;

 private:
  friend class Binder;

  Shape shape_;
  AxisNames names_;
  std::array<Digit, kMaxDigits> digits_ = {};
  std::array<Join, kMaxJoins> joins_ = {};
  std::array<Unit, kMaxUnits> units_ = {};
  std::array<Field, kMaxFields> fields_ = {};
  std::uint8_t digit_count_ = 0;
  std::uint8_t join_count_ = 0;
  std::uint8_t unit_count_ = 0;
  std::uint8_t field_count_ = 1;
  std::uint8_t data_field_ = 0;
  Coverage coverage_ = Coverage::elements;
};

/// Fits `digits` to a shape. Errors name the axis and the digit.
BoundLayout bind(const Digits& digits, const Shape& shape,
                 const AxisNames& names, const Element& element,
                 Coverage coverage = Coverage::elements);

/// The layout written out again; binding it gives an equal layout.
Digits to_digits(const BoundLayout& layout);

/// The same function with as few digits as possible: trivial digits dropped,
/// neighbours merged, joins dissolved where that changes nothing.
BoundLayout canonical(const BoundLayout& layout);

/// Do both put every index at the same position of a memory of the same size?
/// Nothing if that can neither be proved nor refuted within a small budget.
std::optional<bool> same_function(const BoundLayout& a, const BoundLayout& b);

/// A hash of the function, the same in every version and on every machine.
std::uint64_t stable_hash(const BoundLayout& layout);

/// How many elements, consecutive in row-major order and starting at the
/// first, are also consecutive in memory. Where joins or XORs remain in the
/// canonical form, it looks no further than 2^14 elements.
Index contiguous_run(const BoundLayout& layout);

}  // namespace ashlar
