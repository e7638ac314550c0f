// The two questions a bound layout answers: where is it, and what is there?
#include <array>

#include "src/base/checked.h"
#include "src/layout/bind.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "layout";
constexpr std::size_t kSources = kMaxRank + kMaxJoins;

/// The digit before any XOR.
Index plain_value(const Digit& digit, const Index* values) noexcept {
  if (digit.source == kNoSource) return 0;
  Index value = values[digit.source];
  value = digit.div_shift >= 0 ? value >> digit.div_shift : value / digit.div;
  if (!digit.wraps) return value;
  return digit.mask_bits >= 0 ? value & (digit.radix - 1) : value % digit.radix;
}

Index stored_value(const Digit& digit, std::span<const Digit> all,
                   const Index* values) noexcept {
  Index value = plain_value(digit, values);
  for (std::size_t k = 0; k < digit.xor_count; ++k) {
    value ^= plain_value(all[digit.xors[k]], values);
  }
  return value;
}

/// The way back: stored digits to plain digits to the values of the sources.
class Decoder {
 public:
  explicit Decoder(const BoundLayout& layout) : layout_(layout) {}

  void store(std::size_t digit, Index value) {
    plain_[digit] = value;
    known_[digit] = true;
    pending_[pending_count_++] = static_cast<std::uint8_t>(digit);
  }

  /// Nothing if one of the digits lies in its padding.
  std::optional<Indices> index() {
    undo_xors();
    for (std::size_t i = 0; i < pending_count_; ++i) {
      if (!add(pending_[i], plain_[pending_[i]])) return std::nullopt;
    }
    // The terms of a join only use axes and joins with lower numbers.
    for (std::size_t j = layout_.joins().size(); j-- > 0;) {
      if (!split(layout_.joins()[j], values_[kMaxRank + j])) {
        return std::nullopt;
      }
    }
    Indices index;
    for (int axis = 0; axis < layout_.shape().rank(); ++axis) {
      const Index value = values_[static_cast<std::size_t>(axis)];
      if (value >= layout_.shape()[axis]) return std::nullopt;
      index.push_back(value);
    }
    return index;
  }

 private:
  bool add(std::size_t number, Index value) {
    const Digit& digit = layout_.digits()[number];
    if (value >= digit.radix) return false;
    if (digit.source != kNoSource) values_[digit.source] += value * digit.div;
    return true;
  }

  /// Each pass undoes the XORs whose operands are plain already; binding has
  /// made sure that this comes to an end.
  void undo_xors() {
    std::array<bool, kMaxDigits> done = {};
    for (std::size_t i = 0; i < pending_count_; ++i) {
      done[pending_[i]] = layout_.digits()[pending_[i]].xor_count == 0;
    }
    for (std::size_t pass = 0; pass < pending_count_; ++pass) {
      for (std::size_t i = 0; i < pending_count_; ++i) {
        const std::size_t number = pending_[i];
        const Digit& digit = layout_.digits()[number];
        bool ready = !done[number];
        for (std::size_t k = 0; k < digit.xor_count; ++k) {
          ready = ready && done[digit.xors[k]];
        }
        if (!ready) continue;
        for (std::size_t k = 0; k < digit.xor_count; ++k) {
          plain_[number] ^= plain_[digit.xors[k]];
        }
        done[number] = true;
      }
    }
  }

  bool split(const Join& join, Index value) {
    if (value >= join.extent) return false;
    for (std::size_t i = join.first; i < std::size_t{join.first} + join.count;
         ++i) {
      const Digit& digit = layout_.digits()[i];
      Index part = value / digit.stride;
      value %= digit.stride;
      for (std::size_t k = 0; k < digit.xor_count; ++k) {
        if (known_[digit.xors[k]]) part ^= plain_[digit.xors[k]];
      }
      if (!add(i, part)) return false;
    }
    return true;
  }

  const BoundLayout& layout_;
  std::array<Index, kMaxDigits> plain_ = {};
  std::array<bool, kMaxDigits> known_ = {};
  std::array<std::uint8_t, kMaxDigits> pending_ = {};
  std::size_t pending_count_ = 0;
  std::array<Index, kSources> values_ = {};
};

}  // namespace

