// Block formats that contradict themselves, and what is said about them.
#include <gtest/gtest.h>

#include "ashlar/format.h"
#include "src/format/blocks.h"
#include "src/format/elements.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_text;
using Scope = ScaleLevel::Scope;

Element element(std::string_view name) { return parse_format(name).element(); }

/// What is said about `text` after it was changed.
template <class Change>
std::string problem(std::string_view text, Change change) {
  const Format format = parse_format(text);
  Block block = *format.block();
  change(block);
  return why_not(format.element(), block);
}

std::string problem(std::string_view text) {
  return test::error_of([&] { parse_format(text); }).problem();
}

TEST(BlockCheckTest, RefusesScalesThatCannotBe) {
  EXPECT_EQ(problem("i8@f32:32", [](Block& b) { b.scales.clear(); }),
            "a block format needs a scale");
  EXPECT_EQ(problem("i8@f32:32",
                    [](Block& b) {
                      b.scales = {{element("f32"), Scope::tile, 1, 8},
                                  {element("f32"), Scope::tile, 1, 16},
                                  {element("f32"), Scope::channel},
                                  {element("f32"), Scope::tensor}};
                    }),
            "4 levels of scales, expected at most 3");
  EXPECT_EQ(problem("i8@f32:0"), "a scale for 0 elements, expected 1 or more");
  EXPECT_EQ(problem("i8@f32:0x8"),
            "a scale for 0x8 elements, expected 1 or more");
  EXPECT_EQ(problem("i8@f32:2147483648"),
            "a scale for 2147483648 elements, expected at most 2^30 along an "
            "axis");
  EXPECT_EQ(problem("i8@bool:32"),
            "a scale cannot be bool; use a float or a power of two");
  EXPECT_EQ(problem("i8@f32:channel", [](Block& b) { b.scales[0].cols = 8; }),
            "a scale for all of a row is not for 8 elements of it");
  EXPECT_EQ(problem("i8@f32:tensor", [](Block& b) { b.scales[0].rows = 2; }),
            "a scale for the tensor has no tile, but 2x1 is given");
  EXPECT_EQ(problem("i8@f32:32",
                    [](Block& b) { b.scales[0].element.exponent_bits = 0; }),
            "a scale cannot be: 0 exponent bits, expected 1 to 11");
}

TEST(BlockCheckTest, KnowsScalesForAllRows) {
  EXPECT_EQ(problem("i8@f32:*x8", [](Block& b) { b.scales[0].rows = 2; }),
            "a scale for all rows is not for 2 of them");
  EXPECT_EQ(problem("i8@f32:*x8,axis=0"),
            "tiles of several rows need an axis before axis 0");
  EXPECT_EQ(problem("i8@f32:8+f32:*x12"),
            "a scale for 12 elements of all rows cannot come after one for 8: "
            "it must be for several of those tiles");
  EXPECT_EQ(problem("i8@f32:*x8+f32:*x8"),
            "a scale for 8 elements of all rows cannot come after one for 8: "
            "it must be for several of those tiles");
  const std::string order =
      "scales must come from the finest to the coarsest: tiles, then "
      "channels, then the tensor";
  EXPECT_EQ(problem("i8@f32:*x8+f32:channel"), order);
  EXPECT_EQ(problem("i8@f32:*x8+f32:16"), order);
  EXPECT_EQ(problem("i8@f32:channel+f32:*x8"), order);
  EXPECT_EQ(problem("q1.6@e8m0:*x8,sub=2,offset=1"),
            "subtiles are parts of tiles, but there is no scale for tiles");
  for (const char* text : {"i8@f32:8+f32:*x8", "i8@f32:4x8+f32:*x16",
                           "i8@f32:*x8+f32:*x16", "i8@f32:*x8+f32:tensor"}) {
    EXPECT_EQ(parse_format(text).name(), text);
  }
}

