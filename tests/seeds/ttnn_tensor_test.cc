// ttnn_tensor_test.cc - what the document on ttnn's tensors says of shapes,
// layouts, data types and storage, sentence by sentence.
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "ashlar/dialects/ttnn_print.h"
#include "ashlar/sim.h"
#include "tests/base/error_text.h"
#include "tests/dialects/ttnn_check.h"

namespace ashlar::ttnn {
namespace {

using ashlar::test::error_of;
using ashlar::test::error_text;
using test::counting;
using test::spec_of;

TEST(TtnnTensorSeed, ATensorIsAMultiDimensionalMatrixOfASingleDataType) {
  const Tensor tensor =
      counting(spec_of({2, 3, 4}, DataType::uint16, kRowMajorLayout));
  EXPECT_EQ(tensor.dtype(), DataType::uint16);
  EXPECT_EQ(tensor.core().format(), parse_format("u16"));
  EXPECT_EQ(read(tensor.core(), {1, 2, 3}), 23);
}

TEST(TtnnTensorSeed, ATensorUsesAShapeToStoreItsShape) {
  const Tensor tensor =
      counting(spec_of({14, 28}, DataType::bfloat16, kTileLayout));
  EXPECT_EQ(tensor.shape(), Shape({14, 28}, {32, 32}));
}

TEST(TtnnTensorSeed, ShapesAreOfRankOneToRankEightInclusive) {
  for (int rank = 1; rank <= 8; ++rank) {
    const std::vector<Index> sizes(static_cast<std::size_t>(rank), 2);
    EXPECT_EQ(Shape(sizes).rank(), rank);
    // And so are tensors.
    const Tensor tensor =
        counting(spec_of(Shape(sizes), DataType::float32, kRowMajorLayout));
    EXPECT_EQ(to_vector(tensor), test::counted(Index{1} << rank, 100));
  }
  EXPECT_EQ(error_text([] { Shape(std::vector<Index>(9, 1)); }),
            "ttnn: Unsupported rank: 9, expected 1 to 8");
  EXPECT_EQ(error_text([] { Shape(std::vector<Index>()); }),
            "ttnn: Unsupported rank: 0, expected 1 to 8");
}

TEST(TtnnTensorSeed, AShapeStoresTheActualDataAndTheDataPaddedToTiles) {
  const Shape shape({14, 28}, {32, 32});
  EXPECT_EQ(shape, (Indices{14, 28}));
  EXPECT_EQ(shape.with_tile_padding(), (Indices{32, 32}));
}

TEST(TtnnTensorSeed, PaddedDimensionsMatchTheActualOnes16x32ElementsInStorage) {
  const Shape shape({16, 32});
  EXPECT_EQ(shape[0], 16);
  EXPECT_EQ(shape[1], 32);
  EXPECT_EQ(shape.with_tile_padding(), shape);
  EXPECT_EQ(shape.volume(), 16 * 32);
  const Tensor tensor =
      counting(spec_of(shape, DataType::bfloat16, kRowMajorLayout));
  EXPECT_EQ(tensor.buffer().size(), 16 * 32 * 2);
}

TEST(TtnnTensorSeed, PrintingTheShapeShowsTheActualShape) {
  EXPECT_EQ(to_string(Shape({16, 32})), "ttnn.Shape([16, 32])");
}

TEST(TtnnTensorSeed, ATensorOf14x28In32x32Has32x32ElementsInTheStorage) {
  const Shape shape({14, 28}, {32, 32});
  EXPECT_EQ(shape[0], 14);
  EXPECT_EQ(shape[1], 28);
  EXPECT_EQ(shape.volume(), 32 * 32);
  for (const Layout layout : {kRowMajorLayout, kTileLayout}) {
    const Tensor tensor = counting(spec_of(shape, DataType::bfloat16, layout));
    EXPECT_EQ(tensor.shape(), shape);
    EXPECT_EQ(tensor.buffer().size(), 32 * 32 * 2);
    EXPECT_EQ(to_vector(tensor), test::counted(14 * 28, 100));
  }
}

TEST(TtnnTensorSeed, PrintingShowsThePaddedShapeInSquareBrackets) {
  EXPECT_EQ(to_string(Shape({14, 28}, {32, 32})),
            "ttnn.Shape([14[32], 28[32]])");
}

TEST(TtnnTensorSeed, WithTilePaddingGivesTheShapeWithTilePadding) {
  EXPECT_EQ(to_string(Shape({14, 28}, {32, 32}).with_tile_padding()),
            "ttnn.Shape([32, 32])");
}

/// The words of the memory of a tensor on the host.
std::vector<std::uint32_t> memory(const Tensor& tensor) {
  return test::words(tensor.buffer().bytes());
}

TEST(TtnnTensorSeed, RowMajorHasConsecutiveElementsOfARowNextToEachOther) {
  const Tensor tensor = counting(
      spec_of({3, 5}, DataType::uint32, kRowMajorLayout), nullptr, 1000);
  std::vector<std::uint32_t> expected(15);
  std::iota(expected.begin(), expected.end(), 0U);
  EXPECT_EQ(memory(tensor), expected);
}

TEST(TtnnTensorSeed, ElementsArePlacedInA32x32SquareAndTilesInRowMajorOrder) {
  const Tensor tensor = counting(
      spec_of({64, 96}, DataType::uint32, kTileLayout), nullptr, 1 << 20);
  const std::vector<std::uint32_t> words = memory(tensor);
  ASSERT_EQ(words.size(), 64U * 96);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t row = words[i] / 96;
    const std::size_t column = words[i] % 96;
    ASSERT_EQ(row / 32 * 3 + column / 32, i / 1024) << i;
  }
}

TEST(TtnnTensorSeed, ToLayoutCanBeUsedToTransitionToTileLayout) {
  const Tensor rows =
      counting(spec_of({64, 64}, DataType::bfloat16, kRowMajorLayout));
  const Tensor tiles = to_layout(rows, kTileLayout);
  EXPECT_EQ(tiles.layout(), Layout::tile);
  EXPECT_EQ(to_string(tiles.core().spec()),
            "bf16[64x64] tile(32x32, faces=16x16)");
  EXPECT_EQ(to_vector(tiles), to_vector(rows));
}

TEST(TtnnTensorSeed, PaddingIsProvidedWhereSizesAreNotDivisibleBy32) {
  for (const Index height : {1, 31, 32, 33}) {
    for (const Index width : {1, 31, 32, 33}) {
      const Tensor rows = counting(
          spec_of({height, width}, DataType::bfloat16, kRowMajorLayout));
      const Tensor tiles = to_layout(rows, kTileLayout);
      const auto up = [](Index size) { return (size + 31) / 32 * 32; };
      EXPECT_EQ(tiles.shape(), Shape({height, width}, {up(height), up(width)}));
      EXPECT_EQ(to_vector(tiles), to_vector(rows));
      EXPECT_EQ(verify_padding(tiles.core()), std::nullopt);
    }
  }
}

TEST(TtnnTensorSeed, TtnnSupportsTheFollowingDataTypes) {
  for (const DataType dtype : {DataType::uint16, DataType::uint32,
                               DataType::float32, DataType::bfloat16}) {
    for (const Layout layout : {kRowMajorLayout, kTileLayout}) {
      const Tensor tensor = counting(spec_of({3, 4}, dtype, layout));
      EXPECT_EQ(get_dtype(tensor), dtype);
      EXPECT_EQ(to_vector(tensor), test::counted(12));
    }
  }
  const TensorSpec spec = spec_of({3, 4}, DataType::bfloat8_b, kTileLayout);
  EXPECT_EQ(spec.page_size_bytes(), 1088);
  const Tensor tensor = counting(spec);
  EXPECT_EQ(get_dtype(tensor), DataType::bfloat8_b);
  EXPECT_EQ(tensor.buffer().size(), 1088);
  EXPECT_EQ(to_vector(tensor), test::counted(12));
}

struct WidthRow {
  DataType dtype;
  Index multiple;
};

TEST(TtnnTensorSeed, TheWidthOnTheDeviceMustBeAMultipleOf4BySizeof) {
  constexpr WidthRow kTable[] = {{DataType::uint16, 2},
                                 {DataType::uint32, 1},
                                 {DataType::float32, 1},
                                 {DataType::bfloat16, 2}};
  const auto device = make_sim();
  const auto modern = make_sim(parse_sim_config("wormhole(widths=any)"));
  for (const auto& [dtype, multiple] : kTable) {
    for (Index width = 1; width <= 8; ++width) {
      const Tensor host = counting(spec_of({3, width}, dtype, kRowMajorLayout));
      const auto send = [&] { return to_vector(to_device(host, device)); };
      if (width % multiple == 0) {
        EXPECT_EQ(send(), to_vector(host));
      } else {
        EXPECT_THROW(send(), Error) << name_of(dtype) << ' ' << width;
      }
      // Tiles are always wide enough, and so is everything today.
      EXPECT_EQ(to_vector(to_device(to_layout(host, kTileLayout), device)),
                to_vector(host));
      EXPECT_EQ(to_vector(to_device(host, modern)), to_vector(host));
    }
  }
}

TEST(TtnnTensorSeed, Bfloat8bIsASpecialCaseBecauseItHasToBeInTileLayout) {
  EXPECT_EQ(error_text([] {
              spec_of({32, 32}, DataType::bfloat8_b, kRowMajorLayout);
            }),
            "ttnn: Only TILE layout is supported for BFLOAT8_B dtype!");
  // So that its width is a multiple of 32.
  for (const Index width : {1, 32, 33}) {
    const TensorSpec spec =
        spec_of({5, width}, DataType::bfloat8_b, kTileLayout);
    EXPECT_EQ(spec.padded_shape()[1] % 32, 0);
    const Tensor there = to_device(counting(spec), make_sim());
    EXPECT_EQ(to_vector(there).size(), static_cast<std::size_t>(5 * width));
  }
}

TEST(TtnnTensorSeed, OwnedHostStorageIsOnTheHostAndOwnedByTtnn) {
  const Tensor tensor =
      counting(spec_of({2, 2}, DataType::float32, kRowMajorLayout));
  EXPECT_EQ(tensor.storage_type(), StorageType::owned);
  EXPECT_EQ(name_of(tensor.storage_type()), "OWNED_HOST_STORAGE");
  EXPECT_EQ(tensor.buffer().kind(), Storage::Kind::owned);
  EXPECT_EQ(tensor.buffer().bytes().size(), 16U);
}

TEST(TtnnTensorSeed, BorrowedHostStorageIsBorrowedFromAnExternalBuffer) {
  auto owner = std::make_shared<std::vector<float>>(6, 1.5F);
  const std::weak_ptr<std::vector<float>> watch = owner;
  {
    const Tensor tensor =
        from_borrowed_data(std::as_writable_bytes(std::span(*owner)),
                           Shape({2, 3}), DataType::float32, owner);
    EXPECT_EQ(tensor.storage_type(), StorageType::borrowed);
    EXPECT_EQ(name_of(tensor.storage_type()), "BORROWED_HOST_STORAGE");
    EXPECT_EQ(static_cast<const void*>(tensor.buffer().bytes().data()),
              static_cast<const void*>(owner->data()));
    owner.reset();
    EXPECT_FALSE(watch.expired());
    EXPECT_EQ(to_vector(tensor), std::vector<double>(6, 1.5));
  }
  EXPECT_TRUE(watch.expired());
}

TEST(TtnnTensorSeed, DeviceStorageIsOnADeviceAndOwnedByTtnn) {
  const auto device = make_sim();
  {
    const Tensor tensor =
        counting(spec_of({32, 32}, DataType::bfloat16, kTileLayout), device);
    EXPECT_EQ(tensor.storage_type(), StorageType::device);
    EXPECT_EQ(name_of(tensor.storage_type()), "DEVICE_STORAGE");
    EXPECT_EQ(tensor.device(), device);
    EXPECT_EQ(device->use(SimMemory::dram).buffers, 1);
    EXPECT_THROW(tensor.buffer().bytes(), Error);
  }
  EXPECT_EQ(device->use(SimMemory::dram).buffers, 0);
}

}  // namespace
}  // namespace ashlar::ttnn
