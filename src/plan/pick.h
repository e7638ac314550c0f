// pick.h - which loops make a chunk, and which stay outside.
#pragma once

#include <vector>

#include "src/base/processor.h"
#include "src/plan/chunk.h"
#include "src/plan/refine.h"

namespace ashlar {

/// Where it pays to use lines up, and the chunk at hand does not, other sizes
/// are tried as well: the fewest lines win.
enum class Lines : std::uint8_t { whatever, few };

/// Whether a chunk takes tables of a few values whole before anything else:
/// then what joins with a remainder put side by side stays together.
enum class Tables : std::uint8_t { in_turn, first };

/// How large chunks should be; tests make them small.
struct ChunkSize {
  Index bytes = 16 << 10;
  Index run = 256;  ///< bytes that should be contiguous on either side
  Which first = Which::destination;  ///< the side whose bytes matter more
  Lines lines = Lines::few;
  /// How many rows of a transpose come from memory unasked, if they are long.
  RowsFollowed rows = RowsFollowed::none;
  Tables tables = Tables::in_turn;
};

/// The loops of a chunk, and those around it.
struct Picked {
  std::vector<Loop> chunk;
  std::vector<Loop> outer;
  Widths widths;
  ChunkSize size;              ///< as asked, or as it became for such loops
  Index count = 1;             ///< elements of the chunk
  bool has_long_runs = false;  ///< so long that they are moved one by one
  bool has_long_rows = false;  ///< a transpose whose rows come unasked
  Index run_bytes = 0;         ///< of runs that both sides have in common
  /// Lines that are touched, by what they hold of the chunk: 1 if they are full
  /// of it. Those that are written count twice, as they are read before.
  double lines = 1;

  /// Bits that are contiguous at the destination, or the source.
  Index reach(Which side) const;
  /// Bytes of the source along one axis.
  Index row_bytes() const;
  /// Whether the source is one stretch that is long enough.
  bool is_sequential() const;
};

/// Of all loops, over `axes`.
Picked pick_chunk(const std::vector<Loop>& loops,
                  const std::vector<FusedAxis>& axes, const Widths& widths,
                  const ChunkSize& size, Lines lines);

}  // namespace ashlar
