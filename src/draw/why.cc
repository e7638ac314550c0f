// Which digit keeps more slots than there are values to put into them.
#include <algorithm>
#include <string>
#include <vector>

#include "ashlar/draw.h"
#include "src/base/checked.h"
#include "src/base/concat.h"
#include "src/draw/grid.h"
#include "src/draw/slots.h"

namespace ashlar {
namespace {

/// ceil(count * bits / 8), where the result fits although the product may not.
Index bytes_of(Index count, Index bits) {
  return count / 8 * bits + div_up(count % 8 * bits, 8);
}

/// How many entries of `field` stand for at least one element.
Index entries_used(const BoundLayout& layout, int field) {
  const std::vector<std::size_t> used = digits_of_field(layout, field);
  Index count = 1;
  for (int axis = 0; axis < layout.shape().rank(); ++axis) {
    Index step = 0;
    for (const std::size_t i : used) {
      const Digit& digit = layout.digits()[i];
      if (digit.source != axis) continue;
      step = step == 0 ? digit.div : std::min(step, digit.div);
    }
    // An axis that no digit speaks of has one entry for all its indices.
    const Index size = layout.shape()[axis];
    count *= step == 0 ? std::min<Index>(size, 1) : div_up(size, step);
  }
  return count;
}

Index extent_of(const BoundLayout& layout, int source) {
  if (source < kMaxRank) return layout.shape()[source];
  return layout.joins()[static_cast<std::size_t>(source - kMaxRank)].extent;
}

std::string slots_sentence(const BoundLayout& layout, std::size_t number) {
  const Digit& digit = layout.digits()[number];
  for (const Unit& unit : layout.units()) {
    if (unit.digit != static_cast<int>(number)) continue;
    return concat(digit.radix, " of ", digit.alloc, " units ", unit.name.view(),
                  " hold data (", digit_text(layout, digit), ")");
  }
  return concat("digit ", digit_text(layout, digit), " keeps ", digit.alloc,
                " slots for ", digit.radix,
                digit.radix == 1 ? " value" : " values");
}

std::string blocks_sentence(const BoundLayout& layout, std::size_t number,
                            Index extent) {
  const Digit& digit = layout.digits()[number];
  return concat("digit ", digit_text(layout, digit), " cuts it into blocks of ",
                digit.div, ", the last one holds ",
                extent - (digit.radix - 1) * digit.div);
}

/// Adds why the digits that place `field` have more slots than `source` has
/// values, unless it is said already.
void add_reasons(const BoundLayout& layout, int source, int field,
                 std::vector<std::string>& out) {
  const auto add = [&](std::string reason) {
    if (std::ranges::find(out, reason) == out.end()) {
      out.push_back(std::move(reason));
    }
  };
  std::vector<std::size_t> own;
  Index least = 0;
  Index most = 0;
  for (const std::size_t i : digits_of_field(layout, field)) {
    const Digit& digit = layout.digits()[i];
    if (digit.source != source) continue;
    own.push_back(i);
    least = own.size() == 1 ? digit.div : std::min(least, digit.div);
    most = std::max(most, digit.div);
  }
  const Index extent = extent_of(layout, source);
  for (const std::size_t i : own) {
    const Digit& digit = layout.digits()[i];
    // A block with one value for all is full even if it is cut short.
    const Index needed = div_up(extent, least) * least;
    if (extent > 0 && digit.div == most && digit.div * digit.radix > needed) {
      add(blocks_sentence(layout, i, extent));
    }
    if (digit.alloc > digit.radix) add(slots_sentence(layout, i));
  }
}

std::vector<std::string> reasons(const BoundLayout& layout, int source) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < layout.fields().size(); ++i) {
    if (layout.fields()[i].is_record) continue;
    add_reasons(layout, source, static_cast<int>(i), out);
  }
  return out;
}

