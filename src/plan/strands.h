// strands.h - loops of a block, in bytes.
#pragma once

#include <vector>

#include "src/kernels/rows.h"
#include "src/plan/refine.h"

namespace ashlar {

/// A loop over pieces of a block, in bytes: steps, or what each value adds.
struct Strand {
  Index count = 1;
  Index in_step = 0;
  Index out_step = 0;
  std::vector<Index> in_at;  ///< if steps are uneven
  std::vector<Index> out_at;
};

/// From the source to an area where a step of the loop is so many bytes.
Strand strand_of(const Loop& loop, Index step);

/// The same to where the loop goes at the destination.
Strand to_destination(Strand strand, const Loop& loop);

/// Its values follow each other at the source, so many bytes apart.
void set_in_step(Strand& strand, Index step);

/// What value number `k` of a strand adds on either side.
kernels::Move offset_of(const Strand& strand, Index k);

/// Which strand goes along elements of so many bytes on one side, or a negative
/// number.
int along(const std::vector<Strand>& strands, Index Strand::*side, Index bytes);

/// Which one goes along them on both.
int along_both(const std::vector<Strand>& strands, Index bytes);

/// The even one with the shortest steps on a side, other than `but`; a negative
/// number if there is none.
int nearest(const std::vector<Strand>& strands, Index Strand::*side, int but);

/// Where two of them begin: every combination of what all others add.
std::vector<kernels::Move> starts_of(const std::vector<Strand>& strands,
                                     int first, int second);

}  // namespace ashlar
