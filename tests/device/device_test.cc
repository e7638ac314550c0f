// device_test.cc - copies between the host and devices.
#include "ashlar/device.h"

#include <gtest/gtest.h>

#include <numeric>

#include "ashlar/sim.h"

namespace ashlar {
namespace {

TEST(DeviceTest, MemoriesBelongToDevices) {
  EXPECT_EQ(device_name(Memory()), "host");
  EXPECT_EQ(device_name({"host", 5, "x"}), "host");
  EXPECT_EQ(device_name({"sim", 3, "l1"}), "sim:3");
  EXPECT_EQ(device_name(parse_placement("on cuda:1").memory), "cuda:1");
}

/// A device that does nothing by itself.
class Plain : public Device {
 public:
  std::string name() const override { return "plain:3"; }
  std::optional<std::string> why_not(const Spec&) const override {
    return std::nullopt;
  }
  std::shared_ptr<DeviceBuffer> allocate(const Spec&) override {
    return nullptr;
  }
};

TEST(DeviceTest, TensorsComeInOnePieceUnlessTold) {
  const auto placed = [](std::string_view text) {
    return to_string(Plain().default_spec(parse_spec(text)));
  };
  EXPECT_EQ(placed("f32[4x4] col"), "f32[4x4] col on plain:3");
  EXPECT_EQ(placed("f32[4x4] row on sim:0 interleaved(2)"),
            "f32[4x4] row on plain:3");
  EXPECT_EQ(placed("f32[4x4] row on plain:3/x interleaved(2)"),
            "f32[4x4] row on plain:3/x interleaved(2)");
}

/// There, from there to somewhere else, and back.
void round_trip(Device& device, const Spec& first, const Spec& second) {
  const Spec host{first.shape, first.format, RowMajor(), {}, {}};
  const auto bytes = static_cast<std::size_t>(bind(host).bytes());
  std::vector<std::byte> in(bytes);
  for (std::size_t i = 0; i < bytes; ++i) in[i] = std::byte(i * 7 + i / 256);
  std::vector<std::byte> out(bytes);
  const std::span<const std::byte> from[] = {in};
  const std::span<std::byte> to[] = {out};
  const auto a = device.allocate(first);
  const auto b = device.allocate(second);
  device.upload(plan(host, first), from, *a);
  device.copy(plan(first, second), *a, *b);
  device.download(plan(second, host), *b, to);
  EXPECT_EQ(in, out) << to_string(first) << " -> " << to_string(second);
}

TEST(DeviceTest, CopiesThereAndBack) {
  const auto host = open_device("host");
  round_trip(*host, parse_spec("u32[37x53] tile(8x8)"),
             parse_spec("u32[37x53] col"));
  const auto sim = make_sim();
  round_trip(*sim, parse_spec("u32[37x53] ttnn on sim:0/l1 block(2x2)"),
             parse_spec("u32[37x53] ttnn on sim:0/dram interleaved(12)"));
  round_trip(*sim, parse_spec("u32[3x5x4] row on sim:0/l1 height(15)"),
             parse_spec("u32[3x5x4] row on sim:0/dram interleaved(7)"));
  round_trip(*sim, parse_spec("f32[0x4] row on sim:0"),
             parse_spec("f32[0x4] ttnn on sim:0/l1 height(3)"));
  round_trip(*sim, parse_spec("f32[] row on sim:0"),
             parse_spec("f32[] ttnn on sim:0/l1"));
}

}  // namespace
}  // namespace ashlar
