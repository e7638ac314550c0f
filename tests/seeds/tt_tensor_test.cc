// tt_tensor_test.cc - what the document on TT Tensors, which came before ttnn,
// says, sentence by sentence.
#include <gtest/gtest.h>

#include <algorithm>
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

std::shared_ptr<SimDevice> tt_device() {
  return make_sim(parse_sim_config("tt_tensor"));
}

/// What a device says to a tensor, without the tensor.
std::string refusal(const Tensor& tensor) {
  const std::string text = error_of([&] { to(tensor, tt_device()); }).problem();
  constexpr std::string_view kMark = "cannot be here: ";
  return text.substr(text.find(kMark) + kMark.size());
}

TEST(TtTensorSeed, TensorsCanBeSentToAndReceivedFromThePlatform) {
  const Tensor host =
      counting(spec_of({1, 2, 6, 8}, DataType::bfloat16, kRowMajorLayout));
  EXPECT_EQ(to_vector(cpu(to(host, tt_device()))), to_vector(host));
}

TEST(TtTensorSeed, ThisLibraryOnlySupportsTensorsOfRankFour) {
  const Tensor host =
      counting(spec_of({32, 32}, DataType::bfloat16, kTileLayout));
  EXPECT_EQ(refusal(host), "TT Tensors have rank 4, this one has rank 2");
  const Tensor four =
      counting(spec_of({1, 1, 32, 32}, DataType::bfloat16, kTileLayout));
  EXPECT_EQ(to_vector(to(four, tt_device())), to_vector(host));
}

TEST(TtTensorSeed, RowMajorStoresValuesRowByRowStartingFromTheLastDimension) {
  const Tensor tensor = counting(
      spec_of({2, 3, 4, 6}, DataType::uint32, kRowMajorLayout), nullptr, 1000);
  const auto words = test::words(tensor.buffer().bytes());
  for (std::size_t i = 0; i < words.size(); ++i) ASSERT_EQ(words[i], i);
  ASSERT_EQ(words.size(), 144U);
}

TEST(TtTensorSeed, OnTheDeviceInRowMajorOrderXMustBeDivisibleBy2) {
  for (const DataType dtype : {DataType::bfloat16, DataType::float32}) {
    for (Index x = 1; x <= 6; ++x) {
      const Tensor host =
          counting(spec_of({1, 1, 3, x}, dtype, kRowMajorLayout));
      if (x % 2 == 0) {
        EXPECT_EQ(to_vector(to(host, tt_device())), to_vector(host));
        continue;
      }
      EXPECT_EQ(refusal(host),
                "the rows of TT Tensors have an even size, this one is " +
                    std::to_string(x));
      // What counts is the row in memory.
      const Tensor padded =
          pad(host, Shape({1, 1, 3, x}, {1, 1, 3, x + 1}), {0, 0, 0, 0}, 0);
      EXPECT_EQ(to_vector(to(padded, tt_device())), to_vector(host));
    }
  }
}

TEST(TtTensorSeed, WithXNotDivisibleBy2ItCanExistOnHostButNotBeSent) {
  const TensorSpec spec =
      spec_of({1, 1, 3, 7}, DataType::bfloat16, kRowMajorLayout);
  const Tensor host = counting(spec);
  EXPECT_EQ(to_vector(host), test::counted(21));
  // Neither a device for the constructor, nor to().
  EXPECT_THROW(counting(spec, tt_device()), Error);
  EXPECT_THROW(to(host, tt_device()), Error);
}

TEST(TtTensorSeed, ATileIsA32x32ShapedSubsectionOfTheTensor) {
  TensorLayout layout;
  layout.tile = Tile(16, 32);
  const Tensor host = counting(TensorSpec(Shape({1, 1, 32, 32}), layout));
  EXPECT_EQ(refusal(host),
            "the tiles of TT Tensors are 32x32, these are 16x32");
}

/// (2, 64, 64) numbers in tiles that are kept row by row inside.
std::vector<std::uint32_t> listing() {
  TensorLayout layout;
  layout.dtype = DataType::uint32;
  layout.tile = Tile::without_faces();
  const Tensor tensor =
      counting(TensorSpec(Shape({2, 64, 64}), layout), nullptr, 1 << 20);
  return test::words(tensor.buffer().bytes());
}

