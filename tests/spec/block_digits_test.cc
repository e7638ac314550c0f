// Block formats in layouts: where scales are, sizes, and what is refused.
#include "src/spec/block_digits.h"

#include <gtest/gtest.h>

#include "ashlar/block_tiles.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

std::string digits(const char* spec) {
  return to_string(lower(parse_spec(spec)));
}

Index bytes(const std::string& spec) { return bind(parse_spec(spec)).bytes(); }

Index byte_of(const BoundLayout& layout, const Indices& index, int field) {
  return layout.position(index, field).bit / 8;
}

TEST(BlockDigitsTest, TilesAreRecordsOfScalesAndCodes) {
  EXPECT_EQ(digits("bfp8_b[64x128] tile(32x32, faces=16x16)"),
            "[a/32, b/32]{ scale: ue8m0f_nozero [a/16%2, b/16%2, a%16]; "
            "data: sm1.6 [a/16%2, b/16%2, a%16, b%16] }");
  EXPECT_EQ(bytes("bfp8_b[64x128] tile(32x32, faces=16x16)"), 8 * 1088);
  EXPECT_EQ(bytes("bfp4_b[2x33x40] tile(32x32, faces=16x16)"), 8 * 576);
  EXPECT_EQ(bytes("bfp8_b[0x40] tile(32x32, faces=16x16)"), 0);
  EXPECT_EQ(bytes("bfp8_b[5] tile(32x32, faces=16x16)"), 1088);
  EXPECT_EQ(bytes("bfp8_b[] tile(32x32, faces=16x16)"), 1088);
}

TEST(BlockDigitsTest, EveryTileTakesWhatItsRecordTakes) {
  for (const char* format :
       {"bfp8_b", "bfp4_b", "bfp2_b", "bfp8_a", "f4_e2m1fn@e8m0:2x16"}) {
    for (const Index rows : {1, 2, 4, 8, 16, 32}) {
      for (const Index cols : {16, 32}) {
        const TileShape shape{rows, cols, std::min<Index>(rows, 16), 16};
        if (rows == 1 && std::string(format).starts_with("f4")) continue;
        const BlockTile tile(parse_format(format), shape);
        const std::string spec =
            std::string(format) + "[64x64] tile(" + std::to_string(rows) + "x" +
            std::to_string(cols) +
            ", faces=" + std::to_string(shape.face_rows) + "x16)";
        EXPECT_EQ(bytes(spec), 64 / rows * (64 / cols) * tile.bytes()) << spec;
      }
    }
  }
}

TEST(BlockDigitsTest, EveryElementKnowsItsScale) {
  const BoundLayout layout =
      bind(parse_spec("bfp8_b[64x128] tile(32x32, faces=16x16)"));
  ASSERT_EQ(layout.fields().size(), 3u);
  EXPECT_EQ(layout.data_field(), 2);
  // Row 35, column 50: tile 4 + 1, face 1, row 3.
  EXPECT_EQ(byte_of(layout, {32, 32}, 1), 5 * 1088);
  EXPECT_EQ(byte_of(layout, {35, 50}, 1), 5 * 1088 + 16 + 3);
  EXPECT_EQ(byte_of(layout, {35, 50}, 2), 5 * 1088 + 64 + 256 + 3 * 16 + 2);
}

TEST(BlockDigitsTest, BlocksOfTwoRowsOfAFaceAreTenstorrentsMx) {
  EXPECT_EQ(digits("f8_e4m3fn@e8m0:2x16[64x64] tile(32x32, faces=16x16)"),
            "[a/32, b/32]{ scale: e8m0 [a/16%2, b/16%2, a/2%8]; "
            "data: f8_e4m3fn [a/16%2, b/16%2, a%16, b%16] }");
}

TEST(BlockDigitsTest, TilesArePlacedWhole) {
  const BoundLayout banks = bind(parse_spec(
      "bfp8_b[64x128] tile(32x32, faces=16x16) on sim:0/dram interleaved(3)"));
  EXPECT_EQ(banks.unit_total(), 3);
  EXPECT_EQ(banks.bytes_per_unit(), 3 * 1088);
  const Position at = banks.position(Indices{32, 32}, 1);
  EXPECT_EQ(at.unit[0], 5 % 3);
  EXPECT_EQ(at.bit, 5 / 3 * 1088 * 8);
  const BoundLayout cores =
      bind(parse_spec("bfp8_b[128x128] tile(32x32, faces=16x16) on sim:0/l1 "
                      "block(2x2, shard=64x64)"));
  EXPECT_EQ(cores.unit_total(), 4);
  EXPECT_EQ(cores.bytes_per_unit(), 4 * 1088);
}

