#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "tests/support/convert_check.h"
#include "tests/support/fake_device.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar {
namespace {

using test::message_of;

TEST(MakeTest, ValuesAreCast) {
  const Tensor tensor =
      make(parse_spec("i8[2x3] row"), {1, -2, 3.4, 4.5, 5, 6});
  EXPECT_EQ(values(tensor), (std::vector<double>{1, -2, 3, 4, 5, 6}));
  EXPECT_EQ(integers(tensor), (std::vector<std::int64_t>{1, -2, 3, 4, 5, 6}));
  const std::vector<float> floats = {0.5F, 1.5F};
  EXPECT_EQ(values(make(parse_spec("bf16[2] row"), floats)),
            (std::vector<double>{0.5, 1.5}));
  const std::vector<std::int64_t> large = {(std::int64_t{1} << 62) + 1};
  EXPECT_EQ(integers(make(parse_spec("i64[1] row"), large)), large);
}

TEST(MakeTest, ValuesAreInRowMajorOrderWhateverTheLayout) {
  for (const char* text :
       {"f32[6x5] row", "f32[6x5] col", "f32[6x5] tile(4x4)",
        "f32[6x5] stick(16B)", "f32[6x5] core=a/2 | [b:8, a%2]"}) {
    const Spec spec = parse_spec(text);
    const Tensor tensor = test::counting(spec);
    EXPECT_EQ(values(tensor), test::counted(30)) << text;
    EXPECT_EQ(tensor.bytes(), bind(spec).bytes());
  }
}

TEST(MakeTest, RefusesTooFewValues) {
  EXPECT_EQ(message_of([] {
              make(parse_spec("bf16[2x2] row"), {1, 2, 3});
            }),
            "tensor: there are 3 values, but bf16[2x2] row has 4 elements");
  EXPECT_EQ(
      message_of([] {
        make(parse_spec("u8[2] row"), {1, 300});
      }),
      "convert: element [1] is 300, out of the range of u8, 0 to 255; ask "
      "for saturate or wrap to cast it anyway");
}

TEST(MakeTest, MakesScalarsAndNothing) {
  EXPECT_EQ(values(make(parse_spec("f32[] row"), {7})),
            (std::vector<double>{7}));
  EXPECT_TRUE(values(make(parse_spec("f32[3x0] row"), {})).empty());
  EXPECT_EQ(values(make(parse_spec("f32[] tile(32x32)"), {7})),
            (std::vector<double>{7}));
  const Spec eight = parse_spec("i32[2x1x2x1x2x1x2x1] row");
  EXPECT_EQ(values(test::counting(eight)), test::counted(16));
}

TEST(MakeTest, ZerosAreZeroInThePaddingAsWell) {
  const Tensor tensor = zeros(parse_spec("bf16[5x7] tile(4x4)"));
  for (const std::byte each : tensor.storage().bytes()) {
    ASSERT_EQ(each, std::byte{0});
  }
  EXPECT_EQ(padding(tensor), (Padding{Padding::Kind::zero, 0}));
  EXPECT_EQ(values(zeros(parse_spec("i4[3] row"))),
            (std::vector<double>{0, 0, 0}));
}

TEST(MakeTest, FullHoldsOneValue) {
  for (const char* text : {"f32[5x7] tile(4x4)", "u4[5x7] row", "i8[] row",
                           "bf16[0x3] row", "f64[2x3x4] stick(128B)"}) {
    const Tensor tensor = full(parse_spec(text), 3);
    const std::vector<double> all = values(tensor);
    EXPECT_EQ(std::ssize(all), tensor.shape().volume());
    for (const double each : all) ASSERT_EQ(each, 3) << text;
  }
  EXPECT_THROW(full(parse_spec("u8[2] row"), -1), Error);
}

TEST(MakeTest, EmptyHasItsSize) {
  EXPECT_EQ(empty(parse_spec("bf16[33x1] tile(32x32)")).bytes(), 4096);
  EXPECT_EQ(empty(parse_spec("mxfp4[32x32] row")).bytes(), 512 + 32);
  EXPECT_THROW(empty(parse_spec("mxfp4[32x32] ttnn")), Error);
}

TEST(MakeTest, BytesAreCopied) {
  std::vector<std::byte> bytes(32);
  test::fill_random(bytes, 1);
  const Spec spec = parse_spec("u16[3x3] [b:4, a:4]");
  const Tensor tensor = make_from_bytes(spec, bytes);
  EXPECT_NE(tensor.storage().bytes().data(), bytes.data());
  EXPECT_TRUE(std::ranges::equal(tensor.storage().bytes(), bytes));
  EXPECT_EQ(tensor.storage().kind(), Storage::Kind::owned);
  EXPECT_EQ(
      message_of([&] { make_from_bytes(spec, std::span(bytes).first(18)); }),
      "tensor: there are 18 bytes, but u16[3x3] [b:4, a:4] takes 32");
}

TEST(MakeTest, BorrowsWithoutACopy) {
  auto owner = std::make_shared<std::vector<float>>(14 * 28);
  std::iota(owner->begin(), owner->end(), 0.0F);
  const std::weak_ptr<std::vector<float>> watch = owner;
  float* const data = owner->data();
  const std::span all(*owner);
  auto tensor = std::make_unique<Tensor>(
      borrow(parse_spec("f32[14x28] row"), std::as_writable_bytes(all), owner));
  owner.reset();
  EXPECT_EQ(static_cast<const void*>(tensor->storage().bytes().data()), data);
  EXPECT_EQ(tensor->storage().kind(), Storage::Kind::borrowed);
  write(*tensor, {0, 0}, 7);
  EXPECT_EQ(data[0], 7);
  data[29] = -1;
  EXPECT_EQ(read(*tensor, {1, 1}), -1);
  const Tensor other = *tensor;
  tensor.reset();
  EXPECT_FALSE(watch.expired());
  EXPECT_EQ(read(other, {0, 0}), 7);
}

TEST(MakeTest, WhatIsBorrowedToReadCannotBeWritten) {
  const std::vector<float> source = {1, 2, 3, 4};
  const Tensor tensor = borrow(parse_spec("f32[2x2] row"),
                               std::as_bytes(std::span(source)), nullptr);
  EXPECT_EQ(read(tensor, {1, 0}), 3);
  const std::string refusal =
      "storage: the bytes are borrowed, and may only be read; copy(tensor) has "
      "bytes of its own";
  EXPECT_EQ(message_of([&] { write(tensor, {0, 0}, 9); }), refusal);
  EXPECT_EQ(message_of([&] { write_word(tensor, {0, 0}, 9); }), refusal);
  EXPECT_EQ(message_of([&] { assign(tensor, tensor); }), refusal);
  EXPECT_EQ(message_of([&] { fill_padding(tensor, 0); }), refusal);
  EXPECT_EQ(source, (std::vector<float>{1, 2, 3, 4}));
  // The hint works.
  const Tensor own = copy(tensor);
  write(own, {0, 0}, 9);
  EXPECT_EQ(read(own, {0, 0}), 9);
  EXPECT_EQ(source[0], 1);
}

TEST(MakeTest, ADeviceHasToBeGiven) {
  const Spec spec = parse_spec("f32[4x4] row on fake:0");
  EXPECT_EQ(message_of([&] { empty(spec); }),
            "device: there is no device 'fake:0'; this build has host and "
            "sim:0, sim:1, ...");
  const auto device = std::make_shared<test::FakeDevice>();
  EXPECT_EQ(values(zeros(spec, device)), std::vector<double>(16, 0.0));
  EXPECT_EQ(values(full(spec, 2.5, device)), std::vector<double>(16, 2.5));
  const auto other = std::make_shared<test::FakeDevice>("fake:1");
  EXPECT_EQ(message_of([&] { empty(spec, other); }),
            "tensor: f32[4x4] row on fake:0 is on fake:0, but the device is "
            "fake:1");
  EXPECT_EQ(message_of(
                [&] { empty(parse_spec("u8[2] row on fake:0/none"), device); }),
            "fake:0: u8[2] row on fake:0/none cannot be here: it has no memory "
            "called none");
  EXPECT_EQ(device->live(), 0);
  std::vector<std::byte> bytes(64);
  EXPECT_THROW(borrow(spec, std::span(bytes), nullptr), Error);
}

}  // namespace
}  // namespace ashlar
