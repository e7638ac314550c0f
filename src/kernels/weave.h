// weave.h - lines in, other lines out: what registers can do to a block.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "src/kernels/move.h"

namespace ashlar::kernels {

/// How 2^stages lines of 64 bytes become as many others. Stage s makes lines r
/// and r + 2^s anew, each picking from both: what one picks says the first of
/// its two tables, what the other the second.
///
/// Transposes, interleaves and lines made of pieces of others only differ in
/// their tables.
struct Weave {
  static constexpr int kMaxStages = 5;
  static constexpr std::size_t kMaxLines = std::size_t{1} << kMaxStages;

  using Table = std::array<std::uint8_t, 64>;

  int stages = 0;
  /// Bytes that stay together: 1, 2, 4 or 8.
  std::size_t granule = 8;
  /// By line: where it is read and written, in bytes from where a group is.
  std::array<std::int64_t, kMaxLines> in_at = {};
  std::array<std::int64_t, kMaxLines> out_at = {};
  /// Two for each stage; of none, the first is what happens to a line. A byte
  /// of the result is byte `t` of the first line if t < 64, and byte t - 64 of
  /// the second one otherwise.
  std::array<Table, 2 * kMaxStages> tables = {};
  /// The same as numbers of granules, in lanes as wide as they are.
  alignas(64) std::array<Table, 2 * kMaxStages> lanes = {};
};

/// Finds `granule` and `lanes` for the tables.
void finish(Weave& weave);

/// Whether this processor weaves faster than it copies pieces.
bool can_weave();

/// Groups of lines. Unless null, `places` has where the lines of each go, the
/// first one where the group does; there are at least 8.
struct WeaveGroups {
  const Move* moves = nullptr;
  std::size_t count = 0;
  const std::int64_t* places = nullptr;
};

/// Weaves groups of lines, and meanwhile fetches. They may be streamed if all
/// lines of the result are aligned.
void weave_lines(const Weave& weave, const std::uint8_t* in, std::uint8_t* out,
                 const WeaveGroups& groups, Store store, const Fetch& fetch);

}  // namespace ashlar::kernels
