// Which numbers of a group are kept.
#include "src/blocks/sparsity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <utility>

#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using Mask = std::vector<std::uint8_t>;

Mask mask(const std::vector<float>& numbers, int kept, int group,
          std::int64_t rows = 1) {
  const auto cols = static_cast<std::int64_t>(numbers.size()) / rows;
  return keep_largest(numbers, {1, rows, cols}, {kept, group});
}

TEST(SparsityTest, KeepsTheLargestMagnitudes) {
  EXPECT_EQ(mask({1, -4, 3, 2}, 2, 4), (Mask{0, 1, 1, 0}));
  EXPECT_EQ(mask({1, -4, 3, 2, 0, 0, 9, 0}, 1, 4),
            (Mask{0, 1, 0, 0, 0, 0, 1, 0}));
}

TEST(SparsityTest, TheFirstOfEqualsIsKept) {
  EXPECT_EQ(mask({2, -2, 2, 2}, 2, 4), (Mask{1, 1, 0, 0}));
  EXPECT_EQ(mask({0, -0.0F, 0, 0}, 2, 4), (Mask{1, 1, 0, 0}));
}

TEST(SparsityTest, NanIsTheLargest) {
  EXPECT_EQ(mask({HUGE_VALF, 1, NAN, 2}, 1, 4), (Mask{0, 0, 1, 0}));
  EXPECT_EQ(mask({HUGE_VALF, -NAN, NAN, 2}, 2, 4), (Mask{0, 1, 1, 0}));
}

TEST(SparsityTest, GroupsEndWithTheirRow) {
  EXPECT_EQ(mask({1, 2, 3, 4, 5, 9, 8, 7, 6, 5}, 2, 4, 2),
            (Mask{0, 0, 1, 1, 1, 1, 1, 0, 0, 1}));
  EXPECT_EQ(mask({}, 2, 4), Mask{});
  EXPECT_EQ(keep_largest({}, {3, 2, 0}, {2, 4}), Mask{});
}

TEST(SparsityTest, EveryGroupKeepsAsManyAsItSays) {
  std::mt19937 random(3);
  for (const int group : {2, 4, 8, 16, 32}) {
    for (int kept = 1; kept < group; kept *= 2) {
      std::vector<float> numbers(5 * static_cast<std::size_t>(group) + 1);
      for (float& x : numbers) x = static_cast<float>(random() % 5);
      const Mask found = mask(numbers, kept, group);
      const int sum = std::accumulate(found.begin(), found.end(), 0);
      EXPECT_EQ(sum, 5 * kept + 1);
    }
  }
}

TEST(SparsityTest, WhatIsKeptGoesToTheFrontOfItsGroup) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  const Mask two = {0, 1, 0, 1, 1, 1, 0, 0, 0, 0};
  for_each_kept(two, 5, {2, 4}, [&](std::size_t from, std::size_t to) {
    found.emplace_back(from, to);
  });
  // Rows of five become rows of four; the second one has room to spare.
  EXPECT_EQ(found, (std::vector<std::pair<std::size_t, std::size_t>>{
                       {1, 0}, {3, 1}, {4, 2}, {5, 4}}));
  EXPECT_EQ(kept_cols(5, {2, 4}), 4);
  EXPECT_EQ(kept_cols(0, {2, 4}), 0);
  EXPECT_EQ(kept_cols(8, {2, 4}), 4);
}

TEST(SparsityTest, AMaskKeepsNoMoreThanItMay) {
  check_mask(Mask{0, 1, 0, 1, 1, 0, 0, 0}, 4, {2, 4}, "here");
  check_mask(Mask{1, 1, 1, 1}, 2, {2, 4}, "here");
  check_mask({}, 0, {2, 4}, "here");
  EXPECT_EQ(test::error_text([] {
              check_mask(Mask{0, 1, 0, 1, 1, 1, 1, 0}, 4, {2, 4}, "here");
            }),
            "here: the mask keeps 3 of a group, expected at most 2 of 4");
}

}  // namespace
}  // namespace ashlar
