// What makes a list of digits an injective map, and what errors say.
#include <gtest/gtest.h>

#include "tests/support/layout_check.h"

namespace ashlar {
namespace {

std::string problem_with(std::string_view layout, std::string_view shape) {
  return test::error_of([&] { test::bind_text(layout, shape); });
}

struct Wrong {
  const char* layout;
  const char* shape;
  const char* problem;
};

const Wrong kWrong[] = {
    // a digit is missing
    {"[h/32, w/32, w%32]", "h=100, w=70",
     "layout: axis h: the lowest digit h/32 starts at 32, expected 1"},
    {"[h/32, h%16, w]", "h=100, w=70",
     "layout: axis h: digit h/32 starts at 32, expected 16"},
    {"[h%32, w]", "h=100, w=70", "layout: axis h: its digits cover 32 of 100"},
    {"[h/16%2, h%16, w]", "h=100, w=70",
     "layout: axis h: its digits cover 32 of 100"},
    // digits overlap
    {"[h/16, h%32, w]", "h=100, w=70",
     "layout: axis h: digit h/16 starts at 16, expected 32"},
    {"[h, h, w]", "h=3, w=2",
     "layout: axis h: digit h starts at 1, expected 3"},
    {"[h/4, h/4, h%4]", "h=8",
     "layout: axis h: digit h/4 starts at 4, expected 8"},
    {"core=h | [h]", "h=3", "layout: axis h: digit h starts at 1, expected 3"},
    {"[h/4, (h%4 w), h%4]", "h=8, w=2",
     "layout: axis h: digit h%4 starts at 1, expected 4"},
    // an axis is dropped
    {"[h]", "h=100, w=70", "layout: axis w of size 70 is not placed"},
    {"[]", "h=2", "layout: axis h of size 2 is not placed"},
    {"[w]", "h=0, w=2", "layout: axis h of size 0 is not placed"},
    // too few slots
    {"[h, w:69]", "h=100, w=70",
     "layout: axis w: the digit w:69 takes 70 values, but has only 69 slots"},
    {"[h/32:3, h%32, w]", "h=100, w=70",
     "layout: axis h: the digit h/32:3 takes 4 values, but has only 3 slots"},
    {"[h%32:16, h/32, w]", "h=100, w=70",
     "layout: axis h: the digit h%32:16 takes 32 values, but has only 16 "
     "slots"},
    // XOR of unequal extents
    {"[h, w ^ h]", "h=4, w=8",
     "layout: the digit w with 8 slots is XORed with h with 4; both need the "
     "same power of two"},
    {"[h, w ^ h]", "h=6, w=6",
     "layout: the digit w with 6 slots is XORed with h with 6; both need the "
     "same power of two"},
    // XOR operands that are not stored
    {"[h/4, h%4, w ^ h/2%4]", "h=16, w=4",
     "layout: the digit w is XORed with h/2%4, which is not stored on its "
     "own"},
    {"s=h; [s, w ^ h]", "h=4, w=4",
     "layout: the digit w is XORed with h, which is not stored on its own"},
    {"p=a; q=b; [p ^ b, q ^ a]", "a=4, b=4",
     "layout: the digit p is XORed with b, which is not stored on its own"},
    {"[h, w ^ (h)]", "h=4, w=4",
     "layout: the digit w is XORed with the join (h); give the join a name "
     "and store it"},
    // lets
    {"s=(h w); [s/2, h]", "h=4, w=3",
     "layout: axis h: digit h starts at 1, expected 4"},
    {"s=(h w); [s/2]", "h=4, w=3",
     "layout: the let-name s: the lowest digit s/2 starts at 2, expected 1"},
    {"s=(h w); [s/4, s%3]", "h=4, w=3",
     "layout: the let-name s: digit s/4 starts at 4, expected 3"},
    {"[(h w)%5]", "h=4, w=3", "layout: a join: its digits cover 5 of 12"},
};

TEST(ValidityTest, ErrorsNameTheAxisAndTheDigit) {
  for (const Wrong& wrong : kWrong) {
    EXPECT_EQ(problem_with(wrong.layout, wrong.shape), wrong.problem)
        << wrong.layout;
  }
}

TEST(ValidityTest, OnlyTheWayToTheDataPadsTheShape) {
  const BoundLayout layout =
      test::bind_text("[]{ q: i8 [(w:4 h)]; s: f32 [(w:4 h)] }", "h=1, w=3");
  EXPECT_EQ(to_string(layout.shape()), "[1, 3[4]]");
}

TEST(ValidityTest, NamesMadeInCodeMayNotBeLong) {
  Digits digits = parse_digits("core=a | []");
  digits.places.front().unit = "a_rather_long_name";
  EXPECT_EQ(test::error_of([&] {
              ashlar::bind(digits, Shape{2}, AxisNames(), Element{});
            }),
            "layout: the name a_rather_long_name has more than 15 characters");
}

TEST(ValidityTest, RingsOfXorsAreRefused) {
  const char kProblem[] = "layout: the digit a is XORed with itself in the end";
  EXPECT_EQ(problem_with("[a ^ b, b ^ a]", "a=4, b=4"), kProblem);
  EXPECT_EQ(problem_with("[a ^ b, b ^ c, c ^ a]", "a=4, b=4, c=4"), kProblem);
  EXPECT_NE(problem_with("[a ^ a]", "a=4"), "");
  EXPECT_NE(problem_with("[a ^ a, b]", "a=4, b=4"), "");
}

// XORed with what the let becomes, which is not known yet.
TEST(ValidityTest, ALetCannotUseAnotherOneThatFollows) {
  EXPECT_NE(problem_with("p=a ^ q; q=p; [q]", "a=4"), "");
  EXPECT_NE(problem_with("p=a ^ q; q=b; [p, q]", "a=4, b=4"), "");
  EXPECT_NE(problem_with("p=a ^ p; [p]", "a=4"), "");
  EXPECT_NE(problem_with("p=(a q); q=b; [p]", "a=4, b=4"), "");
}

TEST(ValidityTest, ChainsOfXorsCanBeUndone) {
  // b has a slot to spare, which the XOR may use.
  const char kText[] = "[a ^ b:4, b:4 ^ c, c]";
  EXPECT_TRUE(test::agrees(test::bind_text(kText, "a=4, b=3, c=4"),
                           test::oracle_for(kText, "a=4, b=3, c=4")));
}

// A record may repeat an XOR in each of its fields.
TEST(ValidityTest, EachFieldHasItsOwnXorOperands) {
  const char kText[] = "[n]{ s: u8 [a ^ b, b]; q: i8 [a ^ b, b] }";
  EXPECT_TRUE(test::agrees(test::bind_text(kText, "n=2, a=4, b=4"),
                           test::oracle_for(kText, "n=2, a=4, b=4")));
  EXPECT_EQ(problem_with("[n]{ s: u8 [a ^ b]; q: i8 [a, b] }", "n=2, a=4, b=4"),
            "layout: the digit a is XORed with b, which is stored in another "
            "field");
}

TEST(ValidityTest, AxesOfSizeOneNeedNoDigit) {
  EXPECT_EQ(problem_with("[h]", "h=5, w=1"), "");
  EXPECT_EQ(problem_with("[]", "h=1, w=1"), "");
  EXPECT_EQ(problem_with("[h/4, h%4]", "h=1"), "");
}

TEST(ValidityTest, TopDigitsMayCountFurtherThanTheAxis) {
  EXPECT_EQ(problem_with("[h/32%8, h%32]", "h=40"), "");
  EXPECT_EQ(problem_with("[h%64]", "h=40"), "");
  EXPECT_EQ(problem_with("[h/32%1, h%32]", "h=32"), "");
  EXPECT_EQ(problem_with("[h/32%1, h%32]", "h=33"),
            "layout: axis h: its digits cover 32 of 33");
}

TEST(ValidityTest, PaddedSizesFollowTheDigits) {
  struct Case {
    const char* layout;
    const char* shape;
    const char* padded;
  };
  const Case cases[] = {
      {"[h, w]", "h=14, w=28", "[14, 28]"},
      {"[h/32, w/32, h%32, w%32]", "h=14, w=28", "[14[32], 28[32]]"},
      {"[h/32, w/32, h%32, w%32]", "h=64, w=33", "[64, 33[64]]"},
      {"[h, w:72]", "h=9, w=70", "[9, 70[72]]"},
      {"[b:128, c/64, a:64, c%64]", "a=5, b=100, c=150",
       "[5[64], 100[128], 150[192]]"},
      {"core=h/64 | [h/32%2, w, h%32]", "h=150, w=3", "[150[192], 3]"},
      {"[h%18:32, h/18]", "h=53", "[53[96]]"},
      {"l=h%18:32; core.y=h/18, core.x=w/32 | [l/16, w/16%2, l%16, w%16]",
       "h=53, w=63", "[53[96], 63[64]]"},
      {"[h/32%8, h%32]", "h=40", "[40[256]]"},
      {"[]", "", "[]"},
      {"[h/4, w, h%4]", "h=0, w=5", "[0, 5]"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(to_string(test::bind_text(c.layout, c.shape).shape()), c.padded)
        << c.layout;
  }
}

}  // namespace
}  // namespace ashlar
