// Every statement and example of Torch-Spyre's document on tensor layouts, on a
// simulated device: tests are named after its sentences.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ashlar/dialects/spyre_tensor.h"
#include "ashlar/error.h"
#include "ashlar/sim.h"
#include "ashlar/tensor_view.h"

namespace ashlar::spyre {
namespace {

using Sizes = std::vector<Index>;
using Map = std::vector<int>;

const Format kFloat16 = parse_format("float16");
const Indices kSize = {5, 100, 150};

class SpyreTensorsTest : public testing::Test {
 protected:
  /// torch.rand(5, 100, 150, dtype=torch.float16), as far as it matters here:
  /// neighbours differ along every axis, and all of them survive the device.
  static Tensor rand() {
    Spec spec;
    spec.shape = Shape(kSize);
    spec.format = kFloat16;
    std::vector<double> numbers;
    for (Index i = 0; i < spec.shape.volume(); ++i) {
      numbers.push_back(static_cast<double>(i * 37 % 509) / 512);
    }
    return make(spec, std::span<const double>(numbers));
  }

  /// x.to("spyre", device_layout=stl), and everything that must hold then.
  SpyreTensor checked_to(const SpyreTensorLayout& stl) {
    const Tensor x = rand();
    SpyreTensor y = spyre::to(x, device_, stl);
    EXPECT_EQ(y.device_tensor_layout(), stl);
    EXPECT_EQ(y.tensor().bytes(), stl.bytes());
    EXPECT_EQ(verify_padding(y.tensor()), std::nullopt);
    EXPECT_TRUE(same_bits(cpu(y), x));
    return y;
  }

  /// What one byte address holds as a number of the device.
  double element_at(const SpyreTensor& tensor, Index byte) {
    const auto& buffer = *tensor.tensor().storage().buffer();
    const auto bytes =
        device_->read(SimMemory::dram, 0, buffer.address() + byte, 2);
    return read(make_from_bytes(parse_spec("dlfloat16[1] row"), bytes), {0});
  }

