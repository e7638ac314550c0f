// refine.cc - cuts of each axis that suit both layouts, and what lies between.
#include "src/plan/refine.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "src/base/checked.h"

namespace ashlar {
namespace {

/// Loops of more values are not listed.
constexpr Index kMaxListed = Index{1} << 20;

class Refiner {
 public:
  Refiner(const Side& in, const Side& out)
      : in_(in), out_(out), rank_(in.layout().shape().rank()) {}

  Refined run() {
    fuse_axes();
    const Indices origin = Indices::filled(rank_, 0);
    out_of_.in_start = in_.at(origin.data());
    out_of_.out_start = out_.at(origin.data());
    for (int axis = 0; axis < fused_rank(); ++axis) cut(axis);
    group();
    for (Loop& loop : out_of_.loops) measure(loop);
    split_independent();
    return std::move(out_of_);
  }

 private:
  int fused_rank() const { return static_cast<int>(out_of_.axes.size()); }

  void fuse_axes() {
    for (int axis = 0; axis < rank_; ++axis) {
      const Index size = in_.layout().shape()[axis];
      out_of_.axes.push_back({{axis}, {size}, size});
    }
    // Only neighbours in the shape; each of them plain on both sides.
    for (std::size_t i = 0; i + 1 < out_of_.axes.size();) {
      FusedAxis& high = out_of_.axes[i];
      const FusedAxis& low = out_of_.axes[i + 1];
      const auto is_one = [&](const Side& side) {
        return side.is_one_axis(high.axes.back(), low.axes.front());
      };
      if (!is_one(in_) || !is_one(out_)) {
        ++i;
        continue;
      }
      high.axes.insert(high.axes.end(), low.axes.begin(), low.axes.end());
      high.sizes.insert(high.sizes.end(), low.sizes.begin(), low.sizes.end());
      high.size = checked_multiply(high.size, low.size, "the shape");
      out_of_.axes.erase(out_of_.axes.begin() + static_cast<int>(i) + 1);
    }
    fused_of_.resize(static_cast<std::size_t>(rank_));
    for (int axis = 0; axis < fused_rank(); ++axis) {
      for (const int part : fused(axis).axes) {
        fused_of_[static_cast<std::size_t>(part)] = axis;
      }
    }
  }

  const FusedAxis& fused(int axis) const {
    return out_of_.axes[static_cast<std::size_t>(axis)];
  }

  template <class Visit>
  void for_each_term(Visit visit) const {
    for (const Side* side : {&in_, &out_}) {
      for (const Term& term : side->terms()) visit(term);
    }
  }

  /// Where digits of the axis begin and end on either side.
  std::vector<Index> bounds(int axis) const {
    std::vector<Index> out;
    if (fused(axis).axes.size() > 1) return out;
    for_each_term([&](const Term& term) {
      for (const AxisDigit& digit : term.digits) {
        if (fused_of_[static_cast<std::size_t>(digit.axis)] != axis) continue;
        out.push_back(digit.div);
        if (const auto end = try_multiply(digit.div, digit.radix)) {
          out.push_back(*end);
        }
        if (term.is_mixed) add_powers(digit, term, out);
      }
    });
    // What lies beyond the end of the axis bounds nothing.
    std::erase_if(out, [&](Index b) { return b >= fused(axis).size; });
    return out;
  }

  /// An XOR with a narrow digit changes the low bits only: cut above them.
  static void add_powers(const AxisDigit& digit, const Term& term,
                         std::vector<Index>& out) {
    for (const AxisDigit& other : term.digits) {
      const Index power = static_cast<Index>(std::bit_ceil(
          static_cast<std::uint64_t>(std::max<Index>(other.radix, 1))));
      if (power < digit.radix && digit.radix % power == 0) {
        out.push_back(digit.div * power);
      }
    }
  }

  void cut(int axis) {
    const Index size = fused(axis).size;
    const std::vector<Index> between = bounds(axis);
    std::vector<Index> cuts = {1};
    for (const Index x : between) {
      for (const Index y : between) {
        const Index common = std::gcd(x, y);
        cuts.push_back(common);
        if (const auto both = try_multiply(x / common, y)) {
          cuts.push_back(*both);
        }
      }
    }
    std::erase_if(cuts, [&](Index c) {
      const auto fits = [c](Index b) { return c % b == 0 || b % c == 0; };
      return c >= size || !std::all_of(between.begin(), between.end(), fits);
    });
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      const Index count =
          i + 1 < cuts.size() ? cuts[i + 1] / cuts[i] : div_up(size, cuts[i]);
      if (count < 2) continue;
      Loop loop;
      loop.dims = {{axis, cuts[i], count}};
      loop.count = count;
      out_of_.loops.push_back(std::move(loop));
    }
  }

  /// Loops under one term of several axis digits go together.
  void group() {
    for_each_term([&](const Term& term) {
      if (!term.is_mixed) return;
      Loop together;
      together.dims.clear();
      std::vector<Loop> apart;
      for (Loop& loop : out_of_.loops) {
        if (!is_under(loop, term)) {
          apart.push_back(std::move(loop));
          continue;
        }
        together.dims.insert(together.dims.end(), loop.dims.begin(),
                             loop.dims.end());
        together.count =
            try_multiply(together.count, loop.count).value_or(kMaxListed + 1);
      }
      if (!together.dims.empty()) apart.push_back(std::move(together));
      out_of_.loops = std::move(apart);
    });
  }

