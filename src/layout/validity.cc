// The rules that make a list of digits an injective map, and what follows.
#include <algorithm>

#include "src/base/checked.h"
#include "src/layout/bind.h"

namespace ashlar {
namespace {

/// The digits that say where an element of `field` lives: units, the fields
/// around it, and the joins that these are digits of.
std::vector<std::size_t> digits_on_path(const BoundLayout& layout, int field) {
  std::vector<std::size_t> used;
  for (const Unit& unit : layout.units()) {
    if (unit.digit >= 0) used.push_back(static_cast<std::size_t>(unit.digit));
  }
  for (const int step : path_to(layout, field)) {
    const Field& part = layout.fields()[static_cast<std::size_t>(step)];
    for (std::size_t i = 0; i < part.count; ++i) used.push_back(part.first + i);
  }
  std::vector<bool> entered(kMaxJoins);
  for (std::size_t i = 0; i < used.size(); ++i) {  // grows while it is read
    const std::uint8_t source = layout.digits()[used[i]].source;
    if (source == kNoSource || source < kMaxRank) continue;
    const std::size_t number = source - static_cast<std::size_t>(kMaxRank);
    if (entered[number]) continue;
    entered[number] = true;
    const Join& join = layout.joins()[number];
    for (std::size_t k = 0; k < join.count; ++k) used.push_back(join.first + k);
  }
  return used;
}

std::string why_xor_cannot_be_undone(const BoundLayout& layout,
                                     const std::vector<WrittenDigit>& written,
                                     const std::vector<std::size_t>& used) {
  for (const std::size_t i : used) {
    const Digit& digit = layout.digits()[i];
    for (std::size_t k = 0; k < digit.xor_count; ++k) {
      if (std::ranges::find(used, std::size_t{digit.xors[k]}) == used.end()) {
        return concat("the digit ", written[i].text, " is XORed with ",
                      written[digit.xors[k]].text,
                      ", which is stored in another field");
      }
    }
  }
  return {};
}

/// The digits of one source must be a complete mixed-radix numeral.
std::string why_not_a_numeral(const BoundLayout& layout,
                              const std::vector<WrittenDigit>& written,
                              std::vector<std::size_t> chain,
                              std::uint8_t source, Coverage coverage) {
  const auto digit = [&](std::size_t i) { return layout.digits()[i]; };
  std::ranges::sort(chain, [&](std::size_t a, std::size_t b) {
    return std::pair(digit(a).div, written[a].radix) <
           std::pair(digit(b).div, written[b].radix);
  });
  const std::string who = describe_source(layout, source);
  const std::size_t lowest = chain.front();
  // Blocks are blocks of indices, so a join has to be there in full.
  const bool may_skip = coverage == Coverage::blocks && source < kMaxRank;
  if (digit(lowest).div != 1 && !may_skip) {
    return concat(who, ": the lowest digit ", written[lowest].text,
                  " starts at ", digit(lowest).div, ", expected 1");
  }
  Index covered = digit(lowest).div;
  for (const std::size_t i : chain) {
    if (digit(i).div != covered) {
      return concat(who, ": digit ", written[i].text, " starts at ",
                    digit(i).div, ", expected ", covered);
    }
    const auto next = try_multiply(covered, written[i].radix);
    if (!next) return concat(who, ": its digits do not fit in 64 bits");
    covered = *next;
  }
  const Index extent = extent_of(layout, source);
  if (covered < extent) {
    return concat(who, ": its digits cover ", covered, " of ", extent);
  }
  return {};
}

/// The number of the first stretch of digits that holds `digit`, or -1.
template <class Stretch>
int holder_of(std::span<const Stretch> stretches, std::size_t digit) {
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    const std::size_t first = stretches[i].first;
    if (digit >= first && digit < first + stretches[i].count) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

Index slots_of_source(const BoundLayout& layout, std::uint8_t source);

/// A digit that only feeds a let counts with the slots of the let.
Index slots_of_digit(const BoundLayout& layout, std::size_t digit) {
  for (std::size_t j = 0; j < layout.joins().size(); ++j) {
    const Join& join = layout.joins()[j];
    if (join.count == 1 && join.first == digit) {
      return slots_of_source(layout, static_cast<std::uint8_t>(kMaxRank + j));
    }
  }
  return layout.digits()[digit].alloc;
}

Index slots_of_source(const BoundLayout& layout, std::uint8_t source) {
  Index slots = 1;
  Index granularity = 0;
  for (const std::size_t i : digits_on_path(layout, layout.data_field())) {
    const Digit& digit = layout.digits()[i];
    if (digit.source != source) continue;
    slots = checked_multiply(slots, slots_of_digit(layout, i), "padded size");
    if (granularity == 0 || digit.div < granularity) granularity = digit.div;
  }
  return checked_multiply(slots, std::max<Index>(granularity, 1),
                          "padded size");
}

}  // namespace

Index extent_of(const BoundLayout& layout, std::uint8_t source) {
  if (source == kNoSource) return 1;
  if (source < kMaxRank) return layout.shape()[source];
  return layout.joins()[source - static_cast<std::size_t>(kMaxRank)].extent;
}

std::string describe_source(const BoundLayout& layout, std::uint8_t source) {
  if (source < kMaxRank) return concat("axis ", layout.names()[source]);
  const std::size_t number = source - static_cast<std::size_t>(kMaxRank);
  const std::string_view name = layout.joins()[number].name.view();
  return name.empty() ? "a join" : concat("the let-name ", name);
}

std::vector<int> path_to(const BoundLayout& layout, int field) {
  std::vector<int> path;
  for (int at = field; at >= 0;
       at = layout.fields()[static_cast<std::size_t>(at)].parent) {
    path.insert(path.begin(), at);
  }
  return path;
}

int field_of(const BoundLayout& layout, std::size_t digit) {
  return holder_of(layout.fields(), digit);
}

int join_of(const BoundLayout& layout, std::size_t digit) {
  return holder_of(layout.joins(), digit);
}

Indices padded_sizes(const BoundLayout& layout) {
  Indices padded;
  for (int axis = 0; axis < layout.shape().rank(); ++axis) {
    const auto source = static_cast<std::uint8_t>(axis);
    padded.push_back(
        std::max(layout.shape()[axis], slots_of_source(layout, source)));
  }
  return padded;
}

std::string why_not_injective(const BoundLayout& layout,
                              const std::vector<WrittenDigit>& written,
                              int field, Coverage coverage) {
  const std::vector<std::size_t> used = digits_on_path(layout, field);
  if (std::string why = why_xor_cannot_be_undone(layout, written, used);
      !why.empty()) {
    return why;
  }
  for (int source = 0; source < kMaxRank + kMaxJoins; ++source) {
    const auto id = static_cast<std::uint8_t>(source);
    std::vector<std::size_t> chain;
    for (const std::size_t i : used) {
      if (layout.digits()[i].source == id) chain.push_back(i);
    }
    if (!chain.empty()) {
      std::string why = why_not_a_numeral(layout, written, chain, id, coverage);
      if (!why.empty()) return why;
    } else if (source < layout.shape().rank() && layout.shape()[source] != 1 &&
               coverage == Coverage::elements) {
      return concat("axis ", layout.names()[source], " of size ",
                    layout.shape()[source], " is not placed");
    }
  }
  return {};
}

}  // namespace ashlar
