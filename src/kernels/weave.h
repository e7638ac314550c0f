// weave.h - lines in, other lines out: what registers can do to a block.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "src/kernels/move.h"

namespace ashlar::kernels {

/// How 2^stages lines become as many others. Stage s makes lines r and r + 2^s
/// anew, each picking from both: what one picks says the first of its two
/// tables, what the other the second.
///
/// Transposes, interleaves and lines made of pieces of others only differ in
/// their tables.
struct Weave {
  static constexpr int kMaxStages = 5;
  static constexpr std::size_t kMaxLines = std::size_t{1} << kMaxStages;

  using Table = std::array<std::uint8_t, 64>;

  int stages = 0;
  /// Bytes of a line: 64, or 16, of which there are at most 16.
  std::size_t line = 64;
  /// Groups of lines of 16 bytes are woven two at a time: so far from each is
  /// the other one. They may be the same.
  std::int64_t in_next = 0;
  std::int64_t out_next = 0;
  /// Bytes that stay together: 1, 2, 4 or 8.
  std::size_t granule = 8;
  /// They are twice as many from stage to stage, up to 8, as in transposes:
  /// some processors pick wide ones twice as fast.
  bool rises = false;
  /// Bytes of the pieces that all stages interleave, or 0: with a 16-byte line,
  /// the first of two lines takes the lower halves of both in turns, and the
  /// second one the upper halves.
  std::size_t interleaved = 0;
  /// By line: where it is read and written, in bytes from where a group is.
  std::array<std::int64_t, kMaxLines> in_at = {};
  std::array<std::int64_t, kMaxLines> out_at = {};
  /// Two for each stage; of none, the first is what happens to a line. A byte
  /// of the result is byte `t` of the first line if t < line, and byte t - line
  /// of the second one otherwise.
  std::array<Table, 2 * kMaxStages> tables = {};
  /// The same as registers take it. Lines of 64 bytes: as numbers of granules
  /// of the stage, in lanes as wide as they are. Of 16: 32 bytes pick from the
  /// first line and 32 from the second one, both twice the same; 0x80 picks
  /// nothing.
  alignas(64) std::array<Table, 2 * kMaxStages> lanes = {};
};

/// Finds `granule`, `rises`, `interleaved` and `lanes` for the tables.
void finish(Weave& weave);

/// Bytes of the lines that this processor weaves faster than it copies pieces;
/// 0 if there are none.
std::size_t woven_line();

/// Whether it picks single bytes from lines of 64 bytes as fast as others;
/// otherwise a few stages that do are worth it, but not all.
bool weaves_bytes();

/// Groups of lines. Unless null, `places` has where the lines of each go, the
/// first one where the group does; there are at least 8.
struct WeaveGroups {
  const Move* moves = nullptr;
  std::size_t count = 0;
  const std::int64_t* places = nullptr;
};

/// Weaves groups of lines, and meanwhile fetches. They may be streamed if all
/// lines of the result are aligned, and those of 16 bytes that lie side by side
/// to 32.
void weave_lines(const Weave& weave, const std::uint8_t* in, std::uint8_t* out,
                 const WeaveGroups& groups, Store store, const Fetch& fetch);

}  // namespace ashlar::kernels