TEST(BlockDigitsTest, RowsAreFollowedByTheirScales) {
  EXPECT_EQ(digits("mxfp4[3x70] row"),
            "[]{ data: f4_e2m1fn [a, b]; gap1: u8 [0:23]; scale: e8m0 [a, "
            "b/32] }");
  EXPECT_EQ(bytes("mxfp4[3x70] row"), 128 + 9);
  EXPECT_EQ(bytes("mxfp4[3x71] row"), 128 + 9);
  EXPECT_EQ(bytes("mxfp4[4096x4096] row"), 4096 * 2048 + 4096 * 128);
  EXPECT_EQ(digits("nvfp4[2x32] row"),
            "[]{ data: f4_e2m1fn [a, b]; gap1: u8 [0:32]; scale: ue4m3 [a, "
            "b/16]; gap3: u8 [0:60]; outer: f32 [] }");
  EXPECT_EQ(digits("uint8_channel[4x16] row"),
            "[]{ data: u8 [a, b]; scale: f32 [a]; gap2: u8 [0:48]; zero: u8 "
            "[a] }");
}

TEST(BlockDigitsTest, ScalesFollowCodesInAnyOrder) {
  EXPECT_EQ(digits("mxfp8_e4m3[64x128] [b/64, a, b%64]"),
            "[]{ data: f8_e4m3fn [b/64, a, b%64]; scale: e8m0 [a, b/32] }");
  EXPECT_EQ(digits("mxfp4[4x32] col"),
            "[]{ data: f4_e2m1fn [b, a]; scale: e8m0 [a, b/32] }");
  EXPECT_EQ(digits("mxint8[4x64] p=(a b/8); [p%3, p/3, b%8]"),
            "p=(a b/8); []{ data: q1.6 [p%3, p/3, b%8]; gap1: u8 [0:56]; "
            "scale: e8m0 [a, b/32] }");
}

TEST(BlockDigitsTest, HugeSizesAreErrors) {
  for (const char* spec :
       {"bfp8_b[64x64] tile(4611686018427387904x4611686018427387904)",
        "bfp8_b[64x64] tile(4611686018427387904x16, faces=1x16)",
        "f8_e4m3fn@e8m0:4611686018427387904x4[64x64] tile(32x32)",
        "mxfp4[4611686018427387904x4611686018427387904] row",
        "mxfp4[9223372036854775807] row",
        "f8_e4m3fn@f32:4611686018427387904x4611686018427387904[5x5] "
        "tile(32x32)"}) {
    EXPECT_THROW(bind(parse_spec(spec)), Error) << spec;
  }
}

TEST(BlockDigitsTest, SaysWhatHasNoPlaceForScales) {
  const auto text = [](const char* spec) {
    return test::error_text([&] { bind(parse_spec(spec)); });
  };
  const std::string hint =
      "; mxfp4[64x64] row and bfp8_b[64x64] tile(32x32, faces=16x16) keep "
      "scales";
  EXPECT_EQ(text("bfp8_b[64x64] core=a/32 | [a%32, b]"),
            "spec: bfp8_b cannot be in core=a/32 | [a%32, b]: units and fields "
            "have no scales" +
                hint);
  EXPECT_EQ(
      text("mxfp4[3x3] col"),
      "spec: mxfp4 cannot be in col: its codes do not end with a byte" + hint);
  EXPECT_EQ(text("f4_e2m1fn@e8m0:32,axis=0[64x64] col"),
            "spec: f4_e2m1fn@e8m0:32,axis=0 cannot be in col: its blocks do "
            "not run along the last axis" +
                hint);
  EXPECT_EQ(text("mxfp4[64x64] tile(32x32, faces=16x16)"),
            "spec: mxfp4 cannot be in tile(32x32, faces=16x16): the 1x32 "
            "elements under a scale do not follow each other there" +
                hint);
  EXPECT_EQ(text("nvfp4[64x64] tile(32x32)"),
            "spec: nvfp4 cannot be in tile(32x32): tiles hold one scale for "
            "each block and nothing else" +
                hint);
  EXPECT_EQ(text("mxfp4[64x64] row on sim:0/dram interleaved(4)"),
            "spec: mxfp4 cannot be in row: rows that are spread over units "
            "have no scales" +
                hint);
  EXPECT_EQ(text("f4_e2m1fn@e8m0:32,sparse=2:4[64x64] row"),
            "spec: f4_e2m1fn@e8m0:32,sparse=2:4 has tables, masks or offsets, "
            "which a layout does not place; quantize(tensor, format) makes its "
            "parts");
  EXPECT_EQ(text("mxfp4[] row"),
            "spec: mxfp4 has tiles along an axis that a tensor of rank 0 does "
            "not have");
}

}  // namespace
}  // namespace ashlar
