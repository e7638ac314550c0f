// sim_state_test.cc - no room, long traces, guards, many threads.
#include "src/device/sim_state.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <thread>

#include "tests/base/error_text.h"
#include "tests/device/device_check.h"

namespace ashlar {
namespace {

using test::download;
using test::error_of;
using test::iota;
using test::upload;

TEST(SimStateTest, SaysHowMuchRoomThereIs) {
  SimDevice device{SimConfig()};
  const auto first =
      device.allocate(parse_spec("bf16[512x512] ttnn on sim:0/l1 block(8x8)"));
  const Error error = error_of([&] {
    device.allocate(
        parse_spec("bf16[8192x8192] ttnn on sim:0/l1 interleaved(64)"));
  });
  EXPECT_EQ(error.kind(), ErrorKind::memory);
  EXPECT_EQ(error.where(), "sim:0");
  EXPECT_EQ(error.problem(),
            "Out of Memory: Not enough space to allocate 134217728 B L1 buffer "
            "across 64 banks, where each bank needs to store 2097152 B, but "
            "bank size is 1395424 B (allocated: 8192 B, free: 1387232 B, "
            "largest free block: 1387232 B)");
  EXPECT_EQ(error.hint(),
            "spread it over more banks or cores, or take another memory");
}

TEST(SimStateTest, AHoleIsNotRoom) {
  SimDevice device{parse_sim_config("wormhole(banks=2, dram=16KiB)")};
  const Spec tile = parse_spec("f32[32x32] ttnn on sim:0/dram");
  auto a = device.allocate(tile);
  const auto b = device.allocate(tile);
  auto c = device.allocate(tile);
  const auto d = device.allocate(tile);
  a.reset();
  c.reset();
  const MemoryMap before = device.memory_map();
  const Error error = error_of([&] {
    device.allocate(parse_spec("f32[32x128] ttnn on sim:0 interleaved(2)"));
  });
  EXPECT_EQ(error.problem(),
            "Out of Memory: Not enough space to allocate 16384 B DRAM buffer "
            "across 2 banks, where each bank needs to store 8192 B, but bank "
            "size is 16384 B (allocated: 8192 B, free: 8192 B, largest free "
            "block: 4096 B)");
  EXPECT_EQ(error.hint(),
            "free tensors, spread it over more banks or cores, or take another "
            "memory");
  EXPECT_EQ(device.memory_map(), before);
  EXPECT_EQ(device.use(SimMemory::dram).fragmentation(), 0.5);
  EXPECT_EQ(device.allocate(tile)->address(), 0);
}

/// A tensor of one of many sizes and places.
Spec random_tensor(std::mt19937& random) {
  const auto number = [&](unsigned most) {
    return std::to_string(1 + random() % most);
  };
  const std::string sizes = "[" + number(90) + "x" + number(90) + "] ";
  switch (random() % 6) {
    case 0:
      return parse_spec("bf16" + sizes + "ttnn on sim:0 interleaved(12)");
    case 1:
      return parse_spec("f32" + sizes + "row on sim:0/dram interleaved(12)");
    case 2:
      return parse_spec("u32" + sizes + "row on sim:0/l1 height(8x8)");
    case 3:
      return parse_spec("bf16" + sizes + "ttnn on sim:0/l1 block(3x3)");
    case 4:
      return parse_spec("i32" + sizes + "ttnn on sim:0/l1 interleaved(64)");
    default:
      return parse_spec("u8" + sizes + "tile(8x32) on sim:0/l1 width(6x8)");
  }
}

/// Makes tensors of one size differ.
void turn(std::vector<std::byte>& bytes, std::size_t by) {
  std::rotate(bytes.begin(),
              bytes.begin() + static_cast<std::ptrdiff_t>(by % bytes.size()),
              bytes.end());
}

/// Where first fit puts things, from what is live alone.
Index first_fit(std::vector<std::pair<Index, Index>> live, Index begin,
                Index end, Index size, SimMemory memory) {
  std::ranges::sort(live);
  live.emplace_back(end, end);
  Index found = -1;
  Index at = begin;
  for (const auto& [from, to] : live) {
    if (from - at >= size) {
      if (memory == SimMemory::dram) return at;
      found = from - size;
    }
    at = to;
  }
  return found;
}

TEST(SimStateTest, TenThousandCyclesLeaveItEmpty) {
  SimDevice device{
      parse_sim_config("wormhole(dram=16KiB, l1=40KiB, l1_reserved=1000)")};
  const MemoryMap empty = device.memory_map();
  std::mt19937 random(5);
  struct Live {
    std::shared_ptr<DeviceBuffer> buffer;
    SimMemory memory;
    Index begin;
    Index end;
  };
  std::vector<Live> live;
  int refused = 0;
  for (int round = 0; round < 10'000; ++round) {
    const Spec spec = random_tensor(random);
    const SimMemory memory = spec.placement.memory.name == Name("l1")
                                 ? SimMemory::l1
                                 : SimMemory::dram;
    const bool is_l1 = memory == SimMemory::l1;
    const Paging paging(spec, bind(spec), is_l1 ? 16 : 32);
    const Index size = (paging.room() + 31) / 32 * 32;
    std::vector<std::pair<Index, Index>> taken;
    for (const Live& each : live) {
      if (each.memory == memory) taken.emplace_back(each.begin, each.end);
    }
    const Index expected = first_fit(
        taken, is_l1 ? 1024 : 0, is_l1 ? 40 * 1024 : 16 * 1024, size, memory);
    try {
      auto buffer = device.allocate(spec);
      ASSERT_EQ(buffer->address(), expected) << round;
      ASSERT_EQ(buffer->address() % 32, 0);
      live.push_back({buffer, memory, expected, expected + size});
    } catch (const Error& error) {
      ASSERT_EQ(error.kind(), ErrorKind::memory) << error.what();
      ASSERT_EQ(expected, -1) << round;
      ++refused;
    }
    while (live.size() > 40 || (!live.empty() && random() % 3 == 0)) {
      std::swap(live[random() % live.size()], live.back());
      live.pop_back();
    }
  }
  EXPECT_GT(refused, 0);
  live.clear();
  EXPECT_EQ(device.memory_map(), empty);
  for (const SimMemory memory : {SimMemory::dram, SimMemory::l1}) {
    EXPECT_EQ(device.use(memory).allocated, 0);
    EXPECT_EQ(device.use(memory).largest_free, device.use(memory).bytes);
    EXPECT_EQ(device.use(memory).fragmentation(), 0);
  }
}

TEST(SimStateTest, TensorsDoNotTouchEachOther) {
  SimDevice device{parse_sim_config("wormhole(guard=48)")};
  std::mt19937 random(9);
  struct Live {
    Spec spec;
    std::shared_ptr<DeviceBuffer> buffer;
    std::vector<std::byte> bytes;
  };
  std::vector<Live> live;
  ConvertOptions filled;
  filled.padding.kind = Padding::Kind::fill;
  filled.padding.value = 7;
  for (std::size_t round = 0; round < 300; ++round) {
    Live each;
    each.spec = random_tensor(random);
    each.bytes = iota(each.spec);
    turn(each.bytes, round);
    each.buffer = upload(device, each.spec, each.bytes,
                         random() % 2 == 0 ? filled : ConvertOptions());
    live.push_back(std::move(each));
    if (live.size() > 20) {
      live.erase(live.begin() +
                 static_cast<std::ptrdiff_t>(random() % live.size()));
    }
    const Live& any = live[random() % live.size()];
    ASSERT_EQ(download(device, any.spec, *any.buffer), any.bytes)
        << to_string(any.spec);
    ASSERT_EQ(device.broken_guard(), std::nullopt);
  }
  for (const Live& each : live) {
    EXPECT_EQ(download(device, each.spec, *each.buffer), each.bytes);
  }
}

TEST(SimStateTest, GuardsTellWhoWroteBesideATensor) {
  SimDevice device{parse_sim_config("wormhole(guard=1)")};
  const Spec spec = parse_spec("u8[3x4] row on sim:0/dram interleaved(2)");
  auto buffer = device.allocate(spec);
  EXPECT_EQ(buffer->address(), 32);
  EXPECT_EQ(device.broken_guard(), std::nullopt);
  std::byte* beyond = buffer->units()[1].data() + buffer->unit_bytes();
  const std::byte before = *beyond;
  *beyond = std::byte{1};
  const std::string expected =
      "somebody wrote beside u8[3x4] row on sim:0/dram interleaved(2) at 32 of "
      "unit 1";
  EXPECT_EQ(device.broken_guard(), expected);
  *beyond = before;
  EXPECT_EQ(device.broken_guard(), std::nullopt);
  buffer->units()[1].data()[-1] = std::byte{0};
  buffer.reset();
  EXPECT_EQ(device.broken_guard(), expected);
}

TEST(SimStateTest, BuffersOutliveTheirDevice) {
  std::shared_ptr<DeviceBuffer> buffer;
  {
    SimDevice device{SimConfig()};
    buffer = device.allocate(parse_spec("f32[4x4] row on sim:0"));
  }
  std::ranges::fill(buffer->units()[0], std::byte{3});
  EXPECT_EQ(buffer->units()[0][63], std::byte{3});
}

TEST(SimStateTest, ThreadsShareADevice) {
  SimDevice device{parse_sim_config("wormhole(guard=64)")};
  const auto work = [&](unsigned seed) {
    std::mt19937 random(seed);
    for (int round = 0; round < 60; ++round) {
      const Spec spec = random_tensor(random);
      std::vector<std::byte> bytes = iota(spec);
      turn(bytes, seed);
      const auto buffer = upload(device, spec, bytes);
      if (round % 10 == 0) device.memory_map();
      ASSERT_EQ(download(device, spec, *buffer), bytes) << to_string(spec);
      ASSERT_EQ(device.broken_guard(), std::nullopt);
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned seed = 1; seed <= 6; ++seed) threads.emplace_back(work, seed);
  }
  EXPECT_EQ(device.traffic().uploads, 360);
  EXPECT_EQ(device.traffic().downloads, 360);
  EXPECT_EQ(device.use(SimMemory::dram).allocated, 0);
  EXPECT_EQ(device.use(SimMemory::l1).allocated, 0);
  EXPECT_EQ(device.use(SimMemory::l1).fragmentation(), 0);
}

TEST(SimStateTest, WhatIsEmptyTakesNoRoom) {
  SimDevice device{parse_sim_config("wormhole(dram=32, guard=8, l1=200KiB)")};
  const Spec nothing = parse_spec("f32[0x8] row on sim:0 interleaved(12)");
  const auto a = device.allocate(nothing);
  const auto b = device.allocate(nothing);
  EXPECT_EQ(a->unit_count(), 12);
  EXPECT_EQ(a->units()[11].size(), 0U);
  EXPECT_EQ(device.use(SimMemory::dram).buffers, 0);
  EXPECT_EQ(device.page_table(*a).size(), 0U);
}

}  // namespace
}  // namespace ashlar
