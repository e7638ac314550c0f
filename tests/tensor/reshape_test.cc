#include <gtest/gtest.h>

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

TEST(ReshapeTest, RowsHaveAnyShape) {
  const Tensor row = counting("i32[4x6] row");
  for (const Indices& sizes : {Indices{24},
                               {2, 12},
                               {2, 2, 6},
                               {3, 8},
                               {1, 4, 1, 6, 1},
                               {6, 4},
                               {2, 2, 2, 3, 1, 1, 1, 1}}) {
    const Tensor other = reshape(row, sizes);
    EXPECT_TRUE(other.storage().shares_with(row.storage()));
    EXPECT_EQ(Indices(other.shape().sizes()), sizes);
    EXPECT_EQ(to_string(other.spec().layout), "row");
    EXPECT_EQ(values(other), counted(24));
  }
  EXPECT_EQ(reshape(row, {4, 6}).spec(), row.spec());
}

TEST(ReshapeTest, OneSizeMayBeLeftOpen) {
  const Tensor row = counting("i32[4x6] row");
  EXPECT_EQ(to_string(reshape(row, {-1}).shape()), "[24]");
  EXPECT_EQ(to_string(reshape(row, {3, -1, 2}).shape()), "[3, 4, 2]");
  EXPECT_EQ(message_of([&] {
              reshape(row, {-1, -1});
            }),
            "tensor: (-1, -1) leaves more than one size open");
  EXPECT_EQ(message_of([&] {
              reshape(row, {5, -1});
            }),
            "tensor: 24 elements of [4, 6] cannot have the shape (5, 4)");
  EXPECT_EQ(message_of([&] {
              reshape(row, {5, 5});
            }),
            "tensor: 24 elements of [4, 6] cannot have the shape (5, 5)");
  EXPECT_THROW(reshape(row, {0, -1}), Error);
  EXPECT_THROW(reshape(row, {-2, -12}), Error);
}

TEST(ReshapeTest, ScalarsAndNothing) {
  const Tensor scalar = make(parse_spec("f32[] row"), {3});
  EXPECT_EQ(values(reshape(scalar, {1, 1})), (std::vector<double>{3}));
  EXPECT_EQ(values(reshape(reshape(scalar, {1, 1}), {})),
            (std::vector<double>{3}));
  const Tensor tile = make(parse_spec("f32[1x1] tile(4x4)"), {3});
  EXPECT_EQ(values(reshape(tile, {})), (std::vector<double>{3}));
  EXPECT_EQ(reshape(tile, {}).bytes(), 64);
  const Tensor none = counting("f32[3x0] row");
  EXPECT_EQ(to_string(reshape(none, {0, 7}).shape()), "[0, 7]");
  EXPECT_THROW(reshape(none, {-1, 0}), Error);
}

TEST(ReshapeTest, UpperAxesAreFoldedBeforeSharding) {
  const Tensor ones = full(parse_spec("f32[1x2x3x4] row"), 1);
  EXPECT_EQ(to_string(reshape(ones, {-1, 4}).shape()), "[6, 4]");
}

TEST(ReshapeTest, TilesStayWhereTheyAre) {
  const Tensor tiles = counting("i32[2x8x8] tile(4x4)");
  const Tensor folded = reshape(tiles, {16, 8});
  EXPECT_EQ(to_string(folded.spec()), "i32[16x8] tile(4x4)");
  EXPECT_EQ(values(folded), values(tiles));
  EXPECT_TRUE(folded.storage().shares_with(tiles.storage()));
  const Tensor flat = reshape(tiles, {128});
  EXPECT_EQ(values(flat), values(tiles));
  EXPECT_EQ(read(flat, {77}), 77);
}

TEST(ReshapeTest, RandomShapesHaveTheSameElements) {
  Random random(test::test_seed());
  int views = 0;
  for (int round = 0; round < 300; ++round) {
    const auto sizes = test::random_sizes(random, pick(random, 1, 600));
    const Spec spec =
        test::random_host_spec(random, sizes, parse_format("i16"));
    const Tensor tensor = counting(spec, 30000);
    // Some other factors of the same number.
    Indices other;
    Index left = spec.shape.volume();
    while (other.size() < 7 && !test::chance(random, 20)) {
      Index factor = pick(random, 1, 12);
      while (left % factor != 0) --factor;
      other.push_back(factor);
      left /= factor;
    }
    other.push_back(left);
    Tensor view;
    try {
      view = reshape(tensor, other);
    } catch (const Error& error) {
      ASSERT_EQ(error.hint(), "reshape(unpad(tensor), sizes) copies it");
      view = reshape(unpad(tensor), other);
      ASSERT_EQ(values(view), values(tensor));
      continue;
    }
    ++views;
    ASSERT_TRUE(view.storage().shares_with(tensor.storage()));
    ASSERT_EQ(values(view), values(tensor))
        << to_string(spec) << " -> " << to_string(view.spec());
    ASSERT_EQ(padding(view), padding(tensor));
  }
  EXPECT_GT(views, 200);
}

TEST(ReshapeTest, KeepsItsPlaceOnADevice) {
  const auto device = std::make_shared<test::FakeDevice>();
  const Tensor there =
      to(counting("i32[6x8] row"),
         parse_spec("i32[6x8] row on fake:0/dram interleaved(4)"), device);
  const Tensor other = reshape(there, {2, 3, 8});
  EXPECT_TRUE(other.storage().shares_with(there.storage()));
  EXPECT_EQ(values(other), counted(48));
  EXPECT_EQ(read(other, {1, 2, 7}), 47);
}

}  // namespace
}  // namespace ashlar
