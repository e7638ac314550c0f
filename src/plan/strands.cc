// strands.cc - steps in bits become steps in bytes.
#include "src/plan/strands.h"

#include <cstdlib>

#include "src/plan/moves.h"

namespace ashlar {

Strand strand_of(const Loop& loop, Index step) {
  Strand strand{loop.count, loop.in_step / 8, step, {}, {}};
  for (Index k = 0; k < loop.count && !loop.is_even(); ++k) {
    strand.in_at.push_back(loop.in_offset(k) / 8);
    strand.out_at.push_back(k * step);
  }
  return strand;
}

Strand to_destination(Strand strand, const Loop& loop) {
  strand.out_step = loop.out_step / 8;
  for (std::size_t k = 0; k < strand.out_at.size(); ++k) {
    strand.out_at[k] = loop.out_offset(static_cast<Index>(k)) / 8;
  }
  return strand;
}

void set_in_step(Strand& strand, Index step) {
  strand.in_step = step;
  for (std::size_t k = 0; k < strand.in_at.size(); ++k) {
    strand.in_at[k] = static_cast<Index>(k) * step;
  }
}

kernels::Move offset_of(const Strand& strand, Index k) {
  if (strand.in_at.empty()) return {k * strand.in_step, k * strand.out_step};
  const auto at = static_cast<std::size_t>(k);
  return {strand.in_at[at], strand.out_at[at]};
}

int along(const std::vector<Strand>& strands, Index Strand::*side,
          Index bytes) {
  for (std::size_t i = 0; i < strands.size(); ++i) {
    const bool is_even = strands[i].in_at.empty();
    if (is_even && strands[i].*side == bytes) return static_cast<int>(i);
  }
  return -1;
}

int along_both(const std::vector<Strand>& strands, Index bytes) {
  const int in = along(strands, &Strand::in_step, bytes);
  return in == along(strands, &Strand::out_step, bytes) ? in : -1;
}

int nearest(const std::vector<Strand>& strands, Index Strand::*side, int but) {
  int best = -1;
  Index least = 0;
  for (std::size_t i = 0; i < strands.size(); ++i) {
    const Index step = std::abs(strands[i].*side);
    if (static_cast<int>(i) == but || !strands[i].in_at.empty()) continue;
    if (best >= 0 && step >= least) continue;
    best = static_cast<int>(i);
    least = step;
  }
  return best;
}

std::vector<kernels::Move> starts_of(const std::vector<Strand>& strands,
                                     int first, int second) {
  std::vector<kernels::Move> starts = {{0, 0}};
  for (std::size_t i = 0; i < strands.size(); ++i) {
    if (static_cast<int>(i) == first || static_cast<int>(i) == second) continue;
    starts = product(starts, strands[i].count,
                     [&](Index k) { return offset_of(strands[i], k); });
  }
  return starts;
}

}  // namespace ashlar
