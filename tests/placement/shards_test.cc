// shards_test.cc - shards against ttnn's formulas, element by element.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "ashlar/error.h"
#include "ashlar/format.h"
#include "ashlar/placement.h"
#include "tests/placement/shard_oracle.h"

namespace ashlar {
namespace {

using Kind = Sharded::Kind;

const Element& element() {
  static const Element bf16 = parse_format("bf16").element();
  return bf16;
}

BoundLayout placed(const Layout& layout, const Placement& placement,
                   const Shape& shape) {
  return bind(place(layout, placement, shape, AxisNames(), element()), shape,
              AxisNames(), element());
}

std::string text(std::string_view shape, std::string_view layout,
                 std::string_view placement) {
  return to_string(place(parse_layout(layout), parse_placement(placement),
                         parse_shape(shape), AxisNames(), element()));
}

std::string problem(std::string_view shape, std::string_view layout,
                    std::string_view placement) {
  try {
    text(shape, layout, placement);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// The core that a position lies on, whatever its units are called.
CoreCoord core_at(const Sharded& sharded, const BoundLayout& layout,
                  const Position& position) {
  return core_of(sharded, std::span(position.unit).first(layout.units().size()));
}

struct Case {
  oracle::Problem problem;
  Layout layout;
  Sharded sharded;
};

/// Asks for every element of `given` where it is, both ways.
void expect_as_oracle(const Case& given) {
  const Shape shape{std::span<const Index>(given.problem.shape)};
  const Placement placement{{}, given.sharded, {}};
  SCOPED_TRACE(to_string(shape) + " " + to_string(given.layout) + " " +
               to_string(placement));
  const BoundLayout layout = placed(given.layout, placement, shape);
  const oracle::Map map(given.problem);
  ASSERT_EQ(layout.bits_per_unit(), map.room() * 16);
  ASSERT_EQ(layout.unit_total(), core_count(given.sharded.cores));
  for (Index i = 0; i < shape.volume(); ++i) {
    const Indices index = unravel(i, shape);
    const oracle::Home home =
        map.home_of(oracle::Numbers(index.begin(), index.end()));
    const Position position = layout.position(index);
    const CoreCoord core = core_at(given.sharded, layout, position);
    ASSERT_EQ(core, (CoreCoord{home.core.x, home.core.y})) << i;
    ASSERT_EQ(position.bit, home.element * 16) << i;
    ASSERT_EQ(layout.find(position).index, index);
  }
}

/// Random tensors, tiles, shards and cores that ttnn would take, and some
/// that it would not.
class RandomCase {
 public:
  explicit RandomCase(std::uint64_t seed) : random_(seed) {}

  Case matrix() {
    Case out = tensor(2, 4);
    oracle::Problem& p = out.problem;
    out.sharded.kind = pick<Kind>({Kind::height, Kind::width, Kind::block});
    const std::size_t rank = p.shape.size();
    oracle::Number rows = oracle::up(p.shape[rank - 2], p.tile_rows);
    for (std::size_t i = 0; i + 2 < rank; ++i) rows *= p.shape[i];
    const bool is_tile = std::holds_alternative<Tile>(out.layout);
    oracle::Number cols =
        is_tile ? oracle::up(p.shape[rank - 1], p.tile_cols)
                : p.shape[rank - 1];
    oracle::Number shard_rows = number(1, rows + 1);
    oracle::Number shard_cols = number(1, cols + 1);
    if (out.sharded.kind == Kind::height) shard_cols = cols;
    if (out.sharded.kind == Kind::width) shard_rows = rows;
    const oracle::Number unit = is_tile ? p.tile_cols : 1;
    p.shard = {shard_rows * p.tile_rows, shard_cols * unit};
    if (!is_tile) row_pages(p);
    const oracle::Number down = oracle::up(rows, shard_rows);
    const oracle::Number across = oracle::up(cols, shard_cols);
    p.row_wise = number(0, 1) == 0;
    if (out.sharded.kind == Kind::block) {
      p.deal = oracle::Deal::grid;
      const oracle::Number x = (p.row_wise ? across : down) + number(0, 2);
      const oracle::Number y = (p.row_wise ? down : across) + number(0, 2);
      grid_cores(out, x, y);
    } else {
      cores_for(out, down * across + number(0, 3));
    }
    out.sharded.shard = Indices(p.shard);
    finish(out);
    return out;
  }

  Case nd() {
    Case out = tensor(2, 5);
    oracle::Problem& p = out.problem;
    out.sharded.kind = Kind::nd;
    const std::size_t rank = p.shape.size();
    const bool is_tile = std::holds_alternative<Tile>(out.layout);
    const std::size_t shard_rank = static_cast<std::size_t>(
        number(is_tile && p.tile_rows > 1 ? 2 : 1,
               static_cast<oracle::Number>(rank)));
    p.shard.resize(shard_rank);
    for (std::size_t i = 0; i < shard_rank; ++i) {
      const std::size_t axis = rank - shard_rank + i;
      const oracle::Number page = !is_tile                ? 1
                                  : i + 1 == shard_rank ? p.tile_cols
                                  : i + 2 == shard_rank ? p.tile_rows
                                                        : 1;
      p.shard[i] = page * number(1, oracle::up(p.shape[axis], page) + 1);
    }
    if (!is_tile) row_pages(p);
    const oracle::Pages pages = oracle::pages_of(p);
    p.row_wise = number(0, 1) == 0;
    p.deal = pick<oracle::Deal>({oracle::Deal::round_robin,
                                 oracle::Deal::contiguous, oracle::Deal::grid});
    if (p.deal == oracle::Deal::grid) {
      const oracle::Number across = pages.shards.back();
      const oracle::Number down = pages.count / across;
      grid_cores(out, (p.row_wise ? across : down) + number(0, 1),
                 (p.row_wise ? down : across) + number(0, 1));
    } else {
      cores_for(out, number(1, 7));
    }
    out.sharded.shard = Indices(p.shard);
    finish(out);
    return out;
  }

 private:
  oracle::Number number(oracle::Number least, oracle::Number most) {
    return std::uniform_int_distribution<oracle::Number>(least, most)(random_);
  }
  template <class Value>
  Value pick(std::initializer_list<Value> values) {
    const auto last = static_cast<oracle::Number>(values.size()) - 1;
    return values.begin()[number(0, last)];
  }

  Case tensor(oracle::Number least_rank, oracle::Number most_rank) {
    Case out;
    oracle::Problem& p = out.problem;
    const oracle::Number rank = number(least_rank, most_rank);
    for (oracle::Number i = 0; i < rank; ++i) {
      p.shape.push_back(number(1, i + 2 >= rank ? 21 : 3));
    }
    if (number(0, 2) == 0) {
      out.layout = RowMajor();
      return out;
    }
    Tile tile;
    tile.face_rows = pick<oracle::Number>({1, 2, 4});
    tile.face_cols = pick<oracle::Number>({1, 2, 4});
    tile.rows = tile.face_rows * number(1, 2);
    tile.cols = tile.face_cols * number(1, 3);
    p.tile_rows = tile.rows;
    p.tile_cols = tile.cols;
    p.face_rows = tile.face_rows;
    p.face_cols = tile.face_cols;
    out.layout = tile;
    return out;
  }

  /// Row-major pages are rows of a shard.
  static void row_pages(oracle::Problem& p) {
    p.tile_cols = p.face_cols = p.shard.back();
  }

  void grid_cores(Case& out, oracle::Number x, oracle::Number y) {
    const oracle::Core start{number(0, 3), number(0, 3)};
    out.problem.cores = {{start, {start.x + x - 1, start.y + y - 1}}};
    if (start == oracle::Core() && number(0, 1) == 0) {
      out.sharded.cores = CoreGrid{y, x};
    }
  }

  /// At least `count` cores: a grid, a plain number, or several ranges.
  void cores_for(Case& out, oracle::Number count) {
    const oracle::Number form = number(0, 2);
    if (form == 0) {
      const oracle::Number x = number(1, count);
      return grid_cores(out, x, oracle::up(count, x));
    }
    if (form == 1) {
      out.sharded.cores = Index{count};
      out.problem.cores = {{{0, 0}, {count - 1, 0}}};
      return;
    }
    oracle::Number x0 = 0;
    while (count > 0) {
      const oracle::Number x = number(1, count);
      const oracle::Number y = oracle::up(count, x);
      out.problem.cores.push_back({{x0, 1}, {x0 + x - 1, y}});
      x0 += x;
      count -= x * y;
      count = count > 0 ? number(1, count) : 0;
    }
    // A plain number of cores is counted along x, so this one must not be.
    if (out.problem.cores.size() == 1) out.problem.cores.push_back(
        {{x0, 0}, {x0, 1}});
  }

  static void finish(Case& out) {
    const bool is_set =
        std::holds_alternative<CoreGrid>(out.sharded.cores) ||
        std::get<Index>(out.sharded.cores) > 1;
    if (!is_set) {
      std::vector<CoreRange> ranges;
      for (const oracle::Rectangle& r : out.problem.cores) {
        ranges.push_back({{r.start.x, r.start.y}, {r.end.x, r.end.y}});
      }
      out.sharded.cores = ranges;
    }
    if (!out.problem.row_wise) out.sharded.order = Sharded::Order::col;
    if (out.sharded.kind != Kind::nd) return;
    if (out.problem.deal == oracle::Deal::grid) {
      out.sharded.distribution = Sharded::Distribution::grid;
    } else if (out.problem.deal == oracle::Deal::contiguous) {
      out.sharded.distribution = Sharded::Distribution::contiguous;
    }
  }

  std::mt19937_64 random_;
};

TEST(ShardsTest, HeightWidthAndBlockFollowTtnn) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    expect_as_oracle(RandomCase(seed).matrix());
    if (HasFatalFailure()) return;
  }
}

TEST(ShardsTest, NdShardsFollowTtnn) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    expect_as_oracle(RandomCase(seed + 1'000'000).nd());
    if (HasFatalFailure()) return;
  }
}