/// The lets of one term that a source feeds, and those that these feed.
std::vector<int> lets_of(const BoundLayout& layout, int source) {
  std::vector<int> out;
  for (std::size_t j = 0; j < layout.joins().size(); ++j) {
    const Join& join = layout.joins()[j];
    if (join.count != 1 || layout.digits()[join.first].source != source) {
      continue;
    }
    const int let = kMaxRank + static_cast<int>(j);
    out.push_back(let);
    for (const int inner : lets_of(layout, let)) out.push_back(inner);
  }
  return out;
}

void explain_axis(const BoundLayout& layout, int axis,
                  std::vector<std::string>& out) {
  const Shape& shape = layout.shape();
  std::vector<std::string> why = reasons(layout, axis);
  for (const int let : lets_of(layout, axis)) {
    for (std::string& reason : reasons(layout, let)) {
      why.push_back(std::move(reason));
    }
  }
  if (why.empty()) return;
  out.push_back(concat("axis ", layout.names()[axis], ": ", shape[axis], " -> ",
                       shape.padded(axis), ": ", join(why, "; ")));
}

/// What the digits of a join keep beyond its last value. A let of one term is
/// explained with the source of that term, unless this is a gap.
void explain_join(const BoundLayout& layout, std::size_t number,
                  std::vector<std::string>& out) {
  const Join& join = layout.joins()[number];
  const bool is_let = join.count == 1;
  if (is_let && layout.digits()[join.first].source != kNoSource) return;
  const int source = kMaxRank + static_cast<int>(number);
  std::vector<int> sources = lets_of(layout, source);
  sources.insert(sources.begin(), source);
  std::vector<std::string> why;
  for (const int part : sources) {
    for (std::string& reason : reasons(layout, part)) {
      why.push_back(std::move(reason));
    }
  }
  if (why.empty()) return;
  Index slots = 1;
  for (const std::size_t i : digits_of_field(layout, layout.data_field())) {
    if (layout.digits()[i].source == source) slots *= Slots(layout).slots_of(i);
  }
  out.push_back(concat(source_text(layout, static_cast<std::uint8_t>(source)),
                       ": ", join.extent, " -> ", slots, ": ",
                       ashlar::join(why, "; ")));
}

}  // namespace

double Usage::padding_share() const {
  return bytes == 0
             ? 0
             : static_cast<double>(padding_bytes) / static_cast<double>(bytes);
}

Usage usage_of(const BoundLayout& layout) {
  Usage out;
  out.bytes = layout.bytes();
  for (std::size_t i = 0; i < layout.fields().size(); ++i) {
    const Field& field = layout.fields()[i];
    if (field.is_record) continue;
    out.data_bytes +=
        bytes_of(entries_used(layout, static_cast<int>(i)), field.entry_bits);
  }
  for (const Unit& unit : layout.units()) {
    if (unit.digit < 0) out.data_bytes *= unit.extent;
  }
  out.data_bytes = std::min(out.data_bytes, out.bytes);
  out.padding_bytes = out.bytes - out.data_bytes;
  return out;
}

std::vector<std::string> why_padded(const BoundLayout& layout) {
  std::vector<std::string> out;
  if (layout.bytes() == 0) return out;
  if (layout.shape().volume() == 0) {
    out.push_back("there are no elements, only padding");
    return out;
  }
  for (int axis = 0; axis < layout.shape().rank(); ++axis) {
    explain_axis(layout, axis, out);
  }
  for (std::size_t i = 0; i < layout.joins().size(); ++i) {
    explain_join(layout, i, out);
  }
  for (const Digit& digit : layout.digits()) {
    if (digit.source != kNoSource || digit.alloc == 1) continue;
    out.push_back(concat("gap ", digit_text(layout, digit), ": one of ",
                         digit.alloc, " slots is used"));
  }
  if (const Index bits = layout.bits_per_unit() % 8; bits != 0) {
    out.push_back(concat("the last byte",
                         layout.units().empty() ? "" : " of a unit", " has ",
                         8 - bits, bits == 7 ? " unused bit" : " unused bits"));
  }
  return out;
}

}  // namespace ashlar
