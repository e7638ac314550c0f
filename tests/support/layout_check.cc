#include "tests/support/layout_check.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "ashlar/format.h"

namespace ashlar::test {
namespace {

std::vector<LayoutOracle::Axis> parse_axes(std::string_view text) {
  std::vector<LayoutOracle::Axis> out;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::string_view one = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    while (one.front() == ' ') one.remove_prefix(1);
    const std::size_t equals = one.find('=');
    out.push_back({std::string(one.substr(0, equals)),
                   std::stoll(std::string(one.substr(equals + 1)))});
  }
  return out;
}

Index unit_number(const BoundLayout& layout, const Position& position) {
  Index out = 0;
  for (std::size_t i = 0; i < layout.units().size(); ++i) {
    out = out * layout.units()[i].extent + position.unit[i];
  }
  return out;
}

Position position_at(const BoundLayout& layout, Index unit, Index bit) {
  Position out;
  out.bit = bit;
  for (std::size_t i = layout.units().size(); i-- > 0;) {
    out.unit[i] = unit % layout.units()[i].extent;
    unit /= layout.units()[i].extent;
  }
  return out;
}

// One entry of memory that holds something.
struct Entry {
  Index unit = 0;
  Index bit = 0;
  Index bits = 0;
  int field = 0;
  Index element = 0;

