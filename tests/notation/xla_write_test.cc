// XLA's tiled layouts, written.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/notation/check.h"

namespace ashlar {
namespace {

using test::bind_own;
using test::comes_back;
using test::read_and_written;
using test::written;

constexpr Notation kXla = Notation::xla;

TEST(XlaWriteTest, WritesWhatItReads) {
  const struct {
    const char* text;
    Shape shape;
  } cases[] = {
      {"{}", {}},
      {"{:T(128)}", {}},
      {"{0}", {7}},
      {"{1,0}", {3, 5}},
      {"{0,1}", {3, 5}},
      {"{1,0:T(2,2)}", {3, 5}},
      {"{2,1,0:T(8,128)}", {2, 20, 200}},
      {"{2,1,0:T(8,128)}", {2, 3, 5}},
      {"{2,1,0:T(8,128)(2,1)}", {2, 19, 130}},
      {"{2,1,0:T(8,128)(4,1)}", {2, 16, 256}},
      {"{0,2,1:T(8,128)(2,1)}", {30, 2, 19}},
      {"{1,0:T(32,32)(16,16)}", {14, 100}},
      {"{0:T(1024)(128)(2,1)}", {5000}},
      {"{3,2,1,0:T(*,2,*,3)}", {4, 6, 5, 7}},
      {"{2,1,0:T(*,*,8)}", {3, 4, 5}},
      {"{1,2,0:T(*,8)}", {3, 4, 5}},
      {"{0:T(64)(6)}", {100}},
      {"{0:T(64)(6)(4)}", {100}},
  };
  for (const auto& one : cases) {
    EXPECT_EQ(read_and_written(kXla, one.text, one.shape), one.text);
  }
}

TEST(XlaWriteTest, WritesLayoutsOfOthers) {
  const auto text = [](const char* layout, const Shape& shape) {
    return written(kXla, bind_own(layout, shape, "f16"));
  };
  EXPECT_EQ(text("row(pitch=72)", {100, 70}), "{1,0:T(72)}");
  EXPECT_EQ(text("ttnn", {70, 100}), "{1,0:T(32,32)(16,16)}");
  EXPECT_EQ(text("tile(32x32, transposed)", {70, 100}), "{1,0:T(32,32)(32,1)}");
  EXPECT_EQ(text("stick(128B)", {5, 100, 150}), "{0,2,1:T(64,1)}");
  EXPECT_EQ(text("stick(128B, sparse)", {512, 256}), "{0,1:T(1)(64)}");
  EXPECT_EQ(text("[a, b/16, c, d, b%16]", {2, 37, 3, 5}),
            "{3,2,1,0:T(16,1,1)}");
  EXPECT_EQ(text("[b/64, a/32, a/2%16, b%64, a%2]", {100, 70}),
            "{0,1:T(64,32)(64,2)}");
  EXPECT_EQ(text("[a/128, b/4, a%32, a/32%4, b%4]", {256, 12}),
            "{1,0:T(128,4)(32,4)(4,1,1,4)}");
}

TEST(XlaWriteTest, SaysWhatCannotBeWritten) {
  const auto reason = [](const char* layout, const Shape& shape) {
    return written(kXla, bind_own(layout, shape));
  };
  EXPECT_EQ(reason("core=a/64 | [a%64, b]", {100, 70}),
            "cannot: units cannot be written: core");
  EXPECT_EQ(reason("[a/8, a%8, b/8 ^ a%8, b%8]", {16, 64}),
            "cannot: XOR terms cannot be written: b/8 ^ a%8");
  EXPECT_EQ(reason("s=(a/2 b); [s%5, s/5, a%2]", {8, 6}),
            "cannot: joins cannot be written: j0=(a/2 b)");
  EXPECT_EQ(reason("[a, b/32]{ e: u8 []; m: i8 [b%32] }", {4, 70}),
            "cannot: records cannot be written: e, m");
  EXPECT_EQ(reason("[a:32]", {0}),
            "cannot: axis a has size 0, but slots in memory");
}

TEST(XlaWriteTest, WritesEveryOrderOfFiveDigits) {
  std::vector<std::string> terms = {"a/6", "a/2%3", "a%2", "b/4", "b%4"};
  std::ranges::sort(terms);
  do {
    std::string text = "[";
    for (const std::string& term : terms) {
      text += (text.size() > 1 ? ", " : "") + term;
    }
    EXPECT_TRUE(comes_back(kXla, bind_own(text + "]", {16, 10})));
  } while (std::ranges::next_permutation(terms).found);
}

TEST(XlaWriteTest, WritesGapsAnywhere) {
  for (const char* const text :
       {"[a%16:20, a/16]", "[a/16, a%16:20]", "[a/16, 0:3, a%16]", "[0:2, a]",
        "[a, 0:2]", "[a/16:9, 0:3, a%16:17, 0:5]"}) {
    EXPECT_TRUE(comes_back(kXla, bind_own(text, {60}))) << text;
  }
}

}  // namespace
}  // namespace ashlar
