// place_test.cc - banks, ranks, and what a placement leaves alone.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ashlar/error.h"
#include "ashlar/format.h"
#include "ashlar/placement.h"

namespace ashlar {
namespace {

const Element& element() {
  static const Element f16 = parse_format("f16").element();
  return f16;
}

std::string text(std::string_view shape, std::string_view layout,
                 std::string_view placement,
                 const AxisNames& names = AxisNames()) {
  return to_string(place(parse_layout(layout), parse_placement(placement),
                         parse_shape(shape), names, element()));
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

BoundLayout placed(std::string_view layout, std::string_view placement,
                   const Shape& shape) {
  return bind(place(parse_layout(layout), parse_placement(placement), shape,
                    AxisNames(), element()),
              shape, AxisNames(), element());
}

TEST(PlaceTest, MemoryAloneChangesNoDigit) {
  EXPECT_EQ(text("4x5", "row", ""), "[a, b]");
  EXPECT_EQ(text("4x5", "row", "on sim:0/dram"), "[a, b]");
  EXPECT_EQ(text("4x5", "core=a/2 | [a%2, b]", "on sim:0/l1"),
            "core=a/2 | [a%2, b]");
}

TEST(PlaceTest, InterleavesPages) {
  EXPECT_EQ(text("100x70", "ttnn", "on sim interleaved(5)"),
            "p=(a/32 b/32); bank=p%5 | [p/5, a/16%2, b/16%2, a%16, b%16]");
  EXPECT_EQ(text("3x50x70", "row(pitch=72)", "on sim interleaved(12)"),
            "p=(a b); bank=p%12 | [p/12, c:72]");
  EXPECT_EQ(text("50x70", "row", "on sim interleaved(12)"),
            "bank=a%12 | [a/12, b]");
  EXPECT_EQ(text("70", "tile(32x32)", "on sim interleaved(2)"),
            "bank=a/32%2 | [a/64, 0:32, a%32]");
  EXPECT_EQ(text("5x100x150", "stick(128B, pad=all)", "on sim interleaved(4)"),
            "p=(b:128 c/64 a:64); bank=p%4 | [p/4, c%64]");
  EXPECT_EQ(text("50x70", "row", "on sim interleaved(1)"), "bank=0 | [a, b]");
}

TEST(PlaceTest, ASinglePageIsInTheFirstBank) {
  EXPECT_EQ(text("70", "row", "on sim interleaved(4)"), "bank=0:4 | [a]");
  EXPECT_EQ(text("", "row", "on sim interleaved(4)"), "bank=0:4 | []");
  EXPECT_EQ(text("", "tile(32x32)", "on sim interleaved(4)"),
            "bank=0:4 | [0:32, 0:32]");
  EXPECT_EQ(text("", "stick(128B)", "on sim interleaved(4)"),
            "bank=0:4 | [0:64]");
  EXPECT_EQ(text("1x9x30", "tile(32x32)", "on sim interleaved(4)"),
            "bank=0:4 | [b%32, c%32]");
}

TEST(PlaceTest, PagePGoesToBankPModuloBanks) {
  for (const Index banks : {1, 2, 3, 5, 12, 64}) {
    for (const Shape& shape : {Shape{7, 5}, Shape{2, 3, 9, 70}, Shape{33, 65},
                               Shape{64}, Shape{1, 1, 1, 1, 2, 1, 3, 3}}) {
      const Index rank = shape.rank();
      const Index rows = rank < 2 ? 1 : shape[-2];
      const Index down = (rows + 3) / 4;
      const Index across = (shape[-1] + 7) / 8;
      const BoundLayout layout =
          placed("tile(4x8)",
                 "on sim interleaved(" + std::to_string(banks) + ")", shape);
      const Index pages = shape.volume() / rows / shape[-1] * down * across;
      EXPECT_EQ(layout.bytes_per_unit(), (pages + banks - 1) / banks * 64);
      for (Index i = 0; i < shape.volume(); ++i) {
        const Indices index = unravel(i, shape);
        const Index c = i % shape[-1];
        const Index r = i / shape[-1] % rows;
        const Index matrix = i / shape[-1] / rows;
        const Index page = (matrix * down + r / 4) * across + c / 8;
        const Position at = layout.position(index);
        ASSERT_EQ(at.unit[0], page % banks);
        ASSERT_EQ(at.bit, (page / banks * 32 + r % 4 * 8 + c % 8) * 16);
        ASSERT_EQ(layout.find(at).index, index);
      }
    }
  }
}

TEST(PlaceTest, SplitsAnAxisOverRanksInWholePages) {
  EXPECT_EQ(text("100x70", "row", "on host ranks(4)"),
            "l=a%25; rank=a/25 | [l, b]");
  EXPECT_EQ(text("100x70", "row", "on host ranks(3, axis=1)"),
            "l=b%24; rank=b/24 | [a, l]");
  EXPECT_EQ(text("100x70", "tile(32x32)", "on host ranks(3)"),
            "l=a%64; rank=a/64:3 | [l/32, b/32, l%32, b%32]");
  EXPECT_EQ(text("100x70", "col", "on host ranks(3, axis=1)"),
            "l=b%24; rank=b/24 | [l, a]");
  EXPECT_EQ(text("5x100x150", "stick(128B)", "on host ranks(2, axis=2)"),
            "l=c%128; rank=c/128 | [b, l/64, a, l%64]");
  EXPECT_EQ(text("5x100x150", "stick(128B)", "on host ranks(2)"),
            "l=a%3; rank=a/3 | [b, c/64, l, c%64]");
}

TEST(PlaceTest, RanksComeBeforeBanksAndCores) {
  EXPECT_EQ(text("64x70", "row", "on sim interleaved(3) ranks(2)"),
            "l=a%32; rank=a/32, bank=l%3 | [l/3, b]");
  EXPECT_EQ(text("130x70", "tile(32x32)", "on sim block(2x1) ranks(2)"),
            "l=a%96; rank=a/96, core.y=l/64, core.x=b/96 | "
            "[l/32%2, b/32%3, l%32, b%32]");
  EXPECT_EQ(
      text("53x63", "tile(16x16)", "on sim height(2, shard=18x64) ranks(2)"),
      "l=a%32; l1=l%18:32; rank=a/32, core=l/18 | "
      "[l1/16, b/16, l1%16, b%16]");
}

TEST(PlaceTest, EveryRankCanHoldEverything) {
  EXPECT_EQ(text("4x5", "row", "on host replicated(4)"), "rank=*4 | [a, b]");
  EXPECT_EQ(text("4x5", "[b, a]", "on host replicated(4)"), "rank=*4 | [b, a]");
  EXPECT_EQ(text("4x5", "row", "on sim interleaved(2) replicated(4)"),
            "rank=*4, bank=a%2 | [a/2, b]");
}

TEST(PlaceTest, RanksHaveEqualBlocksAndLoseNothing) {
  for (const char* layout : {"row", "col", "tile(4x8)", "stick(16B)"}) {
    for (const Shape& shape : {Shape{7, 21}, Shape{2, 9, 17}, Shape{13}}) {
      for (int axis = 0; axis < shape.rank(); ++axis) {
        for (int ranks : {1, 2, 3, 5, 20}) {
          const std::string placement = "on host ranks(" +
                                        std::to_string(ranks) +
                                        ", axis=" + std::to_string(axis) + ")";
          const BoundLayout bound = placed(layout, placement, shape);
          ASSERT_EQ(bound.unit_total(), ranks);
          Index last = 0;
          for (Index i = 0; i < shape.volume(); ++i) {
            const Indices index = unravel(i, shape);
            const Position at = bound.position(index);
            ASSERT_EQ(bound.find(at).index, index) << layout << placement;
            if (at.unit[0] == 0) last = std::max(last, index[axis]);
          }
          for (Index i = 0; i < shape.volume(); ++i) {
            const Indices index = unravel(i, shape);
            ASSERT_EQ(bound.position(index).unit[0], index[axis] / (last + 1))
                << layout << placement;
          }
        }
      }
    }
  }
}

TEST(PlaceTest, ItsNamesAvoidThoseOfAxes) {
  EXPECT_EQ(text("64x64", "row", "on sim interleaved(3) ranks(2)",
                 AxisNames({"l", "p"})),
            "l1=l%32; rank=l/32, bank=l1%3 | [l1/3, p]");
  EXPECT_EQ(
      text("64x64", "row", "on sim nd(4, shard=8x8)", AxisNames({"s", "s1"})),
      "s2=(s/8 s1/8); core=s2%4 | [s2/4, s%8, s1%8]");
  EXPECT_EQ(text("64x4x64", "row", "on sim nd(4, shard=8x8) ranks(2)",
                 AxisNames({"s", "r", "l"})),
            "l1=s%32; r1=(l1 r); s1=(r1/8 l/8); rank=s/32, core=s1%4 | "
            "[s1/4, r1%8, l%8]");
}

TEST(PlaceTest, SaysWhatCannotBeSpread) {
  EXPECT_EQ(
      problem("4x5", "[a, b]", "on sim interleaved(3)"),
      "placement: the layout [a, b] has no pages to interleave, only row, "
      "tile and stick have; write the units into the digits, as in "
      "core=h/64 | [h%64, w]");
  EXPECT_EQ(problem("4x5", "strided(5, 1)", "on host ranks(3)"),
            "placement: the layout strided(5, 1) cannot be split over ranks, "
            "only row, col, tile and stick can; write the units into the "
            "digits, as in core=h/64 | [h%64, w]");
  EXPECT_EQ(problem("4x5", "row", "on host ranks(3, axis=2)"),
            "placement: axis 2 is split over ranks, but the tensor has 2 axes");
  EXPECT_EQ(problem("4", "row", "on host ranks(3, axis=1)"),
            "placement: axis 1 is split over ranks, but the tensor has 1 axis");
  EXPECT_EQ(problem("", "row", "on host ranks(3)"),
            "placement: axis 0 is split over ranks, but the tensor has 0 axes");
}

TEST(PlaceTest, SizesBeyondAllMemoryAreErrors) {
  EXPECT_THROW(placed("row", "on sim nd(4, shard=3)", Shape{Index{1} << 62}),
               Error);
  const std::string huge =
      "on sim nd(4, shard=4611686018427387904x"
      "4611686018427387904)";
  EXPECT_THROW(placed("row", huge, Shape{4, 5}), Error);
  EXPECT_THROW(placed("tile(32x32)", huge, Shape{4, 5}), Error);
}

}  // namespace
}  // namespace ashlar
