// tables.cc - sorts offsets.
#include "src/plan/tables.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "src/base/sort_by.h"

namespace ashlar {
namespace {

/// Whether a step at the destination is longer than some of a table's and
/// shorter than others.
bool is_between(Index step, const Loop& table) {
  return table.out_combs.size() > 1 && step > table.out_combs.front().step &&
         step < table.out_combs.back().step;
}

/// Of offsets that only grow.
Index least_step(const std::vector<Index>& offsets) {
  Index least = offsets[1] - offsets[0];
  for (std::size_t k = 2; k < offsets.size(); ++k) {
    least = std::min(least, offsets[k] - offsets[k - 1]);
  }
  return least;
}

}  // namespace

std::vector<Comb> combs(std::vector<Index> offsets) {
  sort_by(offsets);
  // Values outside of a ragged tensor are all 0.
  offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
  std::vector<Comb> out;
  while (offsets.size() > 1 && offsets[0] == 0) {
    const Index step = offsets[1];
    std::size_t count = 1;
    while (count < offsets.size() &&
           offsets[count] == static_cast<Index>(count) * step) {
      ++count;
    }
    std::vector<Index> heads;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      if (i % count == 0) heads.push_back(offsets[i]);
      const Index within = static_cast<Index>(i % count) * step;
      if (offsets[i] != heads.back() + within) return out;
    }
    out.push_back({step, static_cast<Index>(count)});
    offsets = std::move(heads);
  }
  return out;
}

void find_combs(Loop& table) {
  table.in_combs = combs(table.in_at);
  table.out_combs = combs(table.out_at);
}

std::vector<Comb> combs_of(const Loop& loop, Which side) {
  const bool in_source = side == Which::source;
  if (loop.is_even()) {
    return {{in_source ? loop.in_step : loop.out_step, loop.count}};
  }
  if (!loop.is_listed()) return {};
  return in_source ? loop.in_combs : loop.out_combs;
}

std::optional<Comb> next_comb(const Loop& loop, Which side, Index reached) {
  // Rows of the source that go on through padding of the destination reach into
  // the next ones.
  const Index least = side == Which::source ? reached - reached / 4 : reached;
  for (const Comb& each : combs_of(loop, side)) {
    if (each.step >= least && each.step < 2 * reached) return each;
  }
  return std::nullopt;
}

void sort_by_destination(Loop& loop) {
  struct Value {
    Index out;
    Index in;
    bool is_padding;
  };
  const bool pads = !loop.is_padding.empty();
  std::vector<Value> list;
  for (Index k = 0; k < loop.count; ++k) {
    list.push_back({loop.out_offset(k), loop.in_offset(k),
                    pads && loop.is_padding[static_cast<std::size_t>(k)]});
  }
  sort_by(list, &Value::in);
  sort_by(list, &Value::out);
  loop.out_at.resize(list.size());
  for (std::size_t k = 0; k < list.size(); ++k) {
    loop.out_at[k] = list[k].out;
    loop.in_at[k] = list[k].in;
    if (pads) loop.is_padding[k] = list[k].is_padding;
  }
  loop.in_even = loop.out_even = false;
  const bool is_unique =
      std::adjacent_find(loop.out_at.begin(), loop.out_at.end()) ==
      loop.out_at.end();
  loop.out_combs = is_unique ? combs(loop.out_at) : std::vector<Comb>();
  if (loop.out_combs.empty()) {
    if (is_unique && loop.count > 1) loop.out_step = least_step(loop.out_at);
    return;
  }
  const Comb first = loop.out_combs[0];
  loop.out_step = first.step;
  if (first.count != loop.count) return;
  loop.out_even = true;
  loop.out_at.clear();
}

Index count_in_row(const Loop& loop, Index step) {
  if (loop.out_step != step) return 1;
  if (loop.out_even && loop.out_at.empty()) return loop.count;
  // What all rows are made of: their lengths may differ.
  Index common = 0;
  Index row = 1;
  for (std::size_t k = 1; k < loop.out_at.size(); ++k, ++row) {
    if (loop.out_at[k] == loop.out_at[k - 1] + step) continue;
    common = std::gcd(common, row);
    row = 0;
  }
  return std::gcd(common, row);
}

Loop flatten(const std::vector<Loop>& loops) {
  Loop all;
  all.in_at = all.out_at = {0};
  for (const Loop& loop : loops) {
    Loop next;
    for (Index i = 0; i < all.count; ++i) {
      for (Index k = 0; k < loop.count; ++k) {
        next.in_at.push_back(all.in_offset(i) + loop.in_offset(k));
        next.out_at.push_back(all.out_offset(i) + loop.out_offset(k));
      }
    }
    next.count = all.count * loop.count;
    all = std::move(next);
  }
  all.dims = {{0, 1, all.count}};  // no index is asked for any more
  sort_by_destination(all);
  return all;
}

bool untangle(std::vector<Loop>& loops, Tangled which) {
  for (std::size_t i = 0; i < loops.size(); ++i) {
    for (std::size_t k = 0; k < loops.size(); ++k) {
      if (i == k || !is_between(std::abs(loops[k].out_step), loops[i])) {
        continue;
      }
      if (which == Tangled::tables && !loops[k].is_listed()) continue;
      loops[i] = flatten({loops[k], loops[i]});
      loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(k));
      untangle(loops, which);
      return true;
    }
  }
  return false;
}

void order_tables(std::vector<Loop>& loops) {
  for (Loop& loop : loops) {
    if (loop.is_listed()) sort_by_destination(loop);
  }
  untangle(loops, Tangled::tables);
}

}  // namespace ashlar
