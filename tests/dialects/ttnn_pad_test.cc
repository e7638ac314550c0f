// ttnn_pad_test.cc - rows with more around them, and without.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/base/error_text.h"
#include "tests/dialects/ttnn_check.h"

namespace ashlar::ttnn {
namespace {

using ashlar::test::error_text;
using test::counting;
using test::spec_of;
using Values = std::vector<double>;

Tensor rows(const Shape& shape) {
  return counting(spec_of(shape, DataType::float32, kRowMajorLayout));
}

TEST(TtnnPadTest, TheInputBeginsWhereItIsTold) {
  const Tensor padded = pad(rows({2, 3}), Shape({4, 5}), {1, 2}, -1);
  EXPECT_EQ(padded.shape(), Shape({4, 5}));
  EXPECT_EQ(to_vector(padded), (Values{-1, -1, -1, -1, -1,  //
                                       -1, -1, 0,  1,  2,   //
                                       -1, -1, 3,  4,  5,   //
                                       -1, -1, -1, -1, -1}));
}

TEST(TtnnPadTest, AShapeWithPaddingKeepsItsPadding) {
  const Tensor padded = pad(rows({2, 3}), Shape({2, 3}, {3, 4}), {0, 0}, 9);
  EXPECT_EQ(to_string(padded.shape()), "ttnn.Shape([2[3], 3[4]])");
  EXPECT_EQ(to_vector(padded), test::counted(6));
  // The padding is in memory.
  EXPECT_EQ(to_vector(unpad(padded, {0, 0}, {2, 3})),
            (Values{0, 1, 2, 9, 3, 4, 5, 9, 9, 9, 9, 9}));
}

TEST(TtnnPadTest, WhatDoesNotFitIsRefused) {
  EXPECT_THROW(pad(rows({2, 3}), Shape({2, 4}), {1, 0}, 0), Error);
  EXPECT_THROW(pad(rows({2, 3}), Shape({1, 3}), {0, 0}, 0), Error);
  EXPECT_THROW(pad(rows({2, 3}), Shape({2, 3, 3}), {0, 0}, 0), Error);
  EXPECT_THROW(pad(rows({2, 3}), Shape({2, 3}), {0}, 0), Error);
  EXPECT_THROW(pad(rows({2, 3}), Shape({4, 4}), {-1, 0}, 0), Error);
}

TEST(TtnnPadTest, UnpadTakesTheEndIncluded) {
  const Tensor tensor = rows({3, 4});
  EXPECT_EQ(to_vector(unpad(tensor, {1, 1}, {2, 2})), (Values{5, 6, 9, 10}));
  EXPECT_EQ(to_vector(unpad(tensor, {0, 0}, {2, 3})), to_vector(tensor));
  EXPECT_EQ(to_vector(unpad(tensor, {2, 3}, {2, 3})), (Values{11}));
  EXPECT_THROW(unpad(tensor, {0, 0}, {3, 3}), Error);
  EXPECT_THROW(unpad(tensor, {0, 0}, {2}), Error);
  EXPECT_EQ(error_text([&] {
              unpad(tensor, {0, 2}, {2, 1});
            }),
            "ttnn: axis 1 ends at 1 and starts at 2");
}

TEST(TtnnPadTest, PadAndUnpadAreInverse) {
  for (const Index height : {1, 2, 31, 33}) {
    for (const Index width : {1, 5, 32, 65}) {
      const Tensor tensor = rows({2, height, width});
      const Tensor larger =
          pad(tensor, Shape({3, height + 2, width + 3}), {1, 2, 0}, 7);
      EXPECT_EQ(to_vector(unpad(larger, {1, 2, 0}, {2, height + 1, width - 1})),
                to_vector(tensor));
      const Tensor tiles = pad_to_tile(tensor, 7);
      EXPECT_EQ(tiles.shape().with_tile_padding()[1] % 32, 0);
      EXPECT_EQ(tiles.shape().with_tile_padding()[2] % 32, 0);
      EXPECT_EQ(to_vector(tiles), to_vector(tensor));
      const Tensor back = unpad_from_tile(tiles, tensor.shape());
      EXPECT_EQ(back.shape(), tensor.shape());
      EXPECT_EQ(to_vector(back), to_vector(tensor));
    }
  }
}

TEST(TtnnPadTest, PadToTileFillsWithTheValue) {
  const Tensor tiles = pad_to_tile(rows({2, 2}), 5);
  const Tensor memory = unpad(tiles, {0, 0}, {31, 31});
  const Values values = to_vector(memory);
  EXPECT_EQ(values[1], 1);
  EXPECT_EQ(std::ranges::count(values, 5.0), 1024 - 4);
}

TEST(TtnnPadTest, UnpadFromTileRefusesInTtnnsWords) {
  const Tensor tiles = pad_to_tile(rows({2, 3, 40, 50}), 0);
  const auto problem = [](const Tensor& tensor, const Shape& shape) {
    return error_text([&] { unpad_from_tile(tensor, shape); });
  };
  EXPECT_EQ(problem(tiles, Shape({2, 4, 40, 50})),
            "ttnn: Input shape must match output shape apart from last 2 dims");
  EXPECT_EQ(problem(tiles, Shape({3, 40, 50})),
            "ttnn: Input shape must match output shape apart from last 2 dims");
  EXPECT_EQ(problem(rows({32, 33}), Shape({32, 33})),
            "ttnn: Last 2 dims of input shape must be multiples of 32");
  EXPECT_EQ(problem(rows({32}), Shape({30})),
            "ttnn: Last 2 dims of input shape must be multiples of 32");
  for (const Shape& shape : {Shape({2, 3, 32, 50}), Shape({2, 3, 40, 65})}) {
    EXPECT_EQ(problem(tiles, shape),
              "ttnn: Last 2 dims of output must be within range to have been "
              "padded to input");
  }
}

TEST(TtnnPadTest, OnlyRowsOnTheHostArePadded) {
  const Tensor tiles =
      counting(spec_of({32, 32}, DataType::float32, kTileLayout));
  EXPECT_EQ(error_text([&] { pad_to_tile(tiles, 0); }),
            "ttnn: Tensor layout must be ROW_MAJOR for padding");
  EXPECT_EQ(error_text([&] {
              unpad(tiles, {0, 0}, {1, 1});
            }),
            "ttnn: Tensor layout must be ROW_MAJOR for unpadding");
  const Tensor there = to(rows({2, 2}), make_sim());
  EXPECT_EQ(error_text([&] { pad_to_tile(there, 0); }),
            "ttnn: Tensor must be on host for padding");
  EXPECT_EQ(error_text([&] {
              unpad(there, {0, 0}, {1, 1});
            }),
            "ttnn: Tensor must be on host for unpadding");
}

TEST(TtnnPadTest, ShardsOfTheOldShapeAreForgotten) {
  const MemoryConfig config = create_sharded_memory_config(
      Shape({4, 4}), CoreGrid{1, 2}, ShardStrategy::height);
  const Tensor tensor =
      counting(spec_of({4, 4}, DataType::float32, kRowMajorLayout, config));
  EXPECT_EQ(pad_to_tile(tensor, 0).memory_config(), kDramMemoryConfig);
  const Tensor l1 = counting(
      spec_of({4, 4}, DataType::float32, kRowMajorLayout, kL1MemoryConfig));
  EXPECT_EQ(pad_to_tile(l1, 0).memory_config(), kL1MemoryConfig);
}

}  // namespace
}  // namespace ashlar::ttnn