TEST(ShardsTest, CutsFirstAndTilesThenWhereTilesDoNotDivideShards) {
  std::mt19937_64 random(7);
  const auto number = [&](Index least, Index most) {
    return std::uniform_int_distribution<Index>(least, most)(random);
  };
  for (int round = 0; round < 500; ++round) {
    const Shape shape{number(1, 60), number(1, 60)};
    const Index sh = number(1, 25), sw = number(1, 25);
    Tile tile{.rows = number(1, 9), .cols = number(1, 9)};
    Sharded sharded{Kind::block, CoreGrid{60, 60}, {sh, sw}};
    const Placement placement{{}, sharded, {}};
    SCOPED_TRACE(to_string(shape) + to_string(Layout(tile)) +
                 to_string(placement));
    const BoundLayout layout = placed(tile, placement, shape);
    const Index across = (sw + tile.cols - 1) / tile.cols;
    for (Index r = 0; r < shape[0]; ++r) {
      for (Index c = 0; c < shape[1]; ++c) {
        const Position at = layout.position(Indices{r, c});
        const Index i = r % sh, j = c % sw;
        const Index page = i / tile.rows * across + j / tile.cols;
        const Index slot = page * tile.rows * tile.cols +
                           i % tile.rows * tile.cols + j % tile.cols;
        ASSERT_EQ(at.unit[0], r / sh);
        ASSERT_EQ(at.unit[1], c / sw);
        ASSERT_EQ(at.bit, slot * 16);
        ASSERT_EQ(layout.find(at).index, (Indices{r, c}));
      }
    }
  }
}