  auto operator<=>(const Entry&) const = default;
};

std::string describe(int field, Index element, Index bit) {
  if (element == kPad) return "padding";
  return "bit " + std::to_string(bit) + " of element " +
         std::to_string(element) + " of field " + std::to_string(field);
}

// Fields by the oracle's places, after comparing them with the library's.
testing::AssertionResult collect_entries(const BoundLayout& layout,
                                         const LayoutOracle& oracle,
                                         std::vector<Entry>& out) {
  const LayoutOracle::Numbers sizes(layout.shape().sizes().begin(),
                                    layout.shape().sizes().end());
  for (const std::string& name : oracle.fields()) {
    const int field = name.empty() ? 0 : field_number(layout, name);
    if (field < 0) return testing::AssertionFailure() << "no field " << name;
    for (const auto& index : LayoutOracle::every_index(sizes)) {
      const LayoutOracle::Place expected = oracle.place(index, name);
      const Position got = layout.position(index, field);
      bool same = got.bit == expected.bit;
      for (std::size_t i = 0; i < expected.unit.size(); ++i) {
        same = same && got.unit[i] == expected.unit[i];
      }
      const Index element = ravel(index, layout.shape());
      if (!same) {
        return testing::AssertionFailure()
               << "element " << element << " of field '" << name
               << "' is at bit " << got.bit << " of unit "
               << unit_number(layout, got) << ", expected bit " << expected.bit;
      }
      out.push_back({unit_number(layout, got), got.bit, oracle.field_bits(name),
                     field, element});
    }
  }
  std::sort(out.begin(), out.end());
  return testing::AssertionSuccess();
}

// Replicated units all look like the first one.
Index original_unit(const BoundLayout& layout, Index unit) {
  Position position = position_at(layout, unit, 0);
  for (std::size_t i = 0; i < layout.units().size(); ++i) {
    if (layout.units()[i].digit < 0) position.unit[i] = 0;
  }
  return unit_number(layout, position);
}

// The entry that covers a bit, or null. Of the indices that share a block,
// the first one names it.
const Entry* entry_at(const std::vector<Entry>& entries, Index unit,
                      Index bit) {
  auto entry = std::upper_bound(
      entries.begin(), entries.end(), bit, [&](Index b, const Entry& e) {
        return std::pair(unit, b) < std::pair(e.unit, e.bit);
      });
  if (entry == entries.begin()) return nullptr;
  --entry;
  while (entry != entries.begin() && (entry - 1)->unit == entry->unit &&
         (entry - 1)->bit == entry->bit) {
    --entry;
  }
  const bool covers = entry->unit == unit && bit < entry->bit + entry->bits;
  return covers ? &*entry : nullptr;
}

testing::AssertionResult check_bit(const BoundLayout& layout,
                                   const Position& position,
                                   const Entry* entry) {
  const Found found = layout.find(position);
  const Index element =
      found.index ? ravel(*found.index, layout.shape()) : kPad;
  const bool same = entry == nullptr
                        ? element == kPad
                        : element == entry->element &&
                              found.field == entry->field &&
                              found.bit == position.bit - entry->bit;
  if (same) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "at bit " << position.bit << " of unit "
         << unit_number(layout, position) << " lies "
         << describe(found.field, element, found.bit) << ", expected "
         << (entry == nullptr ? "padding"
                              : describe(entry->field, entry->element,
                                         position.bit - entry->bit));
}

// The whole memory of one unit, at both ends of each step.
testing::AssertionResult check_unit(const BoundLayout& layout,
                                    const std::vector<Entry>& entries,
                                    Index unit, Index step) {
  const Index original = original_unit(layout, unit);
  Position position = position_at(layout, unit, 0);
  for (Index bit = 0; bit < layout.bits_per_unit(); bit += step) {
    const Entry* const entry = entry_at(entries, original, bit);
    for (const Index inside : {Index{0}, step - 1}) {
      position.bit = bit + inside;
      if (auto good = check_bit(layout, position, entry); !good) return good;
    }
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult check_injective(const BoundLayout& layout,
                                         const std::vector<Entry>& entries) {
  for (std::size_t i = 1; i < entries.size(); ++i) {
    const Entry& a = entries[i - 1];
    const Entry& b = entries[i];
    if (a.field == layout.data_field() && a.field == b.field &&
        a.unit == b.unit && a.bit == b.bit) {
      return testing::AssertionFailure()
             << "elements " << a.element << " and " << b.element
             << " share bit " << a.bit << " of unit " << a.unit;
    }
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult check_sizes(const BoundLayout& layout,
                                     const LayoutOracle& oracle) {
  const auto names = oracle.unit_names();
  const auto extents = oracle.unit_extents();
  if (names.size() != layout.units().size()) {
    return testing::AssertionFailure() << layout.units().size() << " units";
  }
  Index total = 1;
  for (std::size_t i = 0; i < names.size(); ++i) {
    total *= extents[i];
    if (layout.units()[i].name.view() != names[i] ||
        layout.units()[i].extent != extents[i]) {
      return testing::AssertionFailure() << "unit " << names[i] << " differs";
    }
  }
  if (layout.unit_total() != total ||
      layout.bits_per_unit() != oracle.bits_per_unit()) {
    return testing::AssertionFailure()
           << layout.unit_total() << " units of " << layout.bits_per_unit()
           << " bits, expected " << total << " of " << oracle.bits_per_unit();
  }
  return testing::AssertionSuccess();
}

}  // namespace

NamedShape named_shape(std::string_view text) {
  NamedShape out;
  std::vector<Index> sizes;
  std::vector<std::string_view> names;
  const auto axes = parse_axes(text);
  for (const auto& axis : axes) {
    sizes.push_back(axis.size);
    names.push_back(axis.name);
  }
  out.shape = Shape(std::span<const Index>(sizes));
  out.names = AxisNames(std::span<const std::string_view>(names));
  return out;
}

Element element(std::string_view name) { return parse_format(name).element(); }

BoundLayout bind_text(std::string_view layout, std::string_view shape,
                      std::string_view element_name) {
  const NamedShape named = named_shape(shape);
  // Qualified, because a variant also brings std::bind into sight.
  return ashlar::bind(parse_layout(layout), named.shape, named.names,
                      element(element_name));
}

LayoutOracle oracle_for(std::string_view layout, std::string_view shape,
                        std::string_view element_name) {
  return LayoutOracle(layout, parse_axes(shape),
                      element(element_name).storage_bits);
}

int field_number(const BoundLayout& layout, std::string_view name) {
  for (std::size_t i = 1; i < layout.fields().size(); ++i) {
    if (layout.fields()[i].name.view() == name) return static_cast<int>(i);
  }
  return -1;
}

testing::AssertionResult matches(const BoundLayout& layout,
                                 const Image& image) {
  const Index bits = layout.element_bits();
  const Index slots = layout.bits_per_unit() / bits;
  if (layout.unit_total() * slots != static_cast<Index>(image.size())) {
    return testing::AssertionFailure()
           << layout.unit_total() << " units of " << slots
           << " slots, expected " << image.size() << " slots in all";
  }
  Index seen = 0;
  for (std::size_t at = 0; at < image.size(); ++at) {
    const Index unit = static_cast<Index>(at) / slots;
    const Position position =
        position_at(layout, unit, static_cast<Index>(at) % slots * bits);
    const Found found = layout.find(position);
    const Index element =
        found.index ? ravel(*found.index, layout.shape()) : kPad;
    if (element != image[at]) {
      return testing::AssertionFailure()
             << "slot " << at << " holds " << element << ", expected "
             << image[at];
    }
    if (element == kPad) continue;
    ++seen;
    if (layout.position(*found.index) != position) {
      return testing::AssertionFailure()
             << "element " << element << " is not at slot " << at;
    }
  }
  if (seen != layout.shape().volume()) {
    return testing::AssertionFailure() << seen << " elements were seen";
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult agrees(const BoundLayout& layout,
                                const LayoutOracle& oracle) {
  if (auto sizes = check_sizes(layout, oracle); !sizes) return sizes;
  std::vector<Entry> entries;
  if (auto placed = collect_entries(layout, oracle, entries); !placed) {
    return placed;
  }
  if (auto alone = check_injective(layout, entries); !alone) return alone;
  Index step = 0;
  for (const std::string& field : oracle.fields()) {
    step = std::gcd(step, oracle.field_bits(field));
  }
  for (Index unit = 0; unit < layout.unit_total(); ++unit) {
    auto found = check_unit(layout, entries, unit, step);
    if (!found) return found;
  }
  return testing::AssertionSuccess();
}

}  // namespace ashlar::test
