// map_facts_test.cc - words and widths for pictures of memories.
#include "src/draw/map_facts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "ashlar/sim.h"

namespace ashlar {
namespace {

using Kind = MapBlock::Kind;

MapBlock block(Index bytes) {
  MapBlock out;
  out.bytes = bytes;
  return out;
}

TEST(MapFactsTest, WidthsFollowTheBytes) {
  EXPECT_EQ(bar_widths({block(100), block(300)}, 40, 0),
            (std::vector<Index>{10, 30}));
  EXPECT_EQ(bar_widths({block(1), block(1'000'000), block(1)}, 50, 1),
            (std::vector<Index>{1, 48, 1}));
  EXPECT_TRUE(bar_widths({block(1), block(1)}, 1, 1).empty());
  EXPECT_TRUE(bar_widths({}, 10, 1).empty());
}

TEST(MapFactsTest, WidthsFillTheBar) {
  for (Index total = 20; total < 200; ++total) {
    std::vector<MapBlock> blocks;
    for (Index i = 1; i <= 17; ++i) blocks.push_back(block(i * i * 977));
    const auto widths = bar_widths(blocks, total, 1);
    EXPECT_EQ(std::accumulate(widths.begin(), widths.end(), Index{0}), total);
    EXPECT_GE(*std::ranges::min_element(widths), 1);
  }
}

TEST(MapFactsTest, NumbersStayShort) {
  EXPECT_EQ(unit_for({9999}).name, "bytes");
  EXPECT_EQ(unit_for({1, 10'000}).name, "KiB");
  EXPECT_EQ(unit_for({Index{20'000} << 20}).name, "GiB");
  EXPECT_EQ(unit_for({}).name, "bytes");
  EXPECT_EQ(in_unit(1536, {1024, "KiB"}), "1.5");
  EXPECT_EQ(in_unit(2047, {1024, "KiB"}), "2");
  EXPECT_EQ(in_unit(10, {1024, "KiB"}), "0");
  EXPECT_EQ(in_unit(10, {}), "10");
}

TEST(MapFactsTest, TheHeadingNeedNotBeRepeated) {
  MapMemory memory;
  memory.name = "l1";
  MapBlock tensor;
  tensor.kind = Kind::tensor;
  tensor.spec = "f32[4x4] row on sim:0/l1 height(2)";
  EXPECT_EQ(block_title(memory, tensor), "f32[4x4] row height(2)");
  tensor.spec = "f32[4x4] row on sim:0/l1";
  EXPECT_EQ(block_title(memory, tensor), "f32[4x4] row");
  tensor.spec = "f32[4x4] row";
  EXPECT_EQ(block_title(memory, tensor), "f32[4x4] row");
  EXPECT_EQ(block_title(memory, MapBlock()), "free");
}

TEST(MapFactsTest, SaysWhatIsUsed) {
  SimDevice device{parse_sim_config("wormhole(dram=64KiB)")};
  const Spec tile = parse_spec("f32[32x32] ttnn on sim:0/dram");
  auto first = device.allocate(tile);
  const auto second = device.allocate(tile);
  first.reset();
  const MemoryMap map = device.memory_map();
  EXPECT_EQ(size_text(map.memories[0]), "64 cores (8x8) of 1,499,136 bytes");
  EXPECT_EQ(use_text(map.memories[0]),
            "0 used, 1,395,424 free, 103,712 reserved in each core");
  EXPECT_EQ(size_text(map.memories[1]), "12 banks of 65,536 bytes");
  EXPECT_EQ(use_text(map.memories[1]),
            "4,096 used, 61,440 free (largest block 57,344) in each bank");
  EXPECT_EQ(block_facts(map.memories[1], map.memories[1].blocks[1]),
            "1 bank, 1 page of 4,096 bytes, no padding");
  EXPECT_TRUE(has_tensors(map.memories[1]));
  EXPECT_FALSE(has_tensors(map.memories[0]));
  EXPECT_EQ(bytes_held(map.memories[1])[0], 4096);
  EXPECT_EQ(columns_of(map.memories[0]), 8);
  EXPECT_EQ(columns_of(map.memories[1]), 12);
}

}  // namespace
}  // namespace ashlar
