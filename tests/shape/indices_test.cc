// The short list of numbers behind shapes and indices.
#include <gtest/gtest.h>

#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "ashlar/shape.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_text;

static_assert(std::is_trivially_copyable_v<Indices>);
static_assert(std::is_convertible_v<Indices, std::span<const Index>>);
static_assert(!std::is_convertible_v<const Indices&, std::span<Index>>);

TEST(IndicesTest, IsEmptyByDefault) {
  const Indices none;
  EXPECT_EQ(none.size(), 0);
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.begin(), none.end());
  EXPECT_EQ(none, Indices({}));
}

TEST(IndicesTest, WorksAsARange) {
  Indices items = {3, 1, 2};
  EXPECT_EQ(std::accumulate(items.begin(), items.end(), Index{0}), 6);
  for (Index& item : items) item *= 10;
  EXPECT_EQ(items, Indices({30, 10, 20}));
  items[1] = 7;
  const std::span<const Index> view = items;
  EXPECT_EQ(std::vector<Index>(view.begin(), view.end()),
            (std::vector<Index>{30, 7, 20}));
}

TEST(IndicesTest, ComparesSizesAndItems) {
  EXPECT_NE(Indices({1, 2}), Indices({1, 2, 0}));
  EXPECT_NE(Indices({1, 2}), Indices({2, 1}));
  EXPECT_EQ(Indices(std::vector<Index>{1, 2}), Indices({1, 2}));
}

TEST(IndicesTest, FillsWithOneValue) {
  EXPECT_EQ(Indices::filled(3, 5), Indices({5, 5, 5}));
  EXPECT_EQ(Indices::filled(0, 5), Indices());
  EXPECT_EQ(error_text([] { Indices::filled(9, 0); }),
            "shape: 9 axes, at most 8 are possible");
  EXPECT_EQ(error_text([] { Indices::filled(-1, 0); }),
            "shape: -1 axes, expected 0 or more");
}

TEST(IndicesTest, GrowsToEightItems) {
  Indices items;
  for (Index i = 0; i < kMaxRank; ++i) items.push_back(i);
  EXPECT_EQ(items, Indices({0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(error_text([&] { items.push_back(8); }),
            "shape: 9 axes, at most 8 are possible");
  EXPECT_EQ(items.size(), 8);
}

}  // namespace
}  // namespace ashlar
