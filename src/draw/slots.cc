// Slots to digits and back, lets included.
#include "src/draw/slots.h"

#include <algorithm>

#include "ashlar/draw.h"
#include "src/base/require.h"

namespace ashlar {
namespace {

void add(std::vector<std::size_t>& list, std::size_t first, std::size_t count) {
  for (std::size_t i = first; i < first + count; ++i) list.push_back(i);
}

const Join* join_of(const BoundLayout& layout, std::uint8_t source) {
  if (source == kNoSource || source < kMaxRank) return nullptr;
  return &layout.joins()[source - std::size_t{kMaxRank}];
}

bool is_in(const std::vector<std::size_t>& list, std::size_t item) {
  return std::ranges::find(list, item) != list.end();
}

void check_padded(const BoundLayout& layout, const Indices& index) {
  const Shape& shape = layout.shape();
  require(index.size() == shape.rank(), ErrorKind::invalid, "index",
          "the index has ", index.size(),
          index.size() == 1 ? " number" : " numbers", ", the tensor has ",
          shape.rank(), shape.rank() == 1 ? " axis" : " axes");
  for (int i = 0; i < shape.rank(); ++i) {
    require(index[i] >= 0 && index[i] < shape.padded(i), ErrorKind::invalid,
            "index", "axis ", layout.names()[i], " has no index ", index[i],
            "; it has ", shape[i], " and, with padding, ", shape.padded(i));
  }
}

}  // namespace

bool is_top_digit(const BoundLayout& layout, const Digit& digit) {
  return std::ranges::none_of(layout.digits(), [&](const Digit& other) {
    return other.source == digit.source && other.div > digit.div;
  });
}

const Field* parent_of(const BoundLayout& layout, const Field& field) {
  if (field.parent < 0) return nullptr;
  return &layout.fields()[static_cast<std::size_t>(field.parent)];
}

std::vector<std::size_t> digits_of_field(const BoundLayout& layout, int field) {
  std::vector<std::size_t> used;
  for (const Unit& unit : layout.units()) {
    if (unit.digit >= 0) used.push_back(static_cast<std::size_t>(unit.digit));
  }
  for (const Field* part = &layout.fields()[static_cast<std::size_t>(field)];
       part != nullptr; part = parent_of(layout, *part)) {
    add(used, part->first, part->count);
  }
  for (std::size_t i = 0; i < used.size(); ++i) {  // grows while it is read
    const Join* join = join_of(layout, layout.digits()[used[i]].source);
    if (join != nullptr && join->count > 0 && !is_in(used, join->first)) {
      add(used, join->first, join->count);
    }
  }
  return used;
}

Slots::Slots(const BoundLayout& layout)
    : layout_(&layout), used_(digits_of_field(layout, layout.data_field())) {
  for (const std::size_t digit : used_) measure(digit);
  for (const std::size_t i : used_) {
    const Digit& digit = layout.digits()[i];
    if (!has_slots(digit.source)) {
      div_[i] = digit.div;
      modulus_[i] = is_top_digit(layout, digit) ? 0 : digit.radix;
      continue;
    }
    div_[i] = 1;
    modulus_[i] = count_[i];
    for (const std::size_t lower : used_) {
      const Digit& other = layout.digits()[lower];
      if (digit.source == other.source && other.div < digit.div) {
        div_[i] *= count_[lower];
      }
    }
  }
}

// An axis is counted in slots, and so is a let that is nothing but a digit of
// an axis. A join of several terms is a number like any other.
bool Slots::has_slots(std::uint8_t source) const {
  const Join* join = join_of(*layout_, source);
  if (join == nullptr) return source != kNoSource;
  const Digit& digit = layout_->digits()[join->first];
  return join->count == 1 && digit.xor_count == 0 && has_slots(digit.source);
}

// The let that stands for a digit, if it is counted in slots.
std::optional<std::uint8_t> Slots::let_of(std::size_t digit) const {
  for (std::size_t j = 0; j < layout_->joins().size(); ++j) {
    const Join& join = layout_->joins()[j];
    const auto source = static_cast<std::uint8_t>(std::size_t{kMaxRank} + j);
    if (join.count == 1 && join.first == digit && has_slots(source)) {
      return source;
    }
  }
  return std::nullopt;
}

// A digit that only feeds a let has as many slots as the digits of the let.
void Slots::measure(std::size_t digit) {
  if (count_[digit] != 0) return;
  count_[digit] = layout_->digits()[digit].alloc;
  for (std::size_t j = 0; j < layout_->joins().size(); ++j) {
    const Join& join = layout_->joins()[j];
    if (join.count != 1 || join.first != digit) continue;
    Index slots = 1;
    for (const std::size_t user : used_) {
      if (layout_->digits()[user].source != kMaxRank + static_cast<int>(j)) {
        continue;
      }
      measure(user);
      slots *= count_[user];
    }
    count_[digit] = std::max(slots, count_[digit]);
  }
}

std::optional<Index> Slots::value_at(std::uint8_t source, Index slot) const {
  Index sum = 0;
  for (const std::size_t i : used_) {
    const Digit& digit = layout_->digits()[i];
    if (digit.source != source || count_[i] == 0) continue;
    const bool is_top = is_top_digit(*layout_, digit);
    std::optional<Index> value =
        is_top ? slot / div_[i] : slot / div_[i] % count_[i];
    if (const auto let = let_of(i)) value = value_at(*let, *value);
    if (!value || (*value >= digit.radix && !is_top)) return std::nullopt;
    sum += *value * digit.div;
  }
  return sum;
}

Index Slots::slot_of_value(std::uint8_t source, Index value) const {
  Index slot = 0;
  for (const std::size_t i : used_) {
    const Digit& digit = layout_->digits()[i];
    if (digit.source != source) continue;
    Index part = value / digit.div;
    if (!is_top_digit(*layout_, digit)) part %= digit.radix;
    if (const auto let = let_of(i)) part = slot_of_value(*let, part);
    slot += div_[i] * part;
  }
  return slot;
}

bool Slots::source_has_gaps(std::uint8_t source) const {
  return std::ranges::any_of(used_, [&](std::size_t i) {
    const Digit& digit = layout_->digits()[i];
    if (digit.source != source) return false;
    const auto let = let_of(i);
    return (let && source_has_gaps(*let)) ||
           (count_[i] > digit.radix && !is_top_digit(*layout_, digit));
  });
}

bool Slots::is_joined(int axis) const {
  for (std::size_t j = 0; j < layout_->joins().size(); ++j) {
    const Join& join = layout_->joins()[j];
    if (has_slots(static_cast<std::uint8_t>(std::size_t{kMaxRank} + j))) {
      continue;
    }
    for (const Digit& digit :
         layout_->digits().subspan(join.first, join.count)) {
      std::uint8_t source = digit.source;
      while (join_of(*layout_, source) != nullptr && has_slots(source)) {
        source = layout_->digits()[join_of(*layout_, source)->first].source;
      }
      if (source == axis) return true;
    }
  }
  return false;
}

Index Slots::source(std::uint8_t source, const Index* slots) const {
  if (source == kNoSource) return 0;
  const Join* join = join_of(*layout_, source);
  if (join == nullptr) return slots[source];
  Index sum = 0;
  for (std::size_t i = join->first; i < std::size_t{join->first} + join->count;
       ++i) {
    sum += value(i, slots) * layout_->digits()[i].stride;
  }
  return sum;
}

Index Slots::block(std::size_t digit, const Index* slots) const {
  return source(layout_->digits()[digit].source, slots) /
         std::max<Index>(div_[digit], 1);
}

Index Slots::plain(std::size_t digit, const Index* slots) const {
  const Index quotient = block(digit, slots);
  return modulus_[digit] == 0 ? quotient : quotient % modulus_[digit];
}

Index Slots::value(std::size_t digit, const Index* slots) const {
  const Digit& d = layout_->digits()[digit];
  Index value = plain(digit, slots);
  for (std::size_t i = 0; i < d.xor_count; ++i) {
    value ^= plain(d.xors[i], slots);
  }
  return value;
}

std::optional<Position> place_of(const BoundLayout& layout,
                                 const Indices& index) {
  check_padded(layout, index);
  const Shape& shape = layout.shape();
  const Slots slots(layout);
  Indices at;
  bool is_padding = false;
  for (int i = 0; i < shape.rank(); ++i) {
    at.push_back(slots.slot_of(i, index[i]));
    if (index[i] < shape[i]) continue;
    // Numbers beyond an axis belong to others inside a join, and to no place
    // at all where there are gaps.
    if (slots.is_joined(i) || slots.has_gaps(i)) return std::nullopt;
    is_padding = true;
  }
  if (!is_padding) return layout.position(index);

  Position out;
  for (std::size_t i = 0; i < layout.units().size(); ++i) {
    const int digit = layout.units()[i].digit;
    if (digit < 0) continue;
    out.unit[i] = slots.value(static_cast<std::size_t>(digit), at.data());
  }
  const auto data = static_cast<std::size_t>(layout.data_field());
  for (const Field* field = &layout.fields()[data]; field != nullptr;
       field = parent_of(layout, *field)) {
    out.bit += field->bit_offset;
    const std::size_t first = field->first;
    for (std::size_t i = first; i < first + field->count; ++i) {
      out.bit += slots.value(i, at.data()) * layout.digits()[i].stride;
    }
  }
  return out;
}

}  // namespace ashlar
