// The same function with as few digits as possible.
#include <gtest/gtest.h>

#include "tests/support/layout_check.h"

namespace ashlar {
namespace {

std::string canonical_text(std::string_view layout, std::string_view shape) {
  return to_string(to_digits(canonical(test::bind_text(layout, shape))));
}

struct Case {
  const char* layout;
  const char* shape;
  const char* canonical;
};

const Case kCases[] = {
    // already as short as can be
    {"[h, w]", "h=5, w=7", "[h, w]"},
    {"[]", "", "[]"},
    {"[h, w:72]", "h=9, w=70", "[h, w:72]"},
    {"[h/32, w/32, h%32, w%32]", "h=100, w=70", "[h/32, w/32, h%32, w%32]"},
    // digits that are always 0
    {"[h, w, n]", "h=5, w=1, n=7", "[h, n]"},
    {"[h/8, w, h%8]", "h=5, w=7", "[w, h:8]"},
    {"[0, h, 0:1]", "h=5", "[h]"},
    {"[h%1, h]", "h=5", "[h]"},
    // gaps
    {"[0:3, h]", "h=5", "[h:15]"},
    {"[h, 0:3]", "h=5", "[h, 0:3]"},
    {"[h, n:3]", "h=5, n=1", "[h, 0:3]"},
    {"[0:2, 0:3]", "", "[0:6]"},
    // neighbours
    {"[h/4, h%4, w]", "h=8, w=3", "[h, w]"},
    {"[h/4, h%4, w]", "h=7, w=3", "[h:8, w]"},
    {"[h/4, h/2%2, h%2]", "h=16", "[h]"},
    {"[h/4:5, h%4]", "h=16", "[h:20]"},
    {"[h/4, h%4:5]", "h=16", "[h/4, h%4:5]"},
    {"[b/8, b%8, c/8, a/8, a%8, c%8]", "a=3, b=12, c=18",
     "[b:16, c/8, a:8, c%8]"},
    {"[h/32, w/32, h/16%2, w/16%2, h%16, w%16]", "h=64, w=16",
     "[h/16, h%16:32, w]"},
    // joins that change nothing
    {"p=h; [p, w]", "h=5, w=7", "[h, w]"},
    {"p=h/2; [p/2, p%2, h%2]", "h=16", "[h]"},
    {"[(h w)]", "h=5, w=7", "[h, w]"},
    {"r=(b h); core=r/64 | [r%64, w]", "b=1, h=150, w=7",
     "core=h/64 | [h%64, w]"},
    {"p=(h w); [p/7, p%7]", "h=5, w=7", "[h, w]"},
    // joins that do not
    {"p=(h/32 w/32); bank=p%5 | [p/5, h%32, w%32]", "h=100, w=70",
     "j0=(h/32 w/32); bank=j0%5 | [j0/5, h%32, w%32]"},
    {"l=h%18:32; core=h/18 | [l/16, l%16]", "h=53", "core=h/18 | [h%18:32]"},
    // XORs stay
    {"[h/8, h%8, w/8 ^ h%8, w%8]", "h=16, w=64", "[h/8, h%8, w/8 ^ h%8, w%8]"},
    // records
    {"[h/4, h%4]{ s: u8 [w/4]; q: i8 [w/4, w/2%2, w%2] }", "h=8, w=8",
     "[h]{ s: u8 [w/4]; q: i8 [w] }"},
};

TEST(CanonicalTest, IsAsShortAsItCanBe) {
  for (const Case& c : kCases) {
    EXPECT_EQ(canonical_text(c.layout, c.shape), c.canonical) << c.layout;
  }
}

TEST(CanonicalTest, IsTheSameFunction) {
  for (const Case& c : kCases) {
    const BoundLayout simple = canonical(test::bind_text(c.layout, c.shape));
    EXPECT_TRUE(test::agrees(simple, test::oracle_for(c.layout, c.shape)))
        << c.layout;
  }
}

TEST(CanonicalTest, IsItsOwnCanonicalForm) {
  for (const Case& c : kCases) {
    const BoundLayout simple = canonical(test::bind_text(c.layout, c.shape));
    EXPECT_EQ(canonical(simple), simple) << c.layout;
    EXPECT_EQ(canonical_text(c.canonical, c.shape), c.canonical);
  }
}

TEST(CanonicalTest, CanBeReadBackHoweverDeepTheJoins) {
  for (const char* text :
       {"p=a ^ b; q=p ^ b; r=q ^ b; s=r ^ b; t=s ^ b; u=t ^ b; v=u ^ b; "
        "x=v ^ b; [x, b]",
        "p=(a 0:2):9; q=(p 0:2):19; r=(q 0:2):39; [(r 0:2):79, b]",
        "[(((((((a:5 0:2):11 0:2):23 0:2):47 0:2) 0:2) 0:2) 0:2), b]"}) {
    const BoundLayout simple = canonical(test::bind_text(text, "a=4, b=4"));
    const std::string again = to_string(to_digits(simple));
    EXPECT_TRUE(test::agrees(simple, test::oracle_for(text, "a=4, b=4")));
    EXPECT_EQ(bind(parse_digits(again), simple.shape(), simple.names(),
                   simple.fields()[0].element),
              simple)
        << again;
    EXPECT_EQ(canonical(simple), simple) << again;
  }
}

TEST(CanonicalTest, WhatStartsWhereATermWrapsAroundIsAGap) {
  constexpr const char* kText = "j=w%2:3; k=j/2%3; [(j/6 k), j%2, w/2]";
  const BoundLayout simple = canonical(test::bind_text(kText, "w=4"));
  EXPECT_TRUE(test::agrees(simple, test::oracle_for(kText, "w=4")));
  EXPECT_EQ(canonical(simple), simple);
}

TEST(CanonicalTest, LetsNamesOfAxesAlone) {
  EXPECT_EQ(canonical_text("p=(j0/32 w/32); bank=p%5 | [p/5, j0%32, w%32]",
                           "j0=100, w=70"),
            "j1=(j0/32 w/32); bank=j1%5 | [j1/5, j0%32, w%32]");
}

TEST(CanonicalTest, DoesNotLookAtEveryElement) {
  const std::string size = std::to_string(Index{1} << 28);
  const std::string shape = "h=" + size + ", w=" + size;
  EXPECT_EQ(canonical_text("[h/64, h%64, w/2, w%2]", shape), "[h, w]");
}

}  // namespace
}  // namespace ashlar
