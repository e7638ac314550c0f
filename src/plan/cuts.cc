// cuts.cc - greatest divisors and least multiples that nest.
#include "src/plan/cuts.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "src/base/checked.h"

namespace ashlar {
namespace {

bool nests(Index a, Index b) { return a % b == 0 || b % a == 0; }

/// A cut above all bounds may lie anywhere, as the highest digit just counts
/// on. Below, the side must start at one.
bool suits(Index cut, const AxisBounds& side) {
  const auto all = [&](const auto& test) {
    return std::all_of(side.bounds.begin(), side.bounds.end(), test);
  };
  return all([&](Index b) { return cut % b == 0; }) ||
         (side.begin % cut == 0 && all([&](Index b) { return nests(cut, b); }));
}

void add_multiple(Index a, Index b, std::vector<Index>& out) {
  if (const auto both = try_multiply(a / std::gcd(a, b), b)) {
    out.push_back(*both);
  }
}

void make_unique(std::vector<Index>& list) {
  std::sort(list.begin(), list.end(), std::greater<>());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

std::vector<Index> candidates(const std::array<AxisBounds, 2>& sides) {
  std::vector<Index> bounds;
  for (const AxisBounds& side : sides) {
    bounds.insert(bounds.end(), side.bounds.begin(), side.bounds.end());
  }
  make_unique(bounds);
  std::vector<Index> out = bounds;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    for (std::size_t k = i + 1; k < bounds.size(); ++k) {
      out.push_back(std::gcd(bounds[i], bounds[k]));
      add_multiple(bounds[i], bounds[k], out);
    }
  }
  if (bounds.size() > 2) {
    Index all = 1;
    for (const Index b : bounds) {
      const auto next = try_multiply(all / std::gcd(all, b), b);
      all = next.value_or(0);
      if (!next) break;
    }
    if (all > 0) out.push_back(all);
  }
  // Where a view starts inside of a block, what both have in common is left.
  for (const AxisBounds& side : sides) {
    if (side.begin == 0 || side.bounds.empty()) continue;
    const std::size_t count = out.size();
    for (std::size_t i = 0; i < count; ++i) {
      out.push_back(std::gcd(out[i], side.begin));
    }
  }
  make_unique(out);
  return out;
}

}  // namespace

std::vector<Index> common_cuts(Index size,
                               const std::array<AxisBounds, 2>& sides) {
  std::vector<Index> cuts;
  for (const Index cut : candidates(sides)) {
    const bool fits =
        cut > 1 && cut < size && suits(cut, sides[0]) && suits(cut, sides[1]);
    if (fits && (cuts.empty() || cuts.back() % cut == 0)) cuts.push_back(cut);
  }
  cuts.push_back(1);
  std::reverse(cuts.begin(), cuts.end());
  return cuts;
}

}  // namespace ashlar
