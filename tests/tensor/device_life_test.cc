// What tensors leave behind on devices: nothing, whatever happens to them.
#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "ashlar/sim.h"
#include "ashlar/tensor_view.h"
#include "tests/placement/random_shards.h"
#include "tests/support/convert_check.h"
#include "tests/tensor/tensor_check.h"

namespace ashlar {
namespace {

using test::counting;
using test::pick;
using test::Random;

/// What a device with nothing on it says of itself.
void expect_empty(const SimDevice& device) {
  EXPECT_EQ(device.broken_guard(), std::nullopt);
  for (const SimMemory memory : {SimMemory::dram, SimMemory::l1}) {
    const MemoryUse use = device.use(memory);
    EXPECT_EQ(use.buffers, 0);
    EXPECT_EQ(use.allocated, 0);
    EXPECT_EQ(use.largest_free, use.bytes);
    EXPECT_EQ(use.fragmentation(), 0);
  }
}

Tensor random_bits(Random& random, const Spec& spec) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(bind(spec).bytes()));
  test::fill_random(bytes, random());
  return make_from_bytes(spec, bytes);
}

/// A device of any size that knows no rules but those of its memory.
SimConfig random_config(Random& random) {
  SimConfig config = parse_sim_config("any");
  config.cores = {pick(random, 1, 9), pick(random, 1, 9)};
  config.dram_banks = pick(random, 1, 12);
  config.dram_alignment = Index{1} << pick(random, 0, 8);
  config.l1_alignment = Index{1} << pick(random, 0, 6);
  config.l1_bytes = pick(random, 1, 64) * 4096;
  config.dram_bytes = pick(random, 1, 64) * 4096;
  config.guard_bytes = pick(random, 1, 80);
  return config;
}

/// A tensor on the host, and a form for the device: pages in banks, shards of
/// any kind, or anything else in one piece.
struct Case {
  Spec host;
  Spec there;
};

Case random_case(Random& random, oracle::RandomCase& shards,
                 const SimConfig& config) {
  Case out;
  constexpr const char* kFormats[] = {"u8", "bf16", "u32", "f64", "i16"};
  const Format format = parse_format(kFormats[pick(random, 0, 4)]);
  if (test::chance(random, 50)) {
    const oracle::Case each =
        test::chance(random, 50) ? shards.matrix() : shards.nd();
    out.there.shape = Shape(each.problem.shape);
    out.there.layout = each.layout;
    out.there.placement = {{"sim", 0, "l1"}, each.sharded, {}};
    out.there.format = format;
  } else {
    const auto sizes = test::random_sizes(random, pick(random, 1, 3000));
    out.there = test::random_host_spec(random, sizes, format);
    out.there.placement.memory = {"sim", 0,
                                  test::chance(random, 50) ? "l1" : "dram"};
    const bool has_pages =
        !std::holds_alternative<Digits>(out.there.layout) &&
        !std::holds_alternative<Strided>(out.there.layout) &&
        !std::holds_alternative<ColumnMajor>(out.there.layout);
    if (has_pages) {
      out.there.placement.spread = Interleaved{pick(
          random, 1,
          std::min(config.dram_banks, config.cores.rows * config.cores.cols))};
    }
  }
  out.host.shape = out.there.shape;
  out.host.format = format;
  out.host.names = out.there.names;
  return out;
}

