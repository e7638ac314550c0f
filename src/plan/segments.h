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

/// The same of loops that list_segments has seen, but only what is before an
/// index of each axis, from the first one of the loops on. Steps are even.
std::vector<kernels::Span> list_clipped(const std::vector<ChunkLoop>& loops,
                                        const Indices& ends,
                                        const Widths& widths);

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

/// One for each move of so many bytes.
std::vector<kernels::Span> spans_of(const std::vector<kernels::Move>& moves,
                                    std::size_t bytes);

Index mean_count(const std::vector<kernels::Span>& segments);

/// Where to ask for lines that segments of so many bits a count are sent to, so
/// that none is left out wherever a chunk begins. Bytes of the destination.
std::vector<std::int64_t> bytes_to_fetch(
    const std::vector<kernels::Span>& segments, Index bits);

/// The count of the longest span, or 0 if they are not in order on both sides.
std::size_t longest_in_order(const std::vector<kernels::Span>& spans);

}  // namespace ashlar
