// chunk.h - a part of a tensor that is moved in one go, and how.
#pragma once

#include <optional>
#include <vector>

#include "src/kernels/move.h"
#include "src/kernels/permute.h"
#include "src/plan/patches.h"
#include "src/plan/refine.h"
#include "src/plan/squares.h"
#include "src/plan/weaving.h"

namespace ashlar {

/// How wide elements are.
struct Widths {
  Index in_bits = 8;
  Index out_bits = 8;
  Index work_bytes = 1;   ///< of an element before its cast, once unpacked
  bool has_cast = false;  ///< there is one, to whole bytes
  /// Its kernel takes short runs that make up lines of the destination.
  bool casts_lines = false;

  bool is_whole_in() const { return in_bits % 8 == 0; }
  bool is_whole_out() const { return out_bits % 8 == 0; }
  /// Elements are bytes that only move.
  bool is_plain() const { return !has_cast && is_whole_in() && is_whole_out(); }
  /// Bytes of an element after its cast, before it is packed.
  Index cast_bytes() const {
    return has_cast ? (is_whole_out() ? out_bits / 8 : 1) : work_bytes;
  }
};

/// A loop of a chunk, and how many elements a step of it is in the work area,
/// which is in the order of the destination.
struct ChunkLoop {
  Loop loop;
  Index work_step = 0;
};

/// What moves a chunk.
enum class Way : std::uint8_t {
  copy,       ///< long runs, straight to the destination
  scatter,    ///< short runs, straight to short stretches of the destination
  weave,      ///< lines in registers
  runs,       ///< runs, to a work area
  transpose,  ///< rows that become columns of a work area
  squares,    ///< the same of bytes, wherever each row and column is
  gather,     ///< element by element by table, to a work area
};

/// What comes from the source into the staging area.
struct Pulled {
  /// From bytes, or bits if elements have no whole bytes there, to bytes.
  std::vector<kernels::Span> spans;
  Index bytes = 0;         ///< of the area, with what is between them
  Index filler_bytes = 0;  ///< behind it, which stand for no elements
  /// Of a span, if they are in order on both sides; otherwise 0.
  std::size_t longest = 0;
};

/// Where elements are that follow each other in the work area.
struct Table {
  std::vector<std::int32_t> elements;         ///< bytes
  std::vector<std::uint16_t> near;            ///< or elements
  std::optional<kernels::Permutation> order;  ///< or all at once
  std::optional<Patches> patches;             ///< or those that go together
  Index element_bytes = 1;                    ///< of each of these
};

/// How a chunk gets from the source to the destination, by way of areas that
/// hold nothing else:
///
/// 1. What is pulled is unpacked, or copied, into the staging area, as it lies
///    in the source. What is staged is cast there as well.
/// 2. From there, or from the source, elements move to where they belong in the
///    work area, or in the destination if nothing else has to be done.
/// 3. What has not been cast is; segments are packed or sent.
///
/// Or, if it is straight, a cast is all there is.
struct Chunk {
  std::vector<ChunkLoop> loops;  ///< outermost first
  Index count = 1;               ///< elements

  Pulled pulled;
  bool is_staged = false;
  /// What is cast from whole bytes of the source to the staging area.
  std::vector<kernels::Move> stretches;
  Index stretch_count = 0;  ///< elements of a stretch
  /// Or to the destination: one run, or some that make up lines.
  bool is_straight = false;

  Way way = Way::gather;
  Index move_bytes = 1;      ///< of an element in step 2
  bool is_direct = false;    ///< step 2 ends at the destination
  bool is_in_lines = false;  ///< segments are whole lines where a chunk is
  std::vector<Pass> passes;  ///< weave
  Squares squares;
  std::vector<kernels::Move> moves;  ///< copy, runs, transpose; bytes
  kernels::Runs runs;                ///< copy, runs; and rows of a transpose
  Table table;                       ///< gather

  /// Segments are streamed: they are lines, or make lines with those of the
  /// next chunk, or are so long that their ends do not matter.
  bool is_streamed = false;
  Index work_count = 1;  ///< elements of the work area, some of no use
  /// Elements of a few bits are packed before they are sent: segments are whole
  /// bytes, and what is left at their ends is mended.
  bool packs_first = false;
  std::vector<kernels::Mend> mends;
  /// Bytes of what was cast, or packed, to bytes of the destination; or to bits
  /// if elements have no whole bytes there. In the order of the destination.
  std::vector<kernels::Span> segments;
  /// Bytes of the destination that are asked for while elements move to the
  /// work area, so that their lines are there when segments are sent.
  std::vector<std::int64_t> awaited;
};

/// What is known of where chunks go.
struct Target {
  bool keeps_lines = false;  ///< loops outside of the chunk do
  bool keeps_bytes = false;  ///< likewise
  bool is_streamed = false;  ///< so that lines which are not whole cost much
  bool is_large = false;     ///< so that lines come from memory
  Index next = 0;            ///< bits from a chunk to the one after it
};

Chunk make_chunk(std::vector<Loop> loops, const Widths& widths, Target target);

/// All of a chunk is read and put in order, but only what is before an index of
/// each axis, from the first of the chunk on, is sent. Not where elements are
/// cast, which could refuse the others, go straight to the destination or by
/// table.
std::optional<Chunk> make_clipped(std::vector<Loop> loops, const Indices& ends,
                                  const Widths& widths, Target target);

}  // namespace ashlar
