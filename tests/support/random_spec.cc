#include "tests/support/random_spec.h"

#include <string_view>
#include <utility>

namespace ashlar::test {
namespace {

Index any_size(Random& random) {
  return chance(random, 10) ? pick(random, 0, Index{1} << 40)
                            : pick(random, 0, 300);
}

Index any_count(Random& random) { return pick(random, 1, 200); }

Indices some(Random& random, int count, Index least, Index most) {
  Indices out;
  for (int i = 0; i < count; ++i) out.push_back(pick(random, least, most));
  return out;
}

Length any_length(Random& random) {
  return {any_count(random),
          chance(random, 50) ? Length::Unit::bytes : Length::Unit::elements};
}

Layout any_tile(Random& random) {
  Tile tile;
  tile.rows = any_count(random);
  tile.cols = any_count(random);
  if (chance(random, 50)) {
    tile.face_rows = any_count(random);
    tile.face_cols = any_count(random);
  }
  if (chance(random, 30)) tile.order = Tile::Order::transposed;
  return tile;
}

Layout any_stick(Random& random, int rank) {
  Stick stick;
  stick.bytes = any_count(random);
  if (chance(random, 30)) stick.pad = Stick::Pad::all;
  if (chance(random, 30)) stick.order = some(random, rank, 0, 7);
  if (chance(random, 30)) stick.padded = some(random, rank, 0, 300);
  if (chance(random, 30)) stick.fill = Stick::Fill::sparse;
  return stick;
}

Layout any_layout(Random& random, int rank) {
  switch (pick(random, 0, 7)) {
    case 0:
      return RowMajor{};
    case 1:
      return RowMajor{any_length(random), {}};
    case 2:
      return RowMajor{{}, any_length(random)};
    case 3:
      return ColumnMajor{};
    case 4:
      return Strided{some(random, rank, 0, 999)};
    case 5:
      return any_tile(random);
    case 6:
      return any_stick(random, rank);
    default:
      return random_layout(random).digits;
  }
}

Cores any_cores(Random& random) {
  switch (pick(random, 0, 2)) {
    case 0:
      return any_count(random);
    case 1:
      return CoreGrid{pick(random, 1, 12), pick(random, 1, 12)};
    default: {
      std::vector<CoreRange> ranges;
      // Rows that do not meet cannot overlap.
      for (Index y = 0; y == 0 || chance(random, 40); y += 3) {
        const Index x = pick(random, 0, 9);
        ranges.push_back({{x, y}, {x + pick(random, 0, 4), y + 1}});
      }
      return ranges;
    }
  }
}

Sharded any_shards(Random& random, int rank) {
  Sharded out;
  out.kind = static_cast<Sharded::Kind>(pick(random, 0, 3));
  out.cores = any_cores(random);
  if (chance(random, 40)) out.order = Sharded::Order::col;
  if (out.kind == Sharded::Kind::nd) {
    out.distribution = static_cast<Sharded::Distribution>(pick(random, 0, 2));
    out.shard = some(random, rank > 0 ? rank : 1, 1, 300);
  } else if (chance(random, 50)) {
    out.shard = some(random, 2, 1, 300);
  }
  return out;
}

Placement any_placement(Random& random, int rank) {
  Placement out;
  static constexpr std::string_view kDevices[] = {"host", "sim", "cuda"};
  out.memory.device = kDevices[pick(random, 0, 2)];
  if (out.memory.device != Name("host")) {
    out.memory.index = pick(random, 0, 9);
  }
  if (chance(random, 50)) out.memory.name = chance(random, 50) ? "l1" : "dram";
  if (chance(random, 30)) out.spread = Interleaved{any_count(random)};
  if (chance(random, 40)) out.spread = any_shards(random, rank);
  if (chance(random, 30)) {
    Ranks ranks;
    ranks.count = any_count(random);
    if (chance(random, 50)) {
      ranks.mode = Ranks::Mode::replicated;
    } else {
      ranks.axis = static_cast<int>(pick(random, 0, 7));
    }
    out.ranks = ranks;
  }
  return out;
}

AxisNames any_names(Random& random, int rank) {
  static constexpr std::string_view kNames[] = {"n", "c",  "h",   "w",
                                                "k", "x1", "_in", "out.y"};
  std::vector<std::string_view> names;
  const Index turn = pick(random, 0, 7);
  for (Index i = 0; i < rank; ++i) names.push_back(kNames[(i + turn) % 8]);
  return AxisNames(std::span<const std::string_view>(names));
}

}  // namespace

Spec random_spec(Random& random) {
  Spec spec;
  const int rank = static_cast<int>(pick(random, 0, 8));
  std::vector<Index> sizes;
  for (int i = 0; i < rank; ++i) sizes.push_back(any_size(random));
  spec.shape = Shape(std::span<const Index>(sizes));
  if (chance(random, 40)) spec.names = any_names(random, rank);
  const auto all = formats();
  spec.format =
      all[static_cast<std::size_t>(pick(random, 0, std::ssize(all) - 1))]
          .format;
  spec.layout = any_layout(random, rank);
  if (chance(random, 50)) spec.placement = any_placement(random, rank);
  return spec;
}

}  // namespace ashlar::test
