// levels.cc - sorts dims by how far their steps go.
#include "src/plan/levels.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace ashlar {
namespace {

/// How far the first step of a level goes.
Index step_of(const Level& level, const Loop& loop,
              const std::vector<FusedAxis>& axes, const Side& side,
              Which which) {
  if (!loop.is_computed()) {
    return which == Which::source ? loop.in_offset(level.stride)
                                  : loop.out_offset(level.stride);
  }
  const Indices index =
      index_of(loop, level.stride, static_cast<int>(axes.size()));
  if (!is_inside(axes, index)) return 0;
  const Indices origin = Indices::filled(side.rank(), 0);
  const Indices full = unfused(axes, index.data(), side.rank());
  return side.at(full.data()) - side.at(origin.data());
}

}  // namespace

std::vector<Level> order_levels(const std::vector<Loop>& loops,
                                const std::vector<FusedAxis>& axes,
                                const Side& side, Which which) {
  std::vector<std::pair<Index, Level>> list;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    Index stride = loops[i].count;
    for (std::size_t dim = 0; dim < loops[i].dims.size(); ++dim) {
      stride /= loops[i].dims[dim].count;
      const Level level = {i, dim, stride};
      const Index step = step_of(level, loops[i], axes, side, which);
      list.emplace_back(std::abs(step), level);
    }
  }
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
    return a.first > b.first;
  });
  std::vector<Level> levels;
  std::vector<std::size_t> last(loops.size());
  for (const auto& [step, level] : list) {
    last[level.loop] = levels.size();
    levels.push_back(level);
  }
  for (const std::size_t at : last) levels[at].is_last = true;
  return levels;
}

}  // namespace ashlar
