// reuse.cc - compares the lines of a chunk with those of the next one.
#include "src/plan/reuse.h"

#include <algorithm>

#include "src/base/cache_line.h"

namespace ashlar {
namespace {

/// Lines that are needed again, of all, so that a level is brought inside.
constexpr double kWorth = 0.15;
/// Bytes of lines between one use and the next.
constexpr double kCache = 384 << 10;
/// Steps of a table that are looked at.
constexpr Index kMostSteps = 16;

Index line_of(std::int64_t byte) {
  return (byte >= 0 ? byte : byte - kLineBytes + 1) / kLineBytes;
}

/// Of sorted lines, how many are among those that are so many bytes further.
Index count_common(const std::vector<std::int64_t>& lines, Index bytes) {
  Index common = 0;
  auto other = lines.begin();
  for (const std::int64_t line : lines) {
    while (other != lines.end() && line_of(*other + bytes) < line_of(line)) {
      ++other;
    }
    if (other == lines.end()) break;
    if (line_of(*other + bytes) == line_of(line)) ++common;
  }
  return common;
}

/// The share of lines that a chunk has in common with the one a step further.
double common_share(const TouchedLines& lines, Index in, Index out) {
  // What is written is read before, and written back.
  const auto common =
      static_cast<double>(count_common(lines.read, in / 8) +
                          2 * count_common(lines.written, out / 8));
  const auto all = static_cast<double>(std::ssize(lines.read) +
                                       2 * std::ssize(lines.written));
  return all > 0 ? common / all : 0;
}

Index count_of(const Level& level, const std::vector<Loop>& outer) {
  return outer[level.loop].dims[level.dim].count;
}

/// The same, on average over the steps of a level.
double common_share(const TouchedLines& lines, const Level& level,
                    const std::vector<Loop>& outer) {
  const Loop& loop = outer[level.loop];
  const Index count = count_of(level, outer);
  if (loop.is_computed() || count < 2) return 0;
  const Index steps = loop.in_at.empty() ? 1 : std::min(count - 1, kMostSteps);
  double sum = 0;
  for (Index k = 0; k < steps; ++k) {
    const Index here = k * level.stride;
    const Index next = here + level.stride;
    sum += common_share(lines, loop.in_offset(next) - loop.in_offset(here),
                        loop.out_offset(next) - loop.out_offset(here));
  }
  return sum / static_cast<double>(steps);
}

/// Where a chunk lies is known at the last level of each loop.
void mark_last(std::vector<Level>& levels, std::size_t loops) {
  std::vector<bool> is_seen(loops, false);
  for (std::size_t i = levels.size(); i-- > 0;) {
    levels[i].is_last = !is_seen[levels[i].loop];
    is_seen[levels[i].loop] = true;
  }
}

}  // namespace

std::vector<Level> sorted_by_reuse(std::vector<Level> levels,
                                   const std::vector<Loop>& outer,
                                   const TouchedLines& lines) {
  struct Candidate {
    std::size_t at = 0;  ///< of the levels
    double share = 0;
  };
  std::vector<Candidate> best;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const double share = common_share(lines, levels[i], outer);
    if (share >= kWorth) best.push_back({i, share});
  }
  std::ranges::stable_sort(best, std::ranges::greater(), &Candidate::share);
  double bytes = static_cast<double>(
      (std::ssize(lines.read) + std::ssize(lines.written)) * kLineBytes);
  std::vector<bool> is_inner(levels.size(), false);
  std::vector<Level> inner;
  for (const auto& [at, share] : best) {
    if (bytes > kCache) break;
    is_inner[at] = true;
    inner.push_back(levels[at]);
    const Index count = count_of(levels[at], outer);
    bytes *= 1 + static_cast<double>(count - 1) * (1 - share);
  }
  std::vector<Level> sorted;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (!is_inner[i]) sorted.push_back(levels[i]);
  }
  sorted.insert(sorted.end(), inner.rbegin(), inner.rend());
  mark_last(sorted, outer.size());
  return sorted;
}

}  // namespace ashlar
