// What notations say about the parts of a layout that they lack.
#include "src/notation/plain.h"

#include <gtest/gtest.h>

#include "tests/notation/check.h"

namespace ashlar {
namespace {

using test::bind_own;

TEST(PlainTest, KnowsFactorsInElements) {
  const std::vector<Factor> factors =
      factors_of(bind_own("[b:128, c/64, 0:2, c%64:70]", {1, 100, 150}, "f16"));
  ASSERT_EQ(factors.size(), 4u);
  EXPECT_EQ(factors[0].axis, 1);
  EXPECT_EQ(factors[0].stride, 3 * 2 * 70);
  EXPECT_EQ(factors[0].size(), 128);
  EXPECT_FALSE(factors[0].leaves_gap());
  EXPECT_TRUE(factors[1].is_top);
  EXPECT_EQ(factors[1].div, 64);
  EXPECT_EQ(factors[2].axis, -1);
  EXPECT_EQ(factors[2].alloc, 2);
  EXPECT_FALSE(factors[3].is_top);
  EXPECT_EQ(factors[3].size(), 64);
  EXPECT_TRUE(factors[3].leaves_gap());
}

TEST(PlainTest, NamesUnitsRecordsJoinsAndXors) {
  const AxisNames names = {"h", "w"};
  const auto reason = [&](const char* text) {
    return why_not_plain(bind_own(text, {64, 64}, "i8", names));
  };
  EXPECT_EQ(reason("[h/32, w/32, h%32, w%32]"), "");
  EXPECT_EQ(reason("core=h/32 | [h%32, w]"), "units cannot be written: core");
  EXPECT_EQ(reason("rank=*4 | [h, w]"), "units cannot be written: rank");
  EXPECT_EQ(reason("[h, w/32]{ e: u8 []; m: i8 [w%32] }"),
            "records cannot be written: e, m");
  EXPECT_EQ(reason("p=(h/32 w/32); [p%3, p/3, h%32, w%32]"),
            "joins cannot be written: p=(h/32 w/32)");
  EXPECT_EQ(reason("[(h w)]"), "joins cannot be written: (h w)");
  EXPECT_EQ(reason("[h/8, h%8, w/8 ^ h%8, w%8]"),
            "XOR terms cannot be written: w/8 ^ h%8");
}

TEST(PlainTest, NamesAxesWithOneValueForABlock) {
  const Element element = test::element_named("e8m0");
  const BoundLayout scales =
      bind(parse_digits("[a/128, b/128, a%32, a/32%4, b/32%4]"), {256, 256},
           AxisNames(), element, Coverage::blocks);
  EXPECT_EQ(why_not_blocks(scales), "axis b has one value for 32 elements");
  const BoundLayout rows = bind(parse_digits("[a]"), {256, 256}, AxisNames(),
                                element, Coverage::blocks);
  EXPECT_EQ(why_not_blocks(rows), "axis b has one value for 256 elements");
  EXPECT_EQ(why_not_blocks(bind_own("[a]", {256, 1})), "");
}

TEST(PlainTest, FindsTheInnermostDifference) {
  const BoundLayout row = bind_own("row", {64, 64});
  const BoundLayout tile = bind_own("tile(32x32)", {64, 64});
  EXPECT_EQ(describe_difference("row", row, tile),
            "row has b where this has b%32");
  EXPECT_EQ(describe_difference("x", bind_own("[0:2, a, b]", {64, 64}),
                                bind_own("[a, b]", {64, 64})),
            "x has a:128 where this has a");
  EXPECT_EQ(describe_difference("x", bind_own("rank=*2 | [a]", {4}),
                                bind_own("row", {4})),
            "x has rank=*2 where this has nothing");
  EXPECT_EQ(common_digits(tile, bind_own("tile(16x32)", {64, 64})), 1u);
}

TEST(PlainTest, BindsForTheSameTensorOrNotAtAll) {
  const BoundLayout row = bind_own("row", {3, Index{1} << 50}, "u8");
  EXPECT_TRUE(bind_like(row, parse_digits("[b, a]")).has_value());
  EXPECT_FALSE(bind_like(row, parse_digits("[b, a:100000]")).has_value());
  EXPECT_THROW(bind_like(row, parse_digits("[b]")), Error);
}

}  // namespace
}  // namespace ashlar
