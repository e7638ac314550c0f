// ttnn_form_test.cc - how tensors of ttnn come to lie as their specs say.
#include "src/dialects/ttnn_form.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/base/error_text.h"
#include "tests/dialects/ttnn_check.h"

namespace ashlar::ttnn {
namespace {

using ashlar::test::error_of;
using test::counting;
using test::spec_of;

TEST(TtnnFormTest, DevicesSayHowManyBanksThereAre) {
  const auto device =
      make_sim(parse_sim_config("wormhole(cores=2x3, banks=5)"), 4);
  const TensorSpec dram = spec_of({64, 64}, DataType::bfloat16, kTileLayout);
  EXPECT_EQ(to_string(core_spec(dram, device.get())),
            "bf16[64x64] tile(32x32, faces=16x16) on sim:4/dram "
            "interleaved(5)");
  const TensorSpec l1 =
      spec_of({64, 64}, DataType::bfloat16, kTileLayout, kL1MemoryConfig);
  EXPECT_EQ(to_string(core_spec(l1, device.get())),
            "bf16[64x64] tile(32x32, faces=16x16) on sim:4/l1 interleaved(6)");
  EXPECT_EQ(to_string(core_spec(l1, nullptr)),
            "bf16[64x64] tile(32x32, faces=16x16)");
}

TEST(TtnnFormTest, OnlySimulatedDevicesAreKnown) {
  const TensorSpec spec = spec_of({2, 2}, DataType::float32, kRowMajorLayout);
  const auto host = open_device("host");
  const Error error = error_of([&] { core_spec(spec, host.get()); });
  EXPECT_EQ(error.kind(), ErrorKind::unsupported);
  EXPECT_EQ(error.problem(),
            "tensors of ttnn go to simulated devices, and host is none");
}

TEST(TtnnFormTest, BlockFormatsAreTilesOfTheirOwnSize) {
  const auto device = make_sim();
  const TensorSpec spec = spec_of({64, 64}, DataType::bfloat8_b, kTileLayout);
  EXPECT_EQ(to_string(core_spec(spec, device.get())),
            "bfp8_b[64x64] tile(32x32, faces=16x16) on sim:0/dram "
            "interleaved(12)");
  EXPECT_EQ(bind(core_spec(spec, nullptr)).bytes(), 4 * 1088);
}

TEST(TtnnFormTest, FloatsAreCutOffToIntegers) {
  const Format f32 = parse_format("f32");
  EXPECT_EQ(cast_policy(f32, f32), CastPolicy());
  EXPECT_EQ(cast_policy(f32, parse_format("i32")).rounding,
            Rounding::toward_zero);
  EXPECT_EQ(cast_policy(f32, parse_format("bf16")).nan, NanPolicy::canonical);
}

TEST(TtnnFormTest, NegativeZeroIsNotZero) {
  EXPECT_EQ(padding_of(0), (Padding{Padding::Kind::zero, 0}));
  EXPECT_EQ(padding_of(-0.0), (Padding{Padding::Kind::fill, -0.0}));
  EXPECT_EQ(padding_of(3), (Padding{Padding::Kind::fill, 3}));
}

TEST(TtnnFormTest, PaddingKeepsItsValueOnTheWay) {
  const auto device = make_sim();
  const Tensor host = counting(spec_of({3, 5}, DataType::float32, kTileLayout),
                               nullptr, 100, 4);
  const Tensor there = reformed(host, host.spec().tensor_layout(), device);
  EXPECT_EQ(padding(there.core()), (Padding{Padding::Kind::fill, 4}));
  EXPECT_EQ(verify_padding(there.core()), std::nullopt);
  const Tensor back = reformed(there, host.spec().tensor_layout(), nullptr);
  EXPECT_EQ(back.buffer().bytes().size(), host.buffer().bytes().size());
  EXPECT_TRUE(std::ranges::equal(back.buffer().bytes(), host.buffer().bytes()));
}

TEST(TtnnFormTest, UnknownPaddingBecomesZero) {
  const TensorSpec spec = spec_of({3, 5}, DataType::float32, kTileLayout);
  const Tensor host(spec, empty(core_spec(spec, nullptr)));
  const Tensor there = reformed(host, spec.tensor_layout(), make_sim());
  EXPECT_EQ(verify_padding(there.core(), padding_of(0)), std::nullopt);
}

}  // namespace
}  // namespace ashlar::ttnn