/// `first`, `first` + 1, ..., `last`
std::vector<std::uint32_t> run(std::uint32_t first, std::uint32_t last) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = first; i <= last; ++i) out.push_back(i);
  return out;
}

TEST(TtTensorSeed, ATensorOfShape2x64x64StoredInRowMajorLayout) {
  const Tensor tensor =
      counting(spec_of({2, 64, 64}, DataType::uint32, kRowMajorLayout), nullptr,
               1 << 20);
  EXPECT_EQ(test::words(tensor.buffer().bytes()), run(0, 8191));
}

TEST(TtTensorSeed, TilesAreInRowMajorOrderAndValuesInsideTilesAre) {
  const std::vector<std::uint32_t> words = listing();
  const auto row = [&](std::size_t batch, std::size_t tile, std::size_t line) {
    const auto begin =
        words.begin() +
        static_cast<std::ptrdiff_t>(((batch * 4 + tile) * 32 + line) * 32);
    return std::vector<std::uint32_t>(begin, begin + 32);
  };
  ASSERT_EQ(words.size(), 8192U);
  // The first tile of batch 0.
  EXPECT_EQ(row(0, 0, 0), run(0, 31));
  EXPECT_EQ(row(0, 0, 1), run(64, 95));
  EXPECT_EQ(row(0, 0, 31), run(1984, 2015));
  // The second one.
  EXPECT_EQ(row(0, 1, 0), run(32, 63));
  EXPECT_EQ(row(0, 1, 1), run(96, 127));
  EXPECT_EQ(row(0, 1, 31), run(2016, 2047));
  // The fourth and last one.
  EXPECT_EQ(row(0, 3, 0), run(2080, 2111));
  EXPECT_EQ(row(0, 3, 1), run(2144, 2175));
  EXPECT_EQ(row(0, 3, 31), run(4064, 4095));
  // Batch 1, its first and its last tile.
  EXPECT_EQ(row(1, 0, 0).front(), 4096U);
  EXPECT_EQ(row(1, 0, 31).back(), 6111U);
  EXPECT_EQ(row(1, 3, 0).front(), 6176U);
  EXPECT_EQ(row(1, 3, 31).back(), 8191U);
}

TEST(TtTensorSeed, TilesWithFacesHoldTheSameValuesInAnotherOrder) {
  const Tensor faces = counting(
      spec_of({2, 64, 64}, DataType::uint32, kTileLayout), nullptr, 1 << 20);
  const auto words = test::words(faces.buffer().bytes());
  EXPECT_EQ(std::vector<std::uint32_t>(words.begin(), words.begin() + 16),
            run(0, 15));
  EXPECT_EQ(words[16], 64U);
  EXPECT_TRUE(std::is_permutation(words.begin(), words.begin() + 1024,
                                  listing().begin()));
}

// The document says "divisible by 2"; tt-metal has always asked for whole
// tiles, and so does the profile.
TEST(TtTensorSeed, ATensorCanHaveTileLayoutOnlyIfXAndYAreDivisible) {
  for (const Shape& shape : {Shape({1, 1, 33, 32}), Shape({1, 1, 32, 34})}) {
    const Tensor host =
        counting(spec_of(shape, DataType::bfloat16, kTileLayout));
    EXPECT_EQ(refusal(host).substr(0, 52),
              "the tile layout of TT Tensors needs whole tiles of 3");
  }
}

TEST(TtTensorSeed, OwnedStorageIsSharedByCopiesAndNotCopied) {
  for (const DataType dtype :
       {DataType::bfloat16, DataType::float32, DataType::uint32,
        DataType::uint16, DataType::int32, DataType::uint8}) {
    const Tensor tensor =
        counting(spec_of({1, 1, 2, 4}, dtype, kRowMajorLayout));
    EXPECT_EQ(tensor.storage_type(), StorageType::owned);
    const Tensor other = tensor;  // NOLINT: the copy is what is tested
    EXPECT_EQ(other.buffer().bytes().data(), tensor.buffer().bytes().data());
    write(other.core(), {0, 0, 1, 3}, 99);
    EXPECT_EQ(read(tensor.core(), {0, 0, 1, 3}), 99);
  }
}

