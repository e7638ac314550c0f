// rotate.h - spreads outliers over a block before it is quantised.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace ashlar {

enum class HadamardOrder : std::uint8_t {
  sylvester,  ///< H(2n) = [[H, H], [H, -H]]
  walsh,      ///< the same rows, row i changing its sign i times
};

/// The blocks of n numbers are multiplied by diag(signs) * H / sqrt(n).
struct Rotation {
  /// n, a power of two up to 2^16.
  std::int64_t size = 32;
  HadamardOrder order = HadamardOrder::sylvester;
  /// Of random signs, which are the same for all blocks; nothing: all plus.
  std::optional<std::uint64_t> seed = {};

  bool operator==(const Rotation&) const = default;
};

/// Rotates each block of `columns`, of which a row has, from the left to the
/// right. `columns` is a multiple of the size, and there are whole rows only.
/// Sums are made in f64 and rounded to f32 once.
void rotate(std::span<float> numbers, std::int64_t columns,
            const Rotation& rotation = {});

/// The inverse, but for rounding.
void undo_rotate(std::span<float> numbers, std::int64_t columns,
                 const Rotation& rotation = {});

}  // namespace ashlar
