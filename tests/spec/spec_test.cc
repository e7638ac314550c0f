// The one spelling of a tensor without its bytes.
#include "ashlar/spec.h"

#include <gtest/gtest.h>

#include "tests/support/layout_check.h"
#include "tests/support/random_spec.h"

namespace ashlar {
namespace {

std::string problem_with(std::string_view text) {
  return test::error_of([&] { parse_spec(text); });
}

TEST(SpecTest, PrintsWhatItReads) {
  for (const char* text : {
           "bf16[128x128] tile(32x32)",
           "f16[5x100x150] stick(128B, pad=all)",
           "mxfp4[4096x4096] row",
           "bf16[128x128] tile(32x32) on sim:0/l1 block(2x2)",
           "f32[h=100, w=70] [h/32, w/32, h%32, w%32]",
           "f32[] row",
           "u4[7] col",
           "f32[0x3] row",
           "f32[1x2x3x4x5x6x7x8] row",
           "f32[100x70] strided(70, 1)",
           "i8[h=3] s=h/2; core=s | [h%2]",
           "f32[8x8] rank=*2 | [a, b]",
           "bf16[128x128] row on host interleaved(12)",
           "bf16[128x128] row on cuda:3",
           "bf16[128x128] row on host ranks(4, axis=1)",
           "bf16[128x128] row on sim:1/dram nd(8, shard=32x64) replicated(2)",
           "u8[3x96] [a, b/32]{ d: f16 []; q: i8 [b%32] }",
       }) {
    EXPECT_EQ(to_string(parse_spec(text)), text);
  }
}

TEST(SpecTest, HasOneSpelling) {
  const struct {
    const char* text;
    const char* printed;
  } cases[] = {
      {"bf16[128x128]", "bf16[128x128] row"},
      {" bf16 [ 128 , 128 ] ttnn ", "bf16[128x128] tile(32x32, faces=16x16)"},
      {"bfloat16[128,128] row", "bf16[128x128] row"},
      {"f32[a=4, b=5] row", "f32[4x5] row"},
      {"f32[a=4, x=5] row", "f32[a=4, x=5] row"},
      {"bf16[128x128] on sim:0/l1 block(2x2)",
       "bf16[128x128] row on sim:0/l1 block(2x2)"},
      {"bf16[128x128] row on host", "bf16[128x128] row"},
      {"f32[2x37x3x5] onednn(nChw16c)", "f32[2x37x3x5] [a, b/16, c, d, b%16]"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(to_string(parse_spec(c.text)), c.printed) << c.text;
  }
}

TEST(SpecTest, KeepsItsParts) {
  const Spec spec =
      parse_spec("bf16[h=100, w=70] tile(32x32) on sim:0/l1 block(2x2)");
  EXPECT_EQ(spec.shape, (Shape{100, 70}));
  EXPECT_EQ(spec.format, parse_format("bf16"));
  EXPECT_EQ(spec.layout, Layout(Tile{}));
  EXPECT_EQ(spec.names[0], "h");
  EXPECT_EQ(spec.names[1], "w");
  EXPECT_EQ(spec.placement, parse_placement("on sim:0/l1 block(2x2)"));
}

TEST(SpecTest, ReadsBackWhatItPrints) {
  test::Random random(test::test_seed());
  RecordProperty("seed", std::to_string(test::test_seed()));
  for (int i = 0; i < 4000; ++i) {
    const Spec spec = test::random_spec(random);
    const std::string text = to_string(spec);
    ASSERT_NO_THROW(parse_spec(text)) << text;
    ASSERT_EQ(parse_spec(text), spec) << text;
    ASSERT_EQ(to_string(parse_spec(text)), text);
  }
}

// "on" starts a placement, unless it is the name of something.
TEST(SpecTest, ReadsLayoutsThatUseTheWordOn) {
  for (const char* text : {"f32[on=4] [on]", "f32[4] on=a/2; [on, a%2]",
                           "f32[4] on=a | []", "f32[4] on=a | [] on cuda:0"}) {
    EXPECT_EQ(problem_with(text), "");
  }
  EXPECT_EQ(to_string(parse_spec("f32[4] on=a | [] on cuda:0")),
            "f32[4] on=a | [] on cuda:0");
}

TEST(SpecTest, BindsLayoutAndPlacementTogether) {
  const BoundLayout layout =
      bind(parse_spec("bf16[128x128] tile(32x32) on sim:0/l1 block(2x2)"));
  EXPECT_EQ(layout.unit_total(), 4);
  EXPECT_EQ(layout.bytes(), 128 * 128 * 2);
  const Position position = layout.position(Indices{70, 99});
  EXPECT_EQ(position.unit[0], 1);
  EXPECT_EQ(position.unit[1], 1);
  EXPECT_EQ(position.bit, 16 * (1024 + 6 * 32 + 3));
}

TEST(SpecTest, BindsTheSeedOfSpyre) {
  const Spec spec = parse_spec("f16[5x100x150] stick(128B, pad=all)");
  EXPECT_EQ(to_string(lower(spec)), "[b:128, c/64, a:64, c%64]");
  const BoundLayout layout = bind(spec);
  EXPECT_EQ(layout.bytes(), 3145728);
  EXPECT_EQ(layout.position(Indices{4, 99, 149}).bit / 8, 2449962);
  EXPECT_EQ(to_string(layout.shape()), "[5[64], 100[128], 150[192]]");
}

struct Wrong {
  const char* text;
  const char* problem;
};

const Wrong kWrong[] = {
    {"f32",
     "spec: expected '[' before the sizes, as in bf16[128x128], found "
     "the end of the text"},
    {"f32[3",
     "spec: expected ']' after the sizes, found the end of the "
     "text"},
    {"f32[3xx4]", "spec: expected the size of an axis, found 'x4'"},
    {"f32[3,]", "spec: expected the size of an axis, found ']'"},
    {"f32[-3]", "spec: expected the size of an axis, found '-'"},
    {"f32[h=3, 4]", "spec: expected the name of an axis, found '4'"},
    {"f32[h 3]", "spec: expected '=' after the name of an axis, found '3'"},
    {"f32[1x1x1x1x1x1x1x1x1]", "spec: more than 8 axes"},
    {"f32[3] row row", "spec: expected the end, found 'row'"},
    {"f32[3] cube",
     "spec: the layout cube is not known; use row, col, "
     "strided(...), tile(HxW), ttnn, stick(128B), or digits "
     "as in [h/32, w/32, h%32, w%32]"},
};

TEST(SpecTest, SaysWhatItExpectedAndWhatItFound) {
  for (const Wrong& wrong : kWrong) {
    EXPECT_EQ(problem_with(wrong.text), wrong.problem) << wrong.text;
  }
}

TEST(SpecTest, RefusesEmptyTexts) {
  EXPECT_NE(problem_with(""), "");
  EXPECT_NE(problem_with("   "), "");
  EXPECT_NE(problem_with("[3x4] row"), "");
  EXPECT_NE(problem_with("f99[3]"), "");
}

}  // namespace
}  // namespace ashlar
