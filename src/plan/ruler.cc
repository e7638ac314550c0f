// ruler.cc - asks both sides where the values of a loop lie.
#include "src/plan/ruler.h"

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

/// The next value of several dims, the last of them fastest.
void advance(const Loop& loop, std::vector<Index>& digits, Indices& index) {
  for (std::size_t i = digits.size(); i-- > 0;) {
    const Dim& dim = loop.dims[i];
    index[dim.axis] += dim.step;
    if (++digits[i] < dim.count) return;
    index[dim.axis] -= dim.count * dim.step;
    digits[i] = 0;
  }
}

}  // namespace

/// What is outside of a ragged axis is not used.
Ruler::Offsets Ruler::offsets(const Indices& index) const {
  if (!is_inside(loops_.axes, index)) return {};
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
/// joins that change nothing.
bool Ruler::list(Loop& loop, const std::vector<Loop>& parts,
                 const Mixes& mixes) const {
  std::vector<Index> digits(parts.size(), 0);
  Indices index = Indices::filled(rank(), 0);
  bool adds_up = true;
  reserve(loop);
  for (Index k = 0; k < loop.count; ++k, advance(loop, digits, index)) {
    Offsets at;
    if (is_inside(loops_.axes, index)) {
      Offsets sum;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        sum.in += parts[i].in_offset(digits[i]);
        sum.out += parts[i].out_offset(digits[i]);
      }
      at = sum;
      const Indices full = unfused(loops_.axes, index.data(), in_.rank());
      if (mixes.in) at.in = in_.at(full.data()) - loops_.in_start;
      if (mixes.out) at.out = out_.at(full.data()) - loops_.out_start;
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
