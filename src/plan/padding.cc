// padding.cc - fixes digits one by one, outermost first, until it is clear
// whether anything of the tensor is there.
#include "src/plan/padding.h"

#include <algorithm>

namespace ashlar {

PaddingMap::PaddingMap(const BoundLayout& layout)
    : layout_(layout),
      levels_(layout.digits(layout.fields()[0])),
      slot_bits_(layout.bits_per_unit()),
      is_known_(layout.fields().size() == 1) {
  for (const Digit& digit : layout.digits()) {
    is_known_ = is_known_ && digit.xor_count == 0;
  }
  bool has_holes = false;
  for (std::size_t i = levels_.size(); i-- > 0;) {
    has_holes = has_holes || levels_[i].radix < levels_[i].alloc;
    has_holes_[i] = has_holes;
  }
  if (!levels_.empty() && levels_[0].stride > 0) {
    slots_ = levels_[0].alloc;
    slot_bits_ = levels_[0].stride;
  }
  count_sources();
}

void PaddingMap::count_sources() {
  for (int axis = 0; axis < layout_.shape().rank(); ++axis) {
    sizes_[static_cast<std::size_t>(axis)] = layout_.shape()[axis];
  }
  for (std::size_t i = 0; i < layout_.joins().size(); ++i) {
    const Join& join = layout_.joins()[i];
    sizes_[kMaxRank + i] = join.extent;
    for (const Digit& digit :
         layout_.digits().subspan(join.first, join.count)) {
      has_gaps_[i] = has_gaps_[i] || digit.radix < digit.alloc;
    }
  }
  for (const Digit& digit : layout_.digits()) {
    if (digit.source == kNoSource) continue;
    start_.open[digit.source] += (digit.radix - 1) * digit.div;
    if (digit.source >= kMaxRank) ++start_.left[digit.source - kMaxRank];
  }
}

/// False if the value is padding of the digit, or of a join that is known now.
bool PaddingMap::fix(State& state, int digit, Index value) const {
  const Digit& d = layout_.digits()[static_cast<std::size_t>(digit)];
  if (value >= d.radix) return false;
  if (d.source == kNoSource) return true;
  state.low[d.source] += value * d.div;
  state.open[d.source] -= (d.radix - 1) * d.div;
  if (d.source < kMaxRank) return true;
  const std::size_t join = d.source - std::size_t{kMaxRank};
  return --state.left[join] > 0 || fix_terms(state, join);
}

/// The value of a join is known, and so are its terms.
bool PaddingMap::fix_terms(State& state, std::size_t join) const {
  const Join& terms = layout_.joins()[join];
  Index value = state.low[kMaxRank + join];
  if (value >= terms.extent) return false;
  for (int i = terms.first; i < terms.first + terms.count; ++i) {
    const Index stride = layout_.digits()[static_cast<std::size_t>(i)].stride;
    if (!fix(state, i, value / stride)) return false;
    value %= stride;
  }
  return true;
}

bool PaddingMap::fix_unit(State& state, Index unit) const {
  const auto units = layout_.units();
  for (std::size_t i = units.size(); i-- > 0;) {
    const Index at = unit % units[i].extent;
    unit /= units[i].extent;
    if (units[i].digit >= 0 && !fix(state, units[i].digit, at)) return false;
  }
  return true;
}

bool PaddingMap::is_outside(const State& state) const {
  for (int axis = 0; axis < layout_.shape().rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    if (state.low[i] >= sizes_[i]) return true;
  }
  for (std::size_t i = kMaxRank; i < kMaxRank + layout_.joins().size(); ++i) {
    if (state.low[i] >= sizes_[i]) return true;
  }
  return false;
}

/// Whether a source other than `but` may still come out in its padding.
bool PaddingMap::is_open(const State& state, std::uint8_t but) const {
  const auto may_end = [&](std::size_t i) {
    return i != but && state.low[i] + state.open[i] >= sizes_[i];
  };
  for (int axis = 0; axis < layout_.shape().rank(); ++axis) {
    if (may_end(static_cast<std::size_t>(axis))) return true;
  }
  for (std::size_t i = 0; i < layout_.joins().size(); ++i) {
    const bool is_known = state.left[i] == 0 || kMaxRank + i == but;
    if (!is_known && (has_gaps_[i] || may_end(kMaxRank + i))) return true;
  }
  return false;
}

/// Of the slots of a level, those before `full` hold elements only, as far as
/// levels further in have no holes, and those from `used` on hold none.
PaddingMap::Parts PaddingMap::parts(const State& state,
                                    const Digit& digit) const {
  if (digit.source == kNoSource) {
    return {is_open(state, digit.source) ? 0 : digit.radix, digit.radix};
  }
  const std::size_t source = digit.source;
  const bool is_join = source >= kMaxRank;
  // The terms of a join that is complete then have to be asked.
  if (is_join && state.left[source - kMaxRank] == 1) return {0, digit.radix};
  // How many slots leave room for `taken` below the end of the source.
  const auto count = [&](Index taken) {
    const Index room = sizes_[source] - 1 - taken;
    return room < 0 ? 0 : std::min(digit.radix, room / digit.div + 1);
  };
  const Index others = state.open[source] - (digit.radix - 1) * digit.div;
  const bool has_gaps = is_join && has_gaps_[source - kMaxRank];
  const bool is_sure = !has_gaps && !is_open(state, digit.source);
  return {is_sure ? count(state.low[source] + others) : 0,
          count(state.low[source])};
}

/// Puts stretches together that touch each other.
class PaddingMap::Walk {
 public:
  Walk(const PaddingMap& map, Index most, const Visit& visit)
      : map_(map), most_(most), visit_(visit) {}

