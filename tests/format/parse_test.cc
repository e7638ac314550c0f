// Names of formats as people write them, and what is said about wrong ones.
#include "src/format/parse.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_of;
using test::error_text;

std::string canonical(std::string_view text) {
  return parse_format(text).name();
}

std::string error_in(std::string_view text) {
  return error_text([&] { parse_format(text); });
}

struct Alias {
  const char* text;
  const char* name;
};

const Alias kAliases[] = {
    {"float32", "f32"},
    {"F32", "f32"},
    {"float", "f32"},
    {"bfloat16", "bf16"},
    {"BFLOAT16", "bf16"},
    {"ttnn.bfloat16", "bf16"},
    {"Float16_b", "bf16"},
    {"half", "f16"},
    {"torch.float16", "f16"},
    {"np.float16", "f16"},
    {"double", "f64"},
    {"uint8", "u8"},
    {"int4", "i4"},
    {"UINT4", "u4"},
    {"torch.uint16", "u16"},
    {"bool_", "bool"},
    {"float8_e4m3fn", "f8_e4m3fn"},
    {"torch.float8_e4m3fn", "f8_e4m3fn"},
    {"f8E4M3FN", "f8_e4m3fn"},
    {"FLOAT8E4M3FN", "f8_e4m3fn"},
    {"FP8_E4M3", "f8_e4m3fn"},
    {"F8_E5M2", "f8_e5m2"},
    {"F8_E4M3FNUZ", "f8_e4m3fnuz"},
    {"float8_e4m3b11fnuz", "f8_e4m3b11fnuz"},
    {"f8e4m3", "f8_e4m3"},
    {"float8_e8m0fnu", "e8m0"},
    {"F8_E8M0", "e8m0"},
    {"F6_E2M3", "f6_e2m3fn"},
    {"float4_e2m1fn", "f4_e2m1fn"},
    {"f4e2m1", "f4_e2m1fn"},
    {"F4", "f4_e2m1fn"},
    {"SEN169_FP16", "dlfloat16"},
    {"dl16", "dlfloat16"},
    {"IEEE_FP32", "f32"},
    {"fixed(5,26)", "q5.26"},
    {"Fixed( 16 , 16 )", "q16.16"},
    {"FP8x23", "orion_fp8x23"},
    {"bfloat8_b", "bfp8_b"},
    {"BFLOAT8_B", "bfp8_b"},
    {"ttnn.bfloat4_b", "bfp4_b"},
    {"mxfp8", "mxfp8_e4m3"},
    {"mxfp6e3", "mxfp6_e3m2"},
    {"MXFP4", "mxfp4"},
    {"Q8_0", "q8_0"},
};

TEST(ParseFormatTest, KnowsOtherPeoplesNames) {
  for (const Alias& alias : kAliases) {
    EXPECT_EQ(canonical(alias.text), alias.name) << alias.text;
  }
}

// safetensors means the OCP type, the rest of the world IEEE's.
TEST(ParseFormatTest, LetsCaseDecideOnlyWhereItMust) {
  EXPECT_EQ(canonical("F8_E4M3"), "f8_e4m3fn");
  EXPECT_EQ(canonical("f8_e4m3"), "f8_e4m3");
  EXPECT_EQ(error_in("F8_e4m3"),
            "format: 'F8_e4m3' can be f8_e4m3fn or f8_e4m3; use one of these "
            "names");
}

