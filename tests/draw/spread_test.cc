#include "src/draw/spread.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/draw/examples.h"
#include "tests/placement/random_shards.h"

namespace ashlar {
namespace {

using test::bound;

TEST(SpreadTest, CoresWithoutDataAreThere) {
  const auto parts =
      unit_parts(bound("bf16[70x32] ttnn on sim:0/l1 height(5)"));
  EXPECT_EQ(parts[2].elements, 6 * 32);
  EXPECT_EQ(parts[2].bytes, 6 * 32 * 2);
  EXPECT_EQ(parts[4].bytes, 0);
  EXPECT_TRUE(parts[4].is_box);
}

TEST(SpreadTest, OneMemoryIsNotSpread) {
  EXPECT_FALSE(spread_of(bound("f32[4x4] row")));
  EXPECT_TRUE(unit_parts(bound("f32[4x4] row on host replicated(3)")).empty());
  // More than anybody looks at.
  EXPECT_TRUE(
      unit_parts(bound("f32[9000x4] row on sim:0 interleaved(8192)")).empty());
  EXPECT_TRUE(
      unit_parts(bound("u8[4000000x2] row on sim:0 interleaved(7)")).empty());
}

TEST(SpreadTest, LargeTensorsAreCutQuickly) {
  const auto parts =
      unit_parts(bound("bf16[1048576x16384] ttnn on sim:0/l1 block(8x8)"));
  ASSERT_EQ(parts.size(), 64u);
  EXPECT_EQ(parts[63].begin, (Indices{917504, 14336}));
  EXPECT_EQ(parts[63].end, (Indices{1048576, 16384}));
}

TEST(SpreadTest, NothingIsNowhere) {
  const auto spread =
      spread_of(bound("f32[0x8] row on sim:0/l1 height(3, shard=4x8)"));
  ASSERT_TRUE(spread);
  EXPECT_TRUE(spread->bands.empty());
  for (const UnitPart& part : spread->parts) EXPECT_EQ(part.elements, 0);
}

/// Every element is in the run that the definition says, and counted once.
void expect_right(const BoundLayout& layout, const Spread& spread) {
  std::map<std::array<Index, kMaxUnits>, std::size_t> numbers;
  for (std::size_t i = 0; i < spread.parts.size(); ++i) {
    numbers[spread.parts[i].unit.unit] = i;
  }
  std::vector<Index> counts(spread.parts.size());
  Index row = 0;
  for (const Band& band : spread.bands) {
    ASSERT_EQ(band.row, row);
    for (; row < band.row_end; ++row) {
      Index col = 0;
      for (const Run& run : band.runs) {
        ASSERT_EQ(run.col, col);
        for (; col < run.col_end; ++col) {
          const Indices index =
              unravel(row * spread.cols + col, layout.shape());
          auto unit = layout.position(index).unit;
          for (std::size_t u = 0; u < layout.units().size(); ++u) {
            if (layout.units()[u].digit < 0) unit[u] = 0;
          }
          ASSERT_EQ(numbers.at(unit), run.unit);
          ++counts[run.unit];
          const UnitPart& part = spread.parts[run.unit];
          for (int axis = 0; axis < index.size(); ++axis) {
            ASSERT_GE(index[axis], part.begin[axis]);
            ASSERT_LT(index[axis], part.end[axis]);
          }
        }
      }
      ASSERT_EQ(col, spread.cols);
    }
  }
  ASSERT_EQ(row, layout.shape().volume() == 0 ? 0 : spread.rows);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    ASSERT_EQ(counts[i], spread.parts[i].elements);
  }
}

TEST(SpreadTest, EveryElementOfRandomShardsIsInItsPart) {
  oracle::RandomCase cases(77);
  int good = 0;
  for (int round = 0; round < 400; ++round) {
    const oracle::Case each = round % 2 == 0 ? cases.matrix() : cases.nd();
    Spec spec;
    spec.shape = Shape(each.problem.shape);
    spec.format = parse_format("bf16");
    spec.layout = each.layout;
    spec.placement = {{"sim", 0, "l1"}, each.sharded, {}};
    SCOPED_TRACE(to_string(spec));
    BoundLayout layout;
    try {
      layout = bind(spec);
    } catch (const Error&) {
      continue;
    }
    const auto spread = spread_of(layout);
    if (!spread) continue;
    ++good;
    expect_right(layout, *spread);
    if (HasFatalFailure()) return;
    Index bytes = 0;
    for (const UnitPart& part : spread->parts) bytes += part.bytes;
    EXPECT_EQ(bytes, spec.shape.volume() * 2);
    EXPECT_EQ(seats_of(spec, layout, spread->parts).size(),
              spread->parts.size());
  }
  EXPECT_GT(good, 250);
}

TEST(SpreadTest, EveryElementOfRandomLayoutsIsInItsPart) {
  test::Random random(test::test_seed());
  int good = 0;
  for (int round = 0; round < 2000; ++round) {
    const BoundLayout layout = test::random_bound(random);
    if (layout.shape().volume() > 5000) continue;
    const auto spread = spread_of(layout);
    if (!spread) continue;
    ++good;
    SCOPED_TRACE(to_string(to_digits(layout)));
    expect_right(layout, *spread);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(good, 50);
}

TEST(SpreadTest, CoresThatFormNoRectangleAreWhereTheyAre) {
  const Spec spec = parse_spec(
      "f32[9x4] row on sim:0/l1 height(cores=(1,0)-(2,0)+(0,2)-(0,2), "
      "shard=3x4)");
  const BoundLayout layout = bind(spec);
  const auto seats = seats_of(spec, layout, unit_parts(layout));
  ASSERT_EQ(seats.size(), 3u);
  EXPECT_EQ(seats[1].x, 2);
  EXPECT_EQ(seats[1].y, 0);
  EXPECT_EQ(seats[2].name, "core 2,0");
}

}  // namespace
}  // namespace ashlar