  /// Slots [first, last) of a level, of which slot 0 is at bit `at`.
  void run(std::size_t level, const State& state, Index at, Index first,
           Index last) {
    const Digit& digit = map_.levels_[level];
    const Parts parts = map_.parts(state, digit);
    const bool is_last = level + 1 == map_.levels_.size();
    const bool has_holes = !is_last && map_.has_holes_[level + 1];
    const Index begin = has_holes ? first : std::max(first, parts.full);
    const Index end = std::min(last, parts.used);
    for (Index slot = begin; slot < end; ++slot) {
      const Index start = at + slot * digit.stride;
      if (--most_ < 0) return add(start, at + last * digit.stride);
      State next = state;
      const int number =
          map_.layout_.fields()[0].first + static_cast<int>(level);
      if (!map_.fix(next, number, slot) || map_.is_outside(next)) {
        add(start, start + digit.stride);
      } else if (!is_last) {
        run(level + 1, next, start, 0, map_.levels_[level + 1].alloc);
      }
    }
    const Index rest = std::max(first, parts.used);
    if (rest < last) add(at + rest * digit.stride, at + last * digit.stride);
  }

  void add(Index begin, Index end) {
    if (begin != end_) {
      finish();
      begin_ = begin;
    }
    end_ = end;
  }

  void finish() {
    if (end_ > begin_) visit_(begin_, end_);
    begin_ = end_;
  }

 private:
  const PaddingMap& map_;
  Index most_;
  const Visit& visit_;
  Index begin_ = -1;
  Index end_ = -1;
};

void PaddingMap::for_each(Index unit, Index first, Index last, Index most,
                          const Visit& visit) const {
  State state = start_;
  if (!fix_unit(state, unit) || is_outside(state)) {
    if (first * slot_bits_ < last * slot_bits_) {
      visit(first * slot_bits_, last * slot_bits_);
    }
    return;
  }
  if (levels_.empty()) return;
  Walk walk(*this, most, visit);
  walk.run(0, state, 0, first, last);
  walk.finish();
}

}  // namespace ashlar
