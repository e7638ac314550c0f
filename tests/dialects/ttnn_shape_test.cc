// ttnn_shape_test.cc - shapes that know their padding.
#include "ashlar/dialects/ttnn_shape.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/base/error_text.h"

namespace ashlar::ttnn {
namespace {

using ashlar::test::error_text;

TEST(TtnnShapeTest, IndicesAndIterationMeanTheData) {
  const Shape shape({14, 28}, {32, 64});
  EXPECT_EQ(shape.rank(), 2);
  EXPECT_EQ(shape[0], 14);
  EXPECT_EQ(shape[1], 28);
  EXPECT_EQ(shape[-1], 28);
  EXPECT_EQ(shape[-2], 14);
  EXPECT_EQ(std::vector<Index>(shape.begin(), shape.end()),
            (std::vector<Index>{14, 28}));
  EXPECT_THROW(shape[2], Error);
  EXPECT_THROW(shape[-3], Error);
}

TEST(TtnnShapeTest, TheVolumeIsThatOfThePaddedShape) {
  EXPECT_EQ(Shape({14, 28}, {32, 64}).volume(), 2048);
  EXPECT_EQ(Shape({14, 28}).volume(), 392);
  EXPECT_EQ(Shape({0, 28}, {0, 32}).volume(), 0);
  EXPECT_THROW(Shape({Index{1} << 40, Index{1} << 40}).volume(), Error);
}

TEST(TtnnShapeTest, OnlyWhatIsPaddedIsPrintedTwice) {
  EXPECT_EQ(to_string(Shape({5})), "ttnn.Shape([5])");
  EXPECT_EQ(to_string(Shape({1, 2, 3, 32}, {1, 2, 32, 32})),
            "ttnn.Shape([1, 2, 3[32], 32])");
}

// ttnn's own table of what is equal to what.
TEST(TtnnShapeTest, ShapesAreEqualIfDataAndPaddingAre) {
  const Shape plain({1, 2, 3, 4});
  const Shape padded({1, 2, 3, 4}, {1, 2, 32, 32});
  EXPECT_EQ(plain, Shape({1, 2, 3, 4}, {1, 2, 3, 4}));
  EXPECT_EQ(padded, Shape({1, 2, 3, 4}, {1, 2, 32, 32}));
  EXPECT_NE(plain, padded);
  EXPECT_NE(padded, Shape({1, 2, 3, 4}, {1, 2, 32, 64}));
  EXPECT_NE(padded, Shape({1, 2, 3, 5}, {1, 2, 32, 32}));
  EXPECT_NE(plain, Shape({2, 3, 4}));
  // Plain numbers are compared with the data alone.
  EXPECT_EQ(plain, (Indices{1, 2, 3, 4}));
  EXPECT_EQ(padded, (Indices{1, 2, 3, 4}));
  EXPECT_NE(padded, (Indices{1, 2, 32, 32}));
  EXPECT_NE(padded, (Indices{2, 3, 4}));
}

TEST(TtnnShapeTest, RanksChangeByOnesInFront) {
  const Shape shape({3, 4}, {32, 32});
  EXPECT_EQ(shape.to_rank(4), Shape({1, 1, 3, 4}, {1, 1, 32, 32}));
  EXPECT_EQ(shape.to_rank(4).to_rank(2), shape);
  EXPECT_EQ(error_text([&] { shape.to_rank(1); }),
            "ttnn: Can't convert shape rank");
  // Padding counts as well.
  EXPECT_THROW(Shape({1, 4}, {2, 4}).to_rank(1), Error);
  EXPECT_EQ(error_text([&] { shape.to_rank(0); }),
            "ttnn: Unsupported rank: 0, expected 1 to 8");
}

TEST(TtnnShapeTest, PaddingIsNeverLessThanNothing) {
  EXPECT_THROW(Shape({14, 28}, {32, 27}), Error);
  EXPECT_THROW(Shape({14, 28}, {32}), Error);
  EXPECT_THROW(Shape({-1}), Error);
}

}  // namespace
}  // namespace ashlar::ttnn
