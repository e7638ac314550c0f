// sim_test.cc - the simulated device: addresses, pages, traffic, forms.
#include "ashlar/sim.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>

#include "tests/base/error_text.h"
#include "tests/device/device_check.h"

namespace ashlar {
namespace {

using test::error_text;
using test::iota;
using test::upload;

std::shared_ptr<DeviceBuffer> allocate(SimDevice& device,
                                       std::string_view spec) {
  return device.allocate(parse_spec(spec));
}

TEST(SimTest, DramGrowsUpAndL1GrowsDown) {
  SimDevice device{SimConfig()};
  const auto a = allocate(device, "f32[64x64] ttnn on sim:0 interleaved(12)");
  const auto b = allocate(device, "bf16[3x2] row on sim:0/dram");
  const auto c = allocate(device, "f32[64x64] ttnn on sim:0/dram");
  EXPECT_EQ(a->address(), 0);
  EXPECT_EQ(b->address(), 4096);
  EXPECT_EQ(c->address(), 4096 + 3 * 32);
  const auto d = allocate(device, "bf16[64x64] ttnn on sim:0/l1 block(2x2)");
  const auto e = allocate(device, "bf16[8x2] row on sim:0/l1 height(8)");
  EXPECT_EQ(d->address(), 1'499'136 - 2048);
  EXPECT_EQ(e->address(), 1'499'136 - 2048 - 32);
  EXPECT_EQ(device.memory_of(*c), SimMemory::dram);
  EXPECT_EQ(device.memory_of(*d), SimMemory::l1);
}

TEST(SimTest, BuffersAreFreedWithTheirLastHandle) {
  SimDevice device{SimConfig()};
  const MemoryUse before = device.use(SimMemory::dram);
  EXPECT_EQ(before, (MemoryUse{12, 1 << 30, 0, 1 << 30, 1 << 30, 0}));
  auto a = allocate(device, "f32[32x32] ttnn on sim:0");
  auto b = allocate(device, "f32[32x64] ttnn on sim:0");
  const auto c = allocate(device, "f32[32x32] ttnn on sim:0");
  const auto again = a;
  a.reset();
  EXPECT_EQ(device.use(SimMemory::dram).allocated, 4 * 4096);
  b.reset();
  EXPECT_EQ(device.use(SimMemory::dram),
            (MemoryUse{12, 1 << 30, 2 * 4096, (1 << 30) - 2 * 4096,
                       (1 << 30) - 4 * 4096, 2}));
  EXPECT_GT(device.use(SimMemory::dram).fragmentation(), 0);
  // First fit: the hole is used before the rest.
  EXPECT_EQ(allocate(device, "f32[32x32] ttnn on sim:0")->address(), 4096);
}

TEST(SimTest, AddressesAreTheSameInAllUnits) {
  SimDevice device{SimConfig()};
  const auto one = allocate(device, "f32[32x32] ttnn on sim:0/l1 height(1)");
  // Core 5 has nothing of the first tensor, and yet the place stays free.
  const auto two = allocate(
      device, "f32[32x32] ttnn on sim:0/l1 height(cores=(5,0), shard=32x32)");
  EXPECT_EQ(two->address(), one->address() - 4096);
  EXPECT_EQ(device.units_of(*two), std::vector<Index>{5});
  const std::vector<Index> bytes = device.bytes_by_unit(SimMemory::l1);
  EXPECT_EQ(bytes[0], 4096);
  EXPECT_EQ(bytes[5], 4096);
  EXPECT_EQ(std::accumulate(bytes.begin(), bytes.end(), Index{0}), 8192);
}

TEST(SimTest, PagesLieAtMultiplesOfTheAlignment) {
  SimDevice device{SimConfig()};
  const Spec spec = parse_spec("bf16[14x28] row on sim:0 interleaved(12)");
  const auto buffer = upload(device, spec, iota(spec));
  EXPECT_EQ(device.page_bytes(*buffer), 56);
  EXPECT_EQ(device.page_stride(*buffer), 64);
  EXPECT_EQ(device.use(SimMemory::dram).allocated, 128);
  int rows = 0;
  for (const PagePlace& place : device.page_table(*buffer)) {
    EXPECT_EQ(place.address % 32, 0);
    if (place.page < 0) continue;
    ++rows;
    const auto bytes =
        device.read(SimMemory::dram, place.unit, place.address, 56);
    const std::vector<std::byte> all = iota(spec);
    EXPECT_EQ(std::memcmp(bytes.data(), all.data() + place.page * 56, 56), 0);
  }
  EXPECT_EQ(rows, 14);
  EXPECT_EQ(error_text([&] { device.read(SimMemory::dram, 0, 0, 57); }),
            "sim:0: no tensor has the 57 bytes at 0 in unit 0 of dram");
  EXPECT_THROW(device.read(SimMemory::l1, 0, 0, 1), Error);
  EXPECT_THROW(device.read(SimMemory::dram, 12, 0, 1), Error);
}

/// The example of the seed: 128x128 on 2x2 cores in shards of 64x64.
TEST(SimTest, EachCoreHasTheTilesThatTtnnDraws) {
  SimDevice device{SimConfig()};
  const Spec spec = parse_spec(
      "u32[128x128] tile(32x32) on sim:0/l1 block(2x2, shard=64x64)");
  const auto buffer = upload(device, spec, iota(spec));
  const std::map<Index, std::vector<Index>> expected = {{0, {0, 1, 4, 5}},
                                                        {1, {2, 3, 6, 7}},
                                                        {8, {8, 9, 12, 13}},
                                                        {9, {10, 11, 14, 15}}};
  for (const auto& [core, tiles] : expected) {
    const auto bytes =
        device.read(SimMemory::l1, core, buffer->address(), 4 * 4096);
    std::vector<std::uint32_t> words(4 * 1024);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      const auto tile = static_cast<std::uint32_t>(tiles[i / 1024]);
      const auto row = tile / 4 * 32 + static_cast<std::uint32_t>(i) / 32 % 32;
      const auto col = tile % 4 * 32 + static_cast<std::uint32_t>(i) % 32;
      ASSERT_EQ(words[i], row * 128 + col) << "core " << core << ", " << i;
    }
  }
  std::map<Index, std::vector<Index>> table;
  for (const PagePlace& place : device.page_table(*buffer)) {
    table[place.unit].push_back(place.page);
  }
  EXPECT_EQ(table, expected);
}

TEST(SimTest, CountsWhatIsCopied) {
  SimDevice device{SimConfig()};
  const Spec host = parse_spec("f32[10x10] row");
  const Spec tiles = parse_spec("bf16[10x10] ttnn on sim:0/l1");
  std::vector<std::byte> bytes(400);
  const std::span<const std::byte> in[] = {bytes};
  const std::span<std::byte> out[] = {bytes};
  const auto a = device.allocate(tiles);
  const auto b = device.allocate(tiles);
  device.upload(plan(host, tiles), in, *a);
  EXPECT_EQ(device.traffic(), (Traffic{1, 0, 0, 200, 0, 0}));
  ConvertOptions filled;
  filled.padding.kind = Padding::Kind::zero;
  device.upload(plan(host, tiles, filled), in, *a);
  EXPECT_EQ(device.traffic(), (Traffic{2, 0, 0, 2248, 0, 0}));
  device.copy(plan(tiles, tiles), *a, *b);
  device.download(plan(tiles, host), *b, out);
  device.download(
      plan(window(tiles, {2, 3}, {1, 5}), parse_spec("bf16[1x5] row")), *b,
      std::array{std::span(bytes).first(10)});
  EXPECT_EQ(device.traffic(), (Traffic{2, 2, 1, 2248, 210, 200}));
  device.reset_traffic();
  EXPECT_EQ(device.traffic(), Traffic());
}

TEST(SimTest, RefusesBuffersOfOtherDevices) {
  SimDevice device{SimConfig()};
  SimDevice other{SimConfig(), 1};
  const auto buffer = allocate(other, "f32[4] row on sim:1");
  EXPECT_EQ(error_text([&] { device.page_table(*buffer); }),
            "device: the buffer is not one of sim:0");
  const auto host = open_device("host")->allocate(parse_spec("f32[4] row"));
  EXPECT_THROW(other.page_bytes(*host), Error);
  EXPECT_THROW(other.copy(plan(parse_spec("f32[4] row on sim:1"),
                               parse_spec("f32[4] row")),
                          *buffer, *host),
               Error);
}

TEST(SimTest, SaysWhyATensorCannotBeThere) {
  SimDevice device{SimConfig()};
  EXPECT_EQ(
      error_text([&] { allocate(device, "f16[4] row on sim:0"); }),
      "sim:0: f16[4] row on sim:0 cannot be here: Only UINT32, INT32, FLOAT32, "
      "UINT16, UINT8, BFLOAT16, BFLOAT8_B, or BFLOAT4_B dtypes are supported "
      "on device! the format is f16");
}

TEST(SimTest, KnowsTheUsualForm) {
  const SimDevice wormhole{SimConfig(), 2};
  const auto usual = [](const Device& device, std::string_view text) {
    return to_string(device.default_spec(parse_spec(text)));
  };
  EXPECT_EQ(usual(wormhole, "bf16[64x64] ttnn"),
            "bf16[64x64] tile(32x32, faces=16x16) on sim:2/dram "
            "interleaved(12)");
  EXPECT_EQ(usual(wormhole, "bf16[64x64] row on sim:2/l1"),
            "bf16[64x64] row on sim:2/l1");
  EXPECT_EQ(usual(wormhole, "bf16[64x64] row on sim:1/l1 interleaved(4)"),
            "bf16[64x64] row on sim:2/dram interleaved(12)");
  EXPECT_EQ(usual(wormhole, "bf16[64x64] tile(32x32) on host block(2x2)"),
            "bf16[64x64] tile(32x32) on sim:2/l1 block(2x2)");
  EXPECT_EQ(usual(wormhole, "bf16[64x64] [b, a]"),
            "bf16[64x64] [b, a] on sim:2/dram");
  const SimDevice spyre{parse_sim_config("spyre")};
  EXPECT_EQ(usual(spyre, "f16[5x100x150] row"),
            "f16[5x100x150] stick(128B, pad=all) on sim:0/dram");
  EXPECT_EQ(usual(spyre, "f16[5x100x150] stick(128B)"),
            "f16[5x100x150] stick(128B) on sim:0/dram");
}

TEST(SimTest, SpyreKeepsTheSticksOfTheSeed) {
  SimDevice device{parse_sim_config("spyre")};
  const Spec spec = device.default_spec(parse_spec("f16[5x100x150] row"));
  const auto buffer = device.allocate(spec);
  EXPECT_EQ(buffer->unit_bytes(), 24'576 * 128);
  EXPECT_EQ(buffer->address() % 128, 0);
  EXPECT_EQ(device.page_bytes(*buffer), 128);
}

TEST(SimTest, TrimKeepsWhatIsInUse) {
  SimDevice device{SimConfig()};
  const Spec spec = parse_spec("u32[512x512] ttnn on sim:0 interleaved(12)");
  auto gone = upload(device, spec, iota(spec));
  const auto stays = upload(device, spec, iota(spec));
  const auto before = device.read(SimMemory::dram, 3, stays->address(), 4096);
  gone.reset();
  device.trim();
  EXPECT_EQ(device.read(SimMemory::dram, 3, stays->address(), 4096), before);
}

}  // namespace
}  // namespace ashlar
