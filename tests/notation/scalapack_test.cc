// Block-cyclic matrices, against ScaLAPACK's index formulas.
#include <gtest/gtest.h>

#include "tests/notation/check.h"
#include "tests/notation/vendor_offsets.h"

namespace ashlar {
namespace {

using test::bind_own;
using test::Cyclic;
using test::read_bound;
using test::read_error;
using test::written;

constexpr Notation kCyclic = Notation::scalapack;

TEST(ScalapackTest, DealsBlocksToAGrid) {
  const struct {
    const char* text;
    Cyclic rows;
    Cyclic cols;
  } cases[] = {{"8x4 on 2x3", {8, 2}, {4, 3}},
               {"1x1 on 2x2", {1, 2}, {1, 2}},
               {"64x64 on 4x1", {64, 4}, {64, 1}},
               {"3x5 on 1x1", {3, 1}, {5, 1}},
               {"200x100 on 2x3", {200, 2}, {100, 3}}};
  for (const auto& one : cases) {
    for (const Shape& shape : {Shape{100, 30}, Shape{5, 3}, Shape{16, 12}}) {
      const BoundLayout layout = read_bound(kCyclic, one.text, shape);
      ASSERT_EQ(layout.units().size(), 2u);
      EXPECT_EQ(layout.units()[0].extent, one.rows.processes);
      EXPECT_EQ(layout.units()[1].extent, one.cols.processes);
      const Index pitch = one.rows.room(shape[0]);
      EXPECT_EQ(layout.bytes_per_unit(), pitch * one.cols.room(shape[1]) * 4);
      for (Index i = 0; i < shape[0]; ++i) {
        for (Index j = 0; j < shape[1]; ++j) {
          const Position at = layout.position(Indices{i, j});
          ASSERT_EQ(at.unit[0], one.rows.owner(i)) << one.text;
          ASSERT_EQ(at.unit[1], one.cols.owner(j)) << one.text;
          ASSERT_EQ(at.bit / 32, one.cols.local(j) * pitch + one.rows.local(i))
              << one.text;
        }
      }
      EXPECT_EQ(written(kCyclic, layout), one.text);
    }
  }
}

TEST(ScalapackTest, SaysWhatCannotBeWritten) {
  const auto reason = [](const char* layout, const Shape& shape) {
    return written(kCyclic, bind_own(layout, shape));
  };
  EXPECT_EQ(reason("row", {100, 30}),
            "cannot: it is not spread over a grid of processes");
  EXPECT_EQ(reason("row", {100}),
            "cannot: ScaLAPACK has matrices, this tensor has rank 1");
  EXPECT_EQ(reason("core=a/64 | [a%64, b]", {100, 70}),
            "cannot: its units are core; a grid has pr, pc");
  EXPECT_EQ(reason("pr=*2, pc=b/4%3 | [b/12, b%4, a]", {100, 30}),
            "cannot: pr holds copies, not blocks");
  EXPECT_EQ(reason("pr=b/4%3, pc=a/8%2 | [b/12, b%4, a/16, a%8]", {100, 30}),
            "cannot: pr is no digit of axis a");
  EXPECT_EQ(reason("pr=a/8%2, pc=b/4%3 | [a/16, a%8, b/12, b%4]", {100, 30}),
            "cannot: 8x4 on 2x3 has a%8 where this has b%4");
}

TEST(ScalapackTest, SaysWhereATextIsWrong) {
  EXPECT_EQ(read_error(kCyclic, "8 on 2x3", {100, 30}),
            "scalapack: expected 'x' between the sizes of a block, found 'on'");
  EXPECT_EQ(read_error(kCyclic, "8x4", {100, 30}),
            "scalapack: expected 'on' before the grid, found the end of the "
            "text");
  EXPECT_EQ(read_error(kCyclic, "8x0 on 2x3", {100, 30}),
            "scalapack: the columns of a block is 0, expected at least 1");
  EXPECT_EQ(read_error(kCyclic, "8x4 on 2x3", {100}),
            "scalapack: ScaLAPACK has matrices, this tensor has rank 1");
  EXPECT_EQ(read_error(kCyclic, "4000000000x4 on 4000000000x3", {100, 30}),
            "scalapack: 4000000000 x 4000000000 does not fit in 64 bits");
}

}  // namespace
}  // namespace ashlar