TEST(DeviceLifeTest, RandomTensorsOnRandomDevicesAreWhatTheyWere) {
  Random random(test::test_seed());
  oracle::RandomCase shards(test::test_seed());
  int good = 0;
  int full = 0;
  for (int round = 0; round < 80; ++round) {
    const SimConfig config = random_config(random);
    const auto device = make_sim(config);
    // Several at once, so that each could damage the others.
    std::vector<std::pair<Tensor, Tensor>> live;
    for (int i = 0; i < 6; ++i) {
      const Case each = random_case(random, shards, config);
      SCOPED_TRACE(to_string(config) + " " + to_string(each.there));
      if (device->why_not(each.there)) continue;
      const Tensor host = random_bits(random, each.host);
      const MemoryMap before = device->memory_map();
      try {
        live.emplace_back(host, to(host, each.there, device));
        ++good;
      } catch (const Error& error) {
        ASSERT_EQ(error.kind(), ErrorKind::memory) << error.what();
        ASSERT_EQ(device->memory_map(), before);
        ++full;
      }
    }
    for (const auto& [host, there] : live) {
      ASSERT_TRUE(same_bits(to(there, host.spec()), host))
          << to_string(there.spec());
      for (int i = 0; i < 5 && host.shape().volume() > 0; ++i) {
        const Indices index =
            unravel(pick(random, 0, host.shape().volume() - 1), host.shape());
        ASSERT_EQ(read_word(there, index), read_word(host, index));
      }
    }
    ASSERT_EQ(device->broken_guard(), std::nullopt);
    live.clear();
    expect_empty(*device);
  }
  EXPECT_GT(good, 100);
  EXPECT_GT(full, 5);
}

TEST(DeviceLifeTest, NoRoomLeavesTensorsAndMemoryAsTheyWere) {
  const auto device =
      make_sim(parse_sim_config("wormhole(banks=2, dram=64KiB, guard=32)"));
  const Tensor host = counting("bf16[64x64] row");
  const Spec spec = parse_spec("bf16[64x64] ttnn on sim:0 interleaved(2)");
  std::vector<Tensor> all;
  while (all.size() < 100) {
    const MemoryMap before = device->memory_map();
    try {
      all.push_back(to(host, spec, device));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::memory);
      EXPECT_EQ(device->memory_map(), before);
      break;
    }
  }
  EXPECT_EQ(all.size(), 15u);
  for (const Tensor& each : all) EXPECT_TRUE(same_bits(each, host));
  // Neither a copy nor another form fits; a smaller tensor does.
  const MemoryMap before = device->memory_map();
  EXPECT_THROW(copy(all[3]), Error);
  EXPECT_THROW(to(all[3], parse_layout("row")), Error);
  EXPECT_EQ(device->memory_map(), before);
  all.erase(all.begin() + 7);
  EXPECT_TRUE(same_bits(copy(all[3]), host));
  all.clear();
  expect_empty(*device);
}

TEST(DeviceLifeTest, NumbersThatCannotBeCastLeaveNothingBehind) {
  const auto device = make_sim(parse_sim_config("any(guard=32)"));
  const Tensor host = make(parse_spec("f32[3] row"), {1, 1e9, 2});
  EXPECT_THROW(to(host, parse_spec("i8[3] row on sim:0"), device), Error);
  expect_empty(*device);
  EXPECT_THROW(to(host, parse_spec("f32[3x1] row on sim:0"), device), Error);
  EXPECT_THROW(to(host, parse_spec("f32[3] row on sim:1"), device), Error);
  expect_empty(*device);
}

TEST(DeviceLifeTest, TenThousandTensorsLeaveTheDeviceEmpty) {
  const auto device = make_sim(
      parse_sim_config("wormhole(dram=64KiB, l1=128KiB, l1_reserved=1000)"));
  const Tensor host = counting("bf16[33x40] row");
  const Spec forms[] = {
      parse_spec("bf16[33x40] ttnn on sim:0/dram interleaved(12)"),
      parse_spec("bf16[33x40] row on sim:0/l1 height(8x8)"),
      parse_spec("bf16[33x40] ttnn on sim:0/l1 block(2x2)"),
      parse_spec("bf16[33x40] row on sim:0/dram"),
  };
  std::mt19937 random(3);
  std::vector<Tensor> live;
  for (int cycle = 0; cycle < 10'000; ++cycle) {
    live.push_back(cycle % 100 == 0 ? to(host, forms[random() % 4], device)
                                    : empty(forms[random() % 4], device));
    while (live.size() > 12 || (!live.empty() && random() % 3 == 0)) {
      std::swap(live[random() % live.size()], live.back());
      live.pop_back();
    }
  }
  live.clear();
  expect_empty(*device);
}