  bool is_under(const Loop& loop, const Term& term) const {
    for (const Dim& dim : loop.dims) {
      for (const AxisDigit& digit : term.digits) {
        if (fused_of_[static_cast<std::size_t>(digit.axis)] != dim.axis) {
          continue;
        }
        const auto end = try_multiply(digit.div, digit.radix);
        const bool starts_below = !end || dim.step < *end;
        if (starts_below && dim.step * dim.count > digit.div) return true;
      }
    }
    return false;
  }

  struct Offsets {
    Index in;
    Index out;
  };

  /// What value number `k` of a loop adds.
  Offsets offsets(const Loop& loop, Index k) const {
    const Indices index = index_of(loop, k, fused_rank());
    // Ragged axes come to an end; what is outside is not used.
    if (!is_inside(out_of_.axes, index)) return {0, 0};
    const Indices full = unfused(out_of_.axes, index.data(), rank_);
    return {in_.at(full.data()) - out_of_.in_start,
            out_.at(full.data()) - out_of_.out_start};
  }

  void measure(Loop& loop) const {
    const Offsets one = offsets(loop, 1);
    loop.in_step = one.in;
    loop.out_step = one.out;
    if (loop.dims.size() == 1 && is_undivided(loop)) return;
    if (loop.count > kMaxListed) {
      loop.in_even = loop.out_even = false;
      return;
    }
    loop.in_even = loop.out_even = loop.dims.size() == 1;
    for (Index k = 0; k < loop.count; ++k) {
      const Offsets at = offsets(loop, k);
      loop.in_even = loop.in_even && at.in == k * one.in;
      loop.out_even = loop.out_even && at.out == k * one.out;
      loop.in_at.push_back(at.in);
      loop.out_at.push_back(at.out);
    }
    if (loop.is_even()) {
      loop.in_at.clear();
      loop.out_at.clear();
    }
  }

  /// A loop is even if no digit begins or ends inside of it.
  bool is_undivided(const Loop& loop) const {
    bool is_mixed = false;
    for_each_term([&](const Term& term) {
      is_mixed = is_mixed || (term.is_mixed && is_under(loop, term));
    });
    if (is_mixed) return false;
    const Dim& dim = loop.dims[0];
    const std::vector<Index> between = bounds(dim.axis);
    const Index end = dim.step * (dim.count - 1);
    return std::none_of(between.begin(), between.end(), [&](Index bound) {
      return bound > dim.step && bound <= end;
    });
  }

  /// Joins that change nothing leave loops that add up after all.
  void split_independent() {
    std::vector<Loop> loops;
    for (Loop& loop : out_of_.loops) {
      std::vector<Loop> parts = loop.dims.size() > 1 && loop.is_listed()
                                    ? independent_parts(loop)
                                    : std::vector<Loop>{};
      if (parts.empty()) {
        loops.push_back(std::move(loop));
      } else {
        for (Loop& part : parts) loops.push_back(std::move(part));
      }
    }
    out_of_.loops = std::move(loops);
  }

  /// The loop over each dim alone, if their offsets add up; else nothing.
  std::vector<Loop> independent_parts(const Loop& loop) const {
    std::vector<Loop> parts;
    for (const Dim& dim : loop.dims) {
      Loop part;
      part.dims = {dim};
      part.count = dim.count;
      for (Index k = 0; k < dim.count; ++k) {
        const Offsets at = offsets(part, k);
        part.in_at.push_back(at.in);
        part.out_at.push_back(at.out);
      }
      parts.push_back(std::move(part));
    }
    for (Index k = 0; k < loop.count; ++k) {
      Index rest = k;
      Index in = 0;
      Index out = 0;
      for (std::size_t i = parts.size(); i-- > 0;) {
        const auto digit = static_cast<std::size_t>(rest % parts[i].count);
        rest /= parts[i].count;
        in += parts[i].in_at[digit];
        out += parts[i].out_at[digit];
      }
      const auto at = static_cast<std::size_t>(k);
      const bool is_used =
          is_inside(out_of_.axes, index_of(loop, k, fused_rank()));
      if (is_used && (in != loop.in_at[at] || out != loop.out_at[at]))
        return {};
    }
    for (Loop& part : parts) {
      part.in_at.clear();
      part.out_at.clear();
      measure(part);
    }
    return parts;
  }

  const Side& in_;
  const Side& out_;
  int rank_;
  std::vector<int> fused_of_;
  Refined out_of_;
};

}  // namespace

Refined refine(const Side& in, const Side& out) {
  return Refiner(in, out).run();
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

Indices unfused(const std::vector<FusedAxis>& axes, const Index* index,
                int rank) {
  Indices out = Indices::filled(rank, 0);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    Index rest = index[i];
    for (std::size_t k = axes[i].axes.size(); k-- > 0;) {
      out[axes[i].axes[k]] = rest % axes[i].sizes[k];
      rest /= axes[i].sizes[k];
    }
  }
  return out;
}

}  // namespace ashlar
