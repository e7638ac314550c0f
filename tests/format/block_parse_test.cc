// The text of block formats without a name: read, and refused.
#include <gtest/gtest.h>

#include "ashlar/format.h"
#include "src/format/blocks.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_of;
using Scope = ScaleLevel::Scope;
using Sense = ScaleLevel::Sense;

Block block_of(std::string_view text) { return *parse_format(text).block(); }

TEST(BlockParseTest, ReadsTheScopesOfScales) {
  const Block two = block_of("f4_e2m1fn@ue4m3:8x16+f32:tensor");
  ASSERT_EQ(two.scales.size(), 2u);
  EXPECT_EQ(to_string(two.scales[0].element), "ue4m3");
  EXPECT_EQ(two.scales[0].scope, Scope::tile);
  EXPECT_EQ(two.scales[0].rows, 8);
  EXPECT_EQ(two.scales[0].cols, 16);
  EXPECT_EQ(two.scales[1].scope, Scope::tensor);
  EXPECT_EQ(block_of("i8@f32:channel").scales[0].scope, Scope::channel);
  const Block wide = block_of("i8@f32:4xchannel");
  EXPECT_EQ(wide.scales[0].scope, Scope::channel);
  EXPECT_EQ(wide.scales[0].rows, 4);
  EXPECT_EQ(wide.scales[0].cols, 1);
  EXPECT_EQ(block_of("i8@f32:1xchannel"), block_of("i8@f32:channel"));
  const Block columns = block_of("i8@f32:*x32");
  EXPECT_EQ(columns.scales[0].scope, Scope::columns);
  EXPECT_EQ(columns.scales[0].cols, 32);
  EXPECT_EQ(block_of("i8@f32:1x32"), block_of("int8_g32"));
}

TEST(BlockParseTest, ReadsPropertiesInAnyOrder) {
  const Block block =
      block_of("u4 @ f16 : 32 , divisor , sparse = 2:4 , zero=u8, axis=-2");
  EXPECT_EQ(block.name, "u4@f16:32,zero=u8,axis=-2,sparse=2:4,divisor");
  EXPECT_EQ(block.scales[0].sense, Sense::divisor);
  EXPECT_EQ(block.sparsity, (Sparsity{2, 4}));
  EXPECT_EQ(to_string(block.zero->element), "u8");
  EXPECT_EQ(block.axis, -2);
  const Block sub = block_of("q1.6@e8m0:4x16,offset=2,sub=2x8");
  EXPECT_EQ(sub.sub_rows, 2);
  EXPECT_EQ(sub.sub_cols, 8);
  EXPECT_EQ(sub.offset_bits, 2);
}

TEST(BlockParseTest, KnowsWhichScalesDivide) {
  const auto senses = [](std::string_view text) {
    std::string out;
    for (const ScaleLevel& level : block_of(text).scales) {
      out += level.sense == Sense::divisor ? '/' : '*';
    }
    return out;
  };
  const std::string base = "i8@f32:8+f32:16+f32:tensor";
  EXPECT_EQ(senses(base), "***");
  EXPECT_EQ(senses(base + ",divisor"), "**/");
  EXPECT_EQ(senses(base + ",divisor=3"), "**/");
  EXPECT_EQ(senses(base + ",divisor=1"), "/**");
  EXPECT_EQ(senses(base + ",divisor=1+3"), "/*/");
  EXPECT_EQ(block_of(base + ",divisor=3").name, base + ",divisor");
  EXPECT_EQ(block_of(base + ",divisor=3+1").name, base + ",divisor=1+3");
}

TEST(BlockParseTest, ReadsCodebooksWithTheirWords) {
  const Format dense = parse_format("cb30_i8_w3(-4,-3,-2,-1,0,1,2,3)@f16:8");
  EXPECT_EQ(dense.bits(), 3);
  EXPECT_EQ(dense.name(), "cb30_i8_w3(-4,-3,-2,-1,0,1,2,3)@f16:8");
  EXPECT_EQ(parse_format("cb30_i8(-4,-3,-2,-1,0,1,2,3)@f16:8").bits(), 4);
  EXPECT_EQ(parse_format("CB40_F32_NF4@f32:64").name(), "nf4");
}

struct Bad {
  const char* text;
  const char* problem;
  const char* hint;
  std::size_t at;
  std::size_t length;
};

