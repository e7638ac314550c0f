// worker.h - one thread's part of a conversion: moves chunks.
#pragma once

#include "src/plan/area.h"
#include "src/plan/run.h"

namespace ashlar {

/// A chunk, or where one would be: bits on either side, and its first index.
struct Place {
  Index in = 0;
  Index out = 0;
  Indices index;
};

class Worker {
 public:
  explicit Worker(const Job& job) : job_(job), p_(job.program) {}

  /// Takes a chunk. The one before it is moved now that it is known what
  /// follows and can be fetched.
  void add(const Place& place);

  /// Moves the last chunk. What a cast refused, if anything.
  Refusal finish();

 private:
  using Fetch = kernels::Fetch;

  bool fits(const Indices& index) const;
  /// What there is of a chunk that is cut short: `cut_`.
  void find_pieces(const Place& place);
  /// Moves the pending chunk.
  void move(const Fetch& fetch);
  void move_chunk(const Chunk& chunk, Index in, Index out, const Fetch& fetch);

  /// Unpacks and casts stretches of the source; where that is then.
  const std::byte* stage(const Chunk& chunk, Index in);
  void weave(const Chunk& chunk, const std::byte* from, std::byte* to,
             const Fetch& fetch);
  void fill(const Chunk& chunk, Index in, const std::byte* from, std::byte* to,
            const Fetch& fetch);
  void gather_codes(const Chunk& chunk, Index in, std::byte* to) const;
  void send(const Chunk& chunk, std::byte* work, Index out, const Fetch& fetch);

  void pack_segments(const Chunk& chunk, const std::byte* work, Index out,
                     const Fetch& fetch) const;
  void unpack(Index bit, std::byte* to, Index count) const;
  void pack(const std::byte* from, Index bit, Index count) const;
  void cast(const std::byte* from, std::byte* to, Index count,
            const kernels::Rows& rows);
  /// Streams only where lines are whole.
  kernels::Store store_at(const Chunk& chunk, const std::byte* to) const;

  const Job& job_;
  const Program& p_;
  Area staging_{Area::Use::staging};
  Area scratch_{Area::Use::scratch};
  Area work_{Area::Use::work};
  Area codes_{Area::Use::codes};
  Place pending_;
  bool has_pending_ = false;
  PieceCache::Found pending_cut_;  ///< null if it is whole
  PieceCache::Found cut_;          ///< the last one
  Indices left_;                   ///< what it was found for
  Refusal refusal_;
};

}  // namespace ashlar
