// draft.cc - the small steps that all placements are made of.
#include "src/placement/draft.h"

#include <algorithm>
#include <utility>

#include "src/base/checked.h"
#include "src/layout/lower.h"

namespace ashlar {
namespace {

AxisNames axis_names(const std::vector<std::string>& called) {
  const std::vector<std::string_view> views(called.begin(), called.end());
  return AxisNames(std::span<const std::string_view>(views));
}

/// The digit of a shard's own axis, written as a digit of the tensor's.
TermText localised(const DigitText& local, const Cut& cut) {
  const Index values =
      local.radix != 0 ? local.radix : div_up(cut.shard, local.div);
  const Index slots = local.alloc != 0 ? local.alloc : values;
  const bool is_top = local.radix == 0;
  if (is_top && cut.spread == Cut::Spread::no) {
    return digit(cut.axis, local.div, 0, slots);
  }
  return digit(cut.axis, local.div, values, slots);
}

}  // namespace

TermText gap(Index slots) { return term("0", 1, 0, slots == 1 ? 0 : slots); }

TermText digit(const Quantity& quantity, Index div, Index radix, Index slots) {
  const Index values = radix != 0 ? radix : div_up(quantity.extent, div);
  if (slots == 0) slots = values;
  if (quantity.name.empty() || radix == 1) return gap(slots);
  return term(quantity.name, checked_multiply(quantity.div, div, "placement"),
              radix, slots == values ? 0 : slots);
}

Quantity Draft::axis(int axis) const {
  if (axis < 0) return {};
  return {names[static_cast<std::size_t>(axis)], 1, sizes[axis]};
}

Index Draft::page_of(int axis) const {
  if (axis == rank() - 1) return page.cols;
  return axis == rank() - 2 ? page.rows : 1;
}

std::string Draft::fresh(std::string_view wish) const {
  const auto is_taken = [&](const std::string& name) {
    return std::ranges::find(names, name) != names.end() ||
           std::ranges::any_of(digits.lets, [&](const LetText& let) {
             return let.name == name || let.term.digit.source == name;
           });
  };
  std::string name(wish);
  for (int number = 1; is_taken(name); ++number) name = concat(wish, number);
  return name;
}

Quantity Draft::let(std::string_view wish, std::vector<TermText> terms,
                    Index extent) {
  TermText all;
  if (terms.size() == 1) {
    all = std::move(terms.front());
  } else {
    all.digit.join = std::move(terms);
  }
  const std::string name = fresh(wish);
  digits.lets.push_back({name, std::move(all)});
  return {name, 1, extent};
}

void Draft::unit(std::string_view name, TermText term) {
  digits.places.push_back({std::string(name), std::move(term), 0});
}

std::vector<TermText> Draft::lower(
    const Indices& of, const std::vector<std::string>& called) const {
  return ashlar::lower(layout, Shape(of), axis_names(called), element)
      .memory.terms;
}

Quantity Cut::index() const {
  return {axis.name, checked_multiply(axis.div, shard, "placement"),
          div_up(axis.extent, shard)};
}

void write_shard(Draft& draft, const std::vector<Cut>& cuts) {
  Indices sizes;
  std::vector<std::string> called;
  for (const Cut& cut : cuts) {
    sizes.push_back(cut.shard);
    called.push_back(concat("local", called.size()));
  }
  std::vector<Cut> local = cuts;
  for (Cut& cut : local) {
    if (cut.spread == Cut::Spread::no || cut.axis.name.empty()) continue;
    if (cut.shard % cut.page == 0) continue;
    // Tiles do not divide the shard: cut first, then tile what was cut.
    const Index slots = round_up(cut.shard, cut.page, "shard");
    cut.axis = draft.let("l", {digit(cut.axis, 1, cut.shard, slots)}, slots);
    cut.spread = Cut::Spread::no;
  }
  std::vector<TermText> terms = draft.lower(sizes, called);
  for (TermText& term : terms) {
    const auto at = std::ranges::find(called, term.digit.source);
    if (at != called.end()) {
      const auto number = static_cast<std::size_t>(at - called.begin());
      term = localised(term.digit, local[number]);
    }
    if (term != gap(1)) draft.digits.memory.terms.push_back(std::move(term));
  }
}

Quantity joined_axes(Draft& draft, int last) {
  if (last <= 0) return draft.axis(last);
  std::vector<TermText> terms;
  Index extent = 1;
  for (int axis = 0; axis <= last; ++axis) {
    const Quantity each = draft.axis(axis);
    const Index slots =
        axis == 0 ? each.extent
                  : round_up(each.extent, draft.page_of(axis), "placement");
    terms.push_back(digit(each, 1, 0, slots));
    extent = checked_multiply(extent, slots, "placement");
  }
  return draft.let("r", std::move(terms), extent);
}

}  // namespace ashlar
