#include <gtest/gtest.h>

#include <limits>

#include "ashlar/tensor_view.h"
#include "tests/support/fake_device.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar {
namespace {

using test::counted;
using test::counting;
using test::message_of;
using test::pick;
using test::Random;

constexpr Padding kZero{Padding::Kind::zero, 0};

TEST(PaddingTest, KnowsWhetherThereIsAny) {
  const auto has = [](const char* text) {
    return has_padding(empty(parse_spec(text)));
  };
  EXPECT_FALSE(has("f32[3x4] row"));
  EXPECT_TRUE(has("f32[3x4] tile(4x4)"));
  EXPECT_FALSE(has("f32[4x4] tile(4x4)"));
  EXPECT_TRUE(has("u4[3] row"));  // half a byte
  EXPECT_FALSE(has("f32[] row"));
  EXPECT_FALSE(has("f32[0x3] tile(4x4)"));
  EXPECT_FALSE(has("f32[4] rank=*3 | [a]"));
  EXPECT_TRUE(has("f32[5] core=a/3 | [a%3]"));
}

TEST(PaddingTest, PadsAndUnpads) {
  const Tensor row = counting("i32[2x3] row");
  const Tensor padded = pad(row, {3, 5}, -1);
  EXPECT_EQ(to_string(padded.layout().shape()), "[2[3], 3[5]]");
  EXPECT_EQ(values(physical(padded)),
            (std::vector<double>{0, 1, 2, -1, -1, 3, 4, 5, -1, -1, -1, -1, -1,
                                 -1, -1}));
  EXPECT_EQ(values(padded), counted(6));
  EXPECT_EQ(padding(padded), (Padding{Padding::Kind::fill, -1}));
  const Tensor back = unpad(padded);
  EXPECT_EQ(to_string(back.spec()), "i32[2x3] row");
  EXPECT_TRUE(same_bits(back, row));
  EXPECT_EQ(values(unpad(to(row, Tile{32, 32}))), counted(6));
  EXPECT_THROW(pad(row, {1, 3}), Error);
  EXPECT_THROW(pad(row, {3}), Error);
  EXPECT_EQ(values(pad(make(parse_spec("f32[] row"), {4}), {})),
            (std::vector<double>{4}));
}

TEST(PaddingTest, FillsNothingButPadding) {
  Random random(test::test_seed());
  for (int round = 0; round < 100; ++round) {
    const auto sizes = test::random_sizes(random, pick(random, 1, 500));
    const Spec spec = test::random_host_spec(random, sizes, parse_format("i8"));
    const Tensor tensor = counting(spec);
    fill_padding(tensor, -9);
    ASSERT_EQ(values(tensor), counted(spec.shape.volume(), 100));
    ASSERT_FALSE(verify_padding(tensor).has_value()) << to_string(spec);
    const Padding expected{Padding::Kind::fill, -9};
    ASSERT_EQ(padding(tensor), expected);
    // Every slot that holds no element, by the definition.
    const BoundLayout& layout = tensor.layout();
    const Tensor slots = physical(tensor);
    Index others = 0;
    for (const double each : values(slots)) others += each == -9 ? 1 : 0;
    ASSERT_EQ(others, layout.bytes() - spec.shape.volume());
  }
}

TEST(PaddingTest, SaysWhereItIsViolated) {
  const Tensor tiles = zeros(parse_spec("bf16[3x3] tile(4x4)"));
  EXPECT_FALSE(verify_padding(tiles).has_value());
  tiles.storage().mutable_bytes()[2 * 7 + 1] = std::byte{0x3f};
  EXPECT_EQ(message_of([&] { verify_padding(tiles); }),
            "tensor: nothing is known about what the padding holds; "
            "verify_padding(tensor, expected) says what it should hold");
  const auto fault = verify_padding(tiles, kZero);
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->position.bit, 7 * 16);
  EXPECT_EQ(fault->found, 0x3f00U);
  EXPECT_EQ(fault->expected, 0U);
  EXPECT_EQ(fault->text, "byte 14 holds 0x3f00, expected 0x0000");
  // Elements may hold what they like.
  const Tensor full_of_ones = full(parse_spec("bf16[4x4] tile(4x4)"), 1);
  EXPECT_FALSE(verify_padding(full_of_ones, kZero).has_value());
  EXPECT_THROW(verify_padding(tiles, Padding{}), Error);
}

