// physical.cc - memory as it is, slot by slot.
#include "src/tensor/physical.h"

#include <algorithm>

#include "ashlar/tensor_view.h"
#include "src/base/require.h"
#include "src/tensor/form.h"
#include "src/tensor/rewrite.h"
#include "src/tensor/transfer.h"

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "tensor";

void require_slots(const Tensor& tensor) {
  require(tensor.layout().fields().size() == 1, ErrorKind::unsupported, kWhere,
          to_string(tensor.spec()),
          " has fields of several formats, which are no slots of one tensor");
}

/// Units as axes in front, slots behind them.
Spec physical_spec(const Tensor& tensor) {
  const BoundLayout& layout = tensor.layout();
  Spec spec;
  spec.format = tensor.format();
  spec.placement.memory = tensor.spec().placement.memory;
  Digits digits;
  Indices sizes;
  const auto next = [&](Index size) {
    sizes.push_back(size);
    return term_of(default_name(sizes.size() - 1));
  };
  int most = kMaxRank;
  for (const Unit& unit : layout.units()) {
    PlaceText place{std::string(unit.name.view()), {}, 0};
    if (unit.digit < 0) {
      place.copies = unit.extent;
    } else {
      place.term = next(unit.extent);
      --most;
    }
    digits.places.push_back(place);
  }
  for (const Index count : slot_counts(layout, most)) {
    digits.memory.terms.push_back(next(count));
  }
  spec.shape = Shape(sizes);
  if (!layout.units().empty()) spec.layout = digits;
  return spec;
}

}  // namespace

Indices slot_counts(const BoundLayout& layout, int most) {
  const auto digits = layout.digits(layout.fields()[0]);
  const int skipped = std::max(0, static_cast<int>(digits.size()) - most);
  Index joined = 1;
  Indices out;
  for (int i = 0; i < static_cast<int>(digits.size()); ++i) {
    joined *= digits[static_cast<std::size_t>(i)].alloc;
    if (i < skipped) continue;
    out.push_back(joined);
    joined = 1;
  }
  return out;
}

Index unit_number(const BoundLayout& layout, const Indices& unit) {
  const auto units = layout.units();
  require(unit.size() == static_cast<int>(units.size()), ErrorKind::invalid,
          kWhere, "the coordinate of a unit has ", unit.size(),
          " numbers, expected ", units.size());
  Index number = 0;
  for (int i = 0; i < unit.size(); ++i) {
    const Unit& each = units[static_cast<std::size_t>(i)];
    require(unit[i] >= 0 && unit[i] < each.extent, ErrorKind::invalid, kWhere,
            each.name.view(), '=', unit[i], " is not in 0 .. ",
            each.extent - 1);
    number = number * each.extent + unit[i];
  }
  return number;
}

Tensor physical(const Tensor& tensor) {
  require_slots(tensor);
  const Spec spec = physical_spec(tensor);
  const BoundLayout layout = bind(spec);
  require(layout.bytes() == tensor.bytes(), ErrorKind::bug, kWhere,
          to_string(tensor.spec()), " has become ", to_string(spec));
  return TensorAccess::make(spec, layout, tensor.storage(), nullptr,
                            TensorAccess::form(tensor).around);
}

Tensor unit_memory(const Tensor& tensor, const Indices& unit) {
  require_slots(tensor);
  const BoundLayout& layout = tensor.layout();
  const Index number = unit_number(layout, unit);
  const Index size = layout.bytes_per_unit();
  Spec spec;
  spec.shape = Shape(slot_counts(layout, kMaxRank));
  spec.format = tensor.format();
  if (tensor.storage().kind() != Storage::Kind::device) {
    return TensorAccess::make(spec, bind(spec),
                              tensor.storage().part(number * size, size),
                              nullptr, TensorAccess::form(tensor).around);
  }
  Tensor out = empty(spec);
  transfer_unit(tensor.storage(), number, layout.unit_total(), out.storage());
  return out;
}

}  // namespace ashlar
