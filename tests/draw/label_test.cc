#include <gtest/gtest.h>

#include "ashlar/draw.h"
#include "tests/draw/examples.h"

namespace ashlar {
namespace {

using test::bound;

TEST(LabelTest, WritesDigitsAsTheLanguageDoes) {
  const BoundLayout layout =
      bound("bf16[h=10, w=70] [h:16, w/32, w/16%2, w%16, 0:4]");
  std::vector<std::string> texts;
  for (const Digit& digit : layout.digits()) {
    texts.push_back(digit_text(layout, digit));
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"h:16", "w/32", "w/16%2", "w%16",
                                             "0:4"}));
}

TEST(LabelTest, WritesOutJoinsAndXors) {
  const BoundLayout layout =
      bound("bf16[h=8, w=10] p=(h/2 w/2); bank=p%3 | [p/3, h%2, w%2]");
  const Field& field = layout.fields()[0];
  EXPECT_EQ(digit_text(layout, layout.digits(field)[0]), "(h/2 w/2)/3");
  EXPECT_EQ(source_text(layout, layout.digits(field)[0].source), "(h/2 w/2)");
  EXPECT_EQ(source_text(layout, layout.digits(field)[1].source), "h");
  const BoundLayout swizzled = bound("bf16[t=8, c=8] [t, c ^ t]");
  EXPECT_EQ(digit_text(swizzled, swizzled.digits()[1]), "c ^ t");
}

TEST(LabelTest, NamesUnitsInTheFewestWords) {
  Position at;
  at.unit = {1, 2, 3, 0};
  EXPECT_EQ(unit_text(bound("bf16[4x4] row"), at), "");
  EXPECT_EQ(unit_text(bound("bf16[n=8] bank=n%4 | [n/4]"), at), "bank 1");
  EXPECT_EQ(unit_text(bound("bf16[n=8, m=8] core.y=n/2, core.x=m/2 | "
                            "[n%2, m%2]"),
                      at),
            "core 1,2");
  EXPECT_EQ(unit_text(bound("bf16[n=8, m=8] core.x=n/2, core.y=m/2 | "
                            "[n%2, m%2]"),
                      at),
            "core 2,1")
      << "rows come first, whatever comes first in the layout";
  EXPECT_EQ(unit_text(bound("bf16[i=8, j=8] pr=i/2, pc=j/2 | [i%2, j%2]"), at),
            "pr=1 pc=2");
  EXPECT_EQ(unit_text(bound("bf16[i=8] rank=*4 | [i]"), at), "");
  EXPECT_EQ(unit_text(bound("bf16[i=8] rank=*4, core=i/2 | [i%2]"), at),
            "core 2");
}

TEST(LabelTest, GroupsDigitsByThree) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(3145728), "3,145,728");
  EXPECT_EQ(grouped(-123456), "-123,456");
  EXPECT_EQ(grouped(9223372036854775807), "9,223,372,036,854,775,807");
}

}  // namespace
}  // namespace ashlar
