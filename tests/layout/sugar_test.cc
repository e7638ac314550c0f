// What sugar stands for.
#include <gtest/gtest.h>

#include "src/layout/lower.h"
#include "tests/support/layout_check.h"

namespace ashlar {
namespace {

using test::Image;

std::string lowered(std::string_view layout, std::string_view shape,
                    std::string_view element = "f16") {
  const auto named = test::named_shape(shape);
  return to_string(lower(parse_layout(layout), named.shape, named.names,
                         test::element(element)));
}

std::string problem_with(std::string_view layout, std::string_view shape,
                         std::string_view element = "f16") {
  return test::error_of([&] { lowered(layout, shape, element); });
}

struct Case {
  const char* layout;
  const char* shape;
  const char* digits;
};

const Case kCases[] = {
    {"row", "", "[]"},
    {"row", "h=5", "[h]"},
    {"row", "h=5, w=7", "[h, w]"},
    {"row", "a=1, b=2, c=3, d=4, e=5, f=6, g=7, h=8",
     "[a, b, c, d, e, f, g, h]"},
    {"row", "h=0, w=7", "[h, w]"},
    {"row(pitch=72)", "h=5, w=70", "[h, w:72]"},
    {"row(pitch=70)", "h=5, w=70", "[h, w]"},
    {"row(pitch=144B)", "h=5, w=70", "[h, w:72]"},
    {"row(pitch=4)", "", "[0:4]"},
    {"row(pitch=4)", "h=5, w=0", "[h, w:4]"},
    {"row(align=64B)", "h=5, w=70", "[h, w:96]"},
    {"row(align=64B)", "h=5, w=64", "[h, w]"},
    {"row(align=8)", "h=5, w=70", "[h, w:72]"},
    {"row(align=1B)", "h=5, w=70", "[h, w]"},
    {"row(align=64B)", "", "[0:32]"},
    {"col", "", "[]"},
    {"col", "h=5, w=7, c=3", "[c, w, h]"},
    {"strided()", "", "[]"},
    {"strided(7, 1)", "h=5, w=7", "[h, w]"},
    {"strided(1, 5)", "h=5, w=7", "[w, h]"},
    {"strided(8, 1)", "h=5, w=7", "[h, w:8]"},
    {"strided(14, 2)", "h=5, w=7", "[h, w, 0:2]"},
    {"strided(16, 2)", "h=5, w=7", "[h, w:8, 0:2]"},
    {"strided(99, 1)", "h=1, w=7", "[h, w]"},
    {"strided(0, 1)", "h=1, w=7", "[h, w]"},
    {"tile(32x32)", "h=100, w=70", "[h/32, w/32, h%32, w%32]"},
    {"tile(32x32)", "w=70", "[w/32, 0:32, w%32]"},
    {"tile(32x32)", "", "[0:32, 0:32]"},
    {"tile(1x16)", "h=5, w=70", "[h, w/16, w%16]"},
    {"tile(32x32)", "a=2, b=3, h=40, w=33", "[a, b, h/32, w/32, h%32, w%32]"},
    {"ttnn", "h=100, w=70", "[h/32, w/32, h/16%2, w/16%2, h%16, w%16]"},
    {"tile(32x32, faces=16x16, transposed)", "h=100, w=70",
     "[h/32, w/32, w/16%2, h/16%2, w%16, h%16]"},
    {"tile(32x32, transposed)", "h=100, w=70", "[h/32, w/32, w%32, h%32]"},
    {"ttnn", "w=70", "[w/32, 0:2, w/16%2, 0:16, w%16]"},
    {"tile(16x32, faces=16x16)", "h=5, w=5",
     "[h/16, w/32, w/16%2, h%16, w%16]"},
    {"tile(7x3)", "h=5, w=5", "[h/7, w/3, h%7, w%3]"},
    {"stick(128B)", "", "[0:1, 0:64]"},
    {"stick(128B)", "c=150", "[c/64, c%64]"},
    {"stick(128B)", "b=100, c=150", "[c/64, b, c%64]"},
    {"stick(128B)", "a=5, b=100, c=150", "[b, c/64, a, c%64]"},
    {"stick(128B, pad=all)", "a=5, b=100, c=150", "[b:128, c/64, a:64, c%64]"},
    {"stick(128B, pad=all)", "a=1, b=0, c=150", "[b, c/64, a, c%64]"},
    {"stick(128B, padded=5x128x192)", "a=5, b=100, c=150",
     "[b:128, c/64, a, c%64]"},
    {"stick(128B, padded=5x128x256)", "a=5, b=100, c=150",
     "[b:128, c/64:4, a, c%64]"},
    {"stick(128B, order=1.0.2)", "a=5, b=100, c=150", "[a, c/64, b, c%64]"},
    {"stick(128B, order=2.1.0)", "a=5, b=100, c=150", "[b, a/64, c, a%64]"},
    {"stick(128B)", "a=2, b=3, c=4, d=5", "[b, c, d/64, a, d%64]"},
    {"stick(128B, sparse)", "h=512, w=256", "[w, h, 0:64]"},
    {"stick(128B, sparse)", "w=256", "[w, 0:64]"},
    {"stick(64B)", "h=3, w=40", "[w/32, h, w%32]"},
};

TEST(SugarTest, LowersToDigits) {
  for (const Case& c : kCases) {
    EXPECT_EQ(lowered(c.layout, c.shape), c.digits)
        << c.layout << " of " << c.shape;
  }
}

TEST(SugarTest, LowersToLayoutsThatBind) {
  for (const Case& c : kCases) {
    const BoundLayout layout = test::bind_text(c.layout, c.shape, "f16");
    if (layout.bytes() > 1 << 16) continue;
    EXPECT_TRUE(
        test::agrees(layout, test::oracle_for(c.digits, c.shape, "f16")))
        << c.layout << " of " << c.shape;
  }
}

// All tiles that ttnn allows, and some that it does not.
TEST(SugarTest, TilesOfEverySizeFillMemoryAsTilizeDoes) {
  const Index heights[] = {32, 16, 8, 4, 2, 1, 5, 24};
  const Index widths[] = {32, 16, 12};
  for (const Index rows : heights) {
    for (const Index cols : widths) {
      const Index face_rows = rows % 16 == 0 ? 16 : rows;
      const Index face_cols = cols % 16 == 0 ? 16 : cols / 2;
      const std::string size =
          std::to_string(rows) + "x" + std::to_string(cols);
      const std::string faces = ", faces=" + std::to_string(face_rows) + "x" +
                                std::to_string(face_cols);
      for (const Index h : {Index{1}, Index{33}}) {
        for (const bool transposed : {false, true}) {
          const std::string shape = "b=2, h=" + std::to_string(h) + ", w=37";
          const std::string end = transposed ? ", transposed)" : ")";
          SCOPED_TRACE(size + faces + end + " of " + shape);
          EXPECT_TRUE(test::matches(
              test::bind_text("tile(" + size + end, shape),
              test::tilize(2, h, 37, {rows, cols, rows, cols, transposed})));
          EXPECT_TRUE(test::matches(
              test::bind_text("tile(" + size + faces + end, shape),
              test::tilize(2, h, 37,
                           {rows, cols, face_rows, face_cols, transposed})));
        }
      }
    }
  }
}

TEST(SugarTest, MissingAxesOfATileCountAsOne) {
  const BoundLayout row = test::bind_text("ttnn", "w=40", "bf16");
  EXPECT_TRUE(
      test::matches(row, test::tilize(1, 1, 40, {32, 32, 16, 16, false})));
  const BoundLayout scalar = test::bind_text("ttnn", "", "bf16");
  EXPECT_TRUE(
      test::matches(scalar, test::tilize(1, 1, 1, {32, 32, 16, 16, false})));
}

TEST(SugarTest, StridesMeanWhatTheySay) {
  const BoundLayout layout =
      test::bind_text("strided(2, 60, 12)", "a=6, b=3, c=5", "u8");
  for (Index i = 0; i < 90; ++i) {
    const Indices at = unravel(i, layout.shape());
    EXPECT_EQ(layout.position(at).bit,
              8 * (2 * at[0] + 60 * at[1] + 12 * at[2]));
  }
}

TEST(SugarTest, SparseSticksHoldOneElementEach) {
  const BoundLayout layout =
      test::bind_text("stick(128B, sparse)", "h=3, w=5", "f16");
  EXPECT_EQ(layout.bytes(), 3 * 5 * 128);
  EXPECT_EQ(layout.position(Indices{2, 4}).bit / 8, (4 * 3 + 2) * 128);
  EXPECT_FALSE(layout.find({{}, 16}).index.has_value());
}

TEST(SugarTest, PagesAreTilesRowsAndSticks) {
  const auto pages = [](std::string_view layout, std::string_view shape) {
    const auto named = test::named_shape(shape);
    return lower_with_pages(parse_layout(layout), named.shape, named.names,
                            test::element("f16"))
        .page_terms;
  };
  EXPECT_EQ(pages("ttnn", "h=100, w=70"), 4u);
  EXPECT_EQ(pages("tile(32x32)", "h=100, w=70"), 2u);
  EXPECT_EQ(pages("row", "h=100, w=70"), 1u);
  EXPECT_EQ(pages("row", ""), 0u);
  EXPECT_EQ(pages("col", "h=100, w=70"), 1u);
  EXPECT_EQ(pages("stick(128B)", "h=100, w=70"), 1u);
  EXPECT_EQ(pages("[h, w]", "h=100, w=70"), 0u);
}

struct Wrong {
  const char* layout;
  const char* shape;
  const char* element;
  const char* problem;
};

const Wrong kWrong[] = {
    {"row(pitch=69)", "h=5, w=70", "f16",
     "row: the pitch of 69 elements is less than the 70 of a row"},
    {"row(pitch=141B)", "h=5, w=70", "f16",
     "row: pitch=141B is not a whole number of f16 of 16 bits"},
    {"row(pitch=80, align=64B)", "h=5, w=70", "f16",
     "row: both pitch and align are given; leave one of them out"},
    {"strided(1)", "h=5, w=7", "f16",
     "strided: there are 1 strides for 2 axes"},
    {"strided(0, 1)", "h=5, w=7", "f16",
     "strided: axis h of size 5 has the stride 0: its elements would share a "
     "place; repeat them in a view instead"},
    {"strided(6, 1)", "h=5, w=7", "f16",
     "strided: axis h has the stride 6, expected a multiple of 1 that is at "
     "least 7"},
    {"strided(1, 1)", "h=5, w=7", "f16",
     "strided: axis h has the stride 1, expected a multiple of 1 that is at "
     "least 7"},
    {"tile(32x32, faces=10x16)", "h=5, w=7", "f16",
     "tile: faces of 10x16 do not divide the tile of 32x32"},
    {"stick(128B, padded=5x3x7)", "a=5, b=3, c=7", "f16",
     "stick: Invalid padding: padded_size[stick_dim] not even multiple of "
     "elems_in_stick; axis c is padded to 7, a stick holds 64; pad it to 64"},
    {"stick(128B, padded=5x3)", "a=5, b=3, c=7", "f16",
     "stick: there are 2 padded sizes for 3 axes"},
    {"stick(128B, padded=4x3x64)", "a=5, b=3, c=7", "f16",
     "stick: axis a is padded to 4, less than its size of 5"},
    {"stick(128B, order=0.1)", "a=5, b=3, c=7", "f16",
     "stick: the order has 2 axes, expected 3"},
    {"stick(128B, order=0.1.1)", "a=5, b=3, c=7", "f16",
     "stick: the order 0.1.1 is not a permutation of 0 to 2"},
    {"stick(128B, order=0.1.3)", "a=5, b=3, c=7", "f16",
     "stick: the order 0.1.3 is not a permutation of 0 to 2"},
    {"stick(3B)", "a=5", "f16",
     "stick: a stick of 3 bytes does not hold a whole number of f16 of 16 "
     "bits"},
};

TEST(SugarTest, SaysWhatDoesNotFit) {
  for (const Wrong& wrong : kWrong) {
    EXPECT_EQ(problem_with(wrong.layout, wrong.shape, wrong.element),
              wrong.problem)
        << wrong.layout;
  }
}

TEST(SugarTest, NoticesOverflow) {
  for (const char* layout :
       {"row(pitch=4611686018427387904B)", "row(align=4611686018427387904B)",
        "tile(4611686018427387904x4611686018427387904)",
        "stick(4611686018427387904B)",
        "strided(4611686018427387904, 4611686018427387903)"}) {
    EXPECT_NE(test::error_of([&] { test::bind_text(layout, "h=5, w=7"); }), "")
        << layout;
  }
}

}  // namespace
}  // namespace ashlar
