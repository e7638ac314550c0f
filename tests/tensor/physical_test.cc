#include "src/tensor/physical.h"

#include <gtest/gtest.h>

#include "ashlar/tensor_view.h"
#include "tests/support/fake_device.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar {
namespace {

using test::counting;
using test::message_of;
using test::pick;
using test::Random;

TEST(PhysicalTest, ShowsThePaddedDigits) {
  const Tensor tiles = counting("bf16[14x28] tile(32x32)");
  const Tensor slots = physical(tiles);
  EXPECT_EQ(to_string(slots.spec()), "bf16[1x1x32x32] row");
  EXPECT_TRUE(slots.storage().shares_with(tiles.storage()));
  EXPECT_EQ(slots.storage().bytes().data(), tiles.storage().bytes().data());
  EXPECT_EQ(read(slots, {0, 0, 13, 27}), read(tiles, {13, 27}));
  EXPECT_FALSE(has_padding(slots));
}

TEST(PhysicalTest, IsWhatSpyreCallsDeviceSize) {
  const Tensor sticks =
      empty(parse_spec("f16[5x100x150] stick(128B, pad=all)"));
  EXPECT_EQ(to_string(physical(sticks).shape()), "[128, 3, 64, 64]");
  EXPECT_EQ(sticks.bytes(), 3 << 20);
}

TEST(PhysicalTest, UnitsComeFirst) {
  const Tensor cores = counting("i32[8x8] core.y=a/4, core.x=b/4 | [a%4, b%4]");
  const Tensor slots = physical(cores);
  EXPECT_EQ(to_string(slots.shape()), "[2, 2, 4, 4]");
  EXPECT_EQ(read(slots, {1, 0, 2, 3}), read(cores, {6, 3}));
}

TEST(PhysicalTest, EverySlotIsThere) {
  Random random(test::test_seed());
  for (int round = 0; round < 200; ++round) {
    const auto sizes = test::random_sizes(random, pick(random, 1, 400));
    const Spec spec =
        test::random_host_spec(random, sizes, parse_format("i16"));
    const Tensor tensor = counting(spec, 30000);
    fill_padding(tensor, -1);
    const std::vector<double> slots = values(physical(tensor));
    const BoundLayout& layout = tensor.layout();
    ASSERT_EQ(std::ssize(slots), tensor.bytes() / 2);
    for (Index i = 0; i < std::ssize(slots); ++i) {
      Position at;
      Index unit = i * 2 / layout.bytes_per_unit();
      at.bit = i * 16 % (layout.bytes_per_unit() * 8);
      for (std::size_t u = layout.units().size(); u-- > 0;) {
        at.unit[u] = unit % layout.units()[u].extent;
        unit /= layout.units()[u].extent;
      }
      const auto index = layout.find(at).index;
      ASSERT_EQ(slots[static_cast<std::size_t>(i)],
                index ? read(tensor, *index) : -1)
          << to_string(spec);
    }
  }
}

TEST(PhysicalTest, MoreThanEightDigitsAreJoined) {
  const Tensor tensor = counting(
      "i16[16x256] [a/8, b/128, a/4%2, b/64%2, a/2%2, b/32%2, a%2, b/16%2, "
      "b/8%2, b%8]",
      30000);
  const Tensor slots = physical(tensor);
  EXPECT_EQ(to_string(slots.shape()), "[8, 2, 2, 2, 2, 2, 2, 8]");
  EXPECT_EQ(slots.storage().bytes().data(), tensor.storage().bytes().data());
}

TEST(PhysicalTest, ShowsScalarsAndNothing) {
  EXPECT_EQ(to_string(physical(counting("f32[] row")).shape()), "[]");
  EXPECT_EQ(to_string(physical(counting("f32[] tile(32x32)")).shape()),
            "[32, 32]");
  EXPECT_EQ(physical(counting("f32[0x5] tile(4x4)")).bytes(), 0);
}

TEST(PhysicalTest, ShowsTheMemoryOfADevice) {
  const auto device = std::make_shared<test::FakeDevice>();
  const Tensor host = counting("i32[5x7] tile(2x2)");
  const Tensor there = to(
      host, parse_spec("i32[5x7] tile(2x2) on fake:0/l1 block(2x2)"), device);
  const Tensor slots = physical(there);
  EXPECT_TRUE(slots.storage().shares_with(there.storage()));
  EXPECT_EQ(slots.layout().unit_total(), 4);
  const Position at = there.layout().position(Indices{4, 6});
  const Tensor one = unit_memory(there, {at.unit[0], at.unit[1]});
  EXPECT_EQ(one.storage().kind(), Storage::Kind::owned);
  EXPECT_EQ(one.bytes(), there.layout().bytes_per_unit());
  EXPECT_EQ(values(one)[static_cast<std::size_t>(at.bit / 32)],
            read(host, {4, 6}));
}

TEST(PhysicalTest, AUnitHasMemoryOfItsOwn) {
  const Tensor banks = counting("i32[5x2] bank=a%3 | [a/3, b]");
  fill_padding(banks, -1);
  EXPECT_EQ(values(unit_memory(banks, {0})), (std::vector<double>{0, 1, 6, 7}));
  EXPECT_EQ(values(unit_memory(banks, {2})),
            (std::vector<double>{4, 5, -1, -1}));
  const Tensor one = unit_memory(banks, {1});
  EXPECT_TRUE(one.storage().shares_with(banks.storage()));
  write(one, {1, 1}, 50);
  EXPECT_EQ(read(banks, {4, 1}), 50);
  EXPECT_EQ(message_of([&] { unit_memory(banks, {3}); }),
            "tensor: bank=3 is not in 0 .. 2");
  EXPECT_EQ(message_of([&] { unit_memory(banks, {}); }),
            "tensor: the coordinate of a unit has 0 numbers, expected 1");
  const Tensor row = counting("i32[2x2] row");
  EXPECT_EQ(values(unit_memory(row, {})), values(row));
}

TEST(PhysicalTest, UnitsAreNumberedInRowMajorOrder) {
  const BoundLayout layout =
      bind(parse_spec("i32[8x8] core.y=a/4, core.x=b/2 | [a%4, b%2]"));
  EXPECT_EQ(unit_number(layout, {0, 3}), 3);
  EXPECT_EQ(unit_number(layout, {1, 2}), 6);
  EXPECT_THROW(unit_number(layout, {2, 0}), Error);
  EXPECT_THROW(unit_number(layout, {0, -1}), Error);
  EXPECT_EQ(slot_counts(layout, 8), (Indices{4, 2}));
  EXPECT_EQ(slot_counts(layout, 1), (Indices{8}));
}

}  // namespace
}  // namespace ashlar
