// placement.h - which memory holds a tensor, and how it spreads over units.
#pragma once

#include <compare>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ashlar/layout.h"

namespace ashlar {

/// Most banks, cores or ranks that a tensor spreads over.
inline constexpr Index kMaxUnitCount = Index{1} << 20;
/// Core coordinates are smaller than this.
inline constexpr Index kMaxCoreCoord = Index{1} << 16;
inline constexpr int kMaxCoreRanges = 64;

/// A memory of a device: `host`, `sim:0`, `sim:0/l1`, `cuda:1`.
struct Memory {
  Name device = "host";
  Index index = 0;
  Name name;  ///< empty: the one that the device takes by itself

  bool operator==(const Memory&) const = default;
};

/// Pages (tiles, rows, sticks) dealt to the banks in turn.
struct Interleaved {
  Index banks = 1;

  bool operator==(const Interleaved&) const = default;
};

/// A core by its column and row, in this order.
struct CoreCoord {
  Index x = 0;
  Index y = 0;

  auto operator<=>(const CoreCoord&) const = default;
};

/// A rectangle of cores, both corners included.
struct CoreRange {
  CoreCoord first;
  CoreCoord last;

  bool operator==(const CoreRange&) const = default;
};

/// All cores of a rectangle that starts at (0, 0).
struct CoreGrid {
  Index rows = 1;
  Index cols = 1;

  bool operator==(const CoreGrid&) const = default;
};

/// A plain number of cores, a grid of them, or rectangles without overlap.
using Cores = std::variant<Index, CoreGrid, std::vector<CoreRange>>;

/// Shards dealt to cores. Height, width and block cut the tensor as a matrix
/// (all axes but the last joined, tiles padded), one shard a core; nd cuts
/// axes, and cores may hold several shards.
struct Sharded {
  enum class Kind { height, width, block, nd };
  enum class Order { row, col };
  enum class Distribution { round_robin, grid, contiguous };

  Kind kind = Kind::height;
  Cores cores = Index{1};
  Indices shard;  ///< elements an axis; empty: as even as pages allow
  Order order = Order::row;  ///< in which cores are counted
  Distribution distribution = Distribution::round_robin;  ///< of nd shards

  bool operator==(const Sharded&) const = default;
};

/// Over the processes of a parallel run: one axis is cut into equal blocks of
/// whole pages, or every rank holds everything.
struct Ranks {
  enum class Mode { split, replicated };

  Mode mode = Mode::split;
  Index count = 1;
  int axis = 0;  ///< of a split

  bool operator==(const Ranks&) const = default;
};

/// Where a tensor lives. The default is host memory, nothing spread.
struct Placement {
  Memory memory;
  std::variant<std::monostate, Interleaved, Sharded> spread;
  std::optional<Ranks> ranks;

  bool operator==(const Placement&) const = default;
};

/// Reads `on MEMORY [SPREAD] [RANKS]`, as at the end of a spec; nothing at all
/// is the default placement. MEMORY is `host`, `sim:0/l1`, ...; SPREAD is
/// `interleaved(12)`, `height(8)`, `width(2x4)`, `block(2x2, shard=64x64,
/// order=col)` or `nd(cores=(0,0)-(2,0)+(0,1)-(1,1), shard=2x1x64x64,
/// distribution=contiguous)`, grids being rows by columns and cores (x, y);
/// RANKS is `ranks(4, axis=1)` or `replicated(4)`.
Placement parse_placement(std::string_view text);

/// The one spelling, without what is as by default; empty for the default.
std::string to_string(const Placement& placement);

/// The digits of `layout` with the units that `placement` adds: `bank`; `core`
/// if cores are counted, `core.y` and `core.x` if they form one rectangle;
/// `rank`.
Digits place(const Layout& layout, const Placement& placement,
             const Shape& shape, const AxisNames& names,
             const Element& element);

/// How many cores there are.
Index core_count(const Cores& cores);

/// All of them in the order in which shards are dealt: range after range, and
/// in a range row by row or, if `order` says so, column by column. A plain
/// number of cores is a row that starts at (0, 0).
std::vector<CoreCoord> core_list(const Cores& cores, Sharded::Order order);

/// The core at a coordinate of the units that `place` adds: {core}, or
/// {core.y, core.x}.
CoreCoord core_of(const Sharded& sharded, std::span<const Index> unit);

}  // namespace ashlar
