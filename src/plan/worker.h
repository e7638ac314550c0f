// worker.h - one thread's part of a conversion: moves chunks.
#pragma once

#include <array>

#include "src/kernels/open_lines.h"
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
  Worker(const Job& job, kernels::Ends ends);

  /// Takes a chunk. One that was taken before is moved now that it is known
  /// what follows and can be fetched.
  void add(const Place& place);

  /// Moves the last chunks. What a cast refused, if anything.
  Refusal finish();

 private:
  using Fetch = kernels::Fetch;

  /// Fetching begins so many chunks ahead at most, and if they are small so
  /// many bytes.
  static constexpr Index kAhead = 8;
  static constexpr Index kAheadBytes = 16 << 10;

  struct Pending {
    Place place;
    PieceCache::Found cut;  ///< null if it is whole
  };

  /// Whether a chunk is moved as a whole.
  bool fits(const Place& place) const;
  /// Whether all that a chunk would read is in the buffer.
  bool can_read_all(const Place& place) const;
  /// What there is of a chunk that is cut short: `cut_`.
  void find_pieces(const Place& place);
  void move_first(const Fetch& fetch);
  void move(const Pending& chunk, const Fetch& fetch);
  void move_chunk(const Chunk& chunk, Index in, Index out, const Fetch& fetch);

  /// Whether lines of the destination come from memory before it is written.
  bool awaits_lines(const Chunk& chunk) const;
  /// What the moves of a chunk read: the source, or what was staged of it.
  const std::byte* stage(const Chunk& chunk, Index in);
  const std::byte* pull(const Chunk& chunk, Index in);
  void weave(const Chunk& chunk, const std::byte* from, std::byte* to,
             const Fetch& fetch);
  void fill(const Chunk& chunk, const std::byte* from, std::byte* to,
            const Fetch& fetch);
  void send(const Chunk& chunk, std::byte* work, Index out, const Fetch& fetch);
  /// Sets the bits at the ends of segments.
  void mend(const Chunk& chunk, const std::byte* from, std::byte* to) const;
  void send_runs(const Chunk& chunk, const std::byte* from, std::byte* to,
                 const Fetch& fetch);

  void cast(const std::byte* from, std::byte* to, Index count,
            const kernels::Rows& rows);
  /// Streams only where lines are whole.
  kernels::Store store_at(const Chunk& chunk, const std::byte* to) const;

  const Job& job_;
  const Program& p_;
  kernels::Ends ends_;  ///< of what chunks write
  Area staging_{Area::Use::staging};
  Area scratch_{Area::Use::scratch};
  Area work_{Area::Use::work};
  Area codes_{Area::Use::codes};
  kernels::OpenLines lines_;
  std::array<Pending, kAhead> pending_;  ///< a ring
  std::size_t first_ = 0;
  std::size_t count_ = 0;
  std::size_t ahead_ = 1;  ///< of the ring, how many are used
  PieceCache::Found cut_;  ///< the last one
  Left left_;              ///< what it was found for
  Refusal refusal_;
};

}  // namespace ashlar