TEST(BlockParseTest, PointsAtWhatIsWrong) {
  const Bad cases[] = {
      {"i8@", "expected a format, found the end of the text", "", 3, 0},
      {"i8@f32",
       "expected ':' after the format of a scale, found the end of "
       "the text",
       "", 6, 0},
      {"i8@f32:",
       "expected a tile such as 32, 128x128 or *x32, channel or tensor, "
       "found the end of the text",
       "", 7, 0},
      {"i8@f32:row",
       "expected a tile such as 32, 128x128 or *x32, channel or "
       "tensor, found 'row'",
       "", 7, 3},
      {"i8@f32:*32", "expected 'x' after all rows, found '32'", "", 8, 2},
      {"i8@f32:32x", "expected a number of elements, found the end of the text",
       "", 10, 0},
      {"i8@flot32:8", "'flot32' is not a format", "did you mean float32 (f32)?",
       3, 6},
      {"i9000@f32:8",
       "'i9000' is not possible: an integer of 9000 bits, "
       "expected 1 to 64",
       "", 0, 5},
      {"mxfp4@f32:8",
       "expected an element format, found the block format "
       "'mxfp4'",
       "its elements are f4_e2m1fn", 0, 5},
      {"i8@nvfp4:8",
       "expected an element format, found the block format "
       "'nvfp4'",
       "its elements are f4_e2m1fn", 3, 5},
      {"i8@cb40_f32_nf4:8",
       "expected an element format, found the codebook "
       "'cb40_f32_nf4'",
       "", 3, 12},
      {"i8@f32:8+", "expected a format, found the end of the text", "", 9, 0},
      {"i8@f32:8+f32:16+f32:32+f32:64", "more than 3 levels of scales", "", 23,
       6},
      {"i8@f32:8,",
       "expected a property such as zero or axis, found the end "
       "of the text",
       "", 9, 0},
      {"i8@f32:8,axes=1", "'axes' is not a property", "did you mean axis?", 9,
       4},
      {"i8@f32:8,color=1", "'color' is not a property",
       "there are zero, axis, sub, offset, sparse and divisor", 9, 5},
      {"i8@f32:8,axis=1,axis=1", "'axis' is given twice", "", 16, 4},
      {"i8@f32:8,axis", "expected '=' after 'axis', found the end of the text",
       "", 13, 0},
      {"i8@f32:8,axis=-0", "axis -0",
       "use 0 for the first axis, -1 for the last", 15, 1},
      {"i8@f32:8,axis=1001", "1001 is too large", "", 14, 4},
      {"q1.6@e8m0:8,sub=2,offset=0", "an offset of 0 bits", "", 25, 1},
      {"i8@f32:8,sparse=2",
       "expected ':' before the size of a group, found "
       "the end of the text",
       "", 17, 0},
      {"i8@f32:8,divisor=2", "scale 2, expected 1 to 1", "", 17, 1},
      {"i8@f32:8,divisor=0", "scale 0, expected 1 to 1", "", 17, 1},
      {"i8@f32:99999999999999999999", "the number is larger than 2^62",
       "use a smaller one", 7, 20},
      {"cb40_f32_nf4", "a codebook needs scales", "add them, as in @e8m0:32", 0,
       12},
      {"cb40_f32@f32:8", "'cb40_f32' does not say what its tables hold",
       "add the numbers, as in cb10_i8(-1,1), or a pattern, as in cb40f_e2m1",
       0, 8},
      {"cb10_i8(-1)@f32:8", "expected another number, 2 in all, found ')'", "",
       10, 1},
      {"cb10_i8(-1,1,2)@f32:8", "expected ')' after 2 numbers, found ','", "",
       12, 1},
      {"cb10_i8(x,1)@f32:8", "expected a number of a codebook, found 'x'", "",
       8, 1},
      {"cb10_i8(1,-1)@f32:8", "a table must ascend, but -1 comes after 1", "",
       0, 13},
      {"cb48_f32(1)@f32:8",
       "a codebook of 4096 numbers, at most 2048 can be "
       "written",
       "", 0, 8},
      {"cb10_i8_w0(-1,1)@f32:8",
       "'cb10_i8_w0' is not possible: words of 0 "
       "bits, expected 1 to 256",
       "", 0, 16},
  };
  for (const Bad& bad : cases) {
    const Error error = error_of([&] { parse_format(bad.text); });
    EXPECT_EQ(error.kind(), ErrorKind::invalid) << bad.text;
    EXPECT_EQ(error.problem(), bad.problem) << bad.text;
    EXPECT_EQ(error.hint(), bad.hint) << bad.text;
    EXPECT_EQ(error.excerpt(), (Excerpt{bad.text, bad.at, bad.length}))
        << bad.text << ' ' << error.excerpt().at << ' '
        << error.excerpt().length;
  }
}

TEST(BlockParseTest, DoesNotWantBlanksOrSignsElsewhere) {
  for (const char* text :
       {"i8@f32:-8", "i8@@f32:8", "@f32:8", "i8@f32:8;axis=1",
        "i8@f32:8 axis=1", "i8@f32:8,axis=--1",
        "i8@f32:8,zero=", "i8@f32:8x8x8", "i8@f32:8]"}) {
    EXPECT_THROW(parse_format(text), Error) << text;
  }
}

}  // namespace
}  // namespace ashlar
