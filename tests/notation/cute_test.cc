// CuTe's shape:stride, against its own evaluation.
#include <gtest/gtest.h>

#include "tests/notation/check.h"
#include "tests/notation/vendor_offsets.h"

namespace ashlar {
namespace {

using test::bind_own;
using test::comes_back;
using test::Cute;
using test::follows;
using test::read_and_written;
using test::read_bound;
using test::read_error;
using test::written;

constexpr Notation kCute = Notation::cute;

struct Strides {
  const char* text;
  Shape shape;
  Cute formula;
  Index slots;
};

const Strides kTable[] = {
    {"():()", {}, {}, 1},
    {"100:1", {100}, {{{{100, 1}}}}, 100},
    {"(100):(2)", {100}, {{{{100, 2}}}}, 200},
    {"(4,25):(25,1)", {100}, {{{{4, 25}, {25, 1}}}}, 100},
    {"((4,25)):((25,1))", {97}, {{{{4, 25}, {25, 1}}}}, 100},
    {"(3,5):(5,1)", {3, 5}, {{{{3, 5}}, {{5, 1}}}}, 15},
    {"(3,5):(1,3)", {3, 5}, {{{{3, 1}}, {{5, 3}}}}, 15},
    {"(_3,_5):(_8,_1)", {3, 5}, {{{{3, 8}}, {{5, 1}}}}, 24},
    {"(4,8):(8,1)", {3, 5}, {{{{4, 8}}, {{8, 1}}}}, 32},
    {"(1,5):(0,1)", {1, 5}, {{{{1, 0}}, {{5, 1}}}}, 5},
    {"((32,3),(32,4)):((32,4096),(1,1024))",
     {70, 100},
     {{{{32, 32}, {3, 4096}}, {{32, 1}, {4, 1024}}}},
     12288},
    {"((32,4,2),(4,3)):((16,4,1536),(1,512))",
     {256, 10},
     {{{{32, 16}, {4, 4}, {2, 1536}}, {{4, 1}, {3, 512}}}},
     3072},
    {"((32,4,2),(4,3)):((16,4,1536),(1,512))",
     {100, 10},
     {{{{32, 16}, {4, 4}, {2, 1536}}, {{4, 1}, {3, 512}}}},
     3072},
    {"((2,(3,4)),5):((1,(2,6)),24)",
     {24, 5},
     {{{{2, 1}, {3, 2}, {4, 6}}, {{5, 24}}}},
     120},
    {"((4,2),(2,4)):((1,16),(8,48))",
     {8, 8},
     {{{{4, 1}, {2, 16}}, {{2, 8}, {4, 48}}}},
     192},
};

TEST(CuteTest, ReadsShapesAndStridesAsCuteDoes) {
  for (const Strides& one : kTable) {
    EXPECT_TRUE(
        follows(read_bound(kCute, one.text, one.shape), one.formula, one.slots))
        << one.text;
  }
}

TEST(CuteTest, WritesWhatItReads) {
  const struct {
    const char* text;
    Shape shape;
  } cases[] = {
      {"():()", {}},
      {"(100):(1)", {100}},
      {"((4,25)):((25,1))", {100}},
      {"(3,5):(5,1)", {3, 5}},
      {"(3,5):(1,3)", {3, 5}},
      {"(3,8):(8,1)", {3, 5}},
      {"(1,5):(0,1)", {1, 5}},
      {"((32,3),(32,4)):((32,4096),(1,1024))", {70, 100}},
      {"((32,4,2),(4,3)):((16,4,1536),(1,512))", {256, 12}},
      {"(512,256):(64,32768)", {512, 256}},
      {"((16,4)):((1,20))", {64}},
      {"(2,2,2,2,2,2,2,2):(1,2,4,8,16,32,64,128)", {2, 2, 2, 2, 2, 2, 2, 2}},
  };
  for (const auto& one : cases) {
    EXPECT_EQ(read_and_written(kCute, one.text, one.shape), one.text);
  }
}

TEST(CuteTest, WritesLayoutsOfOthers) {
  EXPECT_EQ(written(kCute, bind_own("ttnn", {70, 100})),
            "((16,2,3),(16,2,4)):((16,512,4096),(1,256,1024))");
  EXPECT_EQ(written(kCute, bind_own("tile(32x32)", {14, 28})),
            "(32,32):(32,1)");
  EXPECT_EQ(
      written(kCute, bind_own("stick(128B, pad=all)", {5, 100, 150}, "f16")),
      "(64,128,(64,3)):(64,12288,(1,4096))");
  EXPECT_TRUE(comes_back(kCute, bind_own("stick(128B)", {3, 0}, "f16")));
  EXPECT_TRUE(comes_back(kCute, bind_own("[a:32]", {0})));
  EXPECT_TRUE(comes_back(kCute, bind_own("[a, b, c, d ^ c]", {4, 0, 4, 4})));
}

TEST(CuteTest, SaysWhatCannotBeWritten) {
  const auto reason = [](const char* layout, const Shape& shape) {
    return written(kCute, bind_own(layout, shape));
  };
  EXPECT_EQ(reason("core=a/64 | [a%64, b]", {100, 70}),
            "cannot: units cannot be written: core");
  EXPECT_EQ(reason("[a%16:20, a/16]", {64}),
            "cannot: the gap of 4 slots after a%16, at the end of memory");
  EXPECT_EQ(reason("[0:64]", {}), "cannot: the gap 0:64, at the end of memory");
  EXPECT_EQ(reason("s=(a b); [s%3, s/3]", {4, 6}),
            "cannot: joins cannot be written: j0=(a b)");
}

TEST(CuteTest, SaysWhyStridesAreNoLayout) {
  EXPECT_EQ(read_error(kCute, "(3,5):(0,1)", {3, 5}),
            "cute: the factor 3 of axis a has stride 0: its elements would "
            "share a place; repeat elements in a view instead");
  EXPECT_EQ(read_error(kCute, "(3,5):(-5,1)", {3, 5}),
            "cute: negative: a stride; a layout counts upwards; reverse the "
            "axis in a view");
  EXPECT_EQ(read_error(kCute, "(3,5):(4,1)", {3, 5}),
            "cute: the factor 3 of axis a with stride 4 overlaps the factor 5 "
            "of axis b with stride 1");
  EXPECT_EQ(read_error(kCute, "(3,5):(1,1)", {3, 5}),
            "cute: the factor 3 of axis a with stride 1 overlaps the factor 5 "
            "of axis b with stride 1");
  EXPECT_EQ(read_error(kCute, "(3,5):(11,2)", {3, 5}),
            "cute: the factor 3 of axis a has stride 11, which is no multiple "
            "of the stride 2 of the factor 5 of axis b");
  EXPECT_EQ(read_error(kCute, "(2,5):(5,1)", {3, 5}),
            "cute: mode 0 has 2 places, axis a has 3");
}

TEST(CuteTest, SaysWhereATextIsWrong) {
  EXPECT_EQ(read_error(kCute, "(3,5)", {3, 5}),
            "cute: expected ':' between shape and stride, found the end of the "
            "text");
  EXPECT_EQ(read_error(kCute, "(3,5):(1)", {3, 5}),
            "cute: the strides are not nested as the sizes are");
  EXPECT_EQ(read_error(kCute, "((3,1),5):(5,1)", {3, 5}),
            "cute: the strides are not nested as the sizes are");
  EXPECT_EQ(read_error(kCute, "(3,5,7):(35,7,1)", {3, 5}),
            "cute: the layout has 3 modes, the tensor has 2 axes");
  EXPECT_EQ(read_error(kCute, "15:1", {3, 5}),
            "cute: the layout has 1 modes, the tensor has 2 axes");
  EXPECT_EQ(read_error(kCute, std::string(5000, '('), {3, 5}),
            "cute: nested more than 8 deep");
  std::string many = "(1";
  for (int i = 0; i < 100; ++i) many += ",1";
  EXPECT_EQ(read_error(kCute, many + "):1", {1}), "cute: more than 40 numbers");
  std::string empty = "(()";
  for (int i = 0; i < 100; ++i) empty += ",()";
  EXPECT_EQ(read_error(kCute, empty + "):1", {1}), "cute: more than 40 modes");
  EXPECT_EQ(read_error(kCute, "((0,3)):((1,1))", {0}),
            "cute: a size after the size 0");
  EXPECT_EQ(read_error(kCute, "(4000000000,4000000000,4):(1,1,1)", {5}),
            "cute: 4000000000 x 4000000000 does not fit in 64 bits");
}

}  // namespace
}  // namespace ashlar
