// refine.cc - cuts of each axis that suit both sides, and what lies between.
#include "src/plan/refine.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "src/base/checked.h"
#include "src/plan/cuts.h"
#include "src/plan/room.h"
#include "src/plan/ruler.h"
#include "src/plan/xor_bits.h"

namespace ashlar {
namespace {

/// A count that does not fit into 64 bits; nobody counts so far.
constexpr Index kTooMany = std::numeric_limits<Index>::max();

class Refiner {
 public:
  Refiner(const Side& in, const Side& out, Gaps gaps)
      : in_(in), out_(out), gaps_(gaps), rank_(in.rank()) {}

  Refined run() {
    fuse_axes();
    const Indices origin = Indices::filled(rank_, 0);
    out_of_.in_start = in_.at(origin.data());
    out_of_.out_start = out_.at(origin.data());
    if (gaps_ == Gaps::free) find_room();
    find_bounds();
    for (int axis = 0; axis < fused_rank(); ++axis) cut(axis);
    group();
    std::vector<Loop> loops = std::move(out_of_.loops);
    out_of_.loops.clear();
    for (Loop& loop : loops) measure(std::move(loop));
    for (Loop& loop : out_of_.loops) mark_units(loop);
    return std::move(out_of_);
  }

 private:
  int fused_rank() const { return static_cast<int>(out_of_.axes.size()); }

  const FusedAxis& fused(int axis) const {
    return out_of_.axes[static_cast<std::size_t>(axis)];
  }

  const Side& side(std::size_t which) const { return which == 0 ? in_ : out_; }

  void fuse_axes() {
    std::vector<FusedAxis>& axes = out_of_.axes;
    for (int axis = 0; axis < rank_; ++axis) {
      const Index size = in_.size(axis);
      if (size > 1) axes.push_back({{axis}, {size}, size, size});
    }
    while (fuse_two()) {
    }
    fused_of_.fill(-1);
    for (int axis = 0; axis < fused_rank(); ++axis) {
      for (const int part : fused(axis).axes) {
        fused_of_[static_cast<std::size_t>(part)] = axis;
      }
    }
  }

  bool fuse_two() {
    std::vector<FusedAxis>& axes = out_of_.axes;
    for (FusedAxis& high : axes) {
      for (FusedAxis& low : axes) {
        const int outer = high.axes.back();
        const int inner = low.axes.front();
        if (&high == &low || !in_.is_one_axis(outer, inner) ||
            !out_.is_one_axis(outer, inner)) {
          continue;
        }
        high.axes.insert(high.axes.end(), low.axes.begin(), low.axes.end());
        high.sizes.insert(high.sizes.end(), low.sizes.begin(), low.sizes.end());
        high.size = checked_multiply(high.size, low.size, "the shape");
        high.room = high.size;
        axes.erase(axes.begin() + (&low - axes.data()));
        return true;
      }
    }
    return false;
  }

  void find_room() {
    for (FusedAxis& axis : out_of_.axes) {
      if (axis.axes.size() == 1) axis.room = room_of(out_, axis.axes[0]);
    }
  }

  /// Where digits of each axis begin and end on either side.
  void find_bounds() {
    bounds_.resize(out_of_.axes.size());
    for (std::size_t which = 0; which < 2; ++which) {
      for (int axis = 0; axis < fused_rank(); ++axis) {
        if (fused(axis).axes.size() > 1) continue;
        bounds(axis)[which].begin = side(which).begin(fused(axis).axes[0]);
      }
      for (const Term& term : side(which).terms()) {
        for (const AxisDigit& digit : term.digits) {
          add_bounds(which, term, digit);
        }
      }
    }
  }

  void add_bounds(std::size_t which, const Term& term, const AxisDigit& digit) {
    const int axis = fused_of_[static_cast<std::size_t>(digit.axis)];
    if (axis < 0 || fused(axis).axes.size() > 1) return;
    AxisBounds& on_side = bounds(axis)[which];
    const auto add = [&](std::optional<Index> bound) {
      if (!bound || *bound <= 1) return;
      if (!is_crossed(on_side.begin, fused(axis).size, *bound)) return;
      on_side.bounds.push_back(*bound);
    };
    add(digit.div);
    add(try_multiply(digit.div, digit.radix));
    if (!term.is_mixed) return;
    if (digit.period > 0) return add(digit.period);
    for (const Index power : powers_of_xor(term, digit, fused(axis).room)) {
      add(digit.div * power);
    }
  }

