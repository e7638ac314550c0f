// tables.cc - sorts offsets.
#include "src/plan/tables.h"

#include <algorithm>
#include <utility>

namespace ashlar {

Index spacing(std::vector<Index> offsets) {
  std::sort(offsets.begin(), offsets.end());
  const Index step = offsets.size() > 1 ? offsets[1] - offsets[0] : 0;
  for (std::size_t k = 0; k < offsets.size(); ++k) {
    if (offsets[k] != static_cast<Index>(k) * step) return 0;
  }
  return step;
}

void sort_by_destination(Loop& loop) {
  std::vector<std::pair<Index, Index>> list;  // out, in
  for (Index k = 0; k < loop.count; ++k) {
    list.emplace_back(loop.out_offset(k), loop.in_offset(k));
  }
  std::sort(list.begin(), list.end());
  for (std::size_t k = 0; k < list.size(); ++k) {
    loop.out_at[k] = list[k].first;
    loop.in_at[k] = list[k].second;
  }
  loop.in_even = loop.out_even = false;
  const Index step = spacing(loop.out_at);
  if (step == 0) return;
  loop.out_even = true;
  loop.out_step = step;
  loop.out_at.clear();
}

}  // namespace ashlar
