// pieces.h - chunks that the end of the tensor cuts short.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "src/plan/chunk.h"

namespace ashlar {

/// A part of a chunk: where it begins, in bits from there, and how it moves.
struct Piece {
  Index in = 0;
  Index out = 0;
  Index count = 0;  ///< elements, and padding that is written along
  Chunk chunk;
};

/// How many indices of each axis are left to a chunk, from its first one on.
struct Left {
  Indices inside;  ///< of the tensor
  Indices room;    ///< and of padding that may be written along with it
  /// What is behind the end of the tensor at the source can be read.
  bool reads_on = false;

  bool operator==(const Left&) const = default;
};

/// What is left of the loops: as few boxes as their digits need. Loops over
/// several axes at once come element by element.
std::vector<Piece> cut_short(const std::vector<Loop>& loops, const Left& left,
                             const Widths& widths, Target target);

/// All of a chunk that is cut short, and what it reads, as lines_to_fetch has
/// it.
struct CutChunk {
  std::vector<Piece> pieces;
  std::vector<std::int64_t> lines;
  Index count = 0;  ///< elements
};

/// The pieces for the ways in which chunks were cut short so far. There are
/// few: axes only end once. Threads share them; what would take too much memory
/// is not kept.
class PieceCache {
 public:
  using Found = std::shared_ptr<const CutChunk>;

  /// `outer` are the loops outside of the chunk.
  PieceCache(std::vector<Loop> loops, std::vector<Loop> outer,
             const Widths& widths, Target target);

  /// The same as `left` to every chunk, and as little as that can be: up to the
  /// last index that a loop comes to.
  Indices reached(Indices left) const;

  /// What is left has been reached.
  Found find(const Left& left) const;

 private:
  struct Less {
    bool operator()(const Left& a, const Left& b) const;
  };

  CutChunk make(const Left& left) const;

  std::vector<Loop> loops_;
  std::vector<Dim> dims_;  ///< of all loops, those with the longest steps first
  std::vector<Loop> outer_;
  Widths widths_;
  Target target_;
  mutable std::mutex mutex_;
  mutable std::map<Left, Found, Less> found_;
  mutable Index kept_ = 0;  ///< elements of all that were found
};

}  // namespace ashlar
