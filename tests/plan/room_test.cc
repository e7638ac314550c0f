// Indices beyond a tensor have slots of their own, up to where there is room.
#include "src/plan/room.h"

#include <gtest/gtest.h>

#include <set>

#include "ashlar/spec.h"
#include "tests/support/random_convert.h"

namespace ashlar {
namespace {

std::vector<Index> rooms(const Side& side) {
  std::vector<Index> out;
  for (int axis = 0; axis < side.rank(); ++axis) {
    out.push_back(room_of(side, axis));
  }
  return out;
}

std::vector<Index> rooms(const char* spec) {
  return rooms(Side(ashlar::bind(parse_spec(spec))));
}

using Sizes = std::vector<Index>;

TEST(RoomTest, IsWhatDigitsHaveSlotsFor) {
  EXPECT_EQ(rooms("f32[5x7] row"), (Sizes{5, 7}));
  EXPECT_EQ(rooms("f32[5x7] [a:6, b:10]"), (Sizes{5, 7}));
  EXPECT_EQ(rooms("f32[5x70] tile(4x32)"), (Sizes{8, 96}));
  EXPECT_EQ(rooms("u4[53x3] [a/2%6, a%2, b, a/12%5, a/60]"), (Sizes{60, 3}));
  // One that is shorter than its block, as long as others of its digits do not
  // begin to count.
  EXPECT_EQ(rooms("u4[5x13] [b/16, a, b%16]"), (Sizes{5, 16}));
  EXPECT_EQ(rooms("u4[5x3] [a/10, b, a/2%5, a%2]"), (Sizes{10, 3}));
  EXPECT_EQ(rooms("u4[1x3] tile(4x4)"), (Sizes{1, 4}));
  EXPECT_EQ(rooms("u4[53x3] p=a; [p/2%6, p%2, b, p/12%5, p/60]"),
            (Sizes{60, 3}));
}

TEST(RoomTest, IsWhatAnXorPutsBetweenElements) {
  EXPECT_EQ(rooms("f32[7x4] [a/4, a%4 ^ b, b]"), (Sizes{8, 4}));
  EXPECT_EQ(rooms("f32[3x4] [a/4, a%4 ^ b, b]"), (Sizes{4, 4}));
  EXPECT_EQ(rooms("f32[4x3] [a ^ b:4, b:4]"), (Sizes{4, 3}));
}

TEST(RoomTest, IsWhatDigitsOfJoinsHaveSlotsFor) {
  EXPECT_EQ(rooms("f32[5x7] p=(a b/4); [p%3, p/3, b%4]"), (Sizes{5, 8}));
  EXPECT_EQ(rooms("f32[5x7] p=(a/4 b/2); bank=p%3 | [a%4, p/3, b%2]"),
            (Sizes{8, 8}));
}

TEST(RoomTest, IsNoneInWindows) {
  const View part = window(parse_spec("f32[5x70] tile(4x32)"), {0, 0}, {5, 69});
  EXPECT_EQ(rooms(Side(part)), (Sizes{5, 69}));
}

TEST(RoomTest, FollowsAxesInAnotherOrder) {
  const View turned = permuted(parse_spec("f32[5x70] tile(4x32)"), {1, 0});
  EXPECT_EQ(rooms(Side(turned)), (Sizes{96, 8}));
}

/// Every index up to the rooms of all axes has a bit of its own, in the buffer.
void expect_own_slots(const Spec& spec) {
  const Side side(ashlar::bind(spec));
  const Sizes room = rooms(side);
  Index volume = 1;
  for (const Index each : room) volume *= each;
  if (volume > 20000) return;
  std::set<Index> seen;
  Indices index = Indices::filled(side.rank(), 0);
  for (Index i = 0; i < volume; ++i) {
    Index rest = i;
    for (int axis = side.rank(); axis-- > 0;) {
      index[axis] = rest % room[static_cast<std::size_t>(axis)];
      rest /= room[static_cast<std::size_t>(axis)];
    }
    const Index bit = side.at(index.data());
    ASSERT_TRUE(seen.insert(bit).second) << to_string(spec);
    ASSERT_GE(bit, 0) << to_string(spec);
    ASSERT_LE(bit + side.element_bits(), side.bytes() * 8) << to_string(spec);
  }
}

TEST(RoomTest, GoesNoFurtherThanJoinsCount) {
  // No element needs a fifth value of j1, so that nothing in memory counts it.
  expect_own_slots(parse_spec(
      "bf16[16] j0=a%5; j1=(a/5%5 a/25); [(j1/4%8 j0), j1%4, j1/32]"));
}

TEST(RoomTest, HoldsOfAnyLayout) {
  test::Random random(test::test_seed());
  for (int i = 0; i < 3000; ++i) {
    const Spec spec = test::random_move(random, test::CaseSize::small).to;
    if (spec.shape.volume() > 0) expect_own_slots(spec);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace ashlar
