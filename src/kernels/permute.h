// permute.h - bytes in any order, a register at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/kernels/rows.h"

namespace ashlar::kernels {

/// Any order of up to 16 squares of 64 lines of 64 bytes, as three orders
/// within lines. Between two of them the lines of a square exchange bytes: byte
/// p of line i becomes byte p of line i ^ p, so that each line has one byte of
/// every other.
struct Permutation {
  static constexpr std::size_t kLine = 64;
  static constexpr std::size_t kSquare = kLine * kLine;
  static constexpr std::size_t kMaxSquares = 16;

  struct alignas(kLine) Line {
    std::array<std::uint8_t, kLine> at = {};
  };

  /// Up to 8, 12 or 16.
  std::size_t squares = 0;
  /// Before the first exchange, byte p of a line is byte at[p] of that of `in`.
  std::vector<Line> first;
  /// Before the second one, byte p of line c of square g is byte at[p] % 64 of
  /// line c of another, where `at` is at c * squares + g: of square at[p] / 64,
  /// 0 or 1, to which bit p of the first word adds 2, of the second one 4, and
  /// of the third one 8.
  std::vector<Line> middle;
  std::vector<std::array<std::uint64_t, 3>> middle_squares;
  /// Byte p of a line of `out` is byte at[p] of that behind both.
  std::vector<Line> last;

  std::size_t bytes() const { return squares * kSquare; }
};

/// How many squares there are for so many bytes: kernels have up to 8, 12 and
/// 16 of them.
inline std::size_t squares_for(std::size_t bytes) {
  const std::size_t least =
      (bytes + Permutation::kSquare - 1) / Permutation::kSquare;
  return least <= 8 ? least : (least + 3) / 4 * 4;
}

/// Whether this CPU does so faster than it loads byte after byte.
bool can_permute();

/// Puts order.bytes() bytes into their order. `scratch` has as many, is apart
/// from `in`, and best begins a cache line; `out` may be either of them. Lines
/// are fetched meanwhile.
void permute(const Permutation& order, const std::uint8_t* in,
             std::uint8_t* out, std::uint8_t* scratch, const Fetch& fetch = {});

}  // namespace ashlar::kernels
