// Formats as values.
#include "ashlar/format.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_text;

static_assert(std::is_nothrow_move_constructible_v<Format>);

TEST(FormatTest, IsF32ByDefault) {
  const Format format;
  EXPECT_EQ(format.name(), "f32");
  EXPECT_EQ(format.kind(), ElementKind::floating);
  EXPECT_TRUE(format.is_signed());
  EXPECT_EQ(format.bits(), 32);
  EXPECT_EQ(format.bits_per_element(), 32);
  EXPECT_FALSE(format.is_block());
  EXPECT_EQ(format.block(), nullptr);
}

TEST(FormatTest, KnowsItsKind) {
  EXPECT_EQ(parse_format("bool").kind(), ElementKind::boolean);
  EXPECT_EQ(parse_format("bool").bits(), 8);
  EXPECT_EQ(parse_format("u4").kind(), ElementKind::integer);
  EXPECT_FALSE(parse_format("u4").is_signed());
  EXPECT_EQ(parse_format("q5.26").kind(), ElementKind::fixed);
  EXPECT_EQ(parse_format("mxint8").kind(), ElementKind::fixed);
  EXPECT_EQ(parse_format("nvfp4").kind(), ElementKind::floating);
}

TEST(FormatTest, ComparesBlocksByValue) {
  const Format named = parse_format("mxfp4");
  const Format same(named.element(), *named.block());
  EXPECT_NE(named.block(), same.block());
  EXPECT_EQ(named, same);
  Block other = *named.block();
  other.scales[0].cols = 16;
  EXPECT_NE(named, Format(named.element(), other));
  EXPECT_NE(named, Format(named.element()));
  EXPECT_NE(Format(named.element()), named);
  const Format copy = named;
  EXPECT_EQ(copy.block(), named.block());
}

TEST(FormatTest, TakesNamesFromTheDescriptionOnly) {
  const Element f8 = parse_format("f8_e4m3fn").element();
  const Element f32 = parse_format("f32").element();
  const Format known(f8,
                     Block{"x", {{f32, ScaleLevel::Scope::tile, 128, 128}}});
  EXPECT_EQ(known.name(), "fp8_128x128");
  EXPECT_EQ(known, parse_format("fp8_128x128"));
  const Format other(f8, Block{"", {{f32, ScaleLevel::Scope::tile, 64, 128}}});
  EXPECT_EQ(other.name(), "f8_e4m3fn@f32:64x128");
  EXPECT_EQ(other.block()->name, other.name());
}

double bits_of(std::string_view text) {
  return parse_format(text).bits_per_element();
}

TEST(FormatTest, CountsEverythingThatFullTilesHave) {
  EXPECT_EQ(bits_of("f8_e4m3fn@f32:128x128"), 8 + 32.0 / (128 * 128));
  EXPECT_EQ(bits_of("f4_e2m1fn@ue4m3:16+f16:64"), 4 + .5 + .25);
  EXPECT_EQ(bits_of("f4_e2m1fn@ue4m3:16+f32:tensor"), 4.5);
  EXPECT_EQ(bits_of("i8@f32:channel"), 8);
  EXPECT_EQ(bits_of("u8@f32:channel,zero=u8"), 8);
  EXPECT_EQ(bits_of("u4@f16:32,zero=u4"), 4 + 20 / 32.0);
  EXPECT_EQ(bits_of("q1.6@e8m0:16,sub=2,offset=1"), 9);
  EXPECT_EQ(bits_of("q1.6@e8m0:4x4,sub=2x2,offset=2"), 8 + .5 + .5);
  EXPECT_EQ(bits_of("cb42f1346_e2m3fn@e8m0:32,sub=8"), 4.5);
  EXPECT_EQ(bits_of("cb42f1346_e2m3fn@e8m0:32"), 4 + 8 / 32.0 + 2 / 32.0);
  EXPECT_EQ(bits_of("cb42f1346_e2m3fn@f32:tensor"), 4);
}

// A tile counts what is stored, and every element has a bit in the mask.
TEST(FormatTest, CountsWhatSparsitySaves) {
  EXPECT_EQ(bits_of("f4_e2m1fn@e8m0:32,sparse=2:4"), 4 / 2.0 + 1 + 8 / 64.0);
  EXPECT_EQ(bits_of("i8@f32:channel,sparse=2:8"), 8 / 4.0 + 1);
  EXPECT_EQ(bits_of("cb41fi_e2m2fn@e8m0:32,sub=4,sparse=2:4"),
            4 / 2.0 + 1 + 8 / 64.0 + 1 / 8.0);
}

TEST(FormatTest, IsMadeOfACodebookWithoutAnElement) {
  Block block;
  block.scales = {
      {parse_format("f16").element(), ScaleLevel::Scope::tile, 1, 64}};
  block.codebook = parse_codebook("cb40_f32_nf4");
  const Format format{block};
  EXPECT_EQ(format.kind(), ElementKind::codebook);
  EXPECT_EQ(format.bits(), 4);
  EXPECT_EQ(format.name(), "cb40_f32_nf4@f16:64");
  EXPECT_EQ(parse_format(format.name()), format);
  EXPECT_EQ(error_text([] { Format{Block{}}; }),
            "format: without a codebook a block format needs an element");
}

TEST(FormatTest, KnowsTheNumbersOfACodebook) {
  const Format nf4 = parse_format("nf4");
  EXPECT_EQ(nf4.max_finite(), 1);
  EXPECT_EQ(nf4.lowest(), -1);
  EXPECT_EQ(nf4.smallest_subnormal(), 0x1.45f5fep-4);
  EXPECT_EQ(nf4.smallest_normal(), 0x1.45f5fep-4);
  EXPECT_EQ(nf4.epsilon(), 0x1p-23);
  EXPECT_EQ(nf4.max_text(), "1");
  EXPECT_EQ(nf4.lowest_text(), "-1");
  EXPECT_EQ(parse_format("iq4_nl").lowest_text(), "-127");
}

TEST(FormatTest, ComparesCodebooksByValue) {
  const Format a = parse_format("cb10_i8(-1,1)@f16:64");
  EXPECT_EQ(a, parse_format("cb10_i8(-1,1)@f16:64"));
  EXPECT_NE(a, parse_format("cb10_i8(-1,2)@f16:64"));
  EXPECT_NE(a, parse_format("cb10_i8_mine(-1,1)@f16:64"));
}

TEST(FormatTest, DescribesWhatHasNoName) {
  EXPECT_EQ(parse_format("e5m6").description(),
            "a float with a sign, 5 exponent and 6 mantissa bits, bias 15; "
            "infinity and NaN as in IEEE 754");
  EXPECT_EQ(
      parse_format("u4@f16:32+f32:tensor,zero=u8,sparse=2:4").description(),
      "u4 that share scales: f16 for 32, f32 for the tensor; with zero "
      "points, u8; 2 of 4 are stored");
  EXPECT_EQ(parse_format("i8@f16:channel").description(),
            "i8 that share scales: f16 for each channel");
}

}  // namespace
}  // namespace ashlar
