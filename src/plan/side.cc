// side.cc - the digits of a bound layout, and which axes they stand on.
#include "src/plan/side.h"

#include <algorithm>

namespace ashlar {
namespace {

constexpr int kSeveral = -2;

bool is_replicated(const Unit& unit) { return unit.digit < 0; }

}  // namespace

Side::Side(const BoundLayout& layout)
    : layout_(canonical(layout)),
      plain_(static_cast<std::size_t>(layout.shape().rank()), -1) {
  for (int field = layout_.data_field(); field >= 0;
       field = layout_.fields()[static_cast<std::size_t>(field)].parent) {
    const Field& part = layout_.fields()[static_cast<std::size_t>(field)];
    for (int i = 0; i < part.count; ++i) {
      add_term(part.first + i, Place::memory);
    }
  }
  for (const Unit& unit : layout_.units()) {
    if (is_replicated(unit)) {
      copies_ *= unit.extent;
    } else {
      add_term(unit.digit, Place::unit);
    }
  }
}

void Side::add_term(int digit, Place place) {
  Term term;
  collect(digit, 1, term.digits);
  if (term.digits.empty()) return;
  const Digit& top = layout_.digits()[static_cast<std::size_t>(digit)];
  const bool is_plain = top.source < kMaxRank && top.xor_count == 0;
  term.is_mixed = !is_plain;
  for (const AxisDigit& part : term.digits) {
    int& only = plain_[static_cast<std::size_t>(part.axis)];
    const bool is_only = only == -1 && is_plain && place == Place::memory;
    only = is_only ? digit : kSeveral;
  }
  terms_.push_back(std::move(term));
}

void Side::collect(int digit, Index div, std::vector<AxisDigit>& out) const {
  const Digit& d = layout_.digits()[static_cast<std::size_t>(digit)];
  // The other digits take part as they are before their own XORs.
  for (std::size_t k = 0; k < d.xor_count; ++k) {
    collect_plain(layout_.digits()[d.xors[k]], 1, out);
  }
  collect_plain(d, div, out);
}

void Side::collect_plain(const Digit& d, Index div,
                         std::vector<AxisDigit>& out) const {
  if (d.source == kNoSource) return;
  if (d.source < kMaxRank) {
    out.push_back({d.source, d.div * div, d.radix});
    return;
  }
  const Join& join = layout_.joins()[d.source - kMaxRank];
  for (int i = 0; i < join.count; ++i) {
    // Alone in its join, a digit is divided further.
    collect(join.first + i, join.count == 1 ? d.div * div : 1, out);
  }
}

Index Side::at(const Index* index) const {
  const Position position =
      layout_.position_unchecked(index, layout_.data_field());
  Index unit = 0;
  for (std::size_t i = 0; i < layout_.units().size(); ++i) {
    unit = unit * layout_.units()[i].extent + position.unit[i];
  }
  return unit * layout_.bytes_per_unit() * 8 + position.bit;
}

Index Side::copy_at(Index copy) const {
  Index unit = 0;
  Index rest = copies_;
  for (const Unit& each : layout_.units()) {
    unit *= each.extent;
    if (!is_replicated(each)) continue;
    rest /= each.extent;
    unit += copy / rest % each.extent;
  }
  return unit * layout_.bytes_per_unit() * 8;
}

bool Side::is_one_axis(int outer, int inner) const {
  const int a = plain_[static_cast<std::size_t>(outer)];
  const int b = plain_[static_cast<std::size_t>(inner)];
  if (a < 0 || b < 0) return false;
  const Digit& high = layout_.digits()[static_cast<std::size_t>(a)];
  const Digit& low = layout_.digits()[static_cast<std::size_t>(b)];
  const Index size = layout_.shape()[inner];
  return high.div == 1 && low.div == 1 &&
         high.radix >= layout_.shape()[outer] && low.radix >= size &&
         high.stride == low.stride * size;
}

}  // namespace ashlar
