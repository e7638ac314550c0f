// shard.cc - what one unit holds, and which unit holds what.
#include <algorithm>
#include <array>
#include <vector>

#include "ashlar/draw.h"
#include "ashlar/tensor_view.h"
#include "src/base/checked.h"
#include "src/base/require.h"
#include "src/tensor/form.h"
#include "src/tensor/physical.h"
#include "src/tensor/rewrite.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "tensor";

/// What digits are digits of: an axis or a join, and the part in one unit.
struct Source {
  std::uint8_t number = 0;
  int first_axis = 0;  ///< for the order
  Index extent = 1;
  Index begin = 0;
  Index size = 1;
};

[[noreturn]] void refuse_shard(const Tensor& tensor, const Indices& unit,
                               std::string_view reason) {
  Position at;
  std::copy(unit.begin(), unit.end(), at.unit.begin());
  refuse_tensor(concat("what ", unit_text(tensor.layout(), at), " holds of ",
                       to_string(tensor.spec()), " is no box: ", reason),
                "unit_memory(tensor, unit) is all of its memory");
}

int first_axis(const BoundLayout& layout, std::uint8_t source) {
  while (source >= kMaxRank) {
    const Join& join = layout.joins()[source - std::size_t{kMaxRank}];
    if (join.count == 0) return kMaxRank;
    source = layout.digits()[join.first].source;
    if (source == kNoSource) return kMaxRank;
  }
  return source;
}

/// In how many sources each axis is, by itself or in a join.
std::array<int, kMaxRank> uses_of(const BoundLayout& layout,
                                  const std::vector<Source>& sources) {
  std::array<int, kMaxRank> uses = {};
  const auto count = [&](auto&& self, std::uint8_t number) -> void {
    if (number == kNoSource) return;
    if (number < kMaxRank) {
      ++uses[number];
      return;
    }
    const Join& join = layout.joins()[number - std::size_t{kMaxRank}];
    for (std::size_t i = 0; i < join.count; ++i) {
      self(self, layout.digits()[join.first + i].source);
    }
  };
  for (const Source& source : sources) count(count, source.number);
  return uses;
}

/// Whether it is always zero.
bool is_gap(const Digit& digit) {
  return digit.source == kNoSource || digit.radix == 1;
}

/// Everything that digits of memory and units are digits of, in the order of
/// the axes.
std::vector<Source> sources_of(const BoundLayout& layout) {
  std::vector<Source> out;
  const auto add = [&](std::uint8_t number) {
    if (std::ranges::count(out, number, &Source::number) > 0) return;
    Source source;
    source.number = number;
    source.first_axis = first_axis(layout, number);
    source.extent = number < kMaxRank
                        ? layout.shape()[number]
                        : layout.joins()[number - std::size_t{kMaxRank}].extent;
    source.size = source.extent;
    out.push_back(source);
  };
  const auto add_digit = [&](const Digit& digit) {
    if (!is_gap(digit)) add(digit.source);
  };
  for (const Unit& unit : layout.units()) {
    if (unit.digit < 0) continue;
    add_digit(layout.digits()[static_cast<std::size_t>(unit.digit)]);
  }
  for (const Digit& digit : layout.digits(layout.fields()[0])) {
    add_digit(digit);
  }
  // Axes with one index need no digit.
  const auto uses = uses_of(layout, out);
  for (int axis = 0; axis < layout.shape().rank(); ++axis) {
    if (uses[static_cast<std::size_t>(axis)] > 0) continue;
    add(static_cast<std::uint8_t>(axis));
  }
  std::ranges::stable_sort(out, {}, &Source::first_axis);
  return out;
}

/// The stretch of a source that has these digits in its units. Nothing if it is
/// no stretch: if units take others than the highest digits.
bool cut(const BoundLayout& layout, const Indices& unit, Source& source) {
  struct Part {
    Index div = 1;
    Index radix = 1;
    Index value = 0;
  };
  std::vector<Part> parts;
  for (int u = 0; u < unit.size(); ++u) {
    const int number = layout.units()[static_cast<std::size_t>(u)].digit;
    if (number < 0) continue;
    const Digit& digit = layout.digits()[static_cast<std::size_t>(number)];
    if (digit.xor_count > 0) return false;
    if (digit.source == source.number) {
      parts.push_back({digit.div, digit.radix, unit[u]});
    }
  }
  std::ranges::sort(parts, std::ranges::greater(), &Part::div);
  Index reach = source.extent;
  for (const Part& part : parts) {
    if (div_up(reach, part.div) > part.radix) return false;
    source.begin += part.value * part.div;
    reach = std::min(reach, part.div);
  }
  source.size = std::clamp<Index>(source.extent - source.begin, 0, reach);
  return true;
}

