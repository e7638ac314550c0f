// moves.h - lists of moves that loops make longer.
#pragma once

#include <vector>

#include "ashlar/shape.h"
#include "src/kernels/rows.h"

namespace ashlar {

/// Every combination of what is there and what a loop adds.
template <class Step>
std::vector<kernels::Move> product(const std::vector<kernels::Move>& list,
                                   Index count, Step step) {
  std::vector<kernels::Move> out;
  out.reserve(list.size() * static_cast<std::size_t>(count));
  for (const kernels::Move& base : list) {
    for (Index k = 0; k < count; ++k) {
      const kernels::Move add = step(k);
      out.push_back({base.in + add.in, base.out + add.out});
    }
  }
  return out;
}

}  // namespace ashlar
