#include <gtest/gtest.h>

#include "ashlar/sim.h"
#include "ashlar/tensor_view.h"
#include "tests/support/convert_check.h"
#include "tests/support/fake_device.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar {
namespace {

using test::counted;
using test::counting;
using test::message_of;
using test::pick;
using test::Random;

TEST(MoveTest, GoesToAnotherFormAndBack) {
  const Tensor row = counting("f32[14x28] row");
  const Tensor tiles = to(row, parse_spec("bf16[14x28] tile(32x32)"));
  EXPECT_EQ(to_string(tiles.spec()), "bf16[14x28] tile(32x32)");
  EXPECT_EQ(tiles.bytes(), 2048);
  EXPECT_EQ(values(tiles), counted(14 * 28, 100));
  EXPECT_TRUE(same_bits(to(tiles, row.spec()), row));
}

TEST(MoveTest, ChangesOneThingAtATime) {
  const Tensor row = counting("f32[14x28] row");
  EXPECT_EQ(to_string(to(row, parse_format("bf16")).spec()), "bf16[14x28] row");
  EXPECT_EQ(to_string(to(row, Tile{32, 32}).spec()), "f32[14x28] tile(32x32)");
  EXPECT_EQ(to_string(to(row, parse_layout("stick(128B)")).spec()),
            "f32[14x28] stick(128B)");
  const Placement banks = parse_placement("on host interleaved(4)");
  const Tensor spread = to(row, banks);
  EXPECT_EQ(to_string(spread.spec()), "f32[14x28] row on host interleaved(4)");
  EXPECT_EQ(spread.layout().unit_total(), 4);
  EXPECT_EQ(values(spread), values(row));
}

TEST(MoveTest, WhatIsAlreadySoIsTheTensorItself) {
  const Tensor row = counting("f32[14x28] row");
  EXPECT_TRUE(to(row, row.spec()).storage().shares_with(row.storage()));
  EXPECT_TRUE(to_host(row).storage().shares_with(row.storage()));
  EXPECT_TRUE(unpad(row).storage().shares_with(row.storage()));
  EXPECT_FALSE(copy(row).storage().shares_with(row.storage()));
  EXPECT_FALSE(copy(row, row.spec()).storage().shares_with(row.storage()));
}

TEST(MoveTest, PaddingIsFilledIfAsked) {
  const Tensor row = counting("i16[5x6] row");
  ConvertOptions options;
  options.padding = {Padding::Kind::fill, 9};
  const Tensor tiles = to(row, Tile{4, 4}, options);
  EXPECT_EQ(padding(tiles), options.padding);
  EXPECT_FALSE(verify_padding(tiles).has_value());
  // It is already so.
  EXPECT_TRUE(
      to(tiles, Tile{4, 4}, options).storage().shares_with(tiles.storage()));
  options.padding.value = 8;
  const Tensor others = to(tiles, Tile{4, 4}, options);
  EXPECT_FALSE(others.storage().shares_with(tiles.storage()));
  EXPECT_FALSE(verify_padding(others).has_value());
  EXPECT_EQ(padding(to(row, Tile{4, 4})), Padding{});
}

TEST(MoveTest, RefusesAnotherShape) {
  EXPECT_EQ(message_of([] {
              to(counting("f32[2x3] row"), parse_spec("f32[3x2] row"));
            }),
            "tensor: a tensor of [2, 3] cannot become f32[3x2] row; "
            "reshape(tensor, sizes) gives it another shape");
}

TEST(MoveTest, GoesToADeviceAndBack) {
  const auto device = std::make_shared<test::FakeDevice>();
  {
    const Tensor row = counting("bf16[5x7] tile(2x2)");
    const Tensor there = to(row, device);
    EXPECT_EQ(to_string(there.spec()), "bf16[5x7] tile(2x2) on fake:0");
    EXPECT_EQ(there.storage().kind(), Storage::Kind::device);
    EXPECT_EQ(there.storage().device(), device);
    EXPECT_TRUE(same_bits(to_host(there), row));
    // On the device, from one form to another.
    const Tensor cores = to(there, parse_placement("on fake:0/l1 block(2x2)"));
    EXPECT_EQ(cores.storage().buffer()->unit_count(), 4);
    EXPECT_EQ(values(cores), values(row));
    EXPECT_TRUE(to(cores, device).storage().shares_with(cores.storage()));
    const Tensor wide = to(cores, parse_format("f32"));
    EXPECT_EQ(to_string(wide.spec()),
              "f32[5x7] tile(2x2) on fake:0/l1 block(2x2)");
    EXPECT_EQ(values(wide), values(row));
    EXPECT_TRUE(same_bits(copy(cores), cores));
    EXPECT_FALSE(copy(cores).storage().shares_with(cores.storage()));
    EXPECT_EQ(to_string(to_host(cores).spec()), "bf16[5x7] tile(2x2)");
  }
  EXPECT_EQ(device->live(), 0);
  EXPECT_FALSE(device->is_damaged());
}

TEST(MoveTest, GoesFromOneDeviceToAnother) {
  const auto first = std::make_shared<test::FakeDevice>("fake:0");
  const auto second = std::make_shared<test::FakeDevice>("fake:1");
  const Tensor here = to(counting("f32[6x6] row"), first);
  const Tensor there = to(here, second);
  EXPECT_EQ(to_string(there.spec()), "f32[6x6] row on fake:1");
  EXPECT_TRUE(same_bits(here, there));
  EXPECT_EQ(message_of([&] { to(here, there.spec(), first); }),
            "tensor: f32[6x6] row on fake:1 is on fake:1, but the device is "
            "fake:0");
  EXPECT_EQ(message_of([&] { to(here, std::shared_ptr<Device>()); }),
            "tensor: there is no device");
}

TEST(MoveTest, RandomFormsGoToADeviceAndBack) {
  const auto device = std::make_shared<test::FakeDevice>();
  Random random(test::test_seed());
  for (int round = 0; round < 150; ++round) {
    const auto sizes = test::random_sizes(random, pick(random, 1, 2000));
    const Format format = parse_format(
        std::vector{"u4", "i8", "bf16", "f32",
                    "f64"}[static_cast<std::size_t>(pick(random, 0, 4))]);
    const Spec from = test::random_host_spec(random, sizes, format);
    Spec on = test::random_host_spec(random, sizes, format);
    on.placement.memory.device = "fake";
    std::vector<std::byte> bytes(static_cast<std::size_t>(bind(from).bytes()));
    test::fill_random(bytes, random());
    const Tensor source = make_from_bytes(from, bytes);
    const Tensor there = to(source, on, device);
    const Tensor back = to(there, from);
    ASSERT_TRUE(same_bits(source, back))
        << to_string(from) << " -> " << to_string(on);
    ASSERT_TRUE(same_bits(source, there));
  }
  EXPECT_EQ(device->live(), 0);
  EXPECT_FALSE(device->is_damaged());
}

TEST(MoveTest, NumbersAreCastOnTheWay) {
  const auto device = std::make_shared<test::FakeDevice>();
  constexpr const char* kFormats[] = {"i8", "u8", "bf16", "i32", "f32", "f64"};
  constexpr const char* kLayouts[] = {"row", "tile(32x32, faces=16x16)",
                                      "tile(4x8)"};
  constexpr const char* kPlaces[] = {"", "/l1 block(2x2)", "/l1 height(3)",
                                     "/l1 width(3)", "/dram interleaved(5)"};
  Random random(test::test_seed());
  for (int round = 0; round < 100; ++round) {
    Spec on;
    on.shape = Shape{pick(random, 1, 140), pick(random, 1, 140)};
    on.format = parse_format(kFormats[pick(random, 0, 5)]);
    Spec host = on;
    host.format = parse_format(kFormats[pick(random, 0, 5)]);
    on.layout = parse_layout(kLayouts[pick(random, 0, 2)]);
    on.placement =
        parse_placement(std::string("on fake:0") + kPlaces[pick(random, 0, 4)]);
    const Tensor source = counting(host);
    const Tensor there = to(source, on, device);
    ASSERT_EQ(values(there), values(source))
        << to_string(host) << " -> " << to_string(on);
    ASSERT_TRUE(same_bits(to(there, host), source));
  }
  EXPECT_FALSE(device->is_damaged());
}

TEST(MoveTest, CopiesAPart) {
  const Tensor tiles = counting("i32[6x8] tile(4x4)");
  const View part = window(View(tiles.spec()), {1, 2}, {2, 3});
  const Tensor box = copy(tiles, part);
  EXPECT_EQ(to_string(box.spec()), "i32[2x3] row");
  EXPECT_EQ(values(box), (std::vector<double>{10, 11, 12, 18, 19, 20}));
  const Tensor turned = copy(tiles, permuted(part, {1, 0}));
  EXPECT_EQ(values(turned), (std::vector<double>{10, 18, 11, 19, 12, 20}));
  EXPECT_EQ(message_of([&] { copy(tiles, View(box.spec())); }),
            "tensor: i32[2x3] row is no part of i32[6x8] tile(4x4)");
}

TEST(MoveTest, AssignsElementsAndLeavesPadding) {
  const Tensor tiles = counting("i16[5x6] tile(4x4)");
  fill_padding(tiles, -7);
  assign(tiles, full(parse_spec("f32[5x6] row"), 3));
  EXPECT_EQ(values(tiles), std::vector<double>(30, 3.0));
  EXPECT_EQ(padding(tiles), (Padding{Padding::Kind::fill, -7}));
  EXPECT_FALSE(verify_padding(tiles).has_value());
  const View part = window(View(tiles.spec()), {4, 5}, {1, 1});
  assign(tiles, part, make(parse_spec("i8[1x1] row"), {9}));
  EXPECT_EQ(read(tiles, {4, 5}), 9);
  EXPECT_EQ(read(tiles, {4, 4}), 3);
  EXPECT_FALSE(verify_padding(tiles).has_value());
  EXPECT_THROW(assign(tiles, counting("i8[6x5] row")), Error);
}

TEST(MoveTest, AssigningLeavesPaddingBetweenCodes) {
  for (const char* spec :
       {"u4[9x7x29] [b, a, c/16, c%16]", "u8[9x7x11] [c/4, a, b, c%4]",
        "u2[5x13] tile(4x8)"}) {
    SCOPED_TRACE(spec);
    const Tensor into = zeros(parse_spec(spec));
    fill_padding(into, 3);
    Spec rows = into.spec();
    rows.layout = RowMajor{};
    assign(into, full(rows, 1));
    EXPECT_EQ(values(into),
              std::vector<double>(std::size_t(into.shape().volume()), 1.0));
    EXPECT_FALSE(verify_padding(into).has_value());
  }
}

TEST(MoveTest, AssignsATensorToItself) {
  const Tensor square = counting("i16[4x4] row");
  assign(square, permuted(square, {1, 0}));
  EXPECT_EQ(values(square), (std::vector<double>{0, 4, 8, 12, 1, 5, 9, 13, 2, 6,
                                                 10, 14, 3, 7, 11, 15}));
}

TEST(MoveTest, AssignsATensorToItselfOnADevice) {
  const Tensor host = counting("bf16[64x64] row");
  const auto device = make_sim();
  const Tensor there =
      to(host, parse_spec("bf16[64x64] tile(32x32) on sim:0/l1 block(2x2)"),
         device);
  assign(there, permuted(there, {1, 0}));
  EXPECT_TRUE(same_bits(there, permuted(host, {1, 0})));
}

TEST(MoveTest, ACopyHasThePaddingOfTheOriginal) {
  const Tensor tiles = counting("i16[5x6] tile(4x4)");
  fill_padding(tiles, 5);
  const Tensor own = copy(tiles);
  EXPECT_TRUE(
      std::ranges::equal(own.storage().bytes(), tiles.storage().bytes()));
  EXPECT_EQ(padding(own), padding(tiles));
}

}  // namespace
}  // namespace ashlar
