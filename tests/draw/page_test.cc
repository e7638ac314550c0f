#include "src/draw/page.h"

#include <gtest/gtest.h>

#include "tests/draw/examples.h"

namespace ashlar {
namespace {

using test::bound;
using Texts = std::vector<std::string>;

TEST(PageTest, WrapsAtBlanks) {
  EXPECT_EQ(wrap("one two three", 20), Texts{"one two three"});
  EXPECT_EQ(wrap("one two three", 8), (Texts{"one two", "three"}));
  EXPECT_EQ(wrap("one two three", 7), (Texts{"one two", "three"}));
  EXPECT_EQ(wrap("abcdefgh", 3), (Texts{"abc", "def", "gh"}));
  EXPECT_EQ(wrap("", 3), Texts{""});
}

TEST(PageTest, PercentsHaveOneDecimalAtMost) {
  EXPECT_EQ(percent(0.5), "50 %");
  EXPECT_EQ(percent(0.125), "12.5 %");
  EXPECT_EQ(percent(0.3333), "33.3 %");
  EXPECT_EQ(percent(1), "100 %");
}

TEST(PageTest, SaysTheFacts) {
  EXPECT_EQ(facts(bound("f32[6x10] row")), "[6, 10], 240 bytes, no padding");
  EXPECT_EQ(facts(bound("bf16[6x10] tile(4x4)")),
            "padded to [6[8], 10[12]], 192 bytes, 37.5 % padding");
  EXPECT_EQ(facts(bound("f32[8x8] row on sim:0/l1 height(2)")),
            "[8, 8], 256 bytes on 2 cores, no padding");
}

TEST(PageTest, LongTitlesTakeMoreLines) {
  const BoundLayout layout = bound("f32[6x10] row");
  Sheet sheet;
  const double one = draw_title(sheet, layout, "short", 600);
  const double two = draw_title(
      sheet, layout, std::string(50, 'x') + " " + std::string(50, 'y'), 600);
  EXPECT_GT(two, one);
}

TEST(PageTest, SaysThatThereIsNothing) {
  const std::string svg = draw_nothing(bound("f32[0x4] row"), "title");
  EXPECT_NE(svg.find("nothing to draw: there are no elements"),
            std::string::npos);
  EXPECT_NE(svg.find("<title>title</title>"), std::string::npos);
}

}  // namespace
}  // namespace ashlar