TEST(BlockCheckTest, WantsScalesFromTheFinestToTheCoarsest) {
  EXPECT_EQ(problem("i8@f32:32+f32:48"),
            "a scale for 48 cannot come after one for 32: it must be for "
            "several of those tiles");
  EXPECT_EQ(problem("i8@f32:32+f32:32"),
            "a scale for 32 cannot come after one for 32: it must be for "
            "several of those tiles");
  EXPECT_EQ(problem("i8@f32:4x32+f32:64"),
            "a scale for 64 cannot come after one for 4x32: it must be for "
            "several of those tiles");
  const std::string order =
      "scales must come from the finest to the coarsest: tiles, then channels, "
      "then the tensor";
  EXPECT_EQ(problem("i8@f32:tensor+f32:32"), order);
  EXPECT_EQ(problem("i8@f32:channel+f32:channel"), order);
  EXPECT_EQ(problem("i8@f32:tensor+f32:channel"), order);
  EXPECT_EQ(problem("i8@f32:4x32+f32:channel"),
            "tiles of 4 rows do not divide channels of 1");
  EXPECT_TRUE(parse_format("i8@f16:4x32+f32:8xchannel").is_block());
  EXPECT_EQ(parse_format("i8@u6:16+f16:4x32+f32:tensor").block()->scales.size(),
            3u);
  EXPECT_TRUE(parse_format("i8@f16:32+f32:channel+f32:tensor").is_block());
}

TEST(BlockCheckTest, RefusesElementsThatCannotBeScaled) {
  EXPECT_EQ(problem("bool@f32:32"), "bool cannot be scaled: it is no number");
  EXPECT_EQ(problem("e8m0@f32:32"), "e8m0 cannot be scaled: it has no zero");
  EXPECT_EQ(why_not(codebook_element(4), *parse_format("i8@f32:32").block()),
            "its elements are places in a codebook, but it has none");
}

TEST(BlockCheckTest, ComparesACodebookWithItsElements) {
  const Block nf4 = *parse_format("nf4").block();
  EXPECT_EQ(why_not(element("i4"), nf4),
            "a codebook needs elements that are places in it, not i4");
  EXPECT_EQ(why_not(codebook_element(3), nf4),
            "places of 3 bits in a codebook with an index of 4");
  EXPECT_EQ(why_not(in_words(codebook_element(4), 3), nf4),
            "words of 3 bits, expected 4 to 256");
  EXPECT_EQ(why_not(in_words(codebook_element(4), 8, 4), nf4), "");
  EXPECT_EQ(problem("nf4",
                    [](Block& b) {
                      Codebook book = *b.codebook;
                      book.numbers.pop_back();
                      b.codebook = std::make_shared<const Codebook>(book);
                    }),
            "a codebook of 15 numbers, expected 16 for 4 index and 0 meta "
            "bits");
}

TEST(BlockCheckTest, RefusesSubtilesThatAreNoParts) {
  EXPECT_EQ(problem("q1.6@e8m0:12,sub=8,offset=1"),
            "subtiles of 8 do not divide the tile of 12");
  EXPECT_EQ(problem("q1.6@e8m0:16,sub=2x8,offset=1"),
            "subtiles of 2x8 do not divide the tile of 16");
  EXPECT_EQ(problem("q1.6@e8m0:16,sub=0,offset=1"),
            "subtiles of 0, expected 1 or more");
  EXPECT_EQ(problem("q1.6@e8m0:channel,sub=8,offset=1"),
            "subtiles are parts of tiles, but there is no scale for tiles");
  const std::string useless =
      "subtiles need an offset, or a codebook with several tables to pick from";
  EXPECT_EQ(problem("q1.6@e8m0:16,sub=8"), useless);
  EXPECT_EQ(problem("cb40_f32_nf4@f32:64,sub=8"), useless);
}