Index BoundLayout::unit_total() const {
  Index total = 1;
  for (const Unit& unit : units()) total *= unit.extent;
  return total;
}

Position BoundLayout::position_unchecked(const Index* index,
                                         int field) const noexcept {
  Index values[kSources] = {};
  for (int axis = 0; axis < shape_.rank(); ++axis) values[axis] = index[axis];
  for (std::size_t j = 0; j < join_count_; ++j) {
    const Join& join = joins_[j];
    Index value = 0;
    for (std::size_t k = 0; k < join.count; ++k) {
      const Digit& digit = digits_[join.first + k];
      value += stored_value(digit, digits_, values) * digit.stride;
    }
    values[kMaxRank + j] = value;
  }
  Position position;
  for (std::size_t u = 0; u < unit_count_; ++u) {
    if (units_[u].digit < 0) continue;
    const Digit& digit = digits_[static_cast<std::size_t>(units_[u].digit)];
    position.unit[u] = stored_value(digit, digits_, values);
  }
  for (int at = field; at >= 0;
       at = fields_[static_cast<std::size_t>(at)].parent) {
    const Field& part = fields_[static_cast<std::size_t>(at)];
    position.bit += part.bit_offset;
    for (std::size_t k = 0; k < part.count; ++k) {
      const Digit& digit = digits_[part.first + k];
      position.bit += stored_value(digit, digits_, values) * digit.stride;
    }
  }
  return position;
}

Position BoundLayout::position(std::span<const Index> index) const {
  return position(index, data_field_);
}

Position BoundLayout::position(std::span<const Index> index, int field) const {
  require(std::ssize(index) == shape_.rank(), ErrorKind::invalid, kWhere,
          "the index has ", index.size(), " numbers, expected ", shape_.rank());
  for (int axis = 0; axis < shape_.rank(); ++axis) {
    const Index at = index[static_cast<std::size_t>(axis)];
    require(at >= 0 && at < shape_[axis], ErrorKind::invalid, kWhere, "axis ",
            names_[axis], ": index ", at, " is not in 0 .. ", shape_[axis] - 1);
  }
  require(field >= 0 && field < field_count_ &&
              !fields_[static_cast<std::size_t>(field)].is_record,
          ErrorKind::invalid, kWhere, "there is no field number ", field,
          " with elements");
  return position_unchecked(index.data(), field);
}

Found BoundLayout::find(const Position& position) const {
  Decoder decoder(*this);
  for (std::size_t u = 0; u < unit_count_; ++u) {
    const Index at = position.unit[u];
    require(at >= 0 && at < units_[u].extent, ErrorKind::invalid, kWhere,
            "unit ", units_[u].name.view(), ": ", at, " is not in 0 .. ",
            units_[u].extent - 1);
    if (units_[u].digit >= 0) {
      decoder.store(static_cast<std::size_t>(units_[u].digit), at);
    }
  }
  require(position.bit >= 0 && position.bit < bits_per_unit(),
          ErrorKind::invalid, kWhere, "bit ", position.bit,
          " is outside the memory of ", bits_per_unit(), " bits");
  Found found;
  Index rest = position.bit;
  while (true) {
    const Field& field = fields_[static_cast<std::size_t>(found.field)];
    for (std::size_t k = 0; k < field.count; ++k) {
      const Digit& digit = digits_[field.first + k];
      decoder.store(field.first + k, rest / digit.stride);
      rest %= digit.stride;
    }
    if (!field.is_record) break;
    for (std::size_t f = 0; f < field_count_; ++f) {
      const Index start = fields_[f].bit_offset;
      if (fields_[f].parent == found.field && rest >= start &&
          rest < start + fields_[f].bits) {
        rest -= start;
        found.field = static_cast<int>(f);
        break;
      }
    }
  }
  found.bit = rest;
  found.index = decoder.index();
  return found;
}

}  // namespace ashlar