TEST(ParseFormatTest, GivesHintsForUnknownNames) {
  EXPECT_EQ(error_in("flot32"),
            "format: 'flot32' is not a format; did you mean float32 (f32)?");
  EXPECT_EQ(error_in("bf17"),
            "format: 'bf17' is not a format; did you mean bf16?");
  EXPECT_EQ(error_in("tensor"),
            "format: 'tensor' is not a format; use a name such as f32, bf16, "
            "f8_e4m3fn, i4, q5.26 or mxfp4, or eXmY for a float");
  EXPECT_EQ(error_in(""),
            "format: expected a format, found the end of the text");
  EXPECT_EQ(error_in("[f32"), "format: expected a format, found '['");
  EXPECT_EQ(error_in("f32 row"), "format: expected the end, found 'row'");
  EXPECT_EQ(error_in("fixed(5"),
            "format: expected ',' before the fraction bits, found the end of "
            "the text");
  EXPECT_EQ(error_in("fixed(300,1)"),
            "format: fixed point of too many bits; use at most 64");
  EXPECT_EQ(error_in(std::string(65, 'f')),
            "format: a name of 65 characters; names of formats have at most "
            "64");
}

TEST(ParseFormatTest, PointsAtTheName) {
  const Error error = error_of([] { parse_format("  e12m3 "); });
  EXPECT_EQ(error.excerpt(), (Excerpt{"  e12m3 ", 2, 5}));
  EXPECT_EQ(error.kind(), ErrorKind::invalid);
}

TEST(ParseFormatTest, ReadsTheWordsOfStorage) {
  EXPECT_EQ(parse_format("f4_e2m1fn_w8").bits(), 8);
  EXPECT_EQ(canonical("f4_e2m1fn_w8"), "f4_e2m1fn_w8");
  EXPECT_EQ(canonical("float4_e2m1fn_w8"), "f4_e2m1fn_w8");
  EXPECT_EQ(canonical("e8m10_w32s13"), "tf32");
  EXPECT_EQ(canonical("i4_w4"), "i4");
  EXPECT_EQ(canonical("sm9.23_w64"), "orion_fp8x23");
  EXPECT_EQ(error_in("f32_w31"),
            "format: 'f32_w31' is not possible: words of 31 bits, expected 32 "
            "to 256");
  EXPECT_EQ(error_in("mxfp4_w8"),
            "format: 'mxfp4' is a block format, and 'mxfp4_w8' asks for words "
            "of 8 bits; leave out the words");
  EXPECT_EQ(error_of([] { parse_format("_w8"); }).problem(),
            "'_w8' is not a format");
  EXPECT_THROW(parse_format("f32_w"), Error);
  EXPECT_THROW(parse_format("f32_w32s"), Error);
  EXPECT_THROW(parse_format("f32_w99999"), Error);
  EXPECT_THROW(parse_format("f32_w9999"), Error);
}

TEST(ReadFormatTest, StopsBeforeTheShape) {
  const Alias cases[] = {{"q5.26[2x3]", "q5.26"},
                         {"f8_e4m3fn[2x3]", "f8_e4m3fn"},
                         {" fixed(5,26)[2x3]", "q5.26"},
                         {"float8_e4m3b11fnuz[2x3]", "f8_e4m3b11fnuz"},
                         {"torch.float16 [2x3]", "f16"},
                         {"mxfp4[2x3]", "mxfp4"},
                         {"i8@f32:32[2x3]", "int8_g32"},
                         {"i8@f32:32 [2x3]", "int8_g32"},
                         {"i8@f16:8x8,axis=-3[2x3]", "i8@f16:8x8,axis=-3"},
                         {"i4@f32:channel[2x3]", "i4@f32:channel"},
                         {"i4@f16:64,divisor[2x3]", "i4@f16:64,divisor"},
                         {"u4@f32:8,zero=f32[2x3]", "u4@f32:8,zero=f32"},
                         {"cb10_i8(-1,1)@f16:8[2x3]", "cb10_i8(-1,1)@f16:8"}};
  for (const Alias& c : cases) {
    Cursor cursor(c.text, "spec");
    EXPECT_EQ(read_format(cursor).name(), c.name);
    EXPECT_TRUE(cursor.accept('[')) << c.text;
    EXPECT_EQ(cursor.number("a size"), 2);
  }
}

