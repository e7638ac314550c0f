// ruler.cc - asks both sides where the values of a loop lie.
#include "src/plan/ruler.h"

#include <algorithm>
#include <utility>

namespace ashlar {
namespace {

/// Loops of more values are not listed.
constexpr Index kMaxListed = Index{1} << 20;

bool is_even(const std::vector<Index>& at, Index step) {
  Index expected = 0;
  for (const Index offset : at) {
    if (offset != expected) return false;
    expected += step;
  }
  return true;
}

/// A list may turn out to be even.
void settle(Loop& loop) {
  loop.in_step = loop.in_at[1];
  loop.out_step = loop.out_at[1];
  loop.in_even = is_even(loop.in_at, loop.in_step);
  loop.out_even = is_even(loop.out_at, loop.out_step);
  if (!loop.in_even || !loop.out_even) return;
  loop.in_at.clear();
  loop.out_at.clear();
}

void reserve(Loop& loop) {
  loop.in_at.reserve(static_cast<std::size_t>(loop.count));
  loop.out_at.reserve(static_cast<std::size_t>(loop.count));
}

/// Counts through the dims of a loop, the last of them fastest.
class Odometer {
 public:
  Odometer(const Loop& loop, const std::vector<FusedAxis>& axes, int rank)
      : index_(Indices::filled(rank, 0)) {
    for (const Dim& dim : loop.dims) {
      // Axes that mix are alone.
      const FusedAxis& axis = axes[static_cast<std::size_t>(dim.axis)];
      wheels_.push_back({axis.axes[0], axis.room, dim.step, dim.count, 0});
    }
  }

  /// In the shape, if it is inside.
  const Index* index() const { return index_.data(); }
  Index at(std::size_t dim) const { return wheels_[dim].at; }

  bool has_room() const {
    return std::all_of(wheels_.begin(), wheels_.end(), [&](const Wheel& wheel) {
      return index_[wheel.axis] < wheel.room;
    });
  }

  void advance() {
    for (std::size_t i = wheels_.size(); i-- > 0;) {
      Wheel& wheel = wheels_[i];
      index_[wheel.axis] += wheel.step;
      if (++wheel.at < wheel.count) return;
      index_[wheel.axis] -= wheel.count * wheel.step;
      wheel.at = 0;
    }
  }

 private:
  struct Wheel {
    int axis;
    Index room;
    Index step;
    Index count;
    Index at;
  };

  std::vector<Wheel> wheels_;
  Indices index_;
};

}  // namespace

/// What is outside of a ragged axis is not used.
Ruler::Offsets Ruler::offsets(const Indices& index) const {
  if (!has_room(loops_.axes, index)) return {};
  const Indices full = unfused(loops_.axes, index.data(), in_.rank());
  return {in_.at(full.data()) - loops_.in_start,
          out_.at(full.data()) - loops_.out_start};
}

Loop Ruler::even(Loop loop) const {
  const Offsets one = offsets(index_of(loop, 1, rank()));
  loop.in_step = one.in;
  loop.out_step = one.out;
  return loop;
}

Loop Ruler::uneven(Loop loop) const {
  if (loop.count > kMaxListed) {
    loop = even(std::move(loop));
    loop.in_even = loop.out_even = false;
    return loop;
  }
  list(loop);
  settle(loop);
  return loop;
}

std::vector<Loop> Ruler::grouped(Loop loop, const Mixes& mixes) const {
  if (loop.count > kMaxListed) return {uneven(std::move(loop))};
  std::vector<Loop> parts;
  for (const Dim& dim : loop.dims) {
    Loop part;
    part.dims = {dim};
    part.count = dim.count;
    list(part);
    parts.push_back(std::move(part));
  }
  if (!list(loop, parts, mixes)) return {std::move(loop)};
  for (Loop& part : parts) settle(part);
  return parts;
}

void Ruler::list(Loop& loop) const {
  const Dim& dim = loop.dims[0];
  Indices index = Indices::filled(rank(), 0);
  reserve(loop);
  for (Index k = 0; k < loop.count; ++k, index[dim.axis] += dim.step) {
    const Offsets at = offsets(index);
    loop.in_at.push_back(at.in);
    loop.out_at.push_back(at.out);
  }
}

/// Lists all values; true if they are sums of what the dims alone add, as with
/// joins that change nothing. So must be those of padding that may be written.
bool Ruler::list(Loop& loop, const std::vector<Loop>& parts,
                 const Mixes& mixes) const {
  Odometer odometer(loop, loops_.axes, in_.rank());
  bool adds_up = true;
  reserve(loop);
  for (Index k = 0; k < loop.count; ++k, odometer.advance()) {
    Offsets at;
    if (odometer.has_room()) {
      Offsets sum;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto digit = static_cast<std::size_t>(odometer.at(i));
        sum.in += parts[i].in_at[digit];
        sum.out += parts[i].out_at[digit];
      }
      at = sum;
      if (mixes.in) at.in = in_.at(odometer.index()) - loops_.in_start;
      if (mixes.out) at.out = out_.at(odometer.index()) - loops_.out_start;
      adds_up = adds_up && at == sum;
    }
    loop.in_at.push_back(at.in);
    loop.out_at.push_back(at.out);
  }
  loop.in_step = loop.in_at[1];
  loop.out_step = loop.out_at[1];
  loop.in_even = loop.out_even = false;
  return adds_up;
}

}  // namespace ashlar
