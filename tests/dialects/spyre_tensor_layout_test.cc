// Layouts of tensors on a simulated Spyre: sparse sticks, others, refusals.
#include <gtest/gtest.h>

#include "ashlar/dialects/spyre_tensor.h"
#include "ashlar/print.h"
#include "ashlar/sim.h"
#include "tests/base/error_text.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar::spyre {
namespace {

using test::counting;
using test::error_text;

const Format kF16 = parse_format("f16");

std::shared_ptr<SimDevice> make_spyre() {
  return make_sim(parse_sim_config("spyre(guard=128)"));
}

TEST(SpyreTensorLayoutTest, SparseSticksHoldOneElementEach) {
  const auto device = make_spyre();
  const Tensor host = counting("f16[5x3] row");
  const SpyreTensorLayout layout({5, 3}, kF16, {0, 1}, StickFormat::sparse);
  const SpyreTensor there = spyre::to(host, device, layout);
  EXPECT_EQ(there.tensor().bytes(), 5 * 3 * 128);
  EXPECT_EQ(there.device_tensor_layout().format(), StickFormat::sparse);
  EXPECT_EQ(device_tensor_layout(there.tensor()), layout);
  const auto& buffer = *there.tensor().storage().buffer();
  for (Index i = 0; i < 15; ++i) {
    // Stick (b, a), lane 0; the others are zero.
    const std::vector<std::byte> stick =
        device->read(SimMemory::dram, 0, buffer.address() + i * 128, 128);
    const Tensor lanes =
        make_from_bytes(parse_spec("dlfloat16[64] row"), stick);
    EXPECT_EQ(read(lanes, {0}), read(host, {i % 5, i / 5}));
    for (Index lane = 1; lane < 64; ++lane) {
      ASSERT_EQ(read_word(lanes, {lane}), 0u);
    }
  }
  EXPECT_TRUE(same_bits(cpu(there), host));
  // From sparse to dense and back, on the device.
  const SpyreTensor dense = spyre::to(there, SpyreTensorLayout({5, 3}, kF16));
  EXPECT_TRUE(same_bits(cpu(dense), host));
  EXPECT_TRUE(same_bits(cpu(spyre::to(dense, layout)), host));
}

TEST(SpyreTensorLayoutTest, SparseSticksOfEveryRank) {
  const auto device = make_spyre();
  const Indices sizes = {2, 3, 1, 2, 3, 2, 1, 2};
  for (int rank = 1; rank <= kMaxRank; ++rank) {
    const Indices some(
        std::span(sizes.begin(), static_cast<std::size_t>(rank)));
    Indices order;
    for (int i = 0; i < rank; ++i) order.push_back((i + 1) % rank);
    const SpyreTensorLayout layout(some, kF16, order, StickFormat::sparse);
    Spec spec;
    spec.shape = Shape(some);
    spec.format = kF16;
    const Tensor host = counting(spec);
    const SpyreTensor there = spyre::to(host, device, layout);
    EXPECT_EQ(there.tensor().bytes(), host.shape().volume() * 128);
    EXPECT_TRUE(same_bits(cpu(there), host)) << rank;
    EXPECT_EQ(verify_padding(there.tensor()), std::nullopt);
  }
}

TEST(SpyreTensorLayoutTest, TheDefaultIsThatOfTheDevice) {
  const auto device = make_spyre();
  const Tensor host = counting("f16[5x100x150] row");
  const SpyreTensor there = spyre::to(host, device);
  EXPECT_EQ(there.device_tensor_layout(),
            SpyreTensorLayout({5, 100, 150}, kF16));
  EXPECT_EQ(describe(there.tensor()),
            "tensor [5[64], 100[128], 150[192]] dlfloat16 stick(128B, pad=all)"
            "  sim:0/dram  3 MiB");
  EXPECT_EQ(device->page_bytes(*there.tensor().storage().buffer()), 128);
  // The core's own way there keeps the format, and lays it out alike.
  const Tensor plain = ashlar::to(host, device);
  EXPECT_EQ(plain.format(), kF16);
  EXPECT_EQ(device_tensor_layout(plain)->device_size(),
            there.device_tensor_layout().device_size());
}

TEST(SpyreTensorLayoutTest, EveryRankGoesThereAndBack) {
  const auto device = make_spyre();
  const Indices sizes = {2, 1, 3, 1, 2, 1, 2, 5};
  for (int rank = 0; rank <= kMaxRank; ++rank) {
    for (const Index last : {Index{0}, Index{1}, Index{64}, Index{65}}) {
      Indices some(std::span(sizes.begin(), static_cast<std::size_t>(rank)));
      if (rank > 0) some[rank - 1] = last;
      Spec spec;
      spec.shape = Shape(some);
      spec.format = kF16;
      const Tensor host = counting(spec);
      const SpyreTensorLayout layout(some, kF16, PadDims::stick);
      SCOPED_TRACE(to_string(spec));
      const SpyreTensor there = spyre::to(host, device, layout);
      EXPECT_EQ(there.tensor().bytes(), layout.bytes());
      EXPECT_EQ(there.device_tensor_layout(), layout);
      EXPECT_EQ(device_tensor_layout(there.tensor()), layout);
      EXPECT_TRUE(same_bits(cpu(there), host));
    }
  }
}

TEST(SpyreTensorLayoutTest, AnyOrderAndPadding) {
  const auto device = make_spyre();
  const Tensor host = counting("f32[4x3x40] row");
  Indices order = {0, 1, 2};
  do {
    Indices padded = {6, 3, 40};
    Index& stick = padded[static_cast<int>(order[2])];
    stick = (stick + 31) / 32 * 32;
    const SpyreTensorLayout layout(padded, host.format(), order);
    const SpyreTensor there = spyre::to(host, device, layout);
    EXPECT_EQ(device_tensor_layout(there.tensor()), layout);
    EXPECT_EQ(verify_padding(there.tensor()), std::nullopt);
    test::for_each_index(host.shape(), [&](const Indices& index) {
      ASSERT_EQ(there.tensor().layout().position(index),
                layout.bind(host.shape()).position(index));
    });
    EXPECT_TRUE(same_bits(cpu(there), host));
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(SpyreTensorLayoutTest, ExplicitLayoutsMayHaveStickOfTwoDims) {
  // The weights of zDNN: pairs of rows alternate in a stick of 128 bytes.
  const auto device = make_spyre();
  const Tensor host = counting("i8[6x70] row");
  const SpyreTensorLayout layout({2, 32, 64, 2}, {1, 0, 1, 0}, 2,
                                 StickFormat::dense, DataFormats::senint8);
  const SpyreTensor there = spyre::to(host, device, layout);
  EXPECT_EQ(there.device_tensor_layout(), layout);
  EXPECT_EQ(there.tensor().bytes(), 2 * 32 * 128);
  EXPECT_TRUE(same_bits(cpu(there), host));
  EXPECT_EQ(there.tensor().layout().position(Indices{3, 66}).bit,
            ((32 + 1) * 128 + 2 * 2 + 1) * 8);
}

TEST(SpyreTensorLayoutTest, LayoutsAreOnlyKnownOnDevices) {
  EXPECT_EQ(device_tensor_layout(counting("f16[5x3] stick(128B)")),
            std::nullopt);
  const auto any = make_sim(parse_sim_config("any"));
  const auto on_any = [&](const char* spec) {
    return device_tensor_layout(
        to(counting("f16[8x8] row"), parse_spec(spec), any));
  };
  EXPECT_EQ(on_any("f16[8x8] stick(128B) on sim:0"),
            SpyreTensorLayout({1, 8, 64}, {1, 0, 1}, 1, StickFormat::dense,
                              DataFormats::ieee_fp16));
  EXPECT_EQ(on_any("f16[8x8] tile(4x4) on sim:0/l1 block(2x2)"), std::nullopt);
  EXPECT_EQ(device_tensor_layout(to(counting("f64[8] row"),
                                    parse_spec("f64[8] row on sim:0"), any)),
            std::nullopt);
}

TEST(SpyreTensorLayoutTest, ALayoutThatItHasCopiesNothing) {
  const auto device = make_spyre();
  const SpyreTensor there = spyre::to(counting("f16[5x3] row"), device);
  const SpyreTensor same = spyre::to(there, there.device_tensor_layout());
  EXPECT_TRUE(same.tensor().storage().shares_with(there.tensor().storage()));
  EXPECT_EQ(device->use(SimMemory::dram).buffers, 1);
  EXPECT_EQ(same.dtype(), kF16);
}

// ---- refusals

TEST(SpyreTensorLayoutTest, RefusesWithReasons) {
  const auto device = make_spyre();
  const Tensor host = counting("f16[5x3] row");
  EXPECT_EQ(error_text([&] { spyre::to(host, nullptr); }),
            "spyre: there is no device");
  EXPECT_EQ(error_text([&] {
              spyre::to(host, device, SpyreTensorLayout({4, 64}, kF16, {0, 1}));
            }),
            "spyre: axis a of size 5 needs 5 steps of 1, device_size has 4");
  EXPECT_THROW(spyre::to(counting("f64[4] row"), device), Error);
  EXPECT_THROW(
      spyre::to(counting("f64[4] row"), device, SpyreTensorLayout({4}, kF16)),
      Error);
  EXPECT_THROW(spyre::to(host, device,
                         SpyreTensorLayout({5, 3}, kF16, {0, 1},
                                           StickFormat::sparse_multi)),
               Error);
  EXPECT_EQ(error_text([&] {
              empty_strided({5, 3}, {3}, kF16, device);
            }),
            "spyre: there are 2 sizes and 1 strides");
  EXPECT_EQ(error_text([&] {
              empty_strided({5, 3}, {-3, 1}, kF16, device);
            }),
            "spyre: the stride -3 is negative");
  EXPECT_EQ(device->use(SimMemory::dram).buffers, 0);
}

TEST(SpyreTensorLayoutTest, RefusesStorageThatIsTooSmall) {
  const auto device = make_spyre();
  std::vector<std::byte> bytes(29);
  const StridedArray array{Shape{5, 3}, kF16, {3, 1}, 0};
  EXPECT_EQ(error_text([&] { spyre::to(array, bytes, device); }),
            "spyre: the array reaches to byte 30 of its storage, which has 29");
  EXPECT_EQ(device->use(SimMemory::dram).buffers, 0);
  const SpyreTensor there = empty({5, 3}, kF16, device);
  EXPECT_EQ(error_text([&] { cpu(there, array, bytes); }),
            "spyre: the array reaches to byte 30 of its storage, which has 29");
  EXPECT_EQ(error_text([&] {
              assign(there, StridedArray{Shape{3, 5}, kF16, {5, 1}, 0}, bytes);
            }),
            "spyre: the tensor has the size [5, 3], the array [3, 5]");
  EXPECT_THROW(
      spyre::to(StridedArray{Shape{5, 3}, kF16, {-3, 1}, 0}, bytes, device),
      Error);
  EXPECT_THROW(
      spyre::to(StridedArray{Shape{5, 3}, kF16, {3}, 0}, bytes, device), Error);
}

TEST(SpyreTensorLayoutTest, NoRoomLeavesTheDeviceAsItWas) {
  const auto device = make_sim(parse_sim_config("spyre(dram=1MiB)"));
  const SpyreTensor first = spyre::to(counting("f16[64x64] row"), device);
  const MemoryUse before = device->use(SimMemory::dram);
  EXPECT_THROW(spyre::to(counting("f16[5x100x150] row"), device), Error);
  EXPECT_EQ(device->use(SimMemory::dram), before);
  EXPECT_TRUE(same_bits(cpu(first), counting("f16[64x64] row")));
  // Without padding of all dims there is room.
  const SpyreTensorLayout small({5, 100, 150}, kF16, PadDims::stick);
  EXPECT_EQ(
      spyre::to(counting("f16[5x100x150] row"), device, small).tensor().bytes(),
      192'000);
}

}  // namespace
}  // namespace ashlar::spyre
