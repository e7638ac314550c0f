// segments.h - what a chunk is sent as: stretches of the destination.
#pragma once

#include <vector>

#include "src/kernels/rows.h"
#include "src/plan/chunk.h"

namespace ashlar {

struct Segments {
  std::vector<kernels::Span> spans;  ///< as a chunk has them
  Index count = 1;                   ///< elements of each
};

/// Of a work area that is dense in the order of the loops, outermost first:
/// what is dense at the destination as well. Says what their steps are there.
Segments list_segments(std::vector<ChunkLoop>& loops, const Widths& widths);

/// Whether any of them has steps that are listed.
bool have_tables(const std::vector<ChunkLoop>& loops);

/// Whether codes of so many bits begin and end with bytes.
bool are_bytes(const std::vector<kernels::Span>& segments, Index bits);

/// Codes of so many bits become bytes, and at the ends of segments parts of
/// bytes. False if some would have to be shifted for that.
bool count_bytes(std::vector<kernels::Span>& segments,
                 std::vector<kernels::Mend>& mends, Index bits);

/// Whether all are whole lines.
bool are_lines(const std::vector<kernels::Span>& segments);

/// Whether each ends where the same of the next chunk begins, which is so many
/// bits further, and there are so few that their lines can wait for it.
bool go_on(const std::vector<kernels::Span>& segments, Index next);

Index mean_count(const std::vector<kernels::Span>& segments);

}  // namespace ashlar
