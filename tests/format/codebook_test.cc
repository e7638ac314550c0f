// Names of codebooks, tables of one's own, and what is said about wrong ones.
#include "src/format/codebook.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ashlar/format.h"
#include "src/format/elements.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_text;

std::string error_in(std::string_view name) {
  return error_text([&] { parse_codebook(name); });
}

TEST(CodebookTest, ReadsWhatItsNameSays) {
  const auto book = parse_codebook("CB42F1346_e2m3fnuz");
  EXPECT_EQ(book->name, "cb42f1346_e2m3fn");
  EXPECT_EQ(book->index_bits, 4);
  EXPECT_EQ(book->meta_bits, 2);
  EXPECT_EQ(to_string(book->element), "f6_e2m3fn");
  EXPECT_EQ(book->numbers.size(), 64u);
  EXPECT_EQ(parse_codebook("cb40f_f6_e2m3fn")->name, "cb40f_e2m3fn");
  EXPECT_EQ(parse_codebook("cb40f_float8_e4m3fn")->name, "cb40f_e4m3fn");
  EXPECT_EQ(parse_codebook("cb40f_e2m3fn_label")->name, "cb40f_e2m3fn_label");
}

TEST(CodebookTest, KnowsTheTablesOfOthers) {
  const auto nf4 = parse_codebook("cb40_f32_nf4");
  ASSERT_EQ(nf4->numbers.size(), 16u);
  EXPECT_EQ(nf4->numbers[7], 0);
  EXPECT_EQ(nf4->numbers[1], static_cast<double>(-0.6961928009986877f));
  EXPECT_EQ(nf4->numbers[14], static_cast<double>(0.7229568362236023f));
  for (std::size_t i = 1; i < 16; ++i) {
    EXPECT_LT(nf4->numbers[i - 1], nf4->numbers[i]);
  }
  const auto iq4 = parse_codebook("cb40_i8_iq4nl");
  EXPECT_EQ(iq4->numbers.front(), -127);
  EXPECT_EQ(iq4->numbers[8], 1);
  EXPECT_EQ(iq4->numbers.back(), 113);
}

TEST(CodebookTest, ReadsTablesOfOnesOwn) {
  const auto book = parse_codebook("cb11_e8m7_own(-1.5, -0, 0.25, 1e3)");
  EXPECT_EQ(book->name, "cb11_bf16_own");
  EXPECT_EQ(book->numbers, (std::vector<double>{-1.5, -0.0, 0.25, 1000}));
  EXPECT_EQ(spell_numbers(*book), "(-1.5,-0,0.25,1000)");
  EXPECT_EQ(spell_numbers(*parse_codebook("cb40_f32_nf4")), "");
  EXPECT_EQ(spell_numbers(*parse_codebook("cb40f_e2m3fn_label")), "");
}

TEST(CodebookTest, SaysWhatIsWrongWithAName) {
  EXPECT_EQ(error_in("nf4"),
            "codebook: 'nf4' is not a codebook; use a name such as "
            "cb42f1346_e2m3fn");
  const std::string digits =
      " is not possible: its two digits are the index bits, 1 to 8, and the "
      "meta bits, 0 to 8";
  EXPECT_EQ(error_in("cb04_f32"), "codebook: 'cb04_f32'" + digits);
  EXPECT_EQ(error_in("cb49_f32"), "codebook: 'cb49_f32'" + digits);
  EXPECT_EQ(error_in("cb4_f32"), "codebook: 'cb4_f32'" + digits);
  EXPECT_EQ(error_in("cb40f"),
            "codebook: 'cb40f' is not possible: it does not say whose numbers "
            "its tables hold; add the element, as in cb40f_e2m3fn");
  EXPECT_EQ(error_in("cb40f_mxfp4"),
            "codebook: 'cb40f_mxfp4' is not possible: 'mxfp4' is not an "
            "element");
  EXPECT_EQ(error_in("cb40f_f64"),
            "codebook: 'cb40f_f64' is not possible: the tables of a codebook "
            "cannot hold f64");
  EXPECT_EQ(error_in("cb40_bool(0,1)"),
            "codebook: 'cb40_bool' is not possible: the tables of a codebook "
            "cannot hold bool");
  EXPECT_EQ(error_in("cb41f_e2m3fn"),
            "codebook: 'cb41f_e2m3fn' is not possible: 'f' makes 1 tables, but "
            "its meta bits are for 2");
  EXPECT_EQ(error_in("icb43fi_e2m3fn"),
            "codebook: 'icb43fi_e2m3fn' is not possible: of the names with icb "
            "there is only icb44fi");
  EXPECT_EQ(error_in("cb40f_e2m3fn(1)"),
            "codebook: expected the end, found '('");
}