  std::array<AxisBounds, 2>& bounds(int axis) {
    return bounds_[static_cast<std::size_t>(axis)];
  }
  const std::array<AxisBounds, 2>& bounds(int axis) const {
    return bounds_[static_cast<std::size_t>(axis)];
  }

  void cut(int axis) {
    const Index size = fused(axis).size;
    const std::vector<Index> cuts = common_cuts(size, bounds(axis));
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      const Index count = i + 1 < cuts.size() ? cuts[i + 1] / cuts[i]
                                              : top_count(axis, cuts[i]);
      Loop loop;
      loop.dims = {{axis, cuts[i], count}};
      loop.count = count;
      out_of_.loops.push_back(std::move(loop));
    }
  }

  /// How many steps go to the end of an axis, or of the padding behind it.
  Index top_count(int axis, Index step) const {
    constexpr Index kShortRow = 12 * 8;  // bits
    const auto& [axes, sizes, size, room] = fused(axis);
    const Index count = div_up(size, step);
    const Index all = div_up(room, step);
    if (all == count || count < 2 || all * 2 > count * 3) return count;
    Indices index = Indices::filled(rank_, 0);
    index[axes[0]] = step;
    const Index apart = out_.at(index.data()) - out_of_.out_start;
    return apart * count < kShortRow ? all : count;
  }

  /// Whether only the end of the axis bounds it.
  bool is_top(const Dim& dim) const {
    return dim.step * dim.count >= fused(dim.axis).size;
  }

  /// Loops under one term of several axis digits go together.
  void group() {
    for (std::size_t which = 0; which < 2; ++which) {
      for (const Term& term : side(which).terms()) {
        if (term.is_mixed) group(which, term);
      }
    }
  }

  void group(std::size_t which, const Term& term) {
    struct Group {
      Loop together;
      std::uint64_t bits = 0;
    };
    std::vector<Group> groups;
    std::vector<Loop> apart;
    for (Loop& loop : out_of_.loops) {
      if (!is_under(loop, which, term, Change::uneven)) {
        apart.push_back(std::move(loop));
        continue;
      }
      // The loop, and all that changes a bit which it changes as well.
      const std::uint64_t bits = bits_under(loop, which, term);
      Group joined{std::move(loop), bits};
      std::erase_if(groups, [&](const Group& other) {
        if ((other.bits & joined.bits) == 0) return false;
        add_to(joined.together, other.together);
        joined.bits |= other.bits;
        return true;
      });
      groups.push_back(std::move(joined));
    }
    for (Group& each : groups) apart.push_back(std::move(each.together));
    out_of_.loops = std::move(apart);
  }

  static void add_to(Loop& loop, const Loop& other) {
    loop.dims.insert(loop.dims.begin(), other.dims.begin(), other.dims.end());
    loop.count = try_multiply(loop.count, other.count).value_or(kTooMany);
  }

  /// Bits of a term's value that a loop changes; of joins it may be any.
  std::uint64_t bits_under(const Loop& loop, std::size_t which,
                           const Term& term) const {
    if (!term.is_xor) return ~std::uint64_t{0};
    std::uint64_t bits = 0;
    for (const Dim& dim : loop.dims) {
      for (const AxisDigit& digit : term.digits) {
        if (!is_under(dim, which, digit)) continue;
        const Index begin = bounds(dim.axis)[which].begin;
        bits |= bits_of_xor(dim, digit, begin);
      }
    }
    return bits;
  }

  enum class Change {
    any,     ///< a loop changes the value of a term at all
    uneven,  ///< what it changes depends on other loops
  };

  bool is_under(const Loop& loop, std::size_t which, const Term& term,
                Change change) const {
    for (const Dim& dim : loop.dims) {
      for (const AxisDigit& digit : term.digits) {
        const bool is_free = change == Change::uneven && digit.period > 0 &&
                             dim.step % digit.period == 0;
        if (!is_free && is_under(dim, which, digit)) return true;
      }
    }
    return false;
  }

