// Reading and printing digits.
#include "ashlar/digits.h"

#include <gtest/gtest.h>

#include "tests/support/layout_check.h"
#include "tests/support/random_layout.h"

namespace ashlar {
namespace {

std::string problem_with(std::string_view text) {
  return test::error_of([&] { parse_digits(text); });
}

// Each is its own print.
const char* const kTexts[] = {
    "[]",
    "[h]",
    "[h, w]",
    "[h, w:72]",
    "[h/32, w/32, h/16%2, w/16%2, h%16, w%16]",
    "[0:64]",
    "[a, 0:3, b]",
    "[h%18:32]",
    "[(a b)]",
    "[(a b%3)/4%5:6]",
    "[((a b) c)]",
    "[t, c ^ t]",
    "[a, b, c ^ a ^ b]",
    "[w/8 ^ h%8 ^ a/2%8:16]",
    "p=(h/32 w/32); bank=p%5 | [p/5, h%32, w%32]",
    "s=h/32; t=s/2; core.x=t, core.y=s%2 | [w]",
    "rank=*4 | [h, w]",
    "rank=*4, core=h | [w]",
    "[n, k/32]{ d: f16 []; q: u4 [k%16, k/16%2] }",
    "[h/32]{ e: u8 [h/16%2]; m: i8 [h%32]{ a: u8 []; b: u8 [] } }",
    "[h]{ only: bf16 [w] }",
};

TEST(DigitsTest, PrintsWhatItReads) {
  for (const char* text : kTexts) {
    EXPECT_EQ(to_string(parse_digits(text)), text);
  }
}

TEST(DigitsTest, ReadsBackWhatItPrints) {
  test::Random random(test::test_seed());
  RecordProperty("seed", std::to_string(test::test_seed()));
  for (int i = 0; i < 2000; ++i) {
    const Digits digits = test::random_layout(random).digits;
    const std::string text = to_string(digits);
    ASSERT_EQ(parse_digits(text), digits) << text;
  }
}

TEST(DigitsTest, SkipsBlanksBetweenSymbols) {
  const Digits tight = parse_digits("p=(h/32 w/32);bank=p%5|[p/5,h%32,w%32]");
  EXPECT_EQ(parse_digits("  p = ( h / 32\tw/32 ) ;\n bank = p % 5 | [ p / 5 , "
                         "h % 32,w %32 ]\r\n"),
            tight);
  EXPECT_EQ(to_string(tight), "p=(h/32 w/32); bank=p%5 | [p/5, h%32, w%32]");
}

TEST(DigitsTest, KeepsEveryPartOfADigit) {
  const Digits digits = parse_digits("[h/3%5:7 ^ w%7, 0]");
  ASSERT_EQ(digits.memory.terms.size(), 2u);
  const TermText& term = digits.memory.terms[0];
  EXPECT_EQ(term.digit.source, "h");
  EXPECT_EQ(term.digit.div, 3);
  EXPECT_EQ(term.digit.radix, 5);
  EXPECT_EQ(term.digit.alloc, 7);
  ASSERT_EQ(term.xors.size(), 1u);
  EXPECT_EQ(term.xors[0].source, "w");
  EXPECT_EQ(term.xors[0].radix, 7);
  EXPECT_EQ(digits.memory.terms[1].digit.source, "0");
}

TEST(DigitsTest, ComparesEveryPart) {
  const Digits base = parse_digits("[h/3%5:7 ^ w%7]{ a: u8 [] }");
  for (const char* other :
       {"[h/3%5:7 ^ w%7]{ b: u8 [] }", "[h/3%5:7 ^ w%7]{ a: i8 [] }",
        "[h/3%5:7 ^ w%8]{ a: u8 [] }", "[h/3%5:8 ^ w%7]{ a: u8 [] }",
        "[h/3%6:7 ^ w%7]{ a: u8 [] }", "[h/2%5:7 ^ w%7]{ a: u8 [] }",
        "[w/3%5:7 ^ w%7]{ a: u8 [] }", "[h/3%5:7]{ a: u8 [] }",
        "[(h)/3%5:7 ^ w%7]{ a: u8 [] }", "[h/3%5:7 ^ w%7]",
        "r=*2 | [h/3%5:7 ^ w%7]{ a: u8 [] }",
        "p=h; [h/3%5:7 ^ w%7]{ a: u8 [] }", "[h/3%5:7 ^ w%7]{ a: u8 [w] }"}) {
    EXPECT_NE(parse_digits(other), base) << other;
  }
  EXPECT_EQ(parse_digits("[ h/3 %5:7^w%7 ] {a:u8[]}"), base);
}

TEST(DigitsTest, ReadsOtherSpellingsOfFieldFormats) {
  EXPECT_EQ(to_string(parse_digits("[n]{ e: e8m0 []; q: f4e2m1 [k] }")),
            "[n]{ e: e8m0 []; q: f4_e2m1fn [k] }");
}

struct Wrong {
  const char* text;
  const char* problem;
};

const Wrong kWrong[] = {
    {"",
     "layout: expected '[' or the name of a unit, found the end of the text"},
    {"[", "layout: expected an axis, 0 or '(', found the end of the text"},
    {"[h",
     "layout: expected ',' or ']' after a digit, found the end of the "
     "text"},
    {"[h,]", "layout: expected an axis, 0 or '(', found ']'"},
    {"[,h]", "layout: expected an axis, 0 or '(', found ','"},
    {"[h w]", "layout: expected ',' or ']' after a digit, found 'w'"},
    {"[h]]", "layout: expected the end, found ']'"},
    {"[h] w", "layout: expected the end, found 'w'"},
    {"[h/]", "layout: expected a divisor, found ']'"},
    {"[h/0]", "layout: a divisor is 0, expected at least 1"},
    {"[h%0]", "layout: a radix is 0, expected at least 1"},
    {"[h:0]", "layout: a number of slots is 0, expected at least 1"},
    {"[h/-1]", "layout: expected a divisor, found '-'"},
    {"[h:3%2]", "layout: expected ',' or ']' after a digit, found '%'"},
    {"[3]",
     "layout: a number where an axis was expected; only 0, a gap, can "
     "stand here"},
    {"[()]", "layout: expected an axis, 0 or '(', found ')'"},
    {"[(h]", "layout: expected an axis, 0 or '(', found ']'"},
    {"[h ^ ]", "layout: expected an axis, 0 or '(', found ']'"},
    {"core=h [w]",
     "layout: expected ',', ';' or '|' after a digit, found "
     "'['"},
    {"core=h | bank=w | []",
     "layout: expected '[' before the digits in memory, found 'bank'"},
    {"core=*0 | [h]", "layout: a number of copies is 0, expected at least 1"},
    {"core h | [w]", "layout: expected '=' after the name core, found 'h'"},
    {"[h]{}", "layout: expected the name of a field, found '}'"},
    {"[h]{ a u8 [] }", "layout: expected ':' after the field a, found 'u8'"},
    {"[h]{ a: u8 [] ",
     "layout: expected ';' or '}' after a field, found the end of the text"},
    {"[h]{ a: u8 }",
     "layout: expected '[' before the digits in memory, found '}'"},
    {"[abcdefghijklmnop]", "layout: a name of 16 characters; use at most 15"},
    {"[h/9223372036854775808]",
     "layout: the number is larger than 2^62; use a smaller one"},
    {"[h\x01]", "layout: expected ',' or ']' after a digit, found '\\x01'"},
};

TEST(DigitsTest, SaysWhatItExpectedAndWhatItFound) {
  for (const Wrong& wrong : kWrong) {
    EXPECT_EQ(problem_with(wrong.text), wrong.problem) << wrong.text;
  }
}

TEST(DigitsTest, SaysThatLetsComeFirst) {
  EXPECT_EQ(problem_with("core=h, p=w; [p]"),
            "layout: a let-name after a unit; write all 'name = digit;' "
            "before the first unit");
  EXPECT_EQ(problem_with("rank=*4; [h]"),
            "layout: a let-name after a unit; write all 'name = digit;' "
            "before the first unit");
}

TEST(DigitsTest, PointsAtTheProblem) {
  try {
    parse_digits("[h/32, w/zero]");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid);
    EXPECT_EQ(error.where(), "layout");
    EXPECT_EQ(error.excerpt().text, "[h/32, w/zero]");
    EXPECT_EQ(error.excerpt().at, 9u);
    EXPECT_EQ(error.excerpt().length, 4u);
  }
}

TEST(DigitsTest, RefusesDeepNesting) {
  const auto nested = [](std::size_t depth) {
    return "[" + std::string(depth, '(') + "h" + std::string(depth, ')') + "]";
  };
  EXPECT_EQ(problem_with(nested(15)), "");
  EXPECT_EQ(problem_with(nested(20)), "layout: nested more than 16 deep");
  EXPECT_EQ(problem_with(nested(30000)), "layout: nested more than 16 deep");
  std::string records;
  for (int i = 0; i < 2000; ++i) records += "[]{a:u8";
  EXPECT_EQ(problem_with(records), "layout: nested more than 16 deep");
}

TEST(DigitsTest, RefusesLongTexts) {
  const std::string text = "[" + std::string(10'000'000, ' ') + "]";
  EXPECT_EQ(problem_with(text),
            "layout: the text has 10000002 characters, at most 65536 are "
            "read");
}

}  // namespace
}  // namespace ashlar