TEST(ReadFormatTest, ReadsOnlyElementsWhereItMust) {
  Cursor cursor("u8 [a]", "layout");
  EXPECT_EQ(read_element(cursor), parse_format("u8").element());
  EXPECT_TRUE(cursor.accept('['));
  EXPECT_EQ(error_text([] {
              Cursor block("bfp8_b [a]", "layout");
              read_element(block);
            }),
            "layout: expected an element format, found the block format "
            "'bfp8_b'");
  EXPECT_EQ(error_text([] {
              Cursor block("i8@f32:32 [a]", "layout");
              read_element(block);
            }),
            "layout: expected an element format, found the block format "
            "'int8_g32'");
}

TEST(ReadFormatTest, ReadsElementsInsideOfBlocks) {
  Cursor cursor("u8@f32:32", "format");
  EXPECT_EQ(to_string(read_element_name(cursor)), "u8");
  EXPECT_TRUE(cursor.accept('@'));
  EXPECT_EQ(find_element("BFloat16"), parse_format("bf16").element());
  EXPECT_EQ(find_element("e5m6"), parse_format("e5m6").element());
  EXPECT_FALSE(find_element("mxfp4"));
  EXPECT_FALSE(find_element("F8_e4m3"));
  EXPECT_FALSE(find_element("e12m3"));
  EXPECT_FALSE(find_element(""));
}

// Property: text that is nearly a name is read or refused, nothing else, and
// what is read prints as something that reads back.
TEST(ParseFormatTest, SurvivesDamagedNames) {
  std::mt19937 random(5);
  const std::string letters = "abefimnoqsuwxz0123456789._(),[ \xff@:+=-";
  std::vector<std::string> names = {"e4m3b8fnuz_w16",
                                    "binary8p4uf",
                                    "fixed(5,26)",
                                    "sm9.23_w64s3",
                                    "float24",
                                    "u4@f16:32,zero=u4,axis=-2",
                                    "f4_e2m1fn@ue4m3:16+f32:tensor,divisor=1",
                                    "i8@f32:channel,sparse=2:4",
                                    "q1.6@e8m0:4x4,sub=2x2,offset=2",
                                    "cb42f1346_e2m3fn@e8m0:32,sub=8",
                                    "cb10_i8_own(-1,1)@f16:64"};
  for (const NamedFormat& row : formats()) names.emplace_back(row.name);
  int read = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string name = names[random() % names.size()];
    for (std::size_t edits = random() % 3; edits-- > 0;) {
      const std::size_t at = random() % (name.size() + 1);
      const char letter = letters[random() % letters.size()];
      if (random() % 2 == 0 && at < name.size()) {
        name[at] = letter;
      } else {
        name.insert(at, 1, letter);
      }
    }
    try {
      const Format format = parse_format(name);
      EXPECT_EQ(parse_format(format.name()), format) << name;
      ++read;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::invalid) << name;
    }
  }
  EXPECT_GT(read, 1000);
}

TEST(ParseFormatTest, SurvivesHostileText) {
  EXPECT_THROW(parse_format(std::string(60000, 'e')), Error);
  EXPECT_THROW(parse_format(std::string(10 << 20, '1')), Error);
  EXPECT_THROW(parse_format("e" + std::string(30, '9')), Error);
  EXPECT_THROW(parse_format("fixed(99999999999999999999,1)"), Error);
  EXPECT_THROW(parse_format(std::string("f32\0", 4)), Error);
  const auto many = [](std::string_view part) {
    std::string text;
    while (text.size() < 60000) text += part;
    return text;
  };
  EXPECT_THROW(parse_format(many("i8@")), Error);
  EXPECT_THROW(parse_format("i8@" + many("f32:32+")), Error);
  EXPECT_THROW(parse_format("i8@f32:32" + many(",axis=1")), Error);
  EXPECT_THROW(parse_format("i8@f32:32,divisor=" + many("1+")), Error);
  EXPECT_THROW(parse_format("cb47_f32(" + many("1,") + ")@f32:8"), Error);
  EXPECT_THROW(parse_format("cb4" + many("f1")), Error);
}

}  // namespace
}  // namespace ashlar
