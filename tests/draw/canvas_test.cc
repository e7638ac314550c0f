#include "src/draw/canvas.h"

#include <gtest/gtest.h>

namespace ashlar {
namespace {

using Glyphs = TextOptions::Glyphs;
using Color = TextOptions::Color;

// Four crossings of all kinds of lines.
Canvas crossings() {
  Canvas canvas(9, 7);
  canvas.line_right(0, 0, 9, Border::tile);
  canvas.line_right(0, 3, 9, Border::unit);
  canvas.line_right(0, 6, 9, Border::face);
  canvas.line_down(0, 0, 7, Border::tile);
  canvas.line_down(4, 0, 7, Border::face);
  canvas.line_down(8, 0, 7, Border::unit);
  return canvas;
}

TEST(CanvasTest, JoinsLinesInUnicode) {
  EXPECT_EQ(crossings().render(Glyphs::unicode, Color::none),
            "┌───┬───┒\n"
            "│   ╎   ┃\n"
            "│   ╎   ┃\n"
            "┝━━━┿━━━┫\n"
            "│   ╎   ┃\n"
            "│   ╎   ┃\n"
            "└╌╌╌┴╌╌╌┚\n");
}

TEST(CanvasTest, JoinsLinesInAscii) {
  EXPECT_EQ(crossings().render(Glyphs::ascii, Color::none),
            "+---+---#\n"
            "|   :   #\n"
            "|   :   #\n"
            "#===#===#\n"
            "|   :   #\n"
            "|   :   #\n"
            "+ - + - #\n");
}

TEST(CanvasTest, LetsTextCoverLinesAndCutsIt) {
  Canvas canvas(6, 2);
  canvas.line_right(0, 0, 6, Border::tile);
  canvas.write(1, 0, " a ");
  canvas.write(4, 1, "wxyz");
  canvas.write(-1, 1, "uv");
  canvas.write(0, 5, "nowhere");
  EXPECT_EQ(canvas.render(Glyphs::ascii, Color::none), "- a --\nv   wx\n");
}

TEST(CanvasTest, DropsBlanksAtTheEnds) {
  Canvas canvas(5, 2);
  canvas.write(0, 0, "a  ");
  EXPECT_EQ(canvas.render(Glyphs::ascii, Color::none), "a\n\n");
}

TEST(CanvasTest, ColorsRunsAndResetsAtTheEndOfALine) {
  Canvas canvas(8, 1);
  canvas.write(0, 0, "ab", hue(0));
  canvas.write(3, 0, "c", hue(0));
  canvas.write(5, 0, "d");
  canvas.write(7, 0, "e", Style::faint);
  EXPECT_EQ(canvas.render(Glyphs::ascii, Color::ansi),
            "\033[36mab c \033[0md \033[90me\033[0m\n");
  EXPECT_EQ(canvas.render(Glyphs::ascii, Color::none), "ab c d e\n");
}

TEST(CanvasTest, HasSixHues) {
  EXPECT_EQ(hue(0), hue(kHues));
  EXPECT_NE(hue(0), hue(1));
  EXPECT_NE(hue(0), hue(kHues - 1));
}

}  // namespace
}  // namespace ashlar
