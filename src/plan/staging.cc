// staging.cc - loops in the order of the source.
#include "src/plan/staging.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "src/base/cache_line.h"
#include "src/base/sort_by.h"
#include "src/plan/moves.h"

namespace ashlar {

using kernels::Move;

namespace {

/// To unpack a row costs as much as so many codes more.
constexpr Index kShortRow = 40;

/// Whether rows are read as one stretch, gaps and all; or what they have in
/// common once, where they go on through padding of the destination.
bool is_worth_the_gap(Index step, Index count, const Widths& widths) {
  const Index gap = step / widths.in_bits - count;
  return !widths.has_cast && !widths.is_whole_in() && count > 1 &&
         step % widths.in_bits == 0 && gap >= -count / 4 && gap < count &&
         count < kShortRow;
}

}  // namespace

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
  bool is_one = true;  // all loops so far make one stretch
  for (const std::size_t i : order) {
    const Loop& loop = loops[i].loop;
    const bool goes_on = is_one && loop.is_even() &&
                         (loop.in_step == out.count * widths.in_bits ||
                          is_worth_the_gap(loop.in_step, out.count, widths));
    if (goes_on) {
      at = loop.in_step / widths.in_bits;
      out.count += (loop.count - 1) * at;
    } else {
      is_one = false;
      out.stretches = product(out.stretches, loop.count, [&](Index k) {
        return Move{loop.in_offset(k) / unit, k * at};
      });
    }
    out.steps[i] = at;
    at = goes_on ? out.count : at * loop.count;
  }
  out.size = at;
  sort_by(out.stretches, &Move::in);
  return out;
}

bool cuts_lines(Index count, const Widths& widths) {
  // Elements of a stretch whose end does not matter any more.
  constexpr Index kLong = 512;
  const Index line =
      kLineBytes / std::min(widths.work_bytes, widths.cast_bytes());
  return count < kLong && count % line != 0;
}

CastRuns cast_runs(const std::vector<ChunkLoop>& loops, const Widths& widths) {
  CastRuns out;
  out.moves = {{0, 0}};
  for (const auto& [loop, work_step] : loops) {
    const bool is_run = loop.is_even() && loop.in_step == widths.in_bits &&
                        loop.out_step == widths.out_bits;
    if (is_run) {
      out.count = loop.count;
      continue;
    }
    out.moves = product(out.moves, loop.count, [&](Index k) {
      return Move{loop.in_offset(k) / 8, loop.out_offset(k) / 8};
    });
  }
  constexpr Index kLeast = kernels::Rows::kLeastOfLine * 8;
  const Index line = kLineBits / widths.out_bits;
  const bool fits = out.count > 0 && out.count * widths.in_bits % kLeast == 0 &&
                    (out.count % line == 0 || line % out.count == 0);
  if (!fits) return {};
  sort_by(out.moves, &Move::out);
  return out;
}

}  // namespace ashlar
