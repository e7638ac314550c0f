// memory_map_test.cc - what lies where, as a value.
#include "ashlar/memory_map.h"

#include <gtest/gtest.h>

#include "ashlar/sim.h"

namespace ashlar {
namespace {

using Kind = MapBlock::Kind;

TEST(MemoryMapTest, AnEmptyDeviceIsFree) {
  const SimDevice device{SimConfig()};
  const MemoryMap map = device.memory_map();
  EXPECT_EQ(map.device, "sim:0");
  EXPECT_EQ(map.config, "wormhole");
  ASSERT_EQ(map.memories.size(), 2U);
  const MapMemory& l1 = map.memories[0];
  EXPECT_EQ(l1.name, "l1");
  EXPECT_EQ(l1.unit, "core");
  EXPECT_EQ(l1.units, 64);
  EXPECT_EQ(l1.columns, 8);
  ASSERT_EQ(l1.blocks.size(), 2U);
  EXPECT_EQ(l1.blocks[0].kind, Kind::reserved);
  EXPECT_EQ(l1.blocks[0].bytes, 103'712);
  EXPECT_EQ(l1.blocks[1].kind, Kind::free);
  EXPECT_EQ(l1.largest_free(), 1'395'424);
  const MapMemory& dram = map.memories[1];
  EXPECT_EQ(dram.unit, "bank");
  EXPECT_EQ(dram.columns, 0);
  EXPECT_EQ(dram.bytes_of(Kind::free), 1 << 30);
}

TEST(MemoryMapTest, BlocksCoverTheMemory) {
  SimDevice device{
      parse_sim_config("wormhole(guard=10, l1=200005, l1_reserved=50)")};
  const auto a =
      device.allocate(parse_spec("bf16[100x70] ttnn on sim:0/l1 block(2x2)"));
  const auto b = device.allocate(parse_spec("bf16[9x6] row on sim:0/l1"));
  auto c = device.allocate(parse_spec("bf16[9x6] row on sim:0/dram"));
  const auto d = device.allocate(parse_spec("bf16[9x6] row on sim:0/dram"));
  c.reset();
  for (const MapMemory& memory : device.memory_map().memories) {
    Index at = 0;
    for (const MapBlock& block : memory.blocks) {
      EXPECT_EQ(block.address, at);
      EXPECT_GT(block.bytes, 0);
      at += block.bytes;
    }
    EXPECT_EQ(at, memory.bytes);
    EXPECT_EQ(memory.bytes_of(Kind::reserved) + memory.bytes_of(Kind::free) +
                  memory.bytes_of(Kind::tensor),
              memory.bytes);
  }
}

TEST(MemoryMapTest, RoundingBelongsToTheTensor) {
  SimDevice device{SimConfig()};
  const auto a = device.allocate(parse_spec("f32[4] row on sim:0/l1"));
  const auto b = device.allocate(parse_spec("f32[4] row on sim:0/l1"));
  const MapMemory l1 = device.memory_map().memories[0];
  ASSERT_EQ(l1.blocks.size(), 4U);
  EXPECT_EQ(l1.blocks[3].bytes, 32);
  EXPECT_EQ(l1.blocks[3].pages, 1);
  EXPECT_EQ(l1.blocks[3].page_stride, 16);
  EXPECT_EQ(l1.bytes_of(Kind::tensor), device.use(SimMemory::l1).allocated);
}

TEST(MemoryMapTest, TensorsSayWhatTheyHold) {
  SimDevice device{SimConfig()};
  // 4 x 3 tiles in shards of 2 x 2: the last column of cores has half of it.
  const auto buffer = device.allocate(
      parse_spec("bf16[100x70] ttnn on sim:0/l1 block(2x2, shard=64x64)"));
  const MapMemory l1 = device.memory_map().memories[0];
  const MapBlock& block = l1.blocks.back();
  EXPECT_EQ(block.kind, Kind::tensor);
  EXPECT_EQ(block.address, buffer->address());
  EXPECT_EQ(block.bytes, 8192);
  EXPECT_EQ(block.spec,
            "bf16[100x70] tile(32x32, faces=16x16) on sim:0/l1 "
            "block(2x2, shard=64x64)");
  EXPECT_EQ(block.units, 4);
  EXPECT_EQ(block.unit_bytes, 8192);
  EXPECT_EQ(block.data_bytes, 14'000);
  EXPECT_EQ(block.page_bytes, 2048);
  EXPECT_EQ(block.page_stride, 2048);
  EXPECT_EQ(block.pages, 4);
  ASSERT_EQ(block.held.size(), 64U);
  EXPECT_EQ(block.held[0], 4);
  EXPECT_EQ(block.held[1], 2);
  EXPECT_EQ(block.held[2], 0);
  EXPECT_EQ(block.held[8], 4);
  EXPECT_EQ(block.held[9], 2);
  EXPECT_EQ(l1.data_bytes(), 14'000);
}

}  // namespace
}  // namespace ashlar
