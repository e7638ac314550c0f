// loops.cc - joins loops, and elements.
#include "src/plan/loops.h"

#include <algorithm>
#include <numeric>

#include "src/plan/tables.h"

namespace ashlar {
namespace {

bool joins(const Loop& low, const Loop& high) {
  return low.dims.size() == 1 && high.dims.size() == 1 && low.is_even() &&
         high.is_even() && low.dims[0].axis == high.dims[0].axis &&
         low.dims[0].step * low.count == high.dims[0].step &&
         low.in_step * low.count == high.in_step &&
         low.out_step * low.count == high.out_step;
}

bool is_whole(Index bits) { return bits % 8 == 0; }

bool others_are_whole(const std::vector<Loop>& loops, std::size_t but) {
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const Loop& loop = loops[i];
    if (i == but) continue;
    if (loop.is_computed() || !is_whole(loop.in_step) ||
        !is_whole(loop.out_step) ||
        !std::all_of(loop.in_at.begin(), loop.in_at.end(), is_whole) ||
        !std::all_of(loop.out_at.begin(), loop.out_at.end(), is_whole)) {
      return false;
    }
  }
  return true;
}

}  // namespace

void merge(std::vector<Loop>& loops) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < loops.size() && !changed; ++i) {
      for (std::size_t k = 0; k < loops.size() && !changed; ++k) {
        if (i == k || !joins(loops[i], loops[k])) continue;
        loops[i].count *= loops[k].count;
        loops[i].dims[0].count = loops[i].count;
        loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(k));
        changed = true;
      }
    }
  }
}

bool is_even_dim(const Loop& loop) {
  return loop.is_even() && loop.dims.size() == 1;
}

std::optional<std::size_t> find_along(const std::vector<Loop>& loops,
                                      const Widths& widths, Which side) {
  const Index bits = side == Which::source ? widths.in_bits : widths.out_bits;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    for (const Comb& each : combs_of(loops[i], side)) {
      if (each.step == bits) return i;
    }
  }
  return std::nullopt;
}

void widen(Refined& refined, Widths& widths) {
  if (widths.has_cast || widths.is_whole_in()) return;
  std::vector<Loop>& loops = refined.loops;
  const auto at = find_along(loops, widths, Which::source);
  if (!at || !loops[*at].is_even() || loops[*at].out_step != widths.out_bits) {
    return;
  }
  Loop& loop = loops[*at];
  const Index size =
      refined.axes[static_cast<std::size_t>(loop.dims[0].axis)].size;
  const Index factor = std::lcm(widths.in_bits, Index{8}) / widths.in_bits;
  const bool starts_at_bytes =
      is_whole(refined.in_start) && is_whole(refined.out_start);
  const bool is_even =
      loop.count % factor == 0 && size % (factor * loop.dims[0].step) == 0;
  if (!starts_at_bytes || !is_even || !others_are_whole(loops, *at)) return;
  // Padding that is written along is whole bytes, too.
  Index& room = refined.axes[static_cast<std::size_t>(loop.dims[0].axis)].room;
  room -= room % factor;
  loop.count /= factor;
  loop.dims[0].count = loop.count;
  loop.dims[0].step *= factor;
  loop.in_step *= factor;
  loop.out_step *= factor;
  if (loop.count == 1) {
    loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(*at));
  }
  widths.in_bits *= factor;
  widths.out_bits *= factor;
  widths.work_bytes = widths.in_bits / 8;
}

}  // namespace ashlar
