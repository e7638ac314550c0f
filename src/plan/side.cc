// side.cc - the digits of a bound layout, and which axes they stand on.
#include "src/plan/side.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "src/base/checked.h"

namespace ashlar {
namespace {

bool is_replicated(const Unit& unit) { return unit.digit < 0; }

std::optional<Index> least_multiple(Index a, Index b) {
  return try_multiply(a / std::gcd(a, b), b);
}

/// Whether a digit is an XOR that all of a source above some value takes part
/// in.
bool has_xor_of(std::span<const Digit> digits, const Digit& digit,
                std::uint8_t source) {
  const auto is_all = [&](const Digit& each) {
    return each.source == source && !each.wraps;
  };
  bool takes_part = digit.xor_count > 0 && is_all(digit);
  for (std::size_t k = 0; k < digit.xor_count; ++k) {
    takes_part = takes_part || is_all(digits[digit.xors[k]]);
  }
  return takes_part;
}

/// Steps of a join's value that change none of its digits but the highest, and
/// that one evenly. 0 if there are none to be found.
Index join_period(const BoundLayout& layout, std::uint8_t source) {
  const auto digits = layout.digits();
  for (const Join& join : layout.joins()) {
    const bool is_own = &join - layout.joins().data() == source - kMaxRank;
    for (const Digit& digit : digits.subspan(join.first, join.count)) {
      if (digit.source == source || (is_own && digit.xor_count > 0)) return 0;
    }
  }
  Index period = 1;
  for (const Digit& digit : digits) {
    if (has_xor_of(digits, digit, source)) return 0;
    if (digit.source != source) continue;
    const auto end =
        try_multiply(digit.div, digit.wraps ? digit.radix : Index{1});
    const auto both = end ? least_multiple(period, *end) : end;
    if (!both) return 0;
    period = *both;
  }
  return period;
}

}  // namespace

Side::Side(const BoundLayout& layout)
    : sizes_(layout.shape().sizes()),
      begin_(Indices::filled(layout.shape().rank(), 0)),
      axis_of_(begin_) {
  std::iota(axis_of_.begin(), axis_of_.end(), 0);
  set_layout(layout);
}

Side::Side(const View& view)
    : sizes_(view.shape().sizes()),
      begin_(Indices::filled(view.shape().rank(), 0)),
      axis_of_(begin_) {
  for (int axis = 0; axis < rank(); ++axis) {
    const auto of_tensor = static_cast<int>(view.order()[axis]);
    begin_[axis] = view.begin()[of_tensor];
    axis_of_[of_tensor] = axis;
  }
  if (view.array() != nullptr) {
    set_array(*view.array());
  } else {
    set_layout(ashlar::bind(*view.spec()));
  }
}

void Side::set_layout(const BoundLayout& layout) {
  written_ = std::make_shared<const BoundLayout>(layout);
  layout_ = std::make_shared<const BoundLayout>(canonical(layout));
  element_bits_ = layout.element_bits();
  unit_bytes_ = layout_->bytes_per_unit();
  unit_count_ = layout_->unit_total();
  for (int field = layout_->data_field(); field >= 0;
       field = layout_->fields()[static_cast<std::size_t>(field)].parent) {
    const Field& part = layout_->fields()[static_cast<std::size_t>(field)];
    start_ += part.bit_offset;
    for (int digit = part.first; digit < part.first + part.count; ++digit) {
      const Digit& d = layout_->digits()[static_cast<std::size_t>(digit)];
      add_term(digit, d.stride, Units::together);
    }
  }
  Index stride = unit_bytes_ * unit_count_ * 8;
  for (const Unit& unit : layout_->units()) {
    stride /= std::max<Index>(unit.extent, 1);
    if (is_replicated(unit)) {
      copies_ *= unit.extent;
    } else {
      add_term(unit.digit, stride, Units::apart);
    }
  }
  add_joins();
}

int Side::source(int axis) const {
  const auto at = std::ranges::find(axis_of_, axis);
  return static_cast<int>(at - axis_of_.begin());
}

int Side::source_of(const Digit& digit) const {
  return digit.source < kMaxRank ? static_cast<int>(axis_of_[digit.source])
                                 : digit.source;
}

/// The terms of a join only use axes and joins with lower numbers.
void Side::add_joins() {
  for (const Join& join : layout_->joins()) {
    std::vector<Part>& parts = joins_.emplace_back();
    for (const Digit& digit :
         layout_->digits().subspan(join.first, join.count)) {
      has_xors_ = has_xors_ || digit.xor_count > 0;
      if (digit.source == kNoSource) continue;
      parts.push_back({source_of(digit), digit});
    }
  }
}

void Side::set_array(const StridedArray& array) {
  element_bits_ = array.format.bits();
  if (array.shape.volume() == 0) return;
  start_ = array.offset * element_bits_;
  Index last = array.offset;
  for (int axis = 0; axis < rank(); ++axis) {
    Digit digit;
    digit.stride = array.steps[axis] * element_bits_;
    parts_.push_back({axis, digit});
    terms_.push_back({{{axis, 1, sizes_[axis]}}});
    steps_[static_cast<std::size_t>(axis)] = digit.stride;
    last += std::max<Index>(array.steps[axis], 0) * (sizes_[axis] - 1);
  }
  unit_bytes_ = (last + 1) * element_bits_ / 8;
}

void Side::add_term(int digit, Index stride, Units units) {
  Term term;
  collect(digit, Digit{}, term.digits);
  if (term.digits.empty()) return;
  Digit top = layout_->digits()[static_cast<std::size_t>(digit)];
  term.is_mixed = top.source >= kMaxRank || top.xor_count > 0;
  // Digits that begin anew after three values, say, change all bits then.
  const auto has_bits = [](const Digit& each) {
    return each.source < kMaxRank &&
           (!each.wraps || is_power_of_two(each.radix));
  };
  term.is_xor = top.xor_count > 0 && has_bits(top);
  for (std::size_t k = 0; k < top.xor_count; ++k) {
    term.is_xor = term.is_xor && has_bits(layout_->digits()[top.xors[k]]);
  }
  // Padding counts as well: an XOR puts it between elements.
  if (term.is_xor && !top.wraps) term.digits.back().radix = top.alloc;
  term.is_unit = units == Units::apart;
  has_xors_ = has_xors_ || top.xor_count > 0;
  for (const AxisDigit& part : term.digits) {
    const auto axis = static_cast<std::size_t>(part.axis);
    const bool is_straight = !term.is_mixed && !term.is_unit && top.div == 1 &&
                             !top.wraps && !is_seen_[axis];
    steps_[axis] = is_straight ? std::optional(stride) : std::nullopt;
    is_seen_[axis] = true;
  }
  top.stride = stride;
  if (top.xor_count == 0) parts_.push_back({source_of(top), top});
  terms_.push_back(std::move(term));
}

void Side::collect(int digit, const Digit& of,
                   std::vector<AxisDigit>& out) const {
  const Digit& d = layout_->digits()[static_cast<std::size_t>(digit)];
  // The other digits take part as they are before their own XORs.
  for (std::size_t k = 0; k < d.xor_count; ++k) {
    collect_plain(layout_->digits()[d.xors[k]], Digit{}, out);
  }
  collect_plain(d, d.xor_count > 0 ? Digit{} : of, out);
}

/// The digit `of` of a digit, or all of it where that is no digit of the axis.
void Side::collect_plain(const Digit& d, const Digit& of,
                         std::vector<AxisDigit>& out) const {
  if (d.source == kNoSource) return;
  Digit part = d;
  const auto div = try_multiply(d.div, of.div);
  if (div && (!d.wraps || d.radix % of.div == 0)) {
    part.div = *div;
    part.radix = div_up(d.radix, of.div);
    if (of.wraps && of.radix < part.radix) part.radix = of.radix;
  }
  if (d.source < kMaxRank) {
    const auto axis = static_cast<int>(axis_of_[d.source]);
    out.push_back({axis, part.div, part.radix});
    return;
  }
  const Join& join = layout_->joins()[d.source - kMaxRank];
  part.wraps = true;
  const Index period = join_period(*layout_, d.source);
  for (int i = 0; i < join.count; ++i) {
    // Alone in its join, a digit is divided further.
    collect(join.first + i, join.count == 1 ? part : Digit{}, out);
    const Digit& of_join =
        layout_->digits()[static_cast<std::size_t>(join.first + i)];
    if (period == 0 || of_join.source >= kMaxRank) continue;
    // Here it begins to count whole periods.
    const Index steps = period / std::gcd(period, of_join.stride);
    out.back().period = try_multiply(of_join.div, steps).value_or(0);
  }
}

Index Side::at(const Index* index) const {
  if (has_xors_) return xored_at(index);
  std::array<Index, kMaxRank + kMaxJoins> values;
  for (int axis = 0; axis < rank(); ++axis) {
    values[static_cast<std::size_t>(axis)] = index[axis] + begin_[axis];
  }
  const auto sum = [&](const std::vector<Part>& parts) {
    Index out = 0;
    for (const auto& [source, digit] : parts) {
      Index value = values[static_cast<std::size_t>(source)];
      value =
          digit.div_shift >= 0 ? value >> digit.div_shift : value / digit.div;
      if (digit.wraps) {
        value = digit.mask_bits >= 0 ? value & (digit.radix - 1)
                                     : value % digit.radix;
      }
      out += value * digit.stride;
    }
    return out;
  };
  for (std::size_t i = 0; i < joins_.size(); ++i) {
    values[kMaxRank + i] = sum(joins_[i]);
  }
  return start_ + sum(parts_);
}

Index Side::xored_at(const Index* index) const {
  Index full[kMaxRank];
  for (int axis = 0; axis < rank(); ++axis) {
    const auto own = static_cast<int>(axis_of_[axis]);
    full[axis] = index[own] + begin_[own];
  }
  const Position position =
      layout_->position_unchecked(full, layout_->data_field());
  Index unit = 0;
  for (std::size_t i = 0; i < layout_->units().size(); ++i) {
    unit = unit * layout_->units()[i].extent + position.unit[i];
  }
  return unit * unit_bytes_ * 8 + position.bit;
}

Index Side::copy_unit(Index copy) const {
  Index unit = 0;
  Index rest = copies_;
  if (layout_ == nullptr) return 0;
  for (const Unit& each : layout_->units()) {
    unit *= each.extent;
    if (!is_replicated(each)) continue;
    rest /= each.extent;
    unit += copy / rest % each.extent;
  }
  return unit;
}

bool Side::is_one_axis(int outer, int inner) const {
  const auto& high = steps_[static_cast<std::size_t>(outer)];
  const auto& low = steps_[static_cast<std::size_t>(inner)];
  return high && low && try_multiply(*low, sizes_[inner]) == high;
}

}  // namespace ashlar
