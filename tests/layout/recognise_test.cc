// The sugar behind digits.
#include <gtest/gtest.h>

#include "tests/support/layout_check.h"

namespace ashlar {
namespace {

std::string recognised(std::string_view layout, std::string_view shape,
                       std::string_view element = "f16") {
  return to_string(recognise(test::bind_text(layout, shape, element)));
}

struct Case {
  const char* layout;
  const char* shape;
  const char* sugar;
};

const Case kCases[] = {
    {"[]", "", "row"},
    {"[h]", "h=5", "row"},
    {"[h, w]", "h=5, w=7", "row"},
    {"[h/4, h%4, w]", "h=8, w=7", "row"},
    {"[w, h]", "h=5, w=7", "col"},
    {"[h, w:72]", "h=5, w=70", "row(pitch=72)"},
    {"[h/32, w/32, h%32, w%32]", "h=100, w=70", "tile(32x32)"},
    {"[h/16, w/8, h%16, w%8]", "h=100, w=70", "tile(16x8)"},
    {"[h/32, w/32, h/16%2, w/16%2, h%16, w%16]", "h=100, w=70",
     "tile(32x32, faces=16x16)"},
    {"[h/32, w/32, w/16%2, h/16%2, w%16, h%16]", "h=100, w=70",
     "tile(32x32, faces=16x16, transposed)"},
    {"[b, h/32, w/32, h%32, w%32]", "b=3, h=100, w=70", "tile(32x32)"},
    {"[b, c/64, a, c%64]", "a=5, b=100, c=150", "stick(128B)"},
    {"[b:128, c/64, a:64, c%64]", "a=5, b=100, c=150", "stick(128B, pad=all)"},
    {"[a, c/64, b, c%64]", "a=5, b=100, c=150", "stick(128B, order=1.0.2)"},
    {"[b:128, c/64, a, c%64]", "a=5, b=100, c=150",
     "stick(128B, padded=5x128x192)"},
    // nothing but digits
    {"[h/8, h%8, w/8 ^ h%8, w%8]", "h=16, w=64", "[h/8, h%8, w/8 ^ h%8, w%8]"},
    {"core=h/4 | [h%4, w]", "h=8, w=7", "core=h/4 | [h%4, w]"},
    {"p=(h/2 w/2); bank=p%3 | [p/3, h%2, w%2]", "h=8, w=7",
     "j0=(h/2 w/2); bank=j0%3 | [j0/3, h%2, w%2]"},
    {"[h, 0:3, w]", "h=8, w=7", "row(pitch=21)"},
    {"[n, k/32]{ d: f16 []; q: i8 [k%32] }", "n=2, k=96",
     "[n, k/32]{ d: f16 []; q: i8 [k%32] }"},
};

TEST(RecogniseTest, FindsTheSugar) {
  for (const Case& c : kCases) {
    EXPECT_EQ(recognised(c.layout, c.shape), c.sugar)
        << c.layout << " of " << c.shape;
  }
}

TEST(RecogniseTest, FindsTheSameFunction) {
  for (const Case& c : kCases) {
    const BoundLayout layout = test::bind_text(c.layout, c.shape, "f16");
    const BoundLayout again =
        ashlar::bind(recognise(layout), layout.shape(), layout.names(),
                     test::element("f16"));
    EXPECT_EQ(same_function(layout, again), true) << c.layout;
  }
}

TEST(RecogniseTest, GivesBackEverySugar) {
  for (const char* text :
       {"row", "col", "row(pitch=80)", "tile(32x32)", "tile(16x32)",
        "tile(32x32, faces=16x16)", "tile(8x16, transposed)", "stick(128B)",
        "stick(128B, pad=all)", "stick(128B, order=2.1.0)"}) {
    EXPECT_EQ(recognised(text, "a=5, b=100, c=75"), text);
  }
}

}  // namespace
}  // namespace ashlar
