// detour.cc - tries each axis as the innermost one.
#include "src/plan/detour.h"

#include <string>

#include "src/base/concat.h"
#include "src/format/elements.h"
#include "src/plan/cost.h"

namespace ashlar {
namespace {

/// Tensors of fewer bytes lie in the cache, where lines cost little; of more,
/// nobody expects another one beside them.
constexpr Index kLeastBytes = Index{4} << 20;
constexpr Index kMostBytes = Index{1} << 30;
/// Bytes of a row that may be followed by some that nothing is in.
constexpr Index kLongRow = 1024;

/// All elements in order, with one axis innermost.
View plain_order(const Shape& shape, const Format& format, int innermost) {
  Indices order = Indices::filled(shape.rank(), 0);
  Indices back = order;
  Indices sizes = order;
  int place = 0;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (axis != innermost) order[place++] = axis;
  }
  order[place] = innermost;
  for (int i = 0; i < shape.rank(); ++i) {
    sizes[i] = shape[static_cast<int>(order[i])];
    back[static_cast<int>(order[i])] = i;
  }
  // Rows begin with lines, unless that would be most of them.
  const bool is_long = shape[innermost] * format.bits() >= kLongRow * 8;
  const std::string text = concat(to_string(format), "[", join(sizes, "x"),
                                  "] ", is_long ? "row(align=64B)" : "row");
  return permuted(parse_spec(text), back);
}

/// Of a conversion that only moves elements: a cast adds the same everywhere.
double cost_between(const Side& in, const Side& out, const Format& format) {
  Widths widths;
  widths.in_bits = in.element_bits();
  widths.out_bits = out.element_bits();
  widths.work_bytes = in_whole_bytes(format.element()).storage_bits / 8;
  widths.has_cast = widths.in_bits != widths.out_bits;
  return cost_of(make_program(in, out, widths), in.element_bits());
}

}  // namespace

std::optional<FoundDetour> find_detour(const View& from, const View& to,
                                       const Side& in, const Side& out,
                                       const Program& direct, double most) {
  const Shape& shape = from.shape();
  const Format& format =
      out.element_bits() < in.element_bits() ? to.format() : from.format();
  const Index bytes = shape.volume() / 8 * format.bits();
  if (bytes < kLeastBytes || bytes > kMostBytes) return std::nullopt;
  // A copy of long runs is as good as it gets, or a cast of one.
  const Chunk& chunk = direct.chunk;
  const bool is_one = chunk.is_straight && chunk.stretches.size() == 1;
  if (is_one || (!chunk.is_straight && chunk.way == Way::copy)) {
    return std::nullopt;
  }
  std::optional<FoundDetour> best;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (shape[axis] == 1) continue;
    const View middle = plain_order(shape, format, axis);
    const Side between(middle);
    double cost = cost_between(in, between, from.format());
    if (cost < most) cost += cost_between(between, out, format);
    if (cost >= most) continue;
    most = cost;
    best = {middle, cost};
  }
  return best;
}

}  // namespace ashlar
