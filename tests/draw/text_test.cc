#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "ashlar/draw.h"
#include "tests/draw/examples.h"

namespace ashlar {
namespace {

using test::bound;

TEST(DrawTextTest, ShowsTilesOffsetsAndPadding) {
  EXPECT_EQ(draw_text(bound("bf16[6x10] tile(4x4)")),
            R"(a\b    0  1  2  3    4  5  6  7    8  9 10 11
    +-------------+-------------+-------------+
  0 |  0  1  2  3 | 16 17 18 19 | 32 33  .  . |
  1 |  4  5  6  7 | 20 21 22 23 | 36 37  .  . |
  2 |  8  9 10 11 | 24 25 26 27 | 40 41  .  . |
  3 | 12 13 14 15 | 28 29 30 31 | 44 45  .  . |
    +-------------+-------------+-------------+
  4 | 48 49 50 51 | 64 65 66 67 | 80 81  .  . |
  5 | 52 53 54 55 | 68 69 70 71 | 84 85  .  . |
  6 |  .  .  .  . |  .  .  .  . |  .  .  .  . |
  7 |  .  .  .  . |  .  .  .  . |  .  .  .  . |
    +-------------+-------------+-------------+
numbers are element offsets, . is padding
)");
}

TEST(DrawTextTest, ShowsFacesWithLighterLines) {
  EXPECT_EQ(draw_text(bound("bf16[4x4] tile(4x4, faces=2x2)")),
            R"(a\b    0  1    2  3
    +-------+-------+
  0 |  0  1 :  4  5 |
  1 |  2  3 :  6  7 |
    + - - - + - - - +
  2 |  8  9 : 12 13 |
  3 | 10 11 : 14 15 |
    +-------+-------+
numbers are element offsets
)");
}

TEST(DrawTextTest, NamesUnitsOnTheirBorders) {
  TextOptions options;
  options.glyphs = TextOptions::Glyphs::unicode;
  EXPECT_EQ(
      draw_text(bound("bf16[4x12] tile(2x2) on sim:0/l1 block(2x2)"), options),
      "a\\b    0  1    2  3    4  5    6  7    8  9   10 11\n"
      "    ┏━ core 0,0 ━━━━┯━━━━━━━┳━ core 0,1 ━━━━┯━━━━━━━┓\n"
      "  0 ┃  0  1 │  4  5 │  8  9 ┃  0  1 │  4  5 │  8  9 ┃\n"
      "  1 ┃  2  3 │  6  7 │ 10 11 ┃  2  3 │  6  7 │ 10 11 ┃\n"
      "    ┣━ core 1,0 ━━━━┿━━━━━━━╋━ core 1,1 ━━━━┿━━━━━━━┫\n"
      "  2 ┃  0  1 │  4  5 │  8  9 ┃  0  1 │  4  5 │  8  9 ┃\n"
      "  3 ┃  2  3 │  6  7 │ 10 11 ┃  2  3 │  6  7 │ 10 11 ┃\n"
      "    ┗━━━━━━━┷━━━━━━━┷━━━━━━━┻━━━━━━━┷━━━━━━━┷━━━━━━━┛\n"
      "numbers are element offsets inside a core\n");
}

// Gaps between rows are drawn where they are, and have no index.
TEST(DrawTextTest, ShowsGapsInsideAnAxis) {
  EXPECT_EQ(draw_text(bound("bf16[h=4, w=2] l=h%3:4; core=h/3 | [l, w]")),
            R"(h\w   0 1
    #= 0 =#
  0 # 0 1 #
  1 # 2 3 #
  2 # 4 5 #
    # . . #
    #= 1 =#
  3 # 0 1 #
  4 # . . #
  5 # . . #
    # . . #
    #=====#
numbers are element offsets inside a core, . is padding
)");
}

TEST(DrawTextTest, ShowsRankZeroAndOne) {
  EXPECT_EQ(draw_text(bound("f32[] row")),
            " +---+\n | 0 |\n +---+\nnumbers are element offsets\n");
  EXPECT_EQ(draw_text(bound("f32[5] row(pitch=6)")),
            "a   0 1 2 3 4 5\n"
            "  +-------------+\n"
            "  | 0 1 2 3 4 . |\n"
            "  +-------------+\n"
            "numbers are element offsets, . is padding\n");
}

TEST(DrawTextTest, SaysWhichSliceItShows) {
  TextOptions options;
  const BoundLayout layout = bound("f32[2x2x3] row");
  EXPECT_EQ(draw_text(layout).substr(0, 12), "slice 0,:,:\n");
  options.slice = parse_slice(":,1,:", layout);
  EXPECT_EQ(draw_text(layout, options),
            R"(slice :,1,:
a\c    0  1  2
    +----------+
  0 |  3  4  5 |
  1 |  9 10 11 |
    +----------+
numbers are element offsets
)");
}

TEST(DrawTextTest, HasNothingToDrawWithoutElements) {
  EXPECT_EQ(draw_text(bound("f32[0x5] row")),
            "nothing to draw: there are no elements\n");
  EXPECT_EQ(draw_text(bound("f32[0x2x3] row")),
            "nothing to draw: there are no elements\n");
}

TEST(DrawTextTest, EndsBandsWithBlocksAndSaysWhatIsMissing) {
  TextOptions options;
  options.width = 40;
  options.max_rows = 6;
  options.more = "--slice shows another part";
  EXPECT_EQ(draw_text(bound("f32[6x24] tile(4x8)"), options),
            R"(a\b    0  1  2  3  4  5  6  7
    +-------------------------+
  0 |  0  1  2  3  4  5  6  7 |
  1 |  8  9 10 11 12 13 14 15 |
  2 | 16 17 18 19 20 21 22 23 |
  3 | 24 25 26 27 28 29 30 31 |
    +-------------------------+
numbers are element offsets
shown: rows 0 to 3 of 8, columns 0 to 7 of 24; --slice shows another part
)");
}

TEST(DrawTextTest, ShowsBandsOfALongRow) {
  TextOptions options;
  options.width = 32;
  const std::string text = draw_text(bound("f32[20] [a/4, a%4]"), options);
  EXPECT_EQ(text,
            "a   0 1 2 3   4 5 6 7\n"
            "  +---------+---------+\n"
            "  | 0 1 2 3 | 4 5 6 7 |\n"
            "  +---------+---------+\n"
            "\n"
            "a    8  9 10 11   12 13 14 15\n"
            "  +-------------+-------------+\n"
            "  |  8  9 10 11 | 12 13 14 15 |\n"
            "  +-------------+-------------+\n"
            "\n"
            "a   16 17 18 19\n"
            "  +-------------+\n"
            "  | 16 17 18 19 |\n"
            "  +-------------+\n"
            "numbers are element offsets\n");
}

TEST(DrawTextTest, IsInstantForHugeTensors) {
  const std::string text = draw_text(bound("u1[1073741824x1073741824] row"));
  EXPECT_NE(text.find("of 1073741824, columns 0 to"), std::string::npos);
  EXPECT_LT(text.size(), 10000u);
}

std::string without_colors(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033') {
      i = text.find('m', i);
    } else {
      out += text[i];
    }
  }
  return out;
}

// Colour is never the only signal: without it, the same characters remain.
TEST(DrawTextTest, SaysTheSameWithoutColorAndKeepsTheWidth) {
  test::Random random(test::test_seed());
  for (int i = 0; i < 300; ++i) {
    const BoundLayout layout = test::random_bound(random);
    TextOptions options;
    options.width = static_cast<int>(test::pick(random, 20, 120));
    options.max_rows = static_cast<int>(test::pick(random, 1, 30));
    const std::string plain = draw_text(layout, options);
    options.color = TextOptions::Color::ansi;
    std::string colored = without_colors(draw_text(layout, options));
    // Blanks before a change of colour at the end of a line may stay.
    std::istringstream a(plain), b(colored);
    std::string x, y;
    while (std::getline(a, x) && std::getline(b, y)) {
      y.erase(y.find_last_not_of(' ') + 1);
      ASSERT_EQ(x, y);
      const bool is_picture =
          x.find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos;
      if (is_picture && options.width > 40) {
        ASSERT_LE(x.size(), static_cast<std::size_t>(options.width) + 1) << x;
      }
    }
  }
}

}  // namespace
}  // namespace ashlar