  bool is_under(const Dim& dim, std::size_t which,
                const AxisDigit& digit) const {
    if (fused_of_[static_cast<std::size_t>(digit.axis)] != dim.axis) {
      return false;
    }
    const auto end = try_multiply(digit.div, digit.radix);
    const Index begin = bounds(dim.axis)[which].begin;
    if ((end && dim.step >= *end) ||
        !is_crossed(begin, fused(dim.axis).size, digit.div)) {
      return false;
    }
    // One that starts between its own ends carries into the digit above.
    return is_top(dim) || dim.step * dim.count > digit.div ||
           begin % (dim.step * dim.count) != 0;
  }

  bool is_under_mixed(const Loop& loop, std::size_t which) const {
    const std::vector<Term>& terms = side(which).terms();
    return std::any_of(terms.begin(), terms.end(), [&](const Term& term) {
      return term.is_mixed && is_under(loop, which, term, Change::uneven);
    });
  }

  /// A loop is even if no digit begins or ends inside of it.
  bool is_undivided(const Loop& loop, std::size_t which) const {
    if (is_under_mixed(loop, which)) return false;
    const Dim& dim = loop.dims[0];
    const AxisBounds& on_side = bounds(dim.axis)[which];
    const bool is_whole =
        !is_top(dim) && on_side.begin % (dim.step * dim.count) == 0;
    return std::none_of(on_side.bounds.begin(), on_side.bounds.end(),
                        [&](Index bound) {
                          return bound > dim.step &&
                                 (!is_whole || bound < dim.step * dim.count);
                        });
  }

  /// Finds the offsets of a loop, and takes it apart if they add up.
  void measure(Loop loop) {
    const Ruler ruler(in_, out_, out_of_);
    if (loop.dims.size() == 1) {
      const bool is_even = is_undivided(loop, 0) && is_undivided(loop, 1);
      out_of_.loops.push_back(is_even ? ruler.even(std::move(loop))
                                      : ruler.uneven(std::move(loop)));
      return;
    }
    const Ruler::Mixes mixes = {is_under_mixed(loop, 0),
                                is_under_mixed(loop, 1)};
    for (Loop& part : ruler.grouped(std::move(loop), mixes)) {
      out_of_.loops.push_back(std::move(part));
    }
  }

  void mark_units(Loop& loop) const {
    for (std::size_t which = 0; which < 2; ++which) {
      if (side(which).units() == Units::together) continue;
      for (const Term& term : side(which).terms()) {
        loop.crosses_units =
            loop.crosses_units ||
            (term.is_unit && is_under(loop, which, term, Change::any));
      }
    }
  }

  const Side& in_;
  const Side& out_;
  Gaps gaps_;
  int rank_;
  std::array<int, kMaxRank> fused_of_ = {};  ///< -1: of size 1
  std::vector<std::array<AxisBounds, 2>> bounds_;
  Refined out_of_;
};

}  // namespace

Refined refine(const Side& in, const Side& out, Gaps gaps) {
  return Refiner(in, out, gaps).run();
}

Indices index_of(const Loop& loop, Index k, int rank) {
  Indices index = Indices::filled(rank, 0);
  for (std::size_t i = loop.dims.size(); i-- > 0;) {
    const Dim& dim = loop.dims[i];
    index[dim.axis] += k % dim.count * dim.step;
    k /= dim.count;
  }
  return index;
}

bool is_inside(const std::vector<FusedAxis>& axes, const Indices& index) {
  for (int axis = 0; axis < index.size(); ++axis) {
    if (index[axis] >= axes[static_cast<std::size_t>(axis)].size) return false;
  }
  return true;
}

bool has_room(const std::vector<FusedAxis>& axes, const Indices& index) {
  for (int axis = 0; axis < index.size(); ++axis) {
    if (index[axis] >= axes[static_cast<std::size_t>(axis)].room) return false;
  }
  return true;
}

Indices unfused(const std::vector<FusedAxis>& axes, const Index* index,
                int rank) {
  Indices out = Indices::filled(rank, 0);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    Index rest = index[i];
    for (std::size_t k = axes[i].axes.size(); k-- > 1;) {
      out[axes[i].axes[k]] = rest % axes[i].sizes[k];
      rest /= axes[i].sizes[k];
    }
    out[axes[i].axes[0]] = rest;  // the index is inside
  }
  return out;
}

}  // namespace ashlar
