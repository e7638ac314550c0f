// map_text_test.cc - memories as text.
#include <gtest/gtest.h>

#include "ashlar/draw_memory.h"
#include "ashlar/sim.h"

namespace ashlar {
namespace {

TEST(MapTextTest, DrawsBarListAndUnits) {
  SimDevice device{
      parse_sim_config("wormhole(cores=2x3, l1=32KiB, l1_reserved=4KiB, "
                       "banks=2, dram=8KiB)")};
  const auto a = device.allocate(
      parse_spec("bf16[100x70] ttnn on sim:0/l1 block(2x2, shard=64x64)"));
  const auto b = device.allocate(parse_spec("bf16[3x6] row on sim:0/dram"));
  TextOptions options;
  options.width = 60;
  EXPECT_EQ(
      draw_text(device.memory_map(), options),
      "sim:0, wormhole(cores=2x3, l1=32KiB, l1_reserved=4KiB, banks=2, "
      "dram=8KiB)\n"
      "\n"
      "l1: 6 cores (2x3) of 32,768 bytes\n"
      "  8,192 used, 20,480 free, 4,096 reserved in each core\n"
      "  0 [======............................AAAAAAAAAAAA] 32,768\n"
      "\n"
      "    address    bytes\n"
      "  =       0    4,096  reserved\n"
      "  .   4,096   20,480  free\n"
      "  A  24,576    8,192  bf16[100x70] tile(32x32, faces=16x16) block(2x2, "
      "shard=64x64)\n"
      "                      4 cores, 4 pages of 2,048 bytes each, 57.3 % "
      "padding\n"
      "\n"
      "  bytes of pages in each core, y down and x across\n"
      "          0     1     2\n"
      "    0  8192  4096     .\n"
      "    1  8192  4096     .\n"
      "\n"
      "dram: 2 banks of 8,192 bytes\n"
      "  96 used, 8,096 free in each bank\n"
      "  0 [AA.............................................] 8,192\n"
      "\n"
      "    address    bytes\n"
      "  A       0       96  bf16[3x6] row\n"
      "                      1 bank, 3 pages of 12 bytes (32 apart), 62.5 % "
      "padding\n"
      "  .      96    8,096  free\n"
      "\n"
      "  bytes of pages in each bank\n"
      "        0   1\n"
      "    0  36   .\n");
}

TEST(MapTextTest, AnEmptyDeviceIsShort) {
  EXPECT_EQ(draw_text(SimDevice{parse_sim_config("spyre")}.memory_map()),
            "sim:0, spyre\n"
            "\n"
            "l1: 32 cores of 2,097,152 bytes\n"
            "  0 used, 2,097,152 free in each core\n"
            "\n"
            "dram: 1 bank of 137,438,953,472 bytes\n"
            "  0 used, 137,438,953,472 free\n");
}

TEST(MapTextTest, LongListsAreCut) {
  SimDevice device{parse_sim_config("any(cores=100x2)")};
  std::vector<std::shared_ptr<DeviceBuffer>> keep;
  for (int i = 0; i < 90; ++i) {
    keep.push_back(device.allocate(parse_spec("f32[4] row on sim:0/l1")));
  }
  TextOptions options;
  options.max_rows = 5;
  options.width = 20;
  const std::string text = draw_text(device.memory_map(), options);
  EXPECT_NE(text.find("and 86 blocks more"), std::string::npos) << text;
  EXPECT_NE(text.find("and 190 more"), std::string::npos) << text;
  EXPECT_EQ(text.find("0 ["), std::string::npos) << text;
}

TEST(MapTextTest, ColoursChangeNothingElse) {
  SimDevice device{SimConfig()};
  const auto a = device.allocate(parse_spec("f32[64x64] ttnn on sim:0/l1"));
  TextOptions options;
  options.color = TextOptions::Color::ansi;
  std::string text = draw_text(device.memory_map(), options);
  EXPECT_NE(text.find('\033'), std::string::npos);
  for (std::size_t at; (at = text.find('\033')) != std::string::npos;) {
    text.erase(at, text.find('m', at) - at + 1);
  }
  EXPECT_EQ(text, draw_text(device.memory_map()));
}

}  // namespace
}  // namespace ashlar
