// random_test.cc - random tensors through real memory, found by the formulas.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>

#include "ashlar/error.h"
#include "tests/device/device_check.h"
#include "tests/placement/random_shards.h"

namespace ashlar {
namespace {

constexpr Index kColumns = 64;

/// Every element is where the formulas say, and in the page they say.
void expect_found(SimDevice& device, const oracle::Problem& problem,
                  const Spec& spec, const DeviceBuffer& buffer) {
  std::map<std::pair<Index, Index>, Index> pages;
  for (const PagePlace& place : device.page_table(buffer)) {
    pages[{place.unit, place.address}] = place.page;
  }
  const oracle::Map map(problem);
  const Index area = problem.tile_rows * problem.tile_cols;
  ASSERT_EQ(device.page_bytes(buffer), area * 4);
  const Index step = spec.shape.volume() / 100 + 1;
  for (Index i = 0; i < spec.shape.volume(); i += step) {
    const Indices index = unravel(i, spec.shape);
    const std::vector<Index> at(index.begin(), index.end());
    const oracle::Home home = map.home_of(at);
    const Index unit = home.core.y * kColumns + home.core.x;
    const Index page =
        buffer.address() + home.element / area * device.page_stride(buffer);
    ASSERT_EQ(pages.at({unit, page}), oracle::page_of(problem, at).first);
    const auto bytes =
        device.read(SimMemory::l1, unit, page + home.element % area * 4, 4);
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data(), 4);
    ASSERT_EQ(word, static_cast<std::uint32_t>(i));
  }
}

TEST(DeviceRandomTest, ShardsAreWhereTheFormulasSay) {
  SimDevice device{parse_sim_config("any(cores=32x64, guard=16)")};
  oracle::RandomCase cases(21);
  int good = 0;
  for (int round = 0; round < 400; ++round) {
    const oracle::Case each = round % 2 == 0 ? cases.matrix() : cases.nd();
    Spec spec;
    spec.shape = Shape(each.problem.shape);
    spec.format = parse_format("u32");
    spec.layout = each.layout;
    spec.placement = {{"sim", 0, "l1"}, each.sharded, {}};
    SCOPED_TRACE(to_string(spec));
    if (device.why_not(spec)) continue;
    ++good;
    const auto buffer = test::upload(device, spec, test::iota(spec));
    expect_found(device, each.problem, spec, *buffer);
    if (HasFatalFailure()) return;
    ASSERT_EQ(test::download(device, spec, *buffer), test::iota(spec));
    ASSERT_EQ(device.broken_guard(), std::nullopt);
  }
  EXPECT_GE(good, 300);
  EXPECT_EQ(device.use(SimMemory::l1).allocated, 0);
}

TEST(DeviceRandomTest, ThereAndBackIsTheIdentityOnEveryDevice) {
  std::mt19937_64 random(8);
  const auto number = [&](Index least, Index most) {
    return std::uniform_int_distribution<Index>(least, most)(random);
  };
  const std::vector<std::string> layouts = {
      "row",  "row(align=16B)",       "tile(32x32)",
      "ttnn", "tile(8x16)",           "stick(128B)",
      "col",  "stick(128B, pad=all)", "tile(3x5)"};
  const std::vector<std::string> formats = {"u8",  "bf16", "f32",
                                            "i32", "u16",  "f64"};
  int good = 0;
  for (int round = 0; round < 600; ++round) {
    const auto profiles = sim_profiles();
    SimConfig config =
        parse_sim_config(profiles[static_cast<std::size_t>(number(0, 4))]);
    config.guard_bytes = number(0, 40);
    config.cores = {number(1, 6), number(1, 6)};
    config.dram_banks = number(1, 9);
    config.dram_alignment = Index{1} << number(0, 8);
    config.l1_alignment = Index{1} << number(0, 8);
    config.widths = SimConfig::Widths::any;
    SimDevice device{config};
    Indices sizes;
    for (Index i = number(0, 4); i > 0; --i) sizes.push_back(number(0, 40));
    Spec spec;
    spec.shape = Shape(sizes);
    spec.format = parse_format(formats[static_cast<std::size_t>(number(0, 5))]);
    spec.layout = parse_layout(layouts[static_cast<std::size_t>(number(0, 8))]);
    spec.placement.memory = {"sim", 0, number(0, 1) == 0 ? "l1" : "dram"};
    const Index units = spec.placement.memory.name == Name("l1")
                            ? config.cores.rows * config.cores.cols
                            : config.dram_banks;
    if (number(0, 3) > 0) {
      spec.placement.spread = Interleaved{number(1, units)};
    }
    SCOPED_TRACE(to_string(config) + " " + to_string(spec));
    if (device.why_not(spec)) continue;
    const std::vector<std::byte> bytes = test::iota(spec);
    std::shared_ptr<DeviceBuffer> buffer;
    try {
      buffer = test::upload(device, spec, bytes);
    } catch (const Error& error) {
      ASSERT_EQ(error.kind(), ErrorKind::memory) << error.what();
      continue;
    }
    ++good;
    const Index alignment =
        std::max(config.l1_alignment, config.dram_alignment);
    EXPECT_EQ(buffer->address() % alignment, 0);
    EXPECT_EQ(test::download(device, spec, *buffer), bytes);
    EXPECT_EQ(device.broken_guard(), std::nullopt);
  }
  EXPECT_GE(good, 200);
}

}  // namespace
}  // namespace ashlar
