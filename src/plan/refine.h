// refine.h - the loops that two layouts have in common.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "src/plan/side.h"

namespace ashlar {

/// Axes that lie one inside of the other on both sides count as one. Axes of
/// size 1 do not count.
struct FusedAxis {
  std::vector<int> axes;     ///< outermost first
  std::vector<Index> sizes;  ///< of each
  Index size = 1;            ///< of all together
  /// Indices from the size up to here are padding of the destination, which may
  /// be written.
  Index room = 1;
};

/// Counts 0, step, 2 * step, ... along an axis.
struct Dim {
  int axis = 0;
  Index step = 1;
  Index count = 1;

  bool operator==(const Dim&) const = default;
};

/// One of the two sides.
enum class Which : std::uint8_t { source, destination };

/// Offsets 0, step, 2 * step, ...
struct Comb {
  Index step = 0;
  Index count = 1;

  bool operator==(const Comb&) const = default;
};

/// A loop, or several that only together have offsets. The index of an element
/// is the sum of what the loops count, and its bit on either side the sum of
/// what they add.
struct Loop {
  std::vector<Dim> dims;
  Index count = 1;  ///< of all dims together

  // A side that grows evenly does so by this much a step.
  bool in_even = true;
  bool out_even = true;
  Index in_step = 0;
  Index out_step = 0;
  // What each value adds, row-major over the dims, unless both sides are even.
  // Empty also if there are too many, which are then worked out when needed.
  std::vector<Index> in_at;
  std::vector<Index> out_at;
  /// Of a table: values that are padding, which may become anything, whatever
  /// they are said to add at the source. Empty if nothing is known of any.
  std::vector<bool> is_padding;
  // Of a table: its offsets as sums of even ones, as far as they are that, in
  // whatever order. Those of a swizzle are, on either side.
  std::vector<Comb> in_combs;
  std::vector<Comb> out_combs;
  /// It goes from unit to unit, and these lie apart: it can be in no block.
  bool crosses_units = false;

  bool operator==(const Loop&) const = default;

  /// What value number `k` adds; not of loops that are computed.
  Index in_offset(Index k) const {
    return in_at.empty() ? k * in_step : in_at[static_cast<std::size_t>(k)];
  }
  Index out_offset(Index k) const {
    return out_at.empty() ? k * out_step : out_at[static_cast<std::size_t>(k)];
  }

  // Loops that are neither even nor listed stay outside of blocks.
  bool is_even() const { return in_even && out_even && !crosses_units; }
  bool is_listed() const { return !in_at.empty() && !crosses_units; }
  /// Offsets are worked out when they are needed.
  bool is_computed() const { return in_at.empty() && !(in_even && out_even); }
};

struct Refined {
  std::vector<FusedAxis> axes;
  std::vector<Loop> loops;
  Index in_start = 0;  ///< the bit of index 0
  Index out_start = 0;
};

/// Whether what is padding of the destination has to stay as it is.
enum class Gaps : std::uint8_t { kept, free };

/// Both sides have the same shape, and no axis of size 0. Short rows of the
/// destination that end with padding go on through it where they may, so that
/// they are one with the next ones.
Refined refine(const Side& in, const Side& out, Gaps gaps = Gaps::kept);

/// What value number `k` of a loop adds to an index of `rank` fused axes.
Indices index_of(const Loop& loop, Index k, int rank);

/// Whether an index lies inside of the shape.
bool is_inside(const std::vector<FusedAxis>& axes, const Indices& index);
/// Or in padding that may be written.
bool has_room(const std::vector<FusedAxis>& axes, const Indices& index);

/// The index in the shape of an index in fused axes.
Indices unfused(const std::vector<FusedAxis>& axes, const Index* index,
                int rank);

}  // namespace ashlar