TEST(ShardsTest, WritesTheDigitsOfTheSpecification) {
  EXPECT_EQ(text("224x70", "ttnn", "on sim height(4, shard=64x96)"),
            "core=a/64 | [a/32%2, b/32, a/16%2, b/16%2, a%16, b%16]");
  EXPECT_EQ(text("70x224", "tile(32x32)", "on sim width(4)"),
            "core=b/64 | [a/32, b/32%2, a%32, b%32]");
  EXPECT_EQ(text("128x128", "tile(32x32)", "on sim block(2x2)"),
            "core.y=a/64, core.x=b/64 | [a/32%2, b/32%2, a%32, b%32]");
  EXPECT_EQ(text("128x192", "tile(32x32)", "on sim block(3x2, order=col)"),
            "core.y=b/64, core.x=a/64 | [a/32%2, b/32%2, a%32, b%32]");
  EXPECT_EQ(text("250x64", "tile(32x32)", "on sim height(2x4, order=col)"),
            "core.y=a/32%2, core.x=a/64 | [b/32, a%32, b%32]");
  EXPECT_EQ(text("192x192", "tile(32x32)", "on sim nd(4, shard=64x64)"),
            "s=(a/64 b/64); core=s%4 | [s/4, a/32%2, b/32%2, a%32, b%32]");
  EXPECT_EQ(text("192x192", "tile(32x32)",
                 "on sim nd(4, shard=64x64, distribution=contiguous)"),
            "s=(a/64 b/64); core=s/3:4 | [s%3, a/32%2, b/32%2, a%32, b%32]");
  EXPECT_EQ(text("3x50x70", "row", "on sim height(3, shard=64x70)"),
            "r=(a b); core=r/64 | [r%64, c]");
  EXPECT_EQ(text("2x3x60x70", "tile(32x32)", "on sim height(4)"),
            "r=(a b c:64); core=r/96 | [r/32%3, d/32, r%32, d%32]");
  EXPECT_EQ(text("53x63", "tile(16x16)", "on sim block(3x2, shard=18x32)"),
            "l=a%18:32; core.y=a/18, core.x=b/32 | [l/16, b/16%2, l%16, b%16]");
}

