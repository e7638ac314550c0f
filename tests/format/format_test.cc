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

TEST(FormatTest, SharesOutTheScales) {
  const Format f8 = parse_format("f8_e4m3fn");
  const Element f32 = parse_format("f32").element();
  const Format blocks(
      f8.element(),
      Block{"fp8_128x128", {{f32, ScaleLevel::Scope::tile, 128, 128}}});
  EXPECT_EQ(blocks.bits_per_element(), 8 + 32.0 / (128 * 128));
  EXPECT_EQ(blocks.name(), "fp8_128x128");
}

TEST(FormatTest, RefusesBlocksThatCannotBe) {
  const Element i8 = parse_format("i8").element();
  EXPECT_EQ(error_text([&] {
              Format(i8, Block{"x", {}});
            }),
            "format: the block format 'x' has no scale");
  EXPECT_EQ(error_text([&] {
              Format(i8, Block{"x", {{i8, ScaleLevel::Scope::tile, 1, 0}}});
            }),
            "format: a scale for 1x0 elements, expected 1x1 or more");
}

TEST(FormatTest, DescribesWhatHasNoName) {
  EXPECT_EQ(parse_format("e5m6").description(),
            "a float with a sign, 5 exponent and 6 mantissa bits, bias 15; "
            "infinity and NaN as in IEEE 754");
}

}  // namespace
}  // namespace ashlar
