// From indices to positions and back.
#include <gtest/gtest.h>

#include "ashlar/shape.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_of;
using test::error_text;

constexpr Index kHuge = Index{1} << 40;

TEST(RavelTest, CountsInRowMajorOrder) {
  const Shape shape = {2, 3, 4};
  EXPECT_EQ(ravel({0, 0, 0}, shape), 0);
  EXPECT_EQ(ravel({0, 0, 3}, shape), 3);
  EXPECT_EQ(ravel({0, 1, 0}, shape), 4);
  EXPECT_EQ(ravel({1, 2, 3}, shape), 23);
  EXPECT_EQ(ravel({}, Shape()), 0);
}

TEST(RavelTest, DoesNotCountPadding) {
  EXPECT_EQ(ravel({1, 2}, Shape({14, 28}, {32, 32})), 30);
}

TEST(RavelTest, RefusesIndicesOutside) {
  const Shape shape = {2, 3};
  EXPECT_EQ(error_text([&] {
              ravel({0, 3}, shape);
            }),
            "ravel: there is no index 3 on axis 1 of [2, 3]");
  EXPECT_EQ(error_text([&] {
              ravel({-1, 0}, shape);
            }),
            "ravel: there is no index -1 on axis 0 of [2, 3]");
  EXPECT_EQ(error_text([&] { ravel({1}, shape); }),
            "ravel: an index of 1 numbers for [2, 3], expected 2");
  EXPECT_EQ(error_text([] { ravel({0}, Shape({0})); }),
            "ravel: there is no index 0 on axis 0 of [0]");
  EXPECT_THROW(ravel({kHuge - 1, kHuge - 1, 0}, Shape({kHuge, kHuge, 0})),
               Error);
  const Error error = error_of([] { ravel({1, 1}, Shape({kHuge, kHuge})); });
  EXPECT_EQ(error.kind(), ErrorKind::limit);
}

TEST(UnravelTest, IsTheInverseOfRavel) {
  const Shape shapes[] = {{},        {1},
                          {7},       {2, 3},
                          {3, 1, 5}, {1, 1, 1, 1, 1, 1, 1, 1},
                          {5, 4, 3}, {2, 2, 2, 3, 1, 2, 1, 2}};
  for (const Shape& shape : shapes) {
    for (Index position = 0; position < shape.volume(); ++position) {
      const Indices index = unravel(position, shape);
      ASSERT_EQ(index.size(), shape.rank());
      EXPECT_EQ(ravel(index, shape), position) << to_string(shape);
    }
  }
}

TEST(UnravelTest, ReachesTheLastOfManyElements) {
  const Shape shape = {kHuge, Index{1} << 22};
  EXPECT_EQ(unravel((Index{1} << 62) - 1, shape),
            Indices({kHuge - 1, (Index{1} << 22) - 1}));
}

TEST(UnravelTest, RefusesPositionsOutside) {
  EXPECT_EQ(error_text([] {
              unravel(6, {2, 3});
            }),
            "unravel: there is no element 6, [2, 3] has 6");
  EXPECT_EQ(error_text([] {
              unravel(-1, {2, 3});
            }),
            "unravel: there is no element -1, [2, 3] has 6");
  EXPECT_EQ(error_text([] {
              unravel(0, {2, 0});
            }),
            "unravel: there is no element 0, [2, 0] has 0");
  EXPECT_EQ(unravel(0, {}), Indices());
  EXPECT_THROW(unravel(1, {}), Error);
}

}  // namespace
}  // namespace ashlar
