#include "src/tensor/transfer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/convert_check.h"
#include "tests/support/fake_device.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar {
namespace {

using test::message_of;

/// Memory that only its device can see.
class FarBuffer : public DeviceBuffer {
 public:
  explicit FarBuffer(Index bytes) : hidden(static_cast<std::size_t>(bytes)) {}

  std::int64_t unit_bytes() const override { return std::ssize(hidden); }
  std::int64_t unit_count() const override { return 1; }
  std::int64_t address() const override { return 0; }
  UnitBytes units() override { return {}; }

  std::vector<std::byte> hidden;
};

/// It copies by itself.
class FarDevice : public Device {
 public:
  std::string name() const override { return "far:0"; }
  std::optional<std::string> why_not(const Spec&) const override { return {}; }
  std::shared_ptr<DeviceBuffer> allocate(const Spec& spec) override {
    return std::make_shared<FarBuffer>(bind(spec).bytes());
  }
  void upload(const Plan& plan, ConstUnitBytes from,
              DeviceBuffer& to) override {
    const std::span<std::byte> out[] = {dynamic_cast<FarBuffer&>(to).hidden};
    plan.run(from, out);
  }
  void download(const Plan& plan, DeviceBuffer& from, UnitBytes to) override {
    const std::span<const std::byte> in[] = {
        dynamic_cast<FarBuffer&>(from).hidden};
    plan.run(in, to);
  }
  void copy(const Plan& plan, DeviceBuffer& from, DeviceBuffer& to) override {
    const std::span<const std::byte> in[] = {
        dynamic_cast<FarBuffer&>(from).hidden};
    upload(plan, in, to);
  }
};

TEST(TransferTest, MovesUnitsThatLieApart) {
  const auto device = std::make_shared<test::FakeDevice>();
  const Spec spec = parse_spec("u8[12] core=a%3 | [a/3] on fake:0");
  Spec host = parse_spec("u8[12] row");
  const Tensor source = test::counting(host);
  const Storage there = allocate(spec, bind(spec), device);
  transfer(plan(host, spec), source.storage(), there);
  EXPECT_EQ(there.buffer()->units()[1][2], std::byte{7});
  const Storage back = Storage::owned(12);
  transfer(plan(spec, host), there, back);
  EXPECT_TRUE(std::ranges::equal(back.bytes(), source.storage().bytes()));
}

TEST(TransferTest, MovesBytesAsTheyAre) {
  const auto device = std::make_shared<test::FakeDevice>();
  const Spec spec = parse_spec("u8[10] core=a/4 | [a%4:5] on fake:0");
  const Storage there = allocate(spec, bind(spec), device);
  const Storage host = Storage::owned(15);
  test::fill_random(host.mutable_bytes(), 3);
  transfer_bytes(host, there, 3);
  const Storage back = Storage::owned(15);
  transfer_bytes(there, back, 3);
  EXPECT_TRUE(std::ranges::equal(back.bytes(), host.bytes()));
  const Storage unit = Storage::owned(5);
  transfer_unit(there, 2, 3, unit);
  EXPECT_TRUE(std::ranges::equal(unit.bytes(), host.bytes().subspan(10)));
  transfer_unit(host, 1, 3, unit);
  EXPECT_TRUE(std::ranges::equal(unit.bytes(), host.bytes().subspan(5, 5)));
  transfer_bytes(Storage(), Storage(), 0);
}

TEST(TransferTest, DevicesCopyByThemselves) {
  const auto device = std::make_shared<FarDevice>();
  const Tensor host = test::counting("bf16[5x7] tile(4x4)");
  const Tensor there = to(host, device);
  EXPECT_EQ(to_string(there.spec()), "bf16[5x7] tile(4x4) on far:0");
  EXPECT_EQ(read(there, {4, 6}), 34);
  write(there, {4, 6}, 90);
  EXPECT_EQ(read(to(there, RowMajor{}), {4, 6}), 90);
  fill_padding(there, 2);
  EXPECT_FALSE(verify_padding(there).has_value());
  EXPECT_TRUE(same_bits(there, to_host(there)));
  const auto other = std::make_shared<test::FakeDevice>();
  EXPECT_TRUE(same_bits(to(there, other), there));
  EXPECT_TRUE(same_bits(copy(there), there));
}

TEST(TransferTest, OpensTheDeviceThatASpecNames) {
  const Spec spec =
      parse_spec("bf16[64x64] tile(32x32) on sim:97/l1 block(2x2)");
  const Tensor there = to(test::counting("bf16[64x64] row"), spec);
  EXPECT_EQ(there.storage().device(), open_device("sim:97"));
  EXPECT_EQ(values(there), test::counted(64 * 64, 100));
  close_device("sim:97");
  // The tensor keeps it alive.
  EXPECT_EQ(read(there, {1, 1}), 65);
}

TEST(TransferTest, RowSpecsHaveTheNamesOfTheView) {
  const Spec spec = parse_spec("f32[h=3, w=4] [w, h]");
  EXPECT_EQ(
      to_string(row_spec(permuted(View(spec), {1, 0}), parse_format("i8"))),
      "i8[w=4, h=3] row");
  EXPECT_TRUE(is_on_host(spec));
  EXPECT_FALSE(is_on_host(parse_spec("f32[3] row on sim:0")));
}

}  // namespace
}  // namespace ashlar
