// map_svg_test.cc - memories as SVG.
#include <gtest/gtest.h>

#include "ashlar/draw_memory.h"
#include "ashlar/sim.h"

namespace ashlar {
namespace {

int count(const std::string& text, std::string_view what) {
  int found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

TEST(MapSvgTest, HasACellForEachUnit) {
  SimDevice device{parse_sim_config("wormhole(cores=2x3)")};
  const std::string empty = draw_svg(device.memory_map());
  EXPECT_TRUE(empty.starts_with("<svg "));
  EXPECT_TRUE(empty.ends_with("</svg>\n"));
  const auto a = device.allocate(
      parse_spec("bf16[64x64] ttnn on sim:0/l1 block(2x2, shard=32x32)"));
  const std::string text = draw_svg(device.memory_map());
  // Three blocks in the bar and in the list, and six cores.
  EXPECT_EQ(count(text, "<rect") - count(empty, "<rect"), 3 + 3 + 6);
  EXPECT_EQ(count(text, ">2048</text>"), 4);
  EXPECT_EQ(count(text, "block(2x2, shard=32x32)</text>"), 1);
  EXPECT_EQ(count(text, "<text"), count(text, "</text>"));
}

TEST(MapSvgTest, TensorsThatShareACoreShareItsCell) {
  SimDevice device{parse_sim_config("wormhole(cores=1x2)")};
  const auto a = device.allocate(parse_spec("f32[32x32] ttnn on sim:0/l1"));
  const std::string one = draw_svg(device.memory_map());
  const auto b = device.allocate(parse_spec("f32[32x32] ttnn on sim:0/l1"));
  const std::string two = draw_svg(device.memory_map());
  // One block more in bar and list; a stripe and a place for the number.
  EXPECT_EQ(count(two, "<rect") - count(one, "<rect"), 2 + 2);
  EXPECT_EQ(count(two, ">8192</text>"), 1);
}

TEST(MapSvgTest, ManyTensorsAreListedInPart) {
  SimDevice device{parse_sim_config("any")};
  std::vector<std::shared_ptr<DeviceBuffer>> keep;
  for (int i = 0; i < 300; ++i) {
    keep.push_back(device.allocate(parse_spec("f32[4] row on sim:0/dram")));
  }
  EXPECT_NE(draw_svg(device.memory_map()).find("and 241 more"),
            std::string::npos);
}

}  // namespace
}  // namespace ashlar