struct Change {
  std::string problem;
  void (*change)(Codebook&);
};

TEST(CodebookTest, RefusesTablesThatCannotBe) {
  const Change cases[] = {
      {"", [](Codebook&) {}},
      {"", [](Codebook& b) { b.name = "cb20_i8"; }},
      {"", [](Codebook& b) { b.name = "cb20_i8_mine"; }},
      {"a codebook with an index of 9 bits, expected 1 to 8",
       [](Codebook& b) { b.index_bits = 9; }},
      {"a codebook with -1 meta bits, expected 0 to 8",
       [](Codebook& b) { b.meta_bits = -1; }},
      {"a codebook of 4 numbers, expected 8 for 2 index and 1 meta bits",
       [](Codebook& b) { b.meta_bits = 1; }},
      {"0.5 in a codebook is no number of i8",
       [](Codebook& b) { b.numbers[3] = 0.5; }},
      {"128 in a codebook is no number of i8",
       [](Codebook& b) { b.numbers[3] = 128; }},
      {"-129 in a codebook is no number of i8",
       [](Codebook& b) { b.numbers[0] = -129; }},
      {"inf in a codebook is no number of i8",
       [](Codebook& b) { b.numbers[3] = HUGE_VAL; }},
      {"a table must ascend, but -128 comes after 0",
       [](Codebook& b) { std::swap(b.numbers[0], b.numbers[1]); }},
      {"the name 'mine' is none of a codebook, such as cb20_i8",
       [](Codebook& b) { b.name = "mine"; }},
      {"the name 'cb30_i8' is not that of a codebook cb20_i8",
       [](Codebook& b) { b.name = "cb30_i8"; }},
      {"the name 'cb20_u8' is not that of a codebook cb20_i8",
       [](Codebook& b) { b.name = "cb20_u8"; }},
      {"the name 'cb20i_i8' stands for other tables; leave it empty",
       [](Codebook& b) { b.name = "cb20i_i8"; }},
      {"the name 'cb20f_i8': 'f' needs an index of 3 bits or more",
       [](Codebook& b) { b.name = "cb20f_i8"; }},
  };
  for (const Change& c : cases) {
    Codebook book;
    book.index_bits = 2;
    book.element = integer_element(8, Sign::present);
    book.numbers = {-128, 0, 1, 127};
    c.change(book);
    EXPECT_EQ(why_not(book), c.problem);
  }
}

TEST(CodebookTest, FindsTheCanonicalName) {
  Codebook book;
  book.index_bits = 1;
  book.element = parse_format("f6_e2m3fn_w6").element();
  book.numbers = {-1, 1};
  ASSERT_EQ(why_not(book), "");
  EXPECT_EQ(canonical(book).name, "cb10_e2m3fn");
  EXPECT_EQ(to_string(canonical(book).element), "f6_e2m3fn");
  EXPECT_EQ(canonical(canonical(book)), canonical(book));
}

TEST(CodebookTest, ComparesUnsignedAndSignMagnitudeNumbers) {
  EXPECT_EQ(parse_codebook("cb10_u4(0,15)")->numbers.back(), 15);
  EXPECT_THROW(parse_codebook("cb10_u4(-1,15)"), Error);
  EXPECT_THROW(parse_codebook("cb10_u4(0,16)"), Error);
  EXPECT_THROW(parse_codebook("cb10_sm1.2(-2,0)"), Error);
  EXPECT_EQ(parse_codebook("cb10_sm1.2(-1.75,0)")->numbers[0], -1.75);
  EXPECT_THROW(parse_codebook("cb10_e8m0(0,1)"), Error);
  EXPECT_EQ(parse_codebook("cb10_i1(-1,0)")->numbers[0], -1);
}

}  // namespace
}  // namespace ashlar
