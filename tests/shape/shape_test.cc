// Sizes, padded sizes, volumes and strides.
#include "ashlar/shape.h"

#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_of;
using test::error_text;

constexpr Index kHuge = Index{1} << 40;

static_assert(std::is_trivially_copyable_v<Shape>);

TEST(ShapeTest, IsRankZeroByDefault) {
  const Shape shape;
  EXPECT_EQ(shape.rank(), 0);
  EXPECT_EQ(shape.volume(), 1);
  EXPECT_EQ(shape.padded_volume(), 1);
  EXPECT_FALSE(shape.is_padded());
  EXPECT_TRUE(shape.sizes().empty());
  EXPECT_EQ(shape, Shape({}));
  EXPECT_EQ(shape, Shape({}, {}));
}

TEST(ShapeTest, HasSizesAndPaddedSizes) {
  const Shape shape({14, 28}, {32, 64});
  EXPECT_EQ(shape.rank(), 2);
  EXPECT_EQ(shape[0], 14);
  EXPECT_EQ(shape[1], 28);
  EXPECT_EQ(shape[-1], 28);
  EXPECT_EQ(shape[-2], 14);
  EXPECT_EQ(shape.padded(0), 32);
  EXPECT_EQ(shape.padded(-1), 64);
  EXPECT_EQ(shape.volume(), 14 * 28);
  EXPECT_EQ(shape.padded_volume(), 32 * 64);
  EXPECT_TRUE(shape.is_padded());
}

TEST(ShapeTest, IsPaddedToItsSizesByDefault) {
  const Shape shape = {5, 0, 7};
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_EQ(shape.padded(axis), shape[axis]);
  }
  EXPECT_FALSE(shape.is_padded());
}

TEST(ShapeTest, ComesFromAnyRange) {
  const std::vector<Index> sizes = {2, 3};
  const std::vector<Index> padded = {4, 4};
  EXPECT_EQ(Shape(sizes), Shape({2, 3}));
  EXPECT_EQ(Shape(sizes, padded), Shape({2, 3}, {4, 4}));
  EXPECT_EQ(Shape(Indices{2, 3}), Shape({2, 3}));
}

TEST(ShapeTest, ComparesBothKindsOfSizes) {
  EXPECT_EQ(Shape({14, 28}, {32, 32}), Shape({14, 28}, {32, 32}));
  EXPECT_NE(Shape({14, 28}, {32, 32}), Shape({14, 28}));
  EXPECT_NE(Shape({14, 28}), Shape({14, 28, 1}));
  EXPECT_NE(Shape({14, 28}), Shape({28, 14}));
}

TEST(ShapeTest, RefusesAxesThatAreNotThere) {
  const Shape shape = {2, 3};
  EXPECT_EQ(error_text([&] { shape[2]; }),
            "shape: there is no axis 2, the rank is 2");
  EXPECT_EQ(error_text([&] { shape[-3]; }),
            "shape: there is no axis -3, the rank is 2");
  EXPECT_EQ(error_text([&] { shape.padded(2); }),
            "shape: there is no axis 2, the rank is 2");
  EXPECT_THROW(Shape()[0], Error);
  EXPECT_THROW(Shape()[-1], Error);
}

TEST(ShapeTest, RefusesSizesThatCannotBe) {
  EXPECT_EQ(error_text([] {
              Shape({2, -3});
            }),
            "shape: axis 1 has size -3, expected 0 or more");
  EXPECT_EQ(error_text([] {
              Shape({14, 28}, {32, 27});
            }),
            "shape: axis 1 has size 28 but padded size 27, expected at least "
            "the size");
  EXPECT_EQ(error_text([] {
              Shape({14, 28}, {32});
            }),
            "shape: 2 sizes but 1 padded sizes, expected as many");
  const Error error = error_of([] { Shape({1, 1, 1, 1, 1, 1, 1, 1, 1}); });
  EXPECT_STREQ(error.what(), "shape: 9 axes, at most 8 are possible");
  EXPECT_EQ(error.kind(), ErrorKind::limit);
}

TEST(ShapeTest, HoldsEightAxes) {
  const Shape shape = {1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(shape.rank(), kMaxRank);
  EXPECT_EQ(shape.volume(), 40320);
  EXPECT_EQ(shape[-8], 1);
}

TEST(ShapeTest, CountsNoElementsWhereASizeIsZero) {
  EXPECT_EQ(Shape({3, 0, 5}).volume(), 0);
  EXPECT_EQ(Shape({kHuge, kHuge, 0}).volume(), 0);
  EXPECT_EQ(Shape({0, kHuge, kHuge}).volume(), 0);
  EXPECT_EQ(Shape({0, 5}, {32, 32}).volume(), 0);
  EXPECT_EQ(Shape({0, 5}, {32, 32}).padded_volume(), 1024);
}

TEST(ShapeTest, RefusesVolumesBeyond63Bits) {
  EXPECT_EQ(Shape({INT64_MAX}).volume(), INT64_MAX);
  EXPECT_EQ(Shape({kHuge, Index{1} << 22}).volume(), Index{1} << 62);
  const Shape large = {kHuge, kHuge};
  const Error error = error_of([&] { large.volume(); });
  EXPECT_STREQ(error.what(),
               "shape: [1099511627776, 1099511627776] has more than 2^63 - 1 "
               "elements");
  EXPECT_EQ(error.kind(), ErrorKind::limit);
  EXPECT_THROW(Shape({1, 1}, {kHuge, kHuge}).padded_volume(), Error);
}

TEST(StridesTest, AreRowMajorThroughThePaddedSizes) {
  EXPECT_EQ(strides(Shape({2, 3, 4})), Indices({12, 4, 1}));
  EXPECT_EQ(strides(Shape({2, 33, 40}, {2, 64, 64})), Indices({4096, 64, 1}));
  EXPECT_EQ(strides(Shape({7})), Indices({1}));
  EXPECT_EQ(strides(Shape()), Indices());
  EXPECT_EQ(strides(Shape({2, 2, 2, 2, 2, 2, 2, 2})),
            Indices({128, 64, 32, 16, 8, 4, 2, 1}));
}

TEST(StridesTest, AreZeroWhereThereIsNothing) {
  EXPECT_EQ(strides(Shape({3, 0, 5})), Indices({0, 0, 0}));
  EXPECT_EQ(strides(Shape({0, kHuge, kHuge})), Indices({0, 0, 0}));
  EXPECT_EQ(strides(Shape({0, 5}, {2, 8})), Indices({8, 1}));
}

TEST(StridesTest, RefuseToOverflow) {
  EXPECT_THROW(strides(Shape({2, kHuge, kHuge})), Error);
}

}  // namespace
}  // namespace ashlar
