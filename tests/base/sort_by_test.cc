// sort_by_test.cc - against a sort that compares.
#include "src/base/sort_by.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace ashlar {
namespace {

struct Numbered {
  std::int64_t key = 0;
  int number = 0;

  bool operator==(const Numbered&) const = default;
};

/// Keys that come often, so that it shows whether equals stay in order.
std::vector<Numbered> numbered(std::size_t count, std::int64_t least,
                               std::int64_t most) {
  std::mt19937_64 random(count);
  std::uniform_int_distribution<std::int64_t> key(least, most);
  std::vector<Numbered> out(count);
  int number = 0;
  for (Numbered& each : out) each = {key(random), number++};
  return out;
}

void expect_sorted(std::vector<Numbered> list) {
  std::vector<Numbered> want = list;
  std::ranges::stable_sort(want, {}, &Numbered::key);
  sort_by(list, &Numbered::key);
  EXPECT_EQ(list, want);
}

TEST(SortByTest, IsStableForAnyCount) {
  constexpr std::size_t kCounts[] = {0, 1, 2, 255, 256, 257, 5000, 70000};
  for (const std::size_t count : kCounts) {
    SCOPED_TRACE(count);
    expect_sorted(numbered(count, 0, 100));
    expect_sorted(numbered(count, -3000, 3000));
    expect_sorted(numbered(count, 1 << 20, 5 << 20));
    expect_sorted(
        numbered(count, -(std::int64_t{1} << 40), std::int64_t{1} << 40));
  }
}

TEST(SortByTest, TakesAllNumbers) {
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  expect_sorted(numbered(20000, kLeast, kMost));
  std::vector<Numbered> ends = numbered(20000, -1, 1);
  ends[7].key = kMost;
  ends[70].key = kLeast;
  expect_sorted(ends);
}

TEST(SortByTest, LeavesWhatIsSortedOrAllTheSame) {
  std::vector<Numbered> same = numbered(3000, 5, 5);
  const std::vector<Numbered> before = same;
  sort_by(same, &Numbered::key);
  EXPECT_EQ(same, before);
}

TEST(SortByTest, TakesPlainNumbers) {
  std::vector<std::int64_t> list;
  for (std::int64_t i = 0; i < 10000; ++i) list.push_back(i * 7919 % 10000);
  sort_by(list);
  for (std::int64_t i = 0; i < 10000; ++i) {
    ASSERT_EQ(list[static_cast<std::size_t>(i)], i);
  }
}

}  // namespace
}  // namespace ashlar
