// segments.cc - stretches that loops are, one after the other.
#include "src/plan/segments.h"

#include <algorithm>

#include "src/plan/moves.h"
#include "src/plan/tables.h"

namespace ashlar {

using kernels::Move;
using kernels::Span;

Segments list_segments(std::vector<ChunkLoop>& loops, const Widths& widths) {
  Segments out;
  std::vector<Index> within(loops.size(), 1);  // values in a segment
  Index step = 1;
  bool goes_on = true;
  for (std::size_t i = loops.size(); i-- > 0;) {
    const Loop& loop = loops[i].loop;
    loops[i].work_step = step;
    if (goes_on) {
      within[i] = count_in_row(loop, step * widths.out_bits);
      out.count *= within[i];
    }
    goes_on = goes_on && within[i] == loop.count;
    step *= loop.count;
  }
  const Index unit = widths.is_whole_out() ? 8 : 1;
  std::vector<Move> starts = {{0, 0}};
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const auto& [loop, work_step] = loops[i];
    const Index apart = work_step * widths.cast_bytes();
    starts = product(starts, loop.count / within[i], [&](Index k) {
      k *= within[i];
      return Move{k * apart, loop.out_offset(k) / unit};
    });
  }
  std::ranges::stable_sort(starts, {}, &Move::out);
  const Index width = widths.is_whole_out() ? widths.cast_bytes() : 1;
  for (const auto& [from, to] : starts) {
    out.spans.push_back(
        {from, to, static_cast<std::size_t>(out.count * width)});
  }
  return out;
}

bool count_bytes(std::vector<Span>& segments, Index bits) {
  const auto size = static_cast<std::size_t>(bits);
  const auto is_whole = [&](const Span& each) {
    return each.in * bits % 8 == 0 && each.out % 8 == 0 &&
           each.count * size % 8 == 0;
  };
  if (!std::ranges::all_of(segments, is_whole)) return false;
  for (Span& each : segments) {
    each.in = each.in * bits / 8;
    each.out /= 8;
    each.count = each.count * size / 8;
  }
  return true;
}

bool are_lines(const std::vector<Span>& segments) {
  constexpr std::size_t kLine = 64;
  return std::ranges::all_of(segments, [](const Span& each) {
    return each.out % std::int64_t{kLine} == 0 && each.count % kLine == 0;
  });
}

bool go_on(const std::vector<Span>& segments, Index next) {
  return std::ranges::all_of(segments, [&](const Span& each) {
    return static_cast<Index>(each.count) * 8 == next;
  });
}

Index mean_count(const std::vector<Span>& segments) {
  std::size_t all = 0;
  for (const Span& each : segments) all += each.count;
  return static_cast<Index>(all / segments.size());
}

}  // namespace ashlar
