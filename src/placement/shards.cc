// shards.cc - shards to cores: the formulas as digits.
#include <algorithm>
#include <utility>

#include "src/base/checked.h"
#include "src/placement/check.h"
#include "src/placement/draft.h"

namespace ashlar {
namespace {

using Kind = Sharded::Kind;
using Order = Sharded::Order;
using Distribution = Sharded::Distribution;

/// What can hold more shards than there are cores.
constexpr std::string_view kNd = "nd(..., shard=...)";
constexpr std::string_view kRoundRobin = "distribution=round_robin";

/// `axis` cut into `parts` as evenly as whole pages allow.
Index even_shard(const Quantity& axis, Index page, Index parts) {
  return std::max(page, round_up(div_up(axis.extent, parts), page, "shard"));
}

/// The rows and columns of the grid that rows and columns of shards go to.
CoreGrid grid_of_shards(const CoreUnits& units) {
  if (units.order == Order::row) return units.grid;
  return {units.grid.cols, units.grid.rows};
}

void require_grid(const CoreUnits& units, std::string_view what) {
  if (units.is_grid) return;
  refuse(concat(what, " needs cores that form one rectangle, found ",
                units.count, " cores without a grid"),
         "give rows x columns, as in 2x4, or a single range of cores");
}

void require_fit(const Quantity& shards, Index cores, std::string_view shard,
                 std::string_view core, std::string_view instead = kNd) {
  if (shards.extent <= cores) return;
  refuse(concat(shards.extent, " ", shard, " do not fit on ", cores, " ", core),
         concat("use larger shards or more cores, or ", instead,
                ", which deals several shards to a core"));
}

void require_one(const Quantity& shards, const Cut& cut, std::string_view kind,
                 std::string_view side) {
  if (shards.extent <= 1) return;
  refuse(concat(kind, " shards span all ", cut.axis.extent, " ", side,
                ", but shard= says ", cut.shard),
         concat("use block(...) to cut both ways, or at least ",
                round_up(cut.axis.extent, cut.page, "shard"), " ", side));
}

}  // namespace

CoreUnits::CoreUnits(const Sharded& sharded)
    : count(core_count(sharded.cores)), order(sharded.order) {
  if (const auto* given = std::get_if<CoreGrid>(&sharded.cores)) {
    is_grid = true;
    grid = *given;
  }
  const auto* ranges = std::get_if<std::vector<CoreRange>>(&sharded.cores);
  if (ranges != nullptr && ranges->size() == 1) {
    const CoreRange& range = ranges->front();
    is_grid = true;
    grid = {range.last.y - range.first.y + 1, range.last.x - range.first.x + 1};
  }
}

void CoreUnits::write(Draft& draft, const Quantity& shard, Wrap wrap) const {
  const auto top = [&](Index div, Index cores) {
    return digit(shard, div, wrap == Wrap::yes ? cores : 0, cores);
  };
  if (!is_grid) {
    draft.unit("core", top(1, count));
  } else if (order == Order::row) {
    draft.unit("core.y", top(grid.cols, grid.rows));
    draft.unit("core.x", digit(shard, 1, grid.cols));
  } else {
    draft.unit("core.y", digit(shard, 1, grid.rows));
    draft.unit("core.x", top(grid.rows, grid.cols));
  }
}

namespace {

/// The rows and columns of the tensor as a matrix, and how they are cut.
struct Matrix {
  Cut rows;
  Cut cols;
};

Matrix matrix_of(Draft& draft, const Sharded& sharded, const CoreUnits& units) {
  const int rank = draft.rank();
  Matrix out;
  out.rows = {joined_axes(draft, rank - 2), 1, draft.page.rows,
              Cut::Spread::no};
  out.cols = {draft.axis(rank - 1), 1, draft.page.cols, Cut::Spread::no};
  CoreGrid parts{1, 1};
  if (sharded.kind != Kind::width) {
    out.rows.spread = Cut::Spread::yes;
    parts.rows = units.count;
  }
  if (sharded.kind != Kind::height) {
    out.cols.spread = Cut::Spread::yes;
    parts.cols = units.count;
  }
  if (sharded.kind == Kind::block) parts = grid_of_shards(units);
  const bool is_given = !sharded.shard.empty();
  out.rows.shard = is_given
                       ? sharded.shard[0]
                       : even_shard(out.rows.axis, out.rows.page, parts.rows);
  out.cols.shard = is_given
                       ? sharded.shard[1]
                       : even_shard(out.cols.axis, out.cols.page, parts.cols);
  return out;
}

/// One row or column of shards a row or column of cores.
void place_on_grid(Draft& draft, const CoreUnits& units, const Quantity& down,
                   const Quantity& across, std::string_view instead) {
  const CoreGrid room = grid_of_shards(units);
  const bool by_row = units.order == Order::row;
  require_fit(down, room.rows, "rows of shards",
              by_row ? "rows of cores" : "columns of cores", instead);
  require_fit(across, room.cols, "columns of shards",
              by_row ? "columns of cores" : "rows of cores", instead);
  draft.unit("core.y", digit(by_row ? down : across, 1, 0, units.grid.rows));
  draft.unit("core.x", digit(by_row ? across : down, 1, 0, units.grid.cols));
}

}  // namespace

void place_matrix(Draft& draft, const Sharded& sharded) {
  const CoreUnits units(sharded);
  if (sharded.kind == Kind::block) require_grid(units, "block");
  const auto [rows, cols] = matrix_of(draft, sharded, units);
  const Quantity down = rows.index();
  const Quantity across = cols.index();
  if (sharded.kind == Kind::block) {
    place_on_grid(draft, units, down, across, kNd);
  } else if (sharded.kind == Kind::height) {
    require_one(across, cols, "height", "columns");
    require_fit(down, units.count, "shards", "cores");
    units.write(draft, down, CoreUnits::Wrap::no);
  } else {
    require_one(down, rows, "width", "rows");
    require_fit(across, units.count, "shards", "cores");
    units.write(draft, across, CoreUnits::Wrap::no);
  }
  write_shard(draft, {rows, cols});
}

namespace {

/// One cut for each size of the shard. Axes that the shard does not speak of
/// are folded into its first one; sizes beyond the rank cut nothing.
std::vector<Cut> cuts_of(Draft& draft, const Indices& shard) {
  const int extra = draft.rank() - shard.size();
  if (shard.size() == 1 && extra > 0 && draft.page.rows > 1) {
    refuse("a shard of one size cannot hold a tile",
           "give the rows and columns of a shard, as in shard=32x64");
  }
  std::vector<Cut> cuts;
  for (int i = 0; i < shard.size(); ++i) {
    Cut cut;
    const int axis = i + extra;
    cut.axis = i == 0 ? joined_axes(draft, axis) : draft.axis(axis);
    cut.shard = shard[i];
    const int from_end = shard.size() - i;
    cut.page = from_end == 1   ? draft.page.cols
               : from_end == 2 ? draft.page.rows
                               : 1;
    cut.spread = cut.index().extent > 1 ? Cut::Spread::yes : Cut::Spread::no;
    cuts.push_back(std::move(cut));
  }
  return cuts;
}

/// The row-major number of a shard among `cuts`.
Quantity shard_number(Draft& draft, std::span<const Cut> cuts) {
  std::vector<TermText> terms;
  Quantity last;
  Index extent = 1;
  for (const Cut& cut : cuts) {
    if (cut.spread == Cut::Spread::no) continue;
    last = cut.index();
    terms.push_back(digit(last));
    extent = checked_multiply(extent, last.extent, "shards");
  }
  if (terms.size() < 2) return last;
  return draft.let("s", std::move(terms), extent);
}

void place_nd_grid(Draft& draft, const CoreUnits& units,
                   const std::vector<Cut>& cuts) {
  require_grid(units, "distribution=grid");
  const std::span<const Cut> all(cuts);
  const Quantity down = shard_number(draft, all.first(cuts.size() - 1));
  const Quantity across = shard_number(draft, all.last(1));
  place_on_grid(draft, units, down, across, kRoundRobin);
}

}  // namespace

void place_nd(Draft& draft, const Sharded& sharded) {
  if (sharded.shard.empty()) {
    refuse("nd does not say how large a shard is", "write nd(8, shard=32x64)");
  }
  const CoreUnits units(sharded);
  // A row cut into shards is a row of pages as wide as these.
  if (std::holds_alternative<RowMajor>(draft.layout)) {
    draft.page.cols = sharded.shard[sharded.shard.size() - 1];
  }
  const bool is_grid = sharded.distribution == Distribution::grid;
  Indices shard_sizes = sharded.shard;
  // On a grid rows of shards go their own way, even where the shard does not
  // speak of rows.
  if (is_grid && shard_sizes.size() == 1) shard_sizes = {1, shard_sizes[0]};
  const std::vector<Cut> cuts = cuts_of(draft, shard_sizes);
  if (is_grid) {
    place_nd_grid(draft, units, cuts);
    return write_shard(draft, cuts);
  }
  const Quantity shard = shard_number(draft, cuts);
  TermText slot;
  if (sharded.distribution == Distribution::round_robin) {
    units.write(draft, shard, CoreUnits::Wrap::yes);
    slot = digit(shard, units.count);
  } else {
    const Index per_core = div_up(shard.extent, units.count);
    units.write(draft,
                {shard.name, checked_multiply(shard.div, per_core, "shards"),
                 div_up(shard.extent, per_core)},
                CoreUnits::Wrap::no);
    slot = digit(shard, 1, per_core);
  }
  if (slot != gap(1)) draft.digits.memory.terms.push_back(std::move(slot));
  write_shard(draft, cuts);
}

}  // namespace ashlar