TEST(TtTensorSeed, BorrowedStorageBorrowsBuffers) {
  std::vector<std::uint16_t> numbers = {1, 2, 3, 4};
  const Tensor tensor =
      from_borrowed_data(std::as_writable_bytes(std::span(numbers)),
                         Shape({1, 1, 2, 2}), DataType::uint16, nullptr);
  EXPECT_EQ(tensor.storage_type(), StorageType::borrowed);
  numbers[3] = 77;
  EXPECT_EQ(to_vector(tensor), (std::vector<double>{1, 2, 3, 77}));
}

TEST(TtTensorSeed, DeviceStorageIsInDramOrL1AndSharedByCopies) {
  const auto device = tt_device();
  for (const auto memory : {SimMemory::dram, SimMemory::l1}) {
    const Tensor tensor =
        counting(spec_of({1, 1, 32, 32}, DataType::bfloat16, kTileLayout,
                         memory == SimMemory::dram ? kDramMemoryConfig
                                                   : kL1MemoryConfig),
                 device);
    const Tensor other = tensor;  // NOLINT: the copy is what is tested
    EXPECT_EQ(device->memory_of(*tensor.buffer().buffer()), memory);
    EXPECT_EQ(device->use(memory).buffers, 1);
    EXPECT_EQ(other.buffer().buffer(), tensor.buffer().buffer());
  }
}

TEST(TtTensorSeed, TheApiHasToBufferStorageTypeDeviceLayoutAndDtype) {
  const auto device = tt_device();
  const Tensor host =
      counting(spec_of({1, 1, 2, 2}, DataType::bfloat16, kRowMajorLayout));
  EXPECT_EQ(get_layout(host), Layout::row_major);
  EXPECT_EQ(get_dtype(host), DataType::bfloat16);
  EXPECT_EQ(error_text([&] { host.device(); }),
            "ttnn: Cannot get the device from a tensor with host storage");
  const Tensor there = to(host, device);
  EXPECT_EQ(there.device(), device);
  EXPECT_EQ(there.buffer().buffer()->address(), 0);
}

TEST(TtTensorSeed, TheApiHasPadUnpadPadToTileAndUnpadFromTile) {
  const Tensor tensor =
      counting(spec_of({1, 1, 2, 2}, DataType::float32, kRowMajorLayout));
  EXPECT_EQ(to_vector(pad(tensor, Shape({1, 1, 3, 4}), {0, 0, 1, 1}, 9)),
            (std::vector<double>{9, 9, 9, 9, 9, 0, 1, 9, 9, 2, 3, 9}));
  EXPECT_EQ(to_vector(unpad(tensor, {0, 0, 1, 0}, {0, 0, 1, 1})),
            (std::vector<double>{2, 3}));
  const Tensor padded = pad_to_tile(tensor, 5);
  EXPECT_EQ(to_string(padded.shape()), "ttnn.Shape([1, 1, 2[32], 2[32]])");
  EXPECT_EQ(to_vector(unpad_from_tile(padded, Shape({1, 1, 2, 2}))),
            to_vector(tensor));
}

TEST(TtTensorSeed, ConvertingATensorOfRank4ToATtTensorOnTheDeviceAndBack) {
  const auto device = tt_device();
  std::vector<float> numbers;
  for (int i = 0; i < 32 * 32; ++i) {
    numbers.push_back(static_cast<float>(i % 31) / 8 - 2);
  }
  const Tensor there = to(
      from_span(std::span<const float>(numbers),
                spec_of({1, 1, 32, 32}, DataType::bfloat16, kRowMajorLayout)),
      device);
  EXPECT_EQ(there.layout(), Layout::row_major);
  EXPECT_EQ(there.storage_type(), StorageType::device);
  const Tensor output = cpu(there);
  EXPECT_EQ(output.storage_type(), StorageType::owned);
  EXPECT_EQ(to_vector(output),
            std::vector<double>(numbers.begin(), numbers.end()));
}

}  // namespace
}  // namespace ashlar::ttnn
