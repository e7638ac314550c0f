// Bound layouts written out again.
#include <gtest/gtest.h>

#include "tests/support/layout_check.h"

namespace ashlar {
namespace {

std::string written(std::string_view layout, std::string_view shape) {
  return to_string(to_digits(test::bind_text(layout, shape)));
}

TEST(WriteTest, LeavesOutWhatFollowsFromTheShape) {
  EXPECT_EQ(written("[h, w]", "h=4, w=6"), "[h, w]");
  EXPECT_EQ(written("[h%4, w%6:6]", "h=4, w=6"), "[h, w]");
  EXPECT_EQ(written("[h/2%2, h%2, w:8]", "h=4, w=6"), "[h/2, h%2, w:8]");
  EXPECT_EQ(written("[h/32%8, h%32]", "h=40"), "[h/32:8, h%32]");
  EXPECT_EQ(written("[h, 0, 0:3]", "h=4"), "[h, 0, 0:3]");
}

TEST(WriteTest, KeepsLetsUnitsAndRecords) {
  for (const char* text : {
           "p=(h/2 w/2); bank=p%3 | [p/3, h%2, w%2]",
           "s=h/2; core.x=s%2, core.y=s/2 | [h%2, w]",
           "rank=*4 | [h, w]",
           "[(h w):40]",
           "[h/4, h%4:8, w:8 ^ h%4:8]",
           "[h]{ s: e8m0 []; q: i8 [w] }",
       }) {
    EXPECT_EQ(written(text, "h=5, w=7"), text);
  }
}

TEST(WriteTest, BindsToAnEqualLayout) {
  const struct {
    const char* layout;
    const char* shape;
  } cases[] = {
      {"[h/32, w/32, h/16%2, w/16%2, h%16, w%16]", "h=100, w=70"},
      {"p=(h/32 w/32); bank=p%12 | [p/12, h%32, w%32]", "h=100, w=70"},
      {"l=h%18:32; core.y=h/18, core.x=w/32 | [l/16, w/16%2, l%16, w%16]",
       "h=53, w=63"},
      {"[h/8, h%8, w/8 ^ h%8, w%8]", "h=21, w=60"},
      {"[h/32, w/32]{ e: u8 [h%32]; m: i8 [h%32, w%32] }", "h=40, w=70"},
      {"[h, w]", "h=0, w=3"},
      {"[]", ""},
      {"[((h w) 0:2)]", "h=3, w=2"},
  };
  for (const auto& c : cases) {
    const BoundLayout layout = test::bind_text(c.layout, c.shape);
    const Digits digits = to_digits(layout);
    EXPECT_EQ(bind(digits, layout.shape(), layout.names(),
                   layout.fields()[0].element),
              layout)
        << to_string(digits);
  }
}

}  // namespace
}  // namespace ashlar
