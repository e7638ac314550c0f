// place.cc - adds the units of a placement to the digits of a layout.
#include <algorithm>
#include <utility>

#include "src/base/checked.h"
#include "src/layout/lower.h"
#include "src/placement/check.h"
#include "src/placement/draft.h"

namespace ashlar {
namespace {

constexpr std::string_view kUnitsHint =
    "write the units into the digits, as in core=h/64 | [h%64, w]";

template <class... Forms>
bool is_one_of(const Layout& layout) {
  return (std::holds_alternative<Forms>(layout) || ...);
}

void require_sharding(const Layout& layout) {
  const auto* row = std::get_if<RowMajor>(&layout);
  const bool is_plain_row = row != nullptr && *row == RowMajor();
  if (is_plain_row || is_one_of<Tile>(layout)) return;
  refuse(concat("the layout ", to_string(layout),
                " cannot be cut into shards, only row and tile can"),
         std::string(kUnitsHint));
}

void require_interleaving(const Layout& layout) {
  if (is_one_of<RowMajor, Tile, Stick>(layout)) return;
  refuse(concat("the layout ", to_string(layout),
                " has no pages to interleave, only row, tile and stick have"),
         std::string(kUnitsHint));
}

void require_splitting(const Layout& layout) {
  if (is_one_of<RowMajor, ColumnMajor, Tile, Stick>(layout)) return;
  refuse(concat("the layout ", to_string(layout),
                " cannot be split over ranks, only row, col, tile and stick "
                "can"),
         std::string(kUnitsHint));
}

Page page_of(const Layout& layout) {
  if (const auto* tile = std::get_if<Tile>(&layout)) {
    return {tile->rows, tile->cols};
  }
  return {};
}

/// Elements of a whole page along `axis`, for cutting it over ranks.
Index cut_unit(const Draft& draft, int axis) {
  const auto* stick = std::get_if<Stick>(&draft.layout);
  if (stick == nullptr) return draft.page_of(axis);
  const Index stick_axis = stick->order.empty()
                               ? draft.rank() - 1
                               : stick->order[stick->order.size() - 1];
  if (axis != stick_axis || stick->fill == Stick::Fill::sparse) return 1;
  const Index bits = checked_multiply(stick->bytes, 8, "stick");
  return std::max<Index>(1, bits / draft.element.storage_bits);
}

bool is_split(const Placement& placement) {
  return placement.ranks && placement.ranks->mode == Ranks::Mode::split;
}

/// A tensor without elements has no pages to deal: all units are there, and
/// have nothing.
Digits place_nothing(Draft draft, const Placement& placement) {
  if (is_split(placement)) {
    draft.unit("rank", gap(placement.ranks->count));
  }
  if (const auto* banks = std::get_if<Interleaved>(&placement.spread)) {
    draft.unit("bank", gap(banks->banks));
  }
  if (const auto* sharded = std::get_if<Sharded>(&placement.spread)) {
    CoreUnits(*sharded).write(draft, {}, CoreUnits::Wrap::no);
  }
  draft.digits.memory.terms = draft.lower(draft.sizes, draft.names);
  return std::move(draft.digits);
}

void require_possible(const Layout& layout, const Placement& placement,
                      const Shape& shape) {
  check(placement);
  if (std::holds_alternative<Interleaved>(placement.spread)) {
    require_interleaving(layout);
  }
  if (std::holds_alternative<Sharded>(placement.spread)) {
    require_sharding(layout);
  }
  if (is_split(placement)) {
    require_splitting(layout);
    const int axis = placement.ranks->axis;
    require(axis >= 0 && axis < shape.rank(), ErrorKind::invalid, "placement",
            "axis ", axis, " is split over ranks, but the tensor has ",
            shape.rank(), shape.rank() == 1 ? " axis" : " axes");
  }
}

/// How many slots a term of a lowered layout has.
Index slots_of(const Draft& draft, const DigitText& digit) {
  if (digit.alloc != 0) return digit.alloc;
  if (digit.radix != 0) return digit.radix;
  for (int axis = 0; axis < draft.rank(); ++axis) {
    const Quantity each = draft.axis(axis);
    if (each.name == digit.source) return div_up(each.extent, digit.div);
  }
  return 1;
}

/// The number of a page, from the digits that tell pages apart; nameless if
/// there is only one.
Quantity page_number(Draft& draft, std::vector<TermText> terms) {
  Index extent = 1;
  for (const TermText& term : terms) {
    extent = checked_multiply(extent, slots_of(draft, term.digit), "pages");
  }
  if (extent == 1) return {};
  const DigitText& only = terms.front().digit;
  if (terms.size() == 1 && only.alloc == 0 && only.radix == 0) {
    return {only.source, only.div, extent};
  }
  return draft.let("p", std::move(terms), extent);
}

void place_spread(Draft& draft, const Placement& placement) {
  const auto* sharded = std::get_if<Sharded>(&placement.spread);
  if (const auto* banks = std::get_if<Interleaved>(&placement.spread)) {
    place_interleaved(draft, *banks);
  } else if (sharded == nullptr) {
    draft.digits.memory.terms = draft.lower(draft.sizes, draft.names);
  } else if (sharded->kind == Sharded::Kind::nd) {
    place_nd(draft, *sharded);
  } else {
    place_matrix(draft, *sharded);
  }
}

}  // namespace

void place_interleaved(Draft& draft, const Interleaved& interleaved) {
  std::vector<std::string_view> views(draft.names.begin(), draft.names.end());
  Lowered lowered = lower_with_pages(
      draft.layout, Shape(draft.sizes),
      AxisNames(std::span<const std::string_view>(views)), draft.element);
  std::vector<TermText>& terms = lowered.digits.memory.terms;
  const auto inside =
      terms.end() - static_cast<std::ptrdiff_t>(lowered.page_terms);
  const Quantity page =
      page_number(draft, std::vector<TermText>(terms.begin(), inside));
  std::vector<TermText>& memory = draft.digits.memory.terms;
  if (page.name.empty()) {
    draft.unit("bank", gap(interleaved.banks));
  } else {
    draft.unit("bank", digit(page, 1, interleaved.banks));
    memory.push_back(digit(page, interleaved.banks));
  }
  memory.insert(memory.end(), inside, terms.end());
}

void place_ranks(Draft& draft, const Ranks& ranks) {
  const Quantity whole = draft.axis(ranks.axis);
  const Index block = round_up(div_up(whole.extent, ranks.count),
                               cut_unit(draft, ranks.axis), "ranks");
  const Quantity part = draft.let("l", {digit(whole, 1, block, block)}, block);
  draft.unit("rank", digit(whole, block, 0, ranks.count));
  draft.names[static_cast<std::size_t>(ranks.axis)] = part.name;
  draft.sizes[ranks.axis] = block;
}

Digits place(const Layout& layout, const Placement& placement,
             const Shape& shape, const AxisNames& names,
             const Element& element) {
  require_possible(layout, placement, shape);
  Draft draft{layout, Indices(shape.sizes()), {}, element, page_of(layout), {}};
  for (int axis = 0; axis < shape.rank(); ++axis) {
    draft.names.emplace_back(names[axis]);
  }
  const bool is_spread =
      !std::holds_alternative<std::monostate>(placement.spread);
  Digits out;
  if (!is_spread && !is_split(placement)) {
    out = lower(layout, shape, names, element);
  } else if (std::ranges::find(draft.sizes, 0) != draft.sizes.end()) {
    out = place_nothing(std::move(draft), placement);
  } else {
    if (is_split(placement)) place_ranks(draft, *placement.ranks);
    place_spread(draft, placement);
    out = std::move(draft.digits);
  }
  if (placement.ranks && placement.ranks->mode == Ranks::Mode::replicated) {
    out.places.insert(out.places.begin(), {"rank", {}, placement.ranks->count});
  }
  return out;
}

}  // namespace ashlar
