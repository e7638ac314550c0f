// program.h - loops outside, chunks inside: what a plan does.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "src/kernels/move.h"
#include "src/plan/chunk.h"
#include "src/plan/levels.h"
#include "src/plan/pick.h"
#include "src/plan/pieces.h"
#include "src/plan/refine.h"

namespace ashlar {

/// The part of a conversion that only depends on layouts and widths.
struct Program {
  std::vector<FusedAxis> axes;
  Index in_start = 0;  ///< bits
  Index out_start = 0;
  Widths widths;

  std::vector<Loop> outer;
  std::vector<Level> levels;  ///< of the loops outside, outermost first
  Chunk chunk;
  Indices span;  ///< by axis: indices that a chunk reaches
  /// How many bits of the source a chunk reaches, where what is between its
  /// elements and behind the end of the tensor may be read. Otherwise 0.
  Index reach = 0;
  /// What to do where a chunk reaches too far.
  std::shared_ptr<const PieceCache> pieces;

  /// Lines of the source of a chunk, in bytes from where it begins, and where
  /// to fetch those of the next one.
  std::vector<std::int64_t> lines;
  kernels::Fetch::Into fetch = kernels::Fetch::Into::nothing;

  /// How many values a level has.
  Index count_of(std::size_t level) const {
    return outer[levels[level].loop].dims[levels[level].dim].count;
  }
};

Program make_program(const Side& in, const Side& out, const Widths& widths,
                     const ChunkSize& size = {}, Gaps gaps = Gaps::kept);

/// What there is between two sides to be found, and for how long.
struct Search {
  double most = 0;  ///< as `cost_of` counts: what costs more is of no use
  double nanoseconds = 0;  ///< that may be spent, about
};

/// Sizes of chunks that are tried.
std::span<const ChunkSize> other_sizes();

/// Chunks of other sizes: the cheapest program, if there is one.
std::optional<Program> find_program(const Side& in, const Side& out,
                                    const Widths& widths, Gaps gaps,
                                    const Search& search);

}  // namespace ashlar
