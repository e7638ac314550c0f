// cores_test.cc - which core is which.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "ashlar/error.h"
#include "ashlar/placement.h"

namespace ashlar {
namespace {

using Order = Sharded::Order;

const std::vector<CoreRange> kRanges = {{{0, 0}, {2, 0}}, {{0, 1}, {1, 2}}};

CoreCoord core(const Sharded& sharded, std::initializer_list<Index> unit) {
  return core_of(sharded, std::span(unit.begin(), unit.size()));
}

std::string problem(const Sharded& sharded, std::initializer_list<Index> unit) {
  try {
    core(sharded, unit);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(CoresTest, CountsThem) {
  EXPECT_EQ(core_count(Index{5}), 5);
  EXPECT_EQ(core_count(CoreGrid{2, 4}), 8);
  EXPECT_EQ(core_count(kRanges), 7);
}

TEST(CoresTest, ListsRangeAfterRangeInEitherOrder) {
  using List = std::vector<CoreCoord>;
  EXPECT_EQ(core_list(Index{3}, Order::row), (List{{0, 0}, {1, 0}, {2, 0}}));
  EXPECT_EQ(core_list(CoreGrid{2, 3}, Order::row),
            (List{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}}));
  EXPECT_EQ(core_list(CoreGrid{2, 3}, Order::col),
            (List{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}}));
  EXPECT_EQ(core_list(kRanges, Order::row),
            (List{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}}));
  EXPECT_EQ(core_list(kRanges, Order::col),
            (List{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}}));
}

TEST(CoresTest, FindsACoreByItsUnits) {
  const Sharded counted{Sharded::Kind::nd, kRanges, {1}};
  for (const Order order : {Order::row, Order::col}) {
    Sharded sharded = counted;
    sharded.order = order;
    const std::vector<CoreCoord> list = core_list(kRanges, order);
    for (Index i = 0; i < 7; ++i) {
      EXPECT_EQ(core(sharded, {i}), list[static_cast<std::size_t>(i)]);
    }
  }
  const Sharded grid{Sharded::Kind::block,
                     std::vector<CoreRange>{{{3, 5}, {5, 6}}},
                     {},
                     Order::col};
  EXPECT_EQ(core(grid, {0, 0}), (CoreCoord{3, 5}));
  EXPECT_EQ(core(grid, {1, 2}), (CoreCoord{5, 6}));
  EXPECT_EQ(core({Sharded::Kind::height, Index{4}, {}}, {3}),
            (CoreCoord{3, 0}));
}

TEST(CoresTest, RefusesUnitsThatAreNotThere) {
  EXPECT_EQ(problem({Sharded::Kind::height, Index{4}, {}}, {4}),
            "placement: core=4 is not in 0 .. 3");
  EXPECT_EQ(problem({Sharded::Kind::height, Index{4}, {}}, {0, 0}),
            "placement: the coordinate of a core has 2 numbers, expected 1: "
            "core");
  EXPECT_EQ(problem({Sharded::Kind::block, CoreGrid{2, 4}, {}}, {2, 0}),
            "placement: core.y=2, core.x=0 is outside 2x4 cores");
  EXPECT_EQ(problem({Sharded::Kind::block, CoreGrid{2, 4}, {}}, {0, -1}),
            "placement: core.y=0, core.x=-1 is outside 2x4 cores");
  EXPECT_EQ(problem({Sharded::Kind::block, CoreGrid{2, 4}, {}}, {0}),
            "placement: the coordinate of a core has 1 numbers, expected 2: "
            "core.y and core.x");
}

}  // namespace
}  // namespace ashlar
