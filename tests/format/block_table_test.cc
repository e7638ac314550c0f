// The rows of block formats, against their documents.
#include <gtest/gtest.h>

#include "ashlar/format.h"
#include "src/format/blocks.h"
#include "src/format/table.h"

namespace ashlar {
namespace {

struct BlockCase {
  const char* name;
  const char* element;
  const char* scale;
  std::int64_t length;  // 0 if it is not for tiles
  double bits_per_element;
};

const BlockCase kBlocks[] = {
    {"mxfp8_e4m3", "f8_e4m3fn", "e8m0", 32, 8.25},
    {"mxfp8_e5m2", "f8_e5m2", "e8m0", 32, 8.25},
    {"mxfp6_e3m2", "f6_e3m2fn_w6", "e8m0", 32, 6.25},
    {"mxfp6_e2m3", "f6_e2m3fn_w6", "e8m0", 32, 6.25},
    {"mxfp4", "f4_e2m1fn", "e8m0", 32, 4.25},
    {"mxint8", "q1.6", "e8m0", 32, 8.25},
    {"mxint4", "q1.2", "e8m0", 32, 4.25},
    {"mxint2", "q1.0", "e8m0", 32, 2.25},
    {"nvfp4", "f4_e2m1fn", "ue4m3", 16, 4.5},
    {"fp8_1x128", "f8_e4m3fn", "f32", 128, 8.25},
    {"fp8_128x128", "f8_e4m3fn", "f32", 128, 8 + 32.0 / (128 * 128)},
    {"bfp16", "q1.6", "e8m0", 8, 9},
    {"mx9", "q1.6", "e8m0", 16, 9},
    {"mx6", "q1.3_w5", "e8m0", 16, 6},
    {"mx4", "q1.1_w3", "e8m0", 16, 4},
    {"bfp8_b", "sm1.6", "ue8m0f_nozero", 16, 8.5},
    {"bfp4_b", "sm1.2", "ue8m0f_nozero", 16, 4.5},
    {"bfp2_b", "sm1.0", "ue8m0f_nozero", 16, 2.5},
    {"bfp8_a", "sm1.6", "ue5m0fn_nozero", 16, 8.5},
    {"bfp4_a", "sm1.2", "ue5m0fn_nozero", 16, 4.5},
    {"bfp2_a", "sm1.0", "ue5m0fn_nozero", 16, 2.5},
    {"int8_tensor", "i8", "f32", 0, 8},
    {"int8_channel", "i8", "f32", 0, 8},
    {"int8_g32", "i8", "f32", 32, 9},
    {"int8_g128", "i8", "f32", 128, 8.25},
    {"int4_channel", "i4", "f16", 0, 4},
    {"int4_g32", "i4", "f16", 32, 4.5},
    {"int4_g64", "i4", "f16", 64, 4.25},
    {"int4_g128", "i4", "f16", 128, 4.125},
    {"uint8_tensor", "u8", "f32", 0, 8},
    {"uint8_channel", "u8", "f32", 0, 8},
    {"uint4_g32", "u4", "f16", 32, 4.625},
    {"uint4_g64", "u4", "f16", 64, 4.3125},
    {"uint4_g128", "u4", "f16", 128, 4.15625},
    {"nf4", "index4", "f32", 64, 4.5},
    // The bytes of GGUF's records, times 8, over 32 elements.
    {"q8_0", "i8", "f16", 32, 34 / 4.0},
    {"q4_0", "ob4", "f16", 32, 18 / 4.0},
    {"q4_1", "u4", "f16", 32, 20 / 4.0},
    {"q5_0", "ob5_w5", "f16", 32, 22 / 4.0},
    {"q5_1", "u5_w5", "f16", 32, 24 / 4.0},
    {"iq4_nl", "index4", "f16", 32, 18 / 4.0},
};

TEST(BlockTableTest, HasElementScaleAndLengthOfEach) {
  ASSERT_EQ(std::size(kBlocks), block_rows().size());
  for (const BlockCase& c : kBlocks) {
    const Format format = parse_format(c.name);
    ASSERT_TRUE(format.is_block()) << c.name;
    const ScaleLevel& level = format.block()->scales[0];
    EXPECT_EQ(to_string(format.element()), c.element) << c.name;
    EXPECT_EQ(to_string(level.element), c.scale) << c.name;
    EXPECT_EQ(level.scope == ScaleLevel::Scope::tile, c.length > 0) << c.name;
    EXPECT_EQ(level.cols, std::max<std::int64_t>(c.length, 1)) << c.name;
    EXPECT_EQ(level.rows, c.name == std::string_view("fp8_128x128") ? 128 : 1);
    EXPECT_EQ(format.bits_per_element(), c.bits_per_element) << c.name;
  }
}

TEST(BlockTableTest, IsWrittenInTheOneSpelling) {
  for (const BlockRow& row : block_rows()) {
    const Format format = parse_format(row.name);
    EXPECT_EQ(spell(format.element(), *format.block()), row.text);
    EXPECT_EQ(parse_format(row.text), format);
    EXPECT_EQ(parse_format(row.text).name(), row.name);
  }
}

TEST(BlockTableTest, GivesNvfp4TwoLevelsOfScales) {
  const Block& nvfp4 = *parse_format("nvfp4").block();
  ASSERT_EQ(nvfp4.scales.size(), 2u);
  EXPECT_EQ(nvfp4.scales[1].scope, ScaleLevel::Scope::tensor);
  EXPECT_EQ(to_string(nvfp4.scales[1].element), "f32");
}

TEST(BlockTableTest, GivesSharedMicroexponentsOffsetsOfPairs) {
  for (const char* name : {"mx9", "mx6", "mx4"}) {
    const Block& block = *parse_format(name).block();
    EXPECT_EQ(block.sub_rows, 1);
    EXPECT_EQ(block.sub_cols, 2);
    EXPECT_EQ(block.offset_bits, 1);
  }
}

TEST(BlockTableTest, GivesUnsignedIntegersZeroPoints) {
  EXPECT_EQ(to_string(parse_format("uint4_g128").block()->zero->element), "u4");
  EXPECT_EQ(to_string(parse_format("q5_1").block()->zero->element), "f16");
  EXPECT_FALSE(parse_format("int4_g128").block()->zero);
}

TEST(BlockTableTest, KnowsTheExponentsOfTenstorrentsTwoKinds) {
  const Element b = parse_format("bfp8_b").block()->scales[0].element;
  const Element a = parse_format("bfp8_a").block()->scales[0].element;
  EXPECT_EQ(b.bits, 8);
  EXPECT_EQ(b.bias, 127);
  EXPECT_EQ(a.bits, 5);
  EXPECT_EQ(a.bias, 15);
  EXPECT_EQ(a.storage_bits, 8);
  EXPECT_FALSE(a.has_nan());
}

}  // namespace
}  // namespace ashlar
