// shards_test.cc - shards against ttnn's formulas, element by element.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "ashlar/error.h"
#include "ashlar/format.h"
#include "ashlar/placement.h"
#include "tests/placement/random_shards.h"

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
  return core_of(sharded,
                 std::span(position.unit).first(layout.units().size()));
}

/// Asks for every element of `given` where it is, both ways.
void expect_as_oracle(const oracle::Case& given) {
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

TEST(ShardsTest, HeightWidthAndBlockFollowTtnn) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    expect_as_oracle(oracle::RandomCase(seed).matrix());
    if (HasFatalFailure()) return;
  }
}

TEST(ShardsTest, NdShardsFollowTtnn) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    expect_as_oracle(oracle::RandomCase(seed + 1'000'000).nd());
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
  EXPECT_EQ(
      text("64x64", "row", "on sim height(cores=(0,0)-(1,0)+(0,1)-(1,1))"),
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
  EXPECT_EQ(
      problem("128x128", "row", "on sim height(3, shard=32x128)"),
      "placement: 4 shards do not fit on 3 cores; use larger shards or "
      "more cores, or nd(..., shard=...), which deals several shards to a "
      "core");
  EXPECT_EQ(problem("128x128", "row", "on sim block(2x4, shard=32x32)"),
            "placement: 4 rows of shards do not fit on 2 rows of cores; use "
            "larger shards or more cores, or nd(..., shard=...), which deals "
            "several shards to a core");
  EXPECT_EQ(
      problem("128x128", "row", "on sim block(2x4, shard=64x32, order=col)"),
      "placement: 4 columns of shards do not fit on 2 rows of cores; use "
      "larger shards or more cores, or nd(..., shard=...), which deals "
      "several shards to a core");
}

TEST(ShardsTest, MoreShardsThanTheGridHasAreRefused) {
  EXPECT_EQ(problem("128x128", "row",
                    "on sim nd(2x4, shard=32x32, distribution=grid)"),
            "placement: 4 rows of shards do not fit on 2 rows of cores; use "
            "larger shards or more cores, or distribution=round_robin, which "
            "deals several shards to a core");
}

TEST(ShardsTest, SaysWhatCannotBeSharded) {
  EXPECT_EQ(problem("8x8", "col", "on sim height(3)"),
            "placement: the layout col cannot be cut into shards, only row and "
            "tile can; write the units into the digits, as in core=h/64 | "
            "[h%64, w]");
  EXPECT_EQ(
      problem("8x8", "row(pitch=9)", "on sim height(3)"),
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
