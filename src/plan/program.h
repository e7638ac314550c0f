// program.h - loops outside, blocks inside: what a plan does.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "src/kernels/move.h"
#include "src/plan/refine.h"
#include "src/plan/weaving.h"

namespace ashlar {

/// A loop of a block. Blocks are gathered in the order of the destination, in
/// a work area where each element has whole bytes.
struct BlockLoop {
  Loop loop;
  Index work_step = 0;  ///< bytes
};

enum class Kernel : std::uint8_t {
  copy,       ///< runs that are contiguous on both sides
  transpose,  ///< rows of the source are columns of the destination
  gather,     ///< element by element
};

/// The part of a conversion that only depends on layouts and widths.
struct Program {
  std::vector<FusedAxis> axes;
  Index in_start = 0;  ///< bits
  Index out_start = 0;
  Index in_bits = 8;  ///< of an element
  Index out_bits = 8;
  Index work_bytes = 1;  ///< of an element in the work area

  std::vector<Loop> outer;       ///< outermost first
  std::vector<BlockLoop> block;  ///< outermost first; dense ones last
  std::size_t first_dense = 0;   ///< the dense loops are those from here on

  Kernel kernel = Kernel::gather;
  int rows = -1;     ///< the loop along the run or along destination rows
  int columns = -1;  ///< the loop along source rows, or over runs side by side
  /// Runs go to the destination directly, without a work area.
  bool is_direct = false;

  // For whole blocks. Bytes, but bits on a side with elements of fewer than 8.
  std::vector<kernels::Move> moves;     ///< source to work area
  std::vector<kernels::Move> segments;  ///< work area to destination
  Index segment_count = 0;              ///< elements of a segment
  Index block_bytes = 0;                ///< of the work area
  Index block_count = 1;                ///< elements of a block
  /// First of all stretches of the source are copied or cast into an area of
  /// their own, in their order, if there are any; lines are woven from there.
  /// From bytes of the source to elements of the area.
  std::vector<kernels::Move> stretches;
  Index stretch_count = 0;  ///< elements of a stretch
  /// Instead of the moves, if not empty: lines woven in registers.
  std::vector<Pass> passes;
  /// Segments are whole lines, wherever a block is in an aligned destination.
  /// Then nothing is woven through a work area.
  bool has_whole_lines = false;
  /// The source of a block is one stretch, and read from beginning to end.
  bool is_sequential = false;
  std::vector<std::int64_t> lines;  ///< of the source, for prefetching
  kernels::Fetch::Into fetch = kernels::Fetch::Into::nothing;
  bool fetches = false;
  /// span[i][axis]: indices that the block loops from number i on reach.
  std::vector<Indices> span;
};

/// How large blocks should be; tests make them small.
struct BlockSize {
  Index bytes = 16 << 10;
  Index run = 256;  ///< bytes that should be contiguous on either side
};

/// `work_bytes` is 1 for elements narrower than a byte. With a cast or packing
/// after the move nothing can be direct.
Program make_program(const Side& in, const Side& out, Index work_bytes,
                     bool may_be_direct, const BlockSize& size = {});

}  // namespace ashlar
