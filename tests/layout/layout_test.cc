// Reading and printing sugar.
#include "ashlar/layout.h"

#include <gtest/gtest.h>

#include "tests/support/layout_check.h"

namespace ashlar {
namespace {

std::string problem_with(std::string_view text) {
  return test::error_of([&] { parse_layout(text); });
}

struct Case {
  const char* text;
  Layout layout;
  const char* printed;
};

const Case kCases[] = {
    {"row", RowMajor{}, "row"},
    {"row()", RowMajor{}, "row"},
    {"row(pitch=72)", RowMajor{{72, Length::Unit::elements}, {}},
     "row(pitch=72)"},
    {"row( pitch = 144B )", RowMajor{{144, Length::Unit::bytes}, {}},
     "row(pitch=144B)"},
    {"row(align=64B)", RowMajor{{}, {64, Length::Unit::bytes}},
     "row(align=64B)"},
    {"row(align=8)", RowMajor{{}, {8, Length::Unit::elements}}, "row(align=8)"},
    {"row(align=64B, pitch=9)",
     RowMajor{{9, Length::Unit::elements}, {64, Length::Unit::bytes}},
     "row(pitch=9, align=64B)"},
    {"col", ColumnMajor{}, "col"},
    {"strided(70, 1)", Strided{{70, 1}}, "strided(70, 1)"},
    {"strided(0,1)", Strided{{0, 1}}, "strided(0, 1)"},
    {"strided()", Strided{}, "strided()"},
    {"tile(32x32)", Tile{}, "tile(32x32)"},
    {"tile(16, 8)", Tile{16, 8, 0, 0, Tile::Order::straight}, "tile(16x8)"},
    {"tile(32x32, faces=16x16)", kTtnnTile, "tile(32x32, faces=16x16)"},
    {"tile(32x32, faces=16)", kTtnnTile, "tile(32x32, faces=16x16)"},
    {"ttnn", kTtnnTile, "tile(32x32, faces=16x16)"},
    {"tile(32x32, transposed, faces=16x16)",
     Tile{32, 32, 16, 16, Tile::Order::transposed},
     "tile(32x32, faces=16x16, transposed)"},
    {"tile(4x6, transposed)", Tile{4, 6, 0, 0, Tile::Order::transposed},
     "tile(4x6, transposed)"},
    {"stick", Stick{}, "stick(128B)"},
    {"stick(128B)", Stick{}, "stick(128B)"},
    {"stick(64B)", Stick{.bytes = 64, .order = {}, .padded = {}}, "stick(64B)"},
    {"stick(pad=stick)", Stick{}, "stick(128B)"},
    {"stick(128B, pad=all)",
     Stick{.pad = Stick::Pad::all, .order = {}, .padded = {}},
     "stick(128B, pad=all)"},
    {"stick(128B, order=1.0.2)", Stick{.order = {1, 0, 2}, .padded = {}},
     "stick(128B, order=1.0.2)"},
    {"stick(128B, padded=5x128x192)",
     Stick{.order = {}, .padded = {5, 128, 192}},
     "stick(128B, padded=5x128x192)"},
    {"stick(sparse, order=1.0)",
     Stick{.order = {1, 0}, .padded = {}, .fill = Stick::Fill::sparse},
     "stick(128B, order=1.0, sparse)"},
    {"[h/32, w/32, h%32, w%32]", parse_digits("[h/32, w/32, h%32, w%32]"),
     "[h/32, w/32, h%32, w%32]"},
    {"p=h; core=p | [w]", parse_digits("p=h; core=p | [w]"),
     "p=h; core=p | [w]"},
    {"row=h; [row]", parse_digits("row=h; [row]"), "row=h; [row]"},
};

TEST(LayoutTest, ReadsSugarAndDigits) {
  for (const Case& c : kCases) {
    EXPECT_EQ(parse_layout(c.text), c.layout) << c.text;
  }
}

TEST(LayoutTest, PrintsOneSpelling) {
  for (const Case& c : kCases) {
    EXPECT_EQ(to_string(c.layout), c.printed) << c.text;
    EXPECT_EQ(parse_layout(c.printed), c.layout) << c.printed;
  }
}

struct Wrong {
  const char* text;
  const char* problem;
};

const Wrong kWrong[] = {
    {"", "layout: expected a layout, found the end of the text"},
    {"cube",
     "layout: the layout cube is not known; use row, col, "
     "strided(...), tile(HxW), ttnn, stick(128B), or digits as in "
     "[h/32, w/32, h%32, w%32]"},
    {"row(w)",
     "layout: the option w is not known; the options are pitch=72, "
     "align=64B"},
    {"row(pitch)", "layout: expected '=' after pitch, found ')'"},
    {"row(pitch=0)", "layout: a length is 0, expected at least 1"},
    {"row(pitch=8 align=8)",
     "layout: expected ')' after the options, found 'align'"},
    {"row row", "layout: expected the end, found 'row'"},
    {"strided",
     "layout: expected '(' before the strides, found the end of "
     "the text"},
    {"strided(1,,2)", "layout: expected a stride, found ','"},
    {"strided(1,1,1,1,1,1,1,1,1)", "layout: more than 8 numbers"},
    {"tile",
     "layout: expected '(' and the size of a tile, found the end of "
     "the text"},
    {"tile(32)",
     "layout: expected ',' or x after the rows of a tile, found "
     "')'"},
    {"tile(0x32)", "layout: the rows of a tile is 0, expected at least 1"},
    {"tile(32x32, face=16x16)",
     "layout: the option face is not known; the options are faces=16x16, "
     "transposed"},
    {"tile(32x32, faces=0x16)",
     "layout: the size of a face is 0, expected at least 1"},
    {"stick(128)",
     "layout: expected B, for bytes, after the size, found "
     "')'"},
    {"stick(128B, pad=none)",
     "layout: expected pad=all or pad=stick, found 'none'"},
    {"stick(128B, pads=all)",
     "layout: the option pads is not known; the options are pad=all, "
     "pad=stick, order=1.0.2, padded=5x128x192, sparse"},
    {"stick(128B",
     "layout: expected ')' after the last argument, found the "
     "end of the text"},
};

TEST(LayoutTest, SaysWhatItExpectedAndWhatItFound) {
  for (const Wrong& wrong : kWrong) {
    EXPECT_EQ(problem_with(wrong.text), wrong.problem) << wrong.text;
  }
}

TEST(LayoutTest, PointsAtUnknownWords) {
  try {
    parse_layout("  cube(3)");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.excerpt().at, 2u);
    EXPECT_EQ(error.excerpt().length, 4u);
  }
}

}  // namespace
}  // namespace ashlar
