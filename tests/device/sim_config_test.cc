// sim_config_test.cc - profiles, their text, and what makes no sense.
#include "src/device/sim_config.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/base/error_text.h"

namespace ashlar {
namespace {

TEST(SimConfigTest, WormholeIsAsLargeAsItIs) {
  const SimConfig config = parse_sim_config("wormhole");
  EXPECT_EQ(config, SimConfig());
  EXPECT_EQ(config.cores, (CoreGrid{8, 8}));
  EXPECT_EQ(config.dram_banks, 12);
  EXPECT_EQ(config.dram_bytes, 1'073'741'824);
  EXPECT_EQ(config.l1_bytes, 1'499'136);
  EXPECT_EQ(config.l1_alignment, 16);
  EXPECT_EQ(config.dram_alignment, 32);
}

TEST(SimConfigTest, SoAreBlackholeAndSpyre) {
  const SimConfig blackhole = parse_sim_config("blackhole");
  EXPECT_EQ(blackhole.cores, (CoreGrid{10, 13}));
  EXPECT_EQ(blackhole.dram_banks, 8);
  EXPECT_EQ(blackhole.dram_bytes, 4'278'190'080);
  EXPECT_EQ(blackhole.l1_bytes, 1'572'864);
  EXPECT_EQ(blackhole.dram_alignment, 64);
  const SimConfig spyre = parse_sim_config("spyre");
  EXPECT_EQ(spyre.dram_banks, 1);
  EXPECT_EQ(spyre.dram_alignment, 128);
}

TEST(SimConfigTest, EveryProfileIsFineAndPrintsItsName) {
  for (const std::string_view name : sim_profiles()) {
    const SimConfig config = parse_sim_config(name);
    EXPECT_NO_THROW(check(config));
    EXPECT_EQ(to_string(config), name);
  }
}

TEST(SimConfigTest, SaysWhatDiffersFromTheProfile) {
  const std::string text =
      "wormhole(cores=7x8, l1=1MiB, l1_reserved=0, banks=6, dram=2GiB, "
      "dram_alignment=64, guard=100, widths=any)";
  const SimConfig config = parse_sim_config(text);
  EXPECT_EQ(config.cores, (CoreGrid{7, 8}));
  EXPECT_EQ(config.l1_bytes, 1 << 20);
  EXPECT_EQ(config.dram_bytes, Index{1} << 31);
  EXPECT_EQ(config.widths, SimConfig::Widths::any);
  EXPECT_EQ(to_string(config), text);
  EXPECT_EQ(to_string(parse_sim_config("spyre( widths = four_bytes ,l1=4KiB)")),
            "spyre(l1=4KiB, widths=four_bytes)");
  EXPECT_EQ(to_string(parse_sim_config("wormhole(banks=12)")), "wormhole");
}

TEST(SimConfigTest, ReadsBackWhatItPrints) {
  std::mt19937_64 random(3);
  const auto number = [&](Index least, Index most) {
    return std::uniform_int_distribution<Index>(least, most)(random);
  };
  for (int round = 0; round < 500; ++round) {
    SimConfig config = parse_sim_config(
        sim_profiles()[static_cast<std::size_t>(number(0, 4))]);
    if (number(0, 1) == 1) config.cores = {number(1, 20), number(1, 20)};
    if (number(0, 1) == 1) config.l1_bytes = number(200'000, 1 << 24);
    if (number(0, 1) == 1) config.l1_reserved = number(0, 1000);
    if (number(0, 1) == 1) config.dram_banks = number(1, 64);
    if (number(0, 1) == 1) config.dram_bytes = number(1, 1 << 20) * 1024;
    if (number(0, 1) == 1) config.dram_alignment = Index{1} << number(0, 12);
    if (number(0, 1) == 1) config.widths = SimConfig::Widths::any;
    if (number(0, 1) == 1) config.guard_bytes = number(0, 2000);
    EXPECT_EQ(parse_sim_config(to_string(config)), config);
  }
}

std::string problem(std::string_view text) {
  return test::error_text([&] { parse_sim_config(text); });
}

TEST(SimConfigTest, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(problem("grayskull"),
            "sim: 'grayskull' is not a simulated device; use any, wormhole, "
            "blackhole, tt_tensor, spyre");
  EXPECT_EQ(problem("wormhole(bank=6)"),
            "sim: 'bank' is nothing a device has; use cores, l1, l1_reserved, "
            "l1_alignment, banks, dram, dram_reserved, dram_alignment, widths "
            "or guard");
  EXPECT_EQ(problem("wormhole(dram=99999999GiB)"),
            "sim: more than 17592186044416 bytes");
  for (const char* text :
       {"", "wormhole(", "wormhole()", "wormhole(banks)", "wormhole(banks=)",
        "wormhole(banks=1,)", "wormhole(banks=1", "wormhole x",
        "wormhole(cores=8)", "wormhole(cores=0x8)", "wormhole(widths=2)",
        "wormhole(banks=-1)", "wormhole(l1=99999999999999999999)"}) {
    EXPECT_THROW(parse_sim_config(text), Error) << text;
  }
}

TEST(SimConfigTest, RefusesWhatMakesNoSense) {
  EXPECT_EQ(problem("wormhole(l1_reserved=2MiB)"),
            "sim: 2097152 of 1499136 bytes of l1 are reserved");
  EXPECT_EQ(problem("wormhole(dram_alignment=48)"),
            "sim: an alignment of 48 bytes in dram, expected a power of two up "
            "to 1048576");
  EXPECT_EQ(problem("wormhole(cores=1000x1000)"),
            "sim: 1000000 units of l1, expected 1 to 16384");
  EXPECT_EQ(problem("wormhole(banks=16000, dram=8192GiB)"),
            "sim: 16000 x 8796093022208 bytes of dram, expected 1 to "
            "17592186044416 in all");
  SimConfig config;
  config.cores = {INT64_MAX, INT64_MAX};
  EXPECT_THROW(SimDevice{config}, Error);
  config = {};
  config.guard_bytes = -1;
  EXPECT_THROW(SimDevice{config}, Error);
}

}  // namespace
}  // namespace ashlar