TEST(PaddingTest, SaysInWhichUnit) {
  const Tensor cores =
      zeros(parse_spec("u4[3x5] core.y=a/2, core.x=b/3 | [a%2, b%3]"));
  EXPECT_FALSE(verify_padding(cores).has_value());
  // Three bytes a core: six codes of four bits. The last one has one row and
  // two columns.
  cores.storage().mutable_bytes()[3 * 3 + 1] = std::byte{0x10};
  const auto fault = verify_padding(cores, kZero);
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->position.unit[0], 1);
  EXPECT_EQ(fault->position.unit[1], 1);
  EXPECT_EQ(fault->text, "core 1,1 byte 1 bit 4 holds 0x1, expected 0x0");
}

TEST(PaddingTest, IsKnownUntilSomebodyElseWrites) {
  const Tensor tiles = zeros(parse_spec("i16[3x3] tile(4x4)"));
  EXPECT_EQ(padding(tiles), kZero);
  write(tiles, {2, 2}, 5);
  EXPECT_EQ(padding(tiles), kZero);
  const Tensor other = tiles;  // NOLINT: the copy is what is tested
  write(other, {2, 2}, 5);
  EXPECT_EQ(padding(tiles), kZero);
  EXPECT_EQ(padding(permuted(tiles, {1, 0})), kZero);
  write(permuted(tiles, {1, 0}), {0, 2}, 5);
  EXPECT_EQ(padding(tiles), kZero);
  // The slots of the memory are other elements.
  write(physical(tiles), {0, 0, 0, 3}, 1);
  EXPECT_EQ(padding(tiles), Padding{});
  const auto fault = verify_padding(tiles, kZero);
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->position.bit, 48);
  fill_padding(tiles, 0);
  EXPECT_EQ(padding(tiles), (Padding{Padding::Kind::fill, 0}));
  tiles.storage().mutable_bytes();
  EXPECT_EQ(padding(tiles), Padding{});
}

TEST(PaddingTest, HoldsNanAsWell) {
  const Tensor tiles = counting("f32[3x3] tile(4x4)");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  fill_padding(tiles, nan);
  EXPECT_FALSE(verify_padding(tiles).has_value());
  EXPECT_EQ(values(tiles), counted(9));
}

TEST(PaddingTest, IsFilledAndVerifiedOnADevice) {
  const auto device = std::make_shared<test::FakeDevice>();
  const Tensor host = counting("bf16[5x7] tile(4x4)");
  const Tensor there = to(
      host, parse_spec("bf16[5x7] tile(4x4) on fake:0/l1 block(2x2)"), device);
  EXPECT_TRUE(verify_padding(there, kZero).has_value());  // rubbish
  fill_padding(there, 2);
  EXPECT_FALSE(verify_padding(there).has_value());
  EXPECT_TRUE(same_bits(there, host));
  const auto fault = verify_padding(there, kZero);
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->found, 0x4000U);
  const Tensor zero = zeros(there.spec(), device);
  EXPECT_FALSE(verify_padding(zero).has_value());
}

TEST(PaddingTest, IsNotFilledWhereOtherElementsAre) {
  const Tensor row = counting("i32[4x6] row");
  const Tensor part = window(row, {0, 0}, {4, 3});
  EXPECT_TRUE(has_padding(part));
  EXPECT_EQ(padding(part), Padding{});
  EXPECT_EQ(message_of([&] { fill_padding(part, 0); }),
            "tensor: what is padding of a window may be elements of the whole "
            "tensor; copy(tensor) has padding of its own");
  ConvertOptions options;
  options.padding = kZero;
  EXPECT_THROW(assign(part, full(parse_spec("i32[4x3] row"), 1), options),
               Error);
  EXPECT_EQ(values(row), counted(24));
  fill_padding(copy(part), 0);
  EXPECT_EQ(values(row), counted(24));
}

}  // namespace
}  // namespace ashlar