/// The memory of a unit with other axes.
Spec shard_spec(const Spec& shape, const BoundLayout& layout,
                const std::vector<Source>& sources) {
  Digits digits;
  for (const Digit& digit : layout.digits(layout.fields()[0])) {
    if (is_gap(digit)) {
      digits.memory.terms.push_back(term_of("0", 1, 0, digit.alloc));
      continue;
    }
    const auto at = std::ranges::find(sources, digit.source, &Source::number);
    const auto axis = static_cast<int>(at - sources.begin());
    const Index alloc = digit.alloc == digit.radix ? 0 : digit.alloc;
    digits.memory.terms.push_back(
        term_of(default_name(axis), digit.div, digit.radix, alloc));
  }
  return spec_with(shape, shape.shape, {}, digits);
}

bool has_xor(const BoundLayout& layout) {
  return std::ranges::any_of(layout.digits(),
                             [](const Digit& d) { return d.xor_count > 0; });
}

/// Whether the unit is one of more than there are shards for, so that no digit
/// reaches it.
bool is_idle(const BoundLayout& layout, const Indices& unit) {
  for (int u = 0; u < unit.size(); ++u) {
    const int number = layout.units()[static_cast<std::size_t>(u)].digit;
    if (number < 0) continue;
    const Digit& digit = layout.digits()[static_cast<std::size_t>(number)];
    if (unit[u] >= digit.radix) return true;
  }
  return false;
}

/// The box that a unit holds.
std::vector<Source> box_of(const Tensor& tensor, const BoundLayout& layout,
                           const Indices& unit) {
  if (layout.fields().size() != 1 || has_xor(layout)) {
    refuse_shard(tensor, unit, "its slots are fields, or swizzled");
  }
  std::vector<Source> sources = sources_of(layout);
  const auto is_torn = [](int uses) { return uses > 1; };
  bool is_box = std::ranges::none_of(uses_of(layout, sources), is_torn);
  for (Source& source : sources) is_box = is_box && cut(layout, unit, source);
  if (!is_box) {
    refuse_shard(tensor, unit, "its pages come from all over the tensor");
  }
  if (is_idle(layout, unit)) {
    if (sources.empty()) refuse_shard(tensor, unit, "there is nothing");
    sources.front().size = 0;
  }
  return sources;
}

}  // namespace

Tensor shard(const Tensor& tensor, const Indices& unit) {
  // Names for single digits are joins, too, and stand in the way.
  const BoundLayout layout = tensor.layout().joins().empty()
                                 ? tensor.layout()
                                 : canonical(tensor.layout());
  unit_number(layout, unit);  // checks it
  const std::vector<Source> box = box_of(tensor, layout, unit);
  Spec spec;
  spec.format = tensor.format();
  Indices sizes;
  for (const Source& source : box) sizes.push_back(source.size);
  spec.shape = Shape(sizes);
  if (spec.shape.volume() == 0) return empty(spec);
  spec = shard_spec(spec, layout, box);
  const Tensor memory = unit_memory(tensor, unit);
  const BoundLayout bound = bind(spec);
  require(bound.bytes() == memory.bytes(), ErrorKind::bug, kWhere,
          "a shard of ", to_string(tensor.spec()), " has become ",
          to_string(spec));
  return TensorAccess::make(spec, bound, memory.storage(), nullptr,
                            TensorAccess::form(memory).around);
}

CoreCoord core_of(const Tensor& tensor, const Indices& index) {
  const BoundLayout& layout = tensor.layout();
  const Position at = layout.position(index);
  CoreCoord written;
  int found = 0;
  for (std::size_t u = 0; u < layout.units().size(); ++u) {
    const std::string_view name = layout.units()[u].name.view();
    if (name != "core" && name != "core.y" && name != "core.x") continue;
    (name == "core.y" ? written.y : written.x) = at.unit[u];
    ++found;
  }
  require(found > 0, ErrorKind::invalid, kWhere, to_string(tensor.spec()),
          " is not on cores");
  const auto* sharded = std::get_if<Sharded>(&tensor.spec().placement.spread);
  if (sharded == nullptr) return written;
  return core_of(*sharded, found == 1 ? Indices{written.x}
                                      : Indices{written.y, written.x});
}

}  // namespace ashlar
