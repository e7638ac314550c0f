// ttnn_tensor_test.cc - tensors of ttnn: made, shared, let go.
#include "ashlar/dialects/ttnn_tensor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "tests/base/error_text.h"
#include "tests/dialects/ttnn_check.h"

namespace ashlar::ttnn {
namespace {

using ashlar::test::error_text;
using test::counting;
using test::spec_of;

constexpr DataType kDtypes[] = {
    DataType::bfloat16, DataType::float32, DataType::uint32, DataType::uint8,
    DataType::uint16,   DataType::int32,   DataType::int8};

TEST(TtnnTensorTest, HoldsAllDataTypesInAllLayouts) {
  const std::vector<Shape> shapes = {
      Shape({1}),          Shape({5}),       Shape({33, 70}),
      Shape({2, 3, 5, 7}), Shape({3, 0, 4}), Shape({2, 1, 2, 1, 2, 1, 3, 5})};
  for (const DataType dtype : kDtypes) {
    for (const Layout layout : {kRowMajorLayout, kTileLayout}) {
      for (const Shape& shape : shapes) {
        const Tensor tensor = counting(spec_of(shape, dtype, layout));
        EXPECT_EQ(tensor.dtype(), dtype);
        EXPECT_EQ(tensor.layout(), layout);
        EXPECT_EQ(
            to_vector(tensor),
            test::counted(ashlar::Shape(shape.core().sizes()).volume(), 100));
      }
    }
  }
}

TEST(TtnnTensorTest, Fp8IsKeptInRows) {
  const Tensor tensor =
      counting(spec_of({2, 4}, DataType::fp8_e4m3, kRowMajorLayout));
  EXPECT_EQ(to_vector(tensor), test::counted(8));
}

TEST(TtnnTensorTest, ScalarsHaveNoShapeOfThisKind) {
  const Tensor tensor =
      from_values({7}, TensorSpec(ashlar::Shape(), TensorLayout()));
  EXPECT_EQ(to_vector(tensor), std::vector<double>{7});
  EXPECT_EQ(tensor.padded_shape(), (Indices{32, 32}));
  EXPECT_EQ(error_text([&] { tensor.shape(); }),
            "ttnn: Unsupported rank: 0, expected 1 to 8");
}

TEST(TtnnTensorTest, AxesThatPaddingAddsAreNotInTheShape) {
  const Tensor tensor = counting(spec_of({5}, DataType::float32, kTileLayout));
  EXPECT_EQ(to_string(tensor.shape()), "ttnn.Shape([5[32]])");
  EXPECT_EQ(tensor.padded_shape(), (Indices{32, 32}));
  EXPECT_EQ(tensor.buffer().size(), 4096);
}

TEST(TtnnTensorTest, NumbersAreCastAsByTtMetal) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Tensor floats =
      from_values({-nan, 1.00390625, 1.01171875},
                  spec_of({1, 3}, DataType::bfloat16, kRowMajorLayout));
  EXPECT_EQ(read_word(floats.core(), {0, 0}), 0x7FC0U);
  EXPECT_EQ(read(floats.core(), {0, 1}), 1);  // a tie, to even
  EXPECT_EQ(read(floats.core(), {0, 2}), 1.015625);
  const Tensor whole = from_values(
      {1.9, -1.9, 2.5}, spec_of({3}, DataType::int32, kRowMajorLayout));
  EXPECT_EQ(to_vector(whole), (std::vector<double>{1, -1, 2}));
  EXPECT_THROW(
      from_values({256}, spec_of({1}, DataType::uint8, kRowMajorLayout)),
      Error);
  EXPECT_THROW(
      from_values({-1}, spec_of({1}, DataType::uint32, kRowMajorLayout)),
      Error);
}

TEST(TtnnTensorTest, IntegersStayExact) {
  const std::vector<std::int64_t> numbers = {(1 << 24) + 1, 4294967295, 0};
  const Tensor tensor = from_span(std::span<const std::int64_t>(numbers),
                                  spec_of({3}, DataType::uint32, kTileLayout));
  EXPECT_EQ(integers(tensor.core()), numbers);
}

TEST(TtnnTensorTest, FloatsOfTheSameFormAreCopied) {
  std::vector<float> numbers = {1, 2, 3};
  const Tensor tensor =
      from_span(std::span<const float>(numbers),
                spec_of({3}, DataType::float32, kRowMajorLayout));
  numbers[0] = 9;
  EXPECT_EQ(tensor.storage_type(), StorageType::owned);
  EXPECT_EQ(to_vector(tensor), (std::vector<double>{1, 2, 3}));
}

TEST(TtnnTensorTest, PaddingHoldsThePadValue) {
  const Tensor tensor =
      counting(spec_of({3, 5}, DataType::int32, kTileLayout), nullptr, 100, -7);
  EXPECT_EQ(padding(tensor.core()), (Padding{Padding::Kind::fill, -7}));
  EXPECT_EQ(verify_padding(tensor.core()), std::nullopt);
  const auto words = test::words(tensor.buffer().bytes());
  EXPECT_EQ(std::ranges::count(words, 0xFFFFFFF9U), 1024 - 15);
}

TEST(TtnnTensorTest, CountsItsValues) {
  EXPECT_EQ(
      error_text([] {
        from_values({1, 2, 3}, spec_of({2, 2}, DataType::float32, kTileLayout));
      }),
      "ttnn: there are 3 values, but Shape([2, 2]) has 4 elements");
}

TEST(TtnnTensorTest, TensorsLieAsTheirSpecSays) {
  const TensorSpec spec =
      spec_of({14, 28}, DataType::bfloat16, kRowMajorLayout);
  const Tensor good(spec, zeros(parse_spec("bf16[14x28] row")));
  EXPECT_EQ(good.storage_type(), StorageType::owned);
  EXPECT_EQ(error_text([&] { Tensor(spec, zeros(parse_spec("f32[14x28]"))); }),
            "ttnn: the tensor is f32[14x28] row, expected bf16[14x28] row");
  const auto device = make_sim({}, 3);
  const Tensor there(
      spec, empty(parse_spec("bf16[14x28] row on sim:3/dram interleaved(12)"),
                  device));
  EXPECT_EQ(there.device(), device);
}

TEST(TtnnTensorTest, OnlyRowsWithoutPaddingAreBorrowed) {
  const std::vector<float> numbers = {1, 2, 3, 4};
  const auto bytes = std::as_bytes(std::span(numbers));
  const Tensor tensor =
      from_borrowed_data(bytes, Shape({2, 2}), DataType::float32, nullptr);
  EXPECT_EQ(tensor.layout(), Layout::row_major);
  EXPECT_THROW(write(tensor.core(), {0, 0}, 5), Error);
  EXPECT_THROW(
      from_borrowed_data(bytes, Shape({2, 3}), DataType::float32, nullptr),
      Error);
  EXPECT_EQ(error_text([&] {
              from_borrowed_data(bytes, Shape({1, 1}, {2, 2}),
                                 DataType::float32, nullptr);
            }),
            "ttnn: ttnn.Shape([1[2], 1[2]]) is padded, and only tensors "
            "without padding can be borrowed");
  // Everything else copies.
  EXPECT_EQ(to_layout(tensor, kTileLayout).storage_type(), StorageType::owned);
}

TEST(TtnnTensorTest, DeallocatingByForceFreesForAllWhoShare) {
  const auto device = make_sim();
  Tensor tensor =
      counting(spec_of({64, 64}, DataType::bfloat16, kTileLayout), device);
  const Tensor other = tensor;  // NOLINT: the copy is what is tested
  tensor.deallocate();          // there is another one
  EXPECT_TRUE(tensor.is_allocated());
  EXPECT_EQ(device->use(SimMemory::dram).buffers, 1);
  deallocate(tensor);
  EXPECT_FALSE(tensor.is_allocated());
  EXPECT_FALSE(other.is_allocated());
  EXPECT_EQ(device->use(SimMemory::dram).buffers, 0);
  deallocate(tensor);  // once more does no harm
}

TEST(TtnnTensorTest, WithoutMemoryEverythingButTheElementsIsKnown) {
  const auto device = make_sim();
  Tensor tensor =
      counting(spec_of({5, 6}, DataType::bfloat16, kTileLayout), device);
  tensor.deallocate();
  EXPECT_EQ(tensor.storage_type(), StorageType::device);
  EXPECT_EQ(tensor.shape(), Shape({5, 6}, {32, 32}));
  EXPECT_EQ(tensor.dtype(), DataType::bfloat16);
  EXPECT_EQ(get_memory_config(tensor), kDramMemoryConfig);
  for (const std::function<void()>& use : {
           std::function<void()>([&] { to_vector(tensor); }),
           std::function<void()>([&] { tensor.buffer(); }),
           std::function<void()>([&] { cpu(tensor); }),
           std::function<void()>([&] { to(tensor, device); }),
           std::function<void()>([&] { to_layout(tensor, kTileLayout); }),
       }) {
    EXPECT_EQ(error_text(use), "ttnn: Tensor is not allocated");
  }
  EXPECT_EQ(
      error_text([&] { tensor.device(); }),
      "ttnn: Cannot get the device from a tensor without an allocated buffer");
}

TEST(TtnnTensorTest, OnTheHostForceHelpsNothing) {
  Tensor owned = counting(spec_of({2, 2}, DataType::float32, kRowMajorLayout));
  {
    const Tensor other = owned;  // NOLINT: the copy is what is tested
    deallocate(owned);
    EXPECT_TRUE(owned.is_allocated());
  }
  owned.deallocate();
  EXPECT_FALSE(owned.is_allocated());

  const std::vector<float> numbers(4);
  Tensor borrowed =
      from_borrowed_data(std::as_bytes(std::span(numbers)), Shape({2, 2}),
                         DataType::float32, nullptr);
  borrowed.deallocate();
  EXPECT_TRUE(borrowed.is_allocated());
  EXPECT_EQ(error_text([&] { deallocate(borrowed); }),
            "ttnn: Cannot deallocate tensor with borrowed storage!");
}

}  // namespace
}  // namespace ashlar::ttnn
