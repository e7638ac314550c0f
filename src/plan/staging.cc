// staging.cc - loops in the order of the source.
#include "src/plan/staging.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "src/plan/moves.h"

namespace ashlar {

using kernels::Move;

Staging lay_out(const std::vector<ChunkLoop>& loops, const Widths& widths) {
  std::vector<std::size_t> order(loops.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) {
    return std::abs(loops[i].loop.in_step);
  });
  const Index unit = widths.is_whole_in() ? 8 : 1;
  Staging out;
  out.steps.resize(loops.size());
  out.stretches = {{0, 0}};
  Index at = 1;
  for (const std::size_t i : order) {
    const Loop& loop = loops[i].loop;
    const bool goes_on = out.count == at && loop.is_even() &&
                         loop.in_step == at * widths.in_bits;
    if (goes_on) {
      out.count *= loop.count;
    } else {
      out.stretches = product(out.stretches, loop.count, [&](Index k) {
        return Move{loop.in_offset(k) / unit, k * at};
      });
    }
    out.steps[i] = at;
    at *= loop.count;
  }
  std::ranges::sort(out.stretches, {}, &Move::in);
  return out;
}

}  // namespace ashlar