  std::shared_ptr<SimDevice> device_ = make_sim(parse_sim_config("spyre"));
};

// ---- Overview

TEST_F(SpyreTensorsTest, TensorEntriesAreGroupedIntoSticksOf128Bytes) {
  const SpyreTensor y = spyre::to(rand(), device_);
  const auto& buffer = *y.tensor().storage().buffer();
  EXPECT_EQ(buffer.address() % 128, 0);
  EXPECT_EQ(device_->page_bytes(buffer), 128);
  EXPECT_EQ(y.tensor().bytes() % 128, 0);
  // Neighbours along the stick dimension share a stick, 64 of them.
  const BoundLayout& layout = y.tensor().layout();
  for (Index c = 0; c < 150; ++c) {
    const Index bit = layout.position(Indices{2, 3, c}).bit;
    const Index first = layout.position(Indices{2, 3, c / 64 * 64}).bit;
    EXPECT_EQ(first % (128 * 8), 0);
    EXPECT_EQ(bit, first + c % 64 * 16);
  }
}

TEST_F(SpyreTensorsTest, TheSticksAreLinearizedByATilingOfTheDimensions) {
  const Tensor x = rand();
  const SpyreTensor y = spyre::to(x, device_);
  for (const Indices& index :
       {Indices{0, 0, 0}, Indices{4, 0, 0}, Indices{0, 0, 64}, Indices{0, 1, 0},
        Indices{4, 99, 149}}) {
    const Index stick = (index[1] * 3 + index[2] / 64) * 64 + index[0];
    EXPECT_EQ(element_at(y, stick * 128 + index[2] % 64 * 2), read(x, index));
  }
}

TEST_F(SpyreTensorsTest, AllSpyreTensorsCarryMetadataThatDescribesTheirLayout) {
  const SpyreTensorLayout given({5, 128, 192}, kFloat16, {0, 1, 2});
  const SpyreTensor made = empty(kSize, kFloat16, device_);
  const SpyreTensor strided =
      empty_strided(kSize, {1, 5, 500}, kFloat16, device_, given);
  const SpyreTensor moved = spyre::to(rand(), device_);
  const SpyreTensor again = spyre::to(moved, given);
  EXPECT_EQ(made.device_tensor_layout(), moved.device_tensor_layout());
  EXPECT_EQ(strided.device_tensor_layout(), given);
  EXPECT_EQ(again.device_tensor_layout(), given);
  for (const SpyreTensor& each : {made, strided, moved, again}) {
    EXPECT_EQ(device_tensor_layout(each.tensor()), each.device_tensor_layout());
  }
  // Tensors of the host carry none.
  EXPECT_EQ(device_tensor_layout(rand()), std::nullopt);
}

TEST_F(SpyreTensorsTest,
       TheDefaultLayoutIsUsedForAllTensorsUnlessALayoutIsProvided) {
  const SpyreTensorLayout generic(kSize, kFloat16);
  EXPECT_EQ(spyre::to(rand(), device_).device_tensor_layout(), generic);
  EXPECT_EQ(empty(kSize, kFloat16, device_).device_tensor_layout(), generic);
  EXPECT_EQ(empty_strided(kSize, {15000, 150, 1}, kFloat16, device_)
                .device_tensor_layout(),
            generic);
  const SpyreTensorLayout other(kSize, kFloat16, PadDims::stick);
  EXPECT_EQ(spyre::to(rand(), device_, other).device_tensor_layout(), other);
  EXPECT_EQ(empty(kSize, kFloat16, device_, other).device_tensor_layout(),
            other);
}

TEST_F(SpyreTensorsTest,
       TheDefaultLayoutPadsAllDimensionsToBeEvenlyDivisibleIntoSticks) {
  const SpyreTensor y = spyre::to(rand(), device_);
  const Shape& shape = y.tensor().layout().shape();
  for (int axis = 0; axis < 3; ++axis) EXPECT_EQ(shape.padded(axis) % 64, 0);
}

TEST_F(SpyreTensorsTest,
       TheDefaultLayoutDesignatesTheLastDimensionAsTheStickDimension) {
  const SpyreTensorLayout stl(kSize, kFloat16);
  EXPECT_EQ(stl.dim_map().back(), 2);
  EXPECT_EQ(stl.host_dim_order()[2], 2);
}

TEST_F(SpyreTensorsTest, TheDefaultLayoutTilesAlongTheFirstDimension) {
  const SpyreTensor y = spyre::to(rand(), device_);
  const BoundLayout& layout = y.tensor().layout();
  // The next stick in memory is that of the next index of the first one.
  for (Index a = 0; a < 5; ++a) {
    EXPECT_EQ(layout.position(Indices{a, 0, 0}).bit, a * 128 * 8);
  }
}

// ---- Details and Default Layout

TEST_F(SpyreTensorsTest, DeviceSizeHasPaddedValuesAndExtraDimensionsForTiling) {
  const SpyreTensorLayout stl(kSize, kFloat16);
  EXPECT_EQ(stl.device_size(), (Sizes{128, 3, 64, 64}));
  EXPECT_GT(stl.device_size().size(), static_cast<std::size_t>(kSize.size()));
}

TEST_F(SpyreTensorsTest, DimMapGivesTheIndexInSizeForEachElementOfDeviceSize) {
  const SpyreTensorLayout stl(kSize, kFloat16);
  EXPECT_EQ(stl.dim_map(), (Map{1, 2, 0, 2}));
  EXPECT_EQ(stl.dim_map().size(), stl.device_size().size());
  for (int axis = 0; axis < kSize.size(); ++axis) {
    Index room = 1;
    for (std::size_t i = 0; i < stl.dim_map().size(); ++i) {
      if (stl.dim_map()[i] == axis) room *= stl.device_size()[i];
    }
    EXPECT_GE(room, kSize[axis]);
  }
}

TEST_F(SpyreTensorsTest, FormatIsEitherDenseOrSparse) {
  EXPECT_EQ(SpyreTensorLayout(kSize, kFloat16).format(), StickFormat::dense);
  // A result of reducing the stick dimension: one element is left in a stick.
  const SpyreTensorLayout sparse({5, 100}, kFloat16, {0, 1},
                                 StickFormat::sparse);
  EXPECT_EQ(to_string(sparse.format()), "StickFormat.Sparse");
  const Tensor reduced =
      copy(rand(), window(rand().spec(), {0, 0, 0}, {5, 100, 1}));
  const Tensor host = reshape(reduced, {5, 100});
  const SpyreTensor there = spyre::to(host, device_, sparse);
  EXPECT_EQ(there.tensor().bytes(), 5 * 100 * 128);
  EXPECT_EQ(element_at(there, (7 * 5 + 2) * 128), read(host, {2, 7}));
  EXPECT_TRUE(same_bits(cpu(there), host));
}

TEST_F(SpyreTensorsTest, DeviceDtypeIsTheDatatypeOfTheTensor) {
  const SpyreTensor y = spyre::to(rand(), device_);
  EXPECT_EQ(to_string(y.device_tensor_layout().device_dtype()),
            "DataFormats.SEN169_FP16");
  EXPECT_EQ(y.tensor().format(), parse_format("SEN169_FP16"));
  // Back on the host, it is what torch calls it.
  EXPECT_EQ(y.dtype(), kFloat16);
  EXPECT_EQ(cpu(y).format(), kFloat16);
}

TEST_F(SpyreTensorsTest, YouShouldSeeTheDefaultLayout) {
  const Tensor x = rand();
  const SpyreTensor y = spyre::to(x, device_);
  EXPECT_EQ(to_string(y.device_tensor_layout()),
            "SpyreTensorLayout(device_size=[128, 3, 64, 64], dim_map =[1, 2, "
            "0, 2], num_stick_dims=1, format=StickFormat.Dense, "
            "device_dtype=DataFormats.SEN169_FP16)");
  EXPECT_TRUE(same_bits(cpu(y), x));
}

TEST_F(SpyreTensorsTest, The3DTensorHasA4DDeviceSize) {
  const SpyreTensor y = spyre::to(rand(), device_);
  EXPECT_EQ(y.size().rank(), 3);
  EXPECT_EQ(y.device_tensor_layout().device_size().size(), 4u);
}

TEST_F(SpyreTensorsTest,
       AFloat16IsTwoBytesThereforeEachStickContains64DataValues) {
  const SpyreTensor y = spyre::to(rand(), device_);
  EXPECT_EQ(y.tensor().layout().element_bits(), 16);
  EXPECT_EQ(y.device_tensor_layout().elems_per_stick(), 64);
  EXPECT_EQ(y.device_tensor_layout().device_size().back(), 64);
}

TEST_F(SpyreTensorsTest,
       TheStickDimensionOf150HasBeenPaddedTo192AndBrokenInto3And64) {
  const SpyreTensor y = spyre::to(rand(), device_);
  EXPECT_EQ(y.tensor().layout().shape().padded(2), 192);
  const SpyreTensorLayout& stl = y.device_tensor_layout();
  EXPECT_EQ(stl.device_size()[1], 3);
  EXPECT_EQ(stl.device_size()[3], 64);
}

TEST_F(SpyreTensorsTest,
       TheNonStickDimensionsOf5And100HaveBeenPaddedTo64And128) {
  const Shape shape = spyre::to(rand(), device_).tensor().layout().shape();
  EXPECT_EQ(shape.padded(0), 64);
  EXPECT_EQ(shape.padded(1), 128);
}

TEST_F(SpyreTensorsTest, TheTotalDeviceMemoryAllocatedForTheTensorIs3MB) {
  const SpyreTensor y = spyre::to(rand(), device_);
  EXPECT_EQ(y.device_tensor_layout().num_sticks(), 128 * 3 * 64);
  EXPECT_EQ(y.device_tensor_layout().num_sticks(), 24'576);
  EXPECT_EQ(device_->use(SimMemory::dram).allocated, 3 << 20);
}

TEST_F(SpyreTensorsTest,
       Only150000BytesAreRealDataTheRemainderOfTheMemoryIsPadding) {
  const Tensor x = rand();
  EXPECT_EQ(x.bytes(), 150'000);
  const SpyreTensor y = spyre::to(x, device_);
  const auto& buffer = *y.tensor().storage().buffer();
  const auto bytes =
      device_->read(SimMemory::dram, 0, buffer.address(), 3 << 20);
  std::set<Index> data;
  for (Index i = 0; i < x.shape().volume(); ++i) {
    data.insert(y.tensor().layout().position(unravel(i, x.shape())).bit / 8);
  }
  EXPECT_EQ(std::ssize(data) * 2, 150'000);
  // What is not data is zero.
  for (Index at = 0; at < std::ssize(bytes); at += 2) {
    if (data.contains(at)) continue;
    ASSERT_EQ(bytes[static_cast<std::size_t>(at)], std::byte{0});
    ASSERT_EQ(bytes[static_cast<std::size_t>(at) + 1], std::byte{0});
  }
}

// ---- Controlling Layout Decisions

TEST_F(SpyreTensorsTest, TheLayoutIsPassedToToEmptyStridedOrSimilar) {
  const SpyreTensorLayout stl({5, 100, 192}, kFloat16, {1, 0, 2});
  EXPECT_EQ(spyre::to(rand(), device_, stl).device_tensor_layout(), stl);
  EXPECT_EQ(empty_strided(kSize, {15000, 150, 1}, kFloat16, device_, stl)
                .device_tensor_layout(),
            stl);
  EXPECT_EQ(empty(kSize, kFloat16, device_, stl).device_tensor_layout(), stl);
}

TEST_F(SpyreTensorsTest, ExplicitlyRequestingTheDefaultLayoutGivesTheSame) {
  const SpyreTensorLayout stl({5, 100, 150}, kFloat16);
  const SpyreTensor y = checked_to(stl);
  EXPECT_EQ(to_string(y.device_tensor_layout()),
            to_string(spyre::to(rand(), device_).device_tensor_layout()));
  EXPECT_EQ(y.tensor().spec(), spyre::to(rand(), device_).tensor().spec());
}

TEST_F(SpyreTensorsTest, PaddingOfAllNonStickDimensionsCanBeDisabled) {
  const SpyreTensor y =
      checked_to(SpyreTensorLayout(kSize, kFloat16, PadDims::stick));
  EXPECT_EQ(to_string(y.device_tensor_layout()),
            "SpyreTensorLayout(device_size=[100, 3, 5, 64], dim_map =[1, 2, 0, "
            "2], num_stick_dims=1, format=StickFormat.Dense, "
            "device_dtype=DataFormats.SEN169_FP16)");
}

TEST_F(SpyreTensorsTest,
       OnlyTheStickDimensionHasBeenPaddedInATotalAllocationOf1500Sticks) {
  const SpyreTensor y =
      checked_to(SpyreTensorLayout(kSize, kFloat16, PadDims::stick));
  EXPECT_EQ(to_string(y.tensor().layout().shape()), "[5, 100, 150[192]]");
  EXPECT_EQ(y.device_tensor_layout().num_sticks(), 1500);
  // 187.5 KB
  EXPECT_EQ(device_->use(SimMemory::dram).allocated * 10, 1875 * 1024);
}

TEST_F(SpyreTensorsTest, ATensorCanBePaddedInTheSecondAndThirdDimension) {
  const SpyreTensor y =
      checked_to(SpyreTensorLayout({5, 128, 192}, kFloat16, {0, 1, 2}));
  EXPECT_EQ(to_string(y.device_tensor_layout()),
            "SpyreTensorLayout(device_size=[128, 3, 5, 64], dim_map =[1, 2, 0, "
            "2], num_stick_dims=1, format=StickFormat.Dense, "
            "device_dtype=DataFormats.SEN169_FP16)");
  EXPECT_EQ(to_string(y.tensor().layout().shape()), "[5, 100[128], 150[192]]");
}

TEST_F(SpyreTensorsTest,
       ATensorCanBePaddedOnlyInTheStickDimensionWithTheTilingInverted) {
  const SpyreTensor y =
      checked_to(SpyreTensorLayout({5, 100, 192}, kFloat16, {1, 0, 2}));
  EXPECT_EQ(to_string(y.device_tensor_layout()),
            "SpyreTensorLayout(device_size=[5, 3, 100, 64], dim_map =[0, 2, 1, "
            "2], num_stick_dims=1, format=StickFormat.Dense, "
            "device_dtype=DataFormats.SEN169_FP16)");
  EXPECT_EQ(to_string(y.tensor().layout().shape()), "[5, 100, 150[192]]");
  // Now the second dimension is next to the stick.
  EXPECT_EQ(y.tensor().layout().position(Indices{0, 1, 0}).bit, 128 * 8);
}

TEST_F(SpyreTensorsTest, AnErrorWillBeRaisedIfTheStickDimensionIsNotPadded) {
  try {
    SpyreTensorLayout({5, 3, 7}, kFloat16, {0, 1, 2});
    ADD_FAILURE() << "expected an error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "Invalid padding: padded_size[stick_dim] not even multiple of "
                 "elems_in_stick");
  }
}

}  // namespace
}  // namespace ashlar::spyre
