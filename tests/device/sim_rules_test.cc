// sim_rules_test.cc - what devices refuse, in the words of their makers.
#include "src/device/sim_rules.h"

#include <gtest/gtest.h>

#include "tests/base/error_text.h"

namespace ashlar {
namespace {

std::string why_not(std::string_view config, std::string_view spec) {
  const SimDevice device(parse_sim_config(config));
  return device.why_not(parse_spec(spec)).value_or("");
}

TEST(SimRulesTest, RowsNeedAMultipleOfFourBytes) {
  const auto wormhole = [](std::string_view spec) {
    return why_not("wormhole", spec);
  };
  EXPECT_EQ(
      wormhole("bf16[3x7] row on sim:0/dram interleaved(12)"),
      "For ROW_MAJOR layout tensors with dtype BFLOAT16 or UINT16, tensor "
      "width must be divisible by 2 since data is packed as uint32_t when "
      "creating buffers on device! the width is 7; row(align=4B) pads it");
  EXPECT_EQ(wormhole("u16[7] row on sim:0"),
            wormhole("bf16[3x7] row on sim:0/l1"));
  EXPECT_EQ(wormhole("u8[3x6] row on sim:0/l1 interleaved(64)"),
            "For ROW_MAJOR layout tensors with dtype UINT8, tensor width must "
            "be divisible by 4 since data is packed as uint32_t when creating "
            "buffers on device! the width is 6; row(align=4B) pads it");
  EXPECT_EQ(wormhole("bf16[8x7] row on sim:0/l1 height(4, shard=2x7)"),
            "Page size must be divisible by sizeof(uint32_t) because buffers "
            "hold uint32_t values: a row of a shard has 7 elements of bf16, 14 "
            "bytes");
  for (const char* spec : {"u16[3x2] row", "bf16[3x2] row", "u32[3x1] row",
                           "f32[3x1] row", "i32[1] row", "u8[3x4] row",
                           "bf16[3x7] row(align=4B)", "bf16[3x7] row(pitch=8)",
                           "bf16[3x7] ttnn", "bf16[0x7] row", "f32[] row"}) {
    EXPECT_EQ(wormhole(std::string(spec) + " on sim:0"), "") << spec;
  }
}

TEST(SimRulesTest, UnlessTheRuleIsTheModernOne) {
  for (const char* spec : {"bf16[3x7] row on sim:0", "u8[1] row on sim:0",
                           "bf16[8x7] row on sim:0/l1 height(4, shard=2x7)"}) {
    EXPECT_NE(why_not("wormhole", spec), "");
    EXPECT_EQ(why_not("wormhole(widths=any)", spec), "");
  }
}

TEST(SimRulesTest, TenstorrentKeepsItsOwnFormats) {
  EXPECT_EQ(why_not("wormhole", "f16[32x32] ttnn on sim:0"),
            "Only UINT32, INT32, FLOAT32, UINT16, UINT8, BFLOAT16, BFLOAT8_B, "
            "or BFLOAT4_B dtypes are supported on device! the format is f16");
  EXPECT_EQ(why_not("wormhole", "bfp8_b[32x32] row on sim:0"),
            "Only TILE layout is supported for BFLOAT8_B dtype!");
  EXPECT_NE(why_not("wormhole", "f8_e4m3fn[32x32] row on sim:0"), "");
  EXPECT_EQ(why_not("blackhole", "f8_e4m3fn[32x32] row on sim:0"), "");
  EXPECT_EQ(why_not("blackhole", "f8_e4m3fn[32x32] ttnn on sim:0"),
            "Only ROW_MAJOR layout is supported for FP8_E4M3 dtype!");
}

TEST(SimRulesTest, TenstorrentKeepsRowsAndTiles) {
  EXPECT_EQ(why_not("wormhole", "bf16[32x32] stick(128B) on sim:0"),
            "Tenstorrent devices keep row and tile, not stick(128B)");
  EXPECT_EQ(why_not("wormhole", "bf16[32x32] col on sim:0"),
            "Tenstorrent devices keep row and tile, not col");
  EXPECT_EQ(why_not("wormhole", "bf16[32x32] tile(30x32) on sim:0"),
            "Tile size is not valid for our hardware: 30x32");
  EXPECT_EQ(why_not("wormhole", "bf16[32x32] tile(32x8) on sim:0"),
            "Tile size is not valid for our hardware: 32x8");
  for (const char* tile : {"32x32", "16x32", "32x16", "16x16", "8x32", "4x32",
                           "2x32", "1x32", "8x16", "4x16", "2x16", "1x16"}) {
    EXPECT_EQ(why_not("wormhole",
                      "bf16[32x32] tile(" + std::string(tile) + ") on sim:0"),
              "");
  }
}

TEST(SimRulesTest, ShardsAreWholeTilesOnCoresThatAreThere) {
  EXPECT_EQ(why_not("wormhole",
                    "bf16[64x64] ttnn on sim:0/l1 height(8, shard=30x64)"),
            "Physical shard shape (30, 64) must be tile {32, 32} sized!");
  EXPECT_EQ(why_not("wormhole", "bf16[64x64] ttnn on sim:0/l1 height(9x9)"),
            "Invalid shard grid: shard core (8, 0) has no L1 bank on this "
            "device, which has (0, 0) to (7, 7)");
  EXPECT_EQ(why_not("wormhole",
                    "bf16[64x64] ttnn on sim:0/l1 "
                    "height(cores=(0,0)-(1,0)+(3,8), shard=32x64)"),
            "Invalid shard grid: shard core (3, 8) has no L1 bank on this "
            "device, which has (0, 0) to (7, 7)");
  EXPECT_EQ(why_not("wormhole",
                    "bf16[64x64] ttnn on sim:0/dram width(cores=(0,1)-(1,1))"),
            "Invalid shard grid: shard core (0, 1) has no DRAM bank on this "
            "device, which has (0, 0) to (11, 0)");
  EXPECT_EQ(why_not("wormhole", "bf16[64x64] ttnn on sim:0/dram block(1x2)"),
            "We don't support DRAM block sharding");
  EXPECT_EQ(why_not("any", "bf16[64x64] ttnn on sim:0/dram block(1x2)"), "");
  EXPECT_EQ(why_not("wormhole",
                    "f32[64x64] ttnn on sim:0/l1 block(2x2, shard=32x16)"),
            "Physical shard shape (32, 16) must be tile {32, 32} sized!");
}

TEST(SimRulesTest, BanksMustBeThere) {
  EXPECT_EQ(why_not("wormhole", "f32[64x64] ttnn on sim:0 interleaved(13)"),
            "13 banks, but the device has 12 of DRAM");
  EXPECT_EQ(why_not("wormhole", "f32[64x64] ttnn on sim:0/l1 interleaved(65)"),
            "65 banks, but the device has 64 of L1");
  EXPECT_EQ(why_not("wormhole", "f32[64x64] ttnn on sim:0 interleaved(8)"), "");
}

TEST(SimRulesTest, MemoriesHaveNames) {
  EXPECT_EQ(why_not("wormhole", "f32[4] row on sim:0/l2"),
            "sim:0 has no memory 'l2', only dram and l1");
  EXPECT_EQ(why_not("wormhole", "f32[4] row on sim:1"),
            "it is placed on sim:1, not on sim:0");
  EXPECT_EQ(why_not("wormhole", "f32[4] row"),
            "it is placed on host, not on sim:0");
  EXPECT_EQ(why_not("any", "f32[4x4] row on sim:0 ranks(2)"),
            "a device has cores and banks, no 'rank'");
}

TEST(SimRulesTest, SpyreKeepsSticks) {
  EXPECT_EQ(why_not("spyre", "f16[5x100x150] stick(128B, pad=all) on sim:0"),
            "");
  EXPECT_EQ(why_not("spyre", "dlfloat16[5x100] stick(128B) on sim:0/dram"), "");
  EXPECT_EQ(why_not("spyre", "f16[4x64] [b/32, a, b%32] on sim:0"), "");
  EXPECT_EQ(why_not("spyre", "f16[5x100x150] row on sim:0"),
            "Spyre keeps tensors in sticks of 128 bytes, not row; use "
            "stick(128B, pad=all)");
  EXPECT_EQ(why_not("spyre", "f16[5x100x150] stick(64B) on sim:0"),
            "Spyre keeps tensors in sticks of 128 bytes, not stick(64B); use "
            "stick(128B, pad=all)");
  EXPECT_EQ(why_not("spyre", "f64[3] stick(128B) on sim:0"),
            "Spyre has no format f64, only dlfloat16, f32, f16, bf16, "
            "f8_e4m3fn, f8_e5m2fnuz, i2, i4, i8, i16, i32, i64, u2, u8, u32");
}

TEST(SimRulesTest, TtTensorsHaveRankFour) {
  const auto why = [](std::string_view spec) {
    return why_not("tt_tensor", spec);
  };
  EXPECT_EQ(why("bf16[32x32] tile(32x32) on sim:0"),
            "TT Tensors have rank 4, this one has rank 2");
  EXPECT_EQ(why("bf16[1x1x32x32] tile(32x32) on sim:0"), "");
  EXPECT_EQ(why("bf16[1x1x33x32] tile(32x32) on sim:0"),
            "the tile layout of TT Tensors needs whole tiles of 32x32, the "
            "last two sizes are 33x32");
  EXPECT_EQ(why("f32[1x1x3x7] row on sim:0"),
            "the rows of TT Tensors have an even size, this one is 7");
  EXPECT_EQ(why("bf16[1x1x3x6] row on sim:0"), "");
  EXPECT_EQ(why("f16[1x1x3x6] row on sim:0").substr(0, 11), "Only UINT32");
}

TEST(SimRulesTest, WhatIsOnlyCountedIsCountedRowByRow) {
  const SimConfig config = parse_sim_config("any(cores=2x3, banks=4)");
  const auto seats = [&](SimMemory memory, std::string_view text) {
    const Spec spec = parse_spec(text);
    const Seats out = seats_of(config, memory, spec, bind(spec));
    EXPECT_EQ(out.problem, "");
    return out.units;
  };
  using Units = std::vector<Index>;
  EXPECT_EQ(seats(SimMemory::l1, "f32[5x4] row on sim:0/l1 height(5)"),
            (Units{0, 1, 2, 3, 4}));
  EXPECT_EQ(seats(SimMemory::l1, "f32[4x4] row on sim:0/l1 block(2x2)"),
            (Units{0, 1, 3, 4}));
  EXPECT_EQ(
      seats(SimMemory::l1,
            "f32[4x4] row on sim:0/l1 height(cores=(2,0)-(2,1), shard=2x4)"),
      (Units{2, 5}));
  EXPECT_EQ(seats(SimMemory::l1, "f32[4x4] core=a/2 | [a%2, b] on sim:0/l1"),
            (Units{0, 1}));
  EXPECT_EQ(seats(SimMemory::l1,
                  "f32[4x6] core.y=a/2, core.x=b/2 | [a%2, b%2] on sim:0/l1"),
            (Units{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(seats(SimMemory::dram,
                  "f32[4x4] row on sim:0/dram width(cores=(1,0)-(2,0))"),
            (Units{1, 2}));
  EXPECT_EQ(seats(SimMemory::dram, "f32[9x4] row on sim:0 interleaved(3)"),
            (Units{0, 1, 2}));
  EXPECT_EQ(seats(SimMemory::dram, "f32[9x4] row on sim:0"), (Units{0}));
}

TEST(SimRulesTest, HugeGridsAreRefusedQuickly) {
  EXPECT_EQ(why_not("any", "f32[1048576x4] row on sim:0/l1 height(1024x1024)")
                .substr(0, 50),
            "Invalid shard grid: shard core (8, 0) has no L1 ba");
}

TEST(SimRulesTest, BlockFormatsAreTiles) {
  EXPECT_EQ(why_not("wormhole", "bfp8_b[32x32] ttnn on sim:0"), "");
  EXPECT_EQ(why_not("wormhole", "bfp8_b[32x32] row on sim:0"),
            "Only TILE layout is supported for BFLOAT8_B dtype!");
  EXPECT_NE(why_not("any", "mxfp4[32x32] ttnn on sim:0").find("under a scale"),
            std::string::npos);
}

}  // namespace
}  // namespace ashlar
