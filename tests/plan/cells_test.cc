// Cells cover every byte of a table, whatever its order.
#include "src/plan/cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace ashlar {
namespace {

using Places = std::vector<std::int32_t>;

constexpr Index kAnyNumber = 1 << 20;

Places carried_out(const Cells& all, std::size_t bytes) {
  Places out(bytes, -1);
  std::size_t part = 0;
  for (const auto& [to, parts] : all.cells) {
    for (std::int32_t k = 0; k < parts; ++k, ++part) {
      const auto& [in, order] = all.parts.at(part);
      for (std::size_t i = 0; i < kernels::kCellBytes; ++i) {
        const std::uint8_t from =
            all.orders.at(static_cast<std::size_t>(order)).from[i];
        if (from == kernels::kNoByte) continue;
        out.at(static_cast<std::size_t>(to) + i) = in + from;
      }
    }
  }
  return out;
}

TEST(CellsTest, CoverTablesOfEveryWidthAndLength) {
  std::mt19937 random(6);
  for (const Index width : {1, 2, 4, 8}) {
    for (std::size_t count = 16 / static_cast<std::size_t>(width); count < 70;
         ++count) {
      Places at(count);
      std::iota(at.begin(), at.end(), 0);
      std::ranges::shuffle(at, random);
      Places expected;
      for (std::int32_t& each : at) {
        each *= static_cast<std::int32_t>(width);
        for (std::int32_t i = 0; i < width; ++i) expected.push_back(each + i);
      }
      const auto found = find_cells(at, width, kAnyNumber);
      ASSERT_TRUE(found);
      ASSERT_EQ(carried_out(*found, expected.size()), expected)
          << count << " of " << width << " bytes";
    }
  }
}

TEST(CellsTest, ShareOrdersAndCountParts) {
  Places at;  // two rows by turns
  for (std::int32_t i = 0; i < 64; ++i) at.push_back(i % 2 * 100 + i / 2);
  const auto found = find_cells(at, 1, 8);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->cells.size(), 4u);
  EXPECT_EQ(found->parts.size(), 8u);
  EXPECT_EQ(found->orders.size(), 2u);
  EXPECT_FALSE(find_cells(at, 1, 7));
}

TEST(CellsTest, FewBytesAreNone) {
  EXPECT_FALSE(find_cells(Places(15, 0), 1, kAnyNumber));
  EXPECT_FALSE(find_cells({}, 1, kAnyNumber));
}

}  // namespace
}  // namespace ashlar