TEST(DeviceLifeTest, TheOwnerOutlivesEveryView) {
  auto owner = std::make_shared<std::vector<float>>(8 * 8, 2.0F);
  const std::weak_ptr<std::vector<float>> watch = owner;
  const void* const data = owner->data();
  Tensor borrowed = borrow(parse_spec("f32[8x8] row"),
                           std::as_writable_bytes(std::span(*owner)), owner);
  owner.reset();
  std::vector<Tensor> views = {
      permuted(borrowed, {1, 0}), reshape(borrowed, {4, 16}),
      window(borrowed, {2, 0}, {3, 8}), physical(borrowed)};
  borrowed = Tensor();
  for (Tensor& view : views) {
    ASSERT_FALSE(watch.expired());
    EXPECT_EQ(read(view, {0, 0}), 2);
  }
  EXPECT_EQ(views[0].storage().bytes().data(), data);
  EXPECT_EQ(views[1].storage().bytes().data(), data);
  EXPECT_EQ(views[3].storage().bytes().data(), data);
  views.clear();
  EXPECT_TRUE(watch.expired());
}

TEST(DeviceLifeTest, ADeviceDoesNotNeedTheOwnerAnyMore) {
  const auto device = make_sim();
  auto owner = std::make_shared<std::vector<float>>(8 * 8, 2.0F);
  const std::weak_ptr<std::vector<float>> watch = owner;
  Tensor there;
  {
    const Tensor borrowed = borrow(parse_spec("f32[8x8] row"),
                                   std::as_bytes(std::span(*owner)), owner);
    there = to(borrowed, parse_spec("f32[8x8] ttnn on sim:0"), device);
    owner.reset();
    EXPECT_FALSE(watch.expired());
  }
  EXPECT_TRUE(watch.expired());
  EXPECT_EQ(values(there), std::vector<double>(64, 2.0));
}

TEST(DeviceLifeTest, ThreadsCopyReadAndFreeTheSameTensors) {
  const auto device = make_sim(parse_sim_config("wormhole(guard=64)"));
  auto owner = std::make_shared<std::vector<float>>(96 * 64);
  for (std::size_t i = 0; i < owner->size(); ++i) {
    (*owner)[i] = static_cast<float>(i % 100);
  }
  const std::weak_ptr<std::vector<float>> watch = owner;
  {
    const Tensor host = borrow(parse_spec("f32[96x64] row"),
                               std::as_bytes(std::span(*owner)), owner);
    owner.reset();
    const Tensor shared =
        to(host, parse_spec("f32[96x64] ttnn on sim:0/l1 block(3x2)"), device);
    const auto work = [host, shared, device](int seed) {
      Random random(static_cast<unsigned>(seed));
      for (int round = 0; round < 25; ++round) {
        const Index at = pick(random, 0, 96 * 64 - 1);
        const Indices index = {at / 64, at % 64};
        const auto expected = static_cast<double>(at % 100);
        const Tensor own =
            seed % 2 == 0
                ? to(host, parse_spec("f32[96x64] row on sim:0"), device)
                : to(shared, parse_layout("row"));
        ASSERT_EQ(read(own, index), expected);
        ASSERT_EQ(read(shared, index), expected);
        ASSERT_EQ(read(shard(shared, {at / 64 / 32, at % 64 / 32}),
                       {at / 64 % 32, at % 32}),
                  expected);
        write(own, index, -1);
        ASSERT_EQ(read(to_host(own), index), -1);
      }
      ASSERT_TRUE(same_bits(shared, host));
    };
    std::vector<std::jthread> threads;
    for (int seed = 0; seed < 5; ++seed) threads.emplace_back(work, seed);
  }
  EXPECT_TRUE(watch.expired());
  expect_empty(*device);
}

}  // namespace
}  // namespace ashlar