TEST(ShardsTest, UnusedCoresStay) {
  EXPECT_EQ(text("64x64", "row", "on sim height(8, shard=16x64)"),
            "core=a/16:8 | [a%16, b]");
  EXPECT_EQ(text("64x64", "row", "on sim block(4x8, shard=32x32)"),
            "core.y=a/32:4, core.x=b/32:8 | [a%32, b%32]");
  EXPECT_EQ(text("64x64", "row", "on sim height(4x1, shard=16x64)"),
            "core.y=a/16, core.x=0 | [a%16, b]");
}

TEST(ShardsTest, OneRangeIsAGridAndSeveralAreCounted) {
  EXPECT_EQ(text("64x64", "row", "on sim block(cores=(2,1)-(3,2))"),
            text("64x64", "row", "on sim block(2x2)"));
  EXPECT_EQ(text("64x64", "row", "on sim height(cores=(0,0)-(1,0)+(0,1)-(1,1))"),
            "core=a/16 | [a%16, b]");
}

TEST(ShardsTest, TakesEveryRank) {
  EXPECT_EQ(text("", "tile(32x32)", "on sim block(2x2)"),
            "core.y=0:2, core.x=0:2 | [0:32, 0:32]");
  EXPECT_EQ(text("", "row", "on sim height(4)"), "core=0:4 | []");
  EXPECT_EQ(text("100", "tile(32x32)", "on sim width(2)"),
            "core=a/64 | [a/32%2, 0:32, a%32]");
  EXPECT_EQ(text("100", "row", "on sim nd(2, shard=40)"),
            "core=a/40%2 | [a/80, a%40]");
  EXPECT_EQ(text("2x2x2x2x2x2x33x33", "tile(32x32)",
                 "on sim nd(4x4, shard=1x2x1x2x1x2x32x64)"),
            "s=(a c e g/32); core.y=s/4%4, core.x=s%4 | "
            "[s/16, b, d, f, h/32, g%32, h%32]");
}

TEST(ShardsTest, NothingIsSpreadOfATensorWithoutElements) {
  for (const char* placement :
       {"on sim height(3)", "on sim width(2x2)", "on sim block(2x2, order=col)",
        "on sim nd(5, shard=4x4)", "on sim interleaved(12)",
        "on sim ranks(4, axis=1)",
        "on sim nd(2x2, shard=3, distribution=contiguous) ranks(2)"}) {
    for (const char* sizes : {"0x7", "7x0", "3x0x5", "0x0"}) {
      const Shape shape = parse_shape(sizes);
      const BoundLayout layout =
          placed(kTtnnTile, parse_placement(placement), shape);
      EXPECT_EQ(layout.bytes(), 0) << placement << " " << sizes;
      EXPECT_GT(layout.unit_total(), 1) << placement;
    }
  }
}

TEST(ShardsTest, MoreShardsThanCoresAreRefused) {
  EXPECT_EQ(problem("128x128", "row", "on sim height(3, shard=32x128)"),
            "placement: 4 shards do not fit on 3 cores; use larger shards or "
            "more cores, or nd(..., shard=...), which deals several shards to a "
            "core");
  EXPECT_EQ(problem("128x128", "row", "on sim block(2x4, shard=32x32)"),
            "placement: 4 rows of shards do not fit on 2 rows of cores; use "
            "larger shards or more cores, or nd(..., shard=...), which deals "
            "several shards to a core");
  EXPECT_EQ(problem("128x128", "row", "on sim block(2x4, shard=64x32, order=col)"),
            "placement: 4 columns of shards do not fit on 2 rows of cores; use "
            "larger shards or more cores, or nd(..., shard=...), which deals "
            "several shards to a core");
}

TEST(ShardsTest, SaysWhatCannotBeSharded) {
  EXPECT_EQ(problem("8x8", "col", "on sim height(3)"),
            "placement: the layout col cannot be cut into shards, only row and "
            "tile can; write the units into the digits, as in core=h/64 | "
            "[h%64, w]");
  EXPECT_EQ(problem("8x8", "row(pitch=9)", "on sim height(3)"),
            "placement: the layout row(pitch=9) cannot be cut into shards, only "
            "row and tile can; write the units into the digits, as in core=h/64 "
            "| [h%64, w]");
  EXPECT_EQ(problem("8x8", "row", "on sim block(4)"),
            "placement: block needs cores that form one rectangle, found 4 "
            "cores without a grid; give rows x columns, as in 2x4, or a single "
            "range of cores");
  EXPECT_EQ(problem("64x80", "tile(32x32)", "on sim height(2, shard=32x64)"),
            "placement: height shards span all 80 columns, but shard= says 64; "
            "use block(...) to cut both ways, or at least 96 columns");
  EXPECT_EQ(problem("64x80", "tile(32x32)", "on sim nd(2, shard=64)"),
            "placement: a shard of one size cannot hold a tile; give the rows "
            "and columns of a shard, as in shard=32x64");
}

}  // namespace
}  // namespace ashlar
