#include "src/draw/slots.h"

#include <gtest/gtest.h>

#include <set>

#include "ashlar/draw.h"
#include "ashlar/error.h"
#include "tests/draw/examples.h"

namespace ashlar {
namespace {

using test::bound;

TEST(SlotsTest, AreIndicesWhereNothingHasGaps) {
  const BoundLayout layout = bound("bf16[6x10] tile(4x4)");
  const Slots slots(layout);
  for (Index i = 0; i < 12; ++i) {
    EXPECT_EQ(slots.index_at(1, i), i);
    EXPECT_EQ(slots.slot_of(1, i), i);
  }
  EXPECT_FALSE(slots.has_gaps(0));
  EXPECT_FALSE(slots.has_gaps(1));
}

// Three rows a core, in tiles of two: every fourth slot is a gap.
TEST(SlotsTest, CountGapsInsideAnAxis) {
  const BoundLayout layout =
      bound("bf16[h=9, w=4] l=h%3:4; core=h/3 | [l/2, w/2, l%2, w%2]");
  const Slots slots(layout);
  EXPECT_TRUE(slots.has_gaps(0));
  EXPECT_FALSE(slots.has_gaps(1));
  EXPECT_EQ(slots.index_at(0, 2), 2);
  EXPECT_EQ(slots.index_at(0, 3), std::nullopt);
  EXPECT_EQ(slots.index_at(0, 4), 3);
  EXPECT_EQ(slots.slot_of(0, 8), 10);
}

TEST(SlotsTest, MapEveryIndexOfRandomLayoutsToItsOwnSlot) {
  test::Random random(test::test_seed());
  for (int i = 0; i < 1000; ++i) {
    const BoundLayout layout = test::random_bound(random);
    const Slots slots(layout);
    for (int axis = 0; axis < layout.shape().rank(); ++axis) {
      Index found = 0;
      for (Index s = 0; s < layout.shape().padded(axis); ++s) {
        const auto index = slots.index_at(axis, s);
        if (!index || *index >= layout.shape()[axis]) continue;
        ++found;
        ASSERT_EQ(slots.slot_of(axis, *index), s)
            << to_string(to_digits(layout)) << to_string(layout.shape());
      }
      ASSERT_EQ(found, layout.shape()[axis]) << to_string(to_digits(layout));
    }
  }
}

TEST(SlotsTest, PlacePaddingWherePaddingIs) {
  test::Random random(test::test_seed());
  int placed = 0;
  for (int i = 0; i < 1000; ++i) {
    const BoundLayout layout = test::random_bound(random);
    std::set<std::vector<Index>> taken;
    for (const Indices& index :
         test::every_index(layout.shape().padded_sizes())) {
      const auto place = place_of(layout, index);
      bool is_data = true;
      for (int axis = 0; axis < index.size(); ++axis) {
        is_data = is_data && index[axis] < layout.shape()[axis];
      }
      if (is_data) {
        ASSERT_TRUE(place);
        ASSERT_EQ(*place, layout.position(index));
      }
      if (!place) continue;
      const Found found = layout.find(*place);
      ASSERT_EQ(found.index.has_value(), is_data)
          << to_string(to_digits(layout));
      ASSERT_EQ(found.field, layout.data_field());
      ASSERT_EQ(found.bit, 0);
      std::vector<Index> key(place->unit.begin(), place->unit.end());
      key.push_back(place->bit);
      ASSERT_TRUE(taken.insert(key).second) << to_string(to_digits(layout));
      placed += !is_data;
    }
  }
  EXPECT_GT(placed, 1000);
}

TEST(SlotsTest, HaveNoPlaceForPaddingInsideAJoin) {
  const BoundLayout layout =
      bound("bf16[7x10] tile(4x4) on sim:0/dram interleaved(5)");
  EXPECT_EQ(place_of(layout, {7, 0}), std::nullopt);
  EXPECT_TRUE(place_of(layout, {6, 9}));
}

TEST(SlotsTest, SayWhyAnIndexIsWrong) {
  const BoundLayout layout = bound("bf16[6x10] tile(4x4)");
  const auto message = [&](const Indices& index) {
    try {
      place_of(layout, index);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message({8, 0}),
            "index: axis a has no index 8; it has 6 and, with padding, 8");
  EXPECT_EQ(message({0, -1}),
            "index: axis b has no index -1; it has 10 and, with padding, 12");
  EXPECT_EQ(message({1}),
            "index: the index has 1 number, the tensor has 2 axes");
}

}  // namespace
}  // namespace ashlar