TEST(BlockCheckTest, RefusesOffsetsWithoutSubtilesOrPowersOfTwo) {
  EXPECT_EQ(problem("q1.6@e8m0:16,offset=1"),
            "an offset is one of a subtile, but there are no subtiles");
  EXPECT_EQ(problem("q1.6@e8m0:16,sub=8,offset=9"),
            "an offset of 9 bits, expected 1 to 8");
  EXPECT_EQ(problem("q1.6@f16:16,sub=8,offset=1"),
            "an offset is one of powers of two, but the scale is f16");
  EXPECT_EQ(problem("cb41fi_e2m2fn@e8m0:32,sub=8,offset=1"),
            "subtiles either pick a table or have an offset");
}

TEST(BlockCheckTest, RefusesAxesThatNoShapeHas) {
  EXPECT_EQ(problem("i8@f32:32,axis=-9"), "axis -9, expected -8 to 7");
  EXPECT_EQ(problem("i8@f32:32,axis=8"), "axis 8, expected -8 to 7");
  EXPECT_EQ(problem("i8@f32:4x4,axis=0"),
            "tiles of several rows need an axis before axis 0");
  EXPECT_EQ(problem("i8@f32:4x4,axis=-8"),
            "tiles of several rows need an axis before axis -8");
  EXPECT_EQ(parse_format("i8@f32:32,axis=0").block()->axis, 0);
  EXPECT_EQ(parse_format("i8@f32:4x4,axis=-7").block()->axis, -7);
}

TEST(BlockCheckTest, RefusesZeroPointsWhereTheyMeanNothing) {
  EXPECT_EQ(problem("i8@f32:32,zero=u8"),
            "a zero point is for integers without a sign, but the elements are "
            "i8");
  EXPECT_EQ(problem("f8_e4m3fn@f32:32,zero=f32"),
            "a zero point is for integers without a sign, but the elements are "
            "f8_e4m3fn");
  EXPECT_EQ(problem("u8@e8m0:32,zero=u8"),
            "a zero point needs a scale that is no power of two, but it is "
            "e8m0");
  for (const char* zero : {"u4", "i8", "e8m0", "bool", "q1.6"}) {
    EXPECT_EQ(problem(std::string("u8@f32:32,zero=") + zero),
              std::string("a zero point is a float or an unsigned integer of 8 "
                          "bits or more, not ") +
                  zero);
  }
  EXPECT_TRUE(parse_format("u4@f32:32,zero=u8").block()->zero);
  EXPECT_TRUE(parse_format("u4@f32:32,zero=bf16").block()->zero);
}

TEST(BlockCheckTest, RefusesSparsityThatDoesNotFit) {
  EXPECT_EQ(problem("i8@f32:4,sparse=2:8"),
            "sparse groups of 8 do not divide the tile of 4");
  EXPECT_EQ(problem("cb41fi_e2m2fn@e8m0:32,sub=4,sparse=2:8"),
            "sparse groups of 8 do not divide the subtile of 4");
  for (const char* bad : {"3:4", "4:4", "2:6", "0:4", "8:4", "2:64"}) {
    EXPECT_EQ(problem(std::string("i8@f32:64,sparse=") + bad),
              std::string("sparsity of ") + bad +
                  ", expected powers of two such as 2:4, the second one larger "
                  "and at most 32");
  }
  EXPECT_EQ(
      problem("i8@f32:32x32,sparse=2:4"),
      "sparsity of 2:4 with tiles of several rows: a mask would have to "
      "keep as many numbers in every row as in every column, and only one "
      "axis can be made shorter; use tiles along one axis");
  EXPECT_EQ(problem("i8@f32:32+f32:4x32,sparse=2:4").substr(0, 15),
            "sparsity of 2:4");
  EXPECT_TRUE(parse_format("i8@f32:tensor,sparse=1:2").block()->sparsity);
}

TEST(BlockCheckTest, ThrowsWhatItSays) {
  EXPECT_EQ(error_text([] { Format(element("i8"), Block{}); }),
            "format: a block format needs a scale");
  const Error error = test::error_of([] { parse_format("i8@f32:0"); });
  EXPECT_EQ(error.kind(), ErrorKind::invalid);
  EXPECT_EQ(error.excerpt(), (Excerpt{"i8@f32:0", 0, 8}));
}

}  // namespace
}  // namespace ashlar
