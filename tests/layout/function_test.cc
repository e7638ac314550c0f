// Equality by function, hashes and contiguous runs.
#include <gtest/gtest.h>

#include <set>

#include "tests/support/layout_check.h"

namespace ashlar {
namespace {

std::optional<bool> same(std::string_view a, std::string_view b,
                         std::string_view shape) {
  return same_function(test::bind_text(a, shape), test::bind_text(b, shape));
}

std::uint64_t hash(std::string_view layout, std::string_view shape,
                   std::string_view element = "f32") {
  return stable_hash(test::bind_text(layout, shape, element));
}

Index run(std::string_view layout, std::string_view shape,
          std::string_view element = "f32") {
  return contiguous_run(test::bind_text(layout, shape, element));
}

TEST(SameFunctionTest, SeesThroughSpelling) {
  EXPECT_EQ(same("[h, w]", "[h/4, h%4, w]", "h=8, w=3"), true);
  EXPECT_EQ(same("row", "[h, w]", "h=8, w=3"), true);
  EXPECT_EQ(same("p=(h w); [p/3, p%3]", "[h, w]", "h=8, w=3"), true);
  EXPECT_EQ(same("p=(h w); [p/2, p%2]", "[h, w]", "h=8, w=3"), true);
  EXPECT_EQ(same("[h:8, w]", "[h/4, h%4, w]", "h=7, w=3"), true);
  EXPECT_EQ(same("[0:2, h]", "[h:14]", "h=7"), true);
  EXPECT_EQ(same("core=h/4 | [h%4]", "s=h/4; core=s | [h%4]", "h=9"), true);
  EXPECT_EQ(same("[b:128, c/64, a:64, c%64]",
                 "[b/64, b%64, c/64, a/64, a%64, c%64]", "a=5, b=100, c=150"),
            true);
}

TEST(SameFunctionTest, SeesDifferences) {
  EXPECT_EQ(same("[h, w]", "[w, h]", "h=8, w=3"), false);
  EXPECT_EQ(same("[h, w]", "[h, w:4]", "h=8, w=3"), false);
  EXPECT_EQ(same("[h, w]", "[h:9, w]", "h=8, w=3"), false);  // size
  EXPECT_EQ(same("core=h | [w]", "bank=h | [w]", "h=8, w=3"), false);
  EXPECT_EQ(same("core=h | [w]", "core=*8 | [w, h]", "h=8, w=3"), false);
  EXPECT_EQ(same("[h, w]", "[h, w]{ q: f32 [] }", "h=8, w=3"), false);
  EXPECT_EQ(same("[h, w ^ h]", "[h, w]", "h=4, w=4"), false);
  EXPECT_EQ(same("[h/4, h%2, h/2%2]", "[h]", "h=8"), false);
  EXPECT_EQ(
      same("[h]{ a: u8 []; b: u8 [] }", "[h]{ b: u8 []; a: u8 [] }", "h=8"),
      false);
}

// They first differ where a multiple of both divisors is reached.
TEST(SameFunctionTest, SeesDifferencesFarFromTheOrigin) {
  EXPECT_EQ(same("[h/6%5, h/30, h%6]", "[h/6, h%6]", "h=31"), false);
  EXPECT_EQ(same("[h/6%5:6, h/30, h%6]", "[h/6%6, h/36, h%6]", "h=30"), true);
  EXPECT_EQ(same("[h/30, h/6%5:6, h%6]", "[h/36, h/6%6, h%6]", "h=37"), false);
  EXPECT_EQ(same("[w/1000000, w%1000000:1000001]", "[w:2000002]", "w=1000001"),
            false);
}

TEST(SameFunctionTest, IsAboutShapesToo) {
  EXPECT_EQ(same_function(test::bind_text("[h, w]", "h=8, w=3"),
                          test::bind_text("[h, w]", "h=3, w=8")),
            false);
  EXPECT_EQ(same_function(test::bind_text("[h, w]", "h=8, w=3", "f32"),
                          test::bind_text("[h, w]", "h=8, w=3", "f16")),
            false);
  EXPECT_EQ(same("[h, w]", "[w, h]", "h=0, w=3"), true);  // nothing to place
}

TEST(SameFunctionTest, DecidesLargeTensorsWithoutJoins) {
  const char kShape[] = "h=1000000000, w=1000000";
  EXPECT_EQ(same("[h/64, h%64, w]", "[h, w]", kShape), true);
  EXPECT_EQ(same("[h/32, w, h%32]", "[h/64, w, h%64]", kShape), false);
}

// Row-major joins cut at 2 are the row, but no rule here says so: a tensor
// that is too large to look at every element may stay undecided.
TEST(SameFunctionTest, NeverGuessesAboutLargeJoins) {
  const char kShape[] = "h=100000, w=99999";
  const auto answer = same("p=(h w); [p/2, p%2]", "[h, w]", kShape);
  EXPECT_NE(answer, false);
  EXPECT_NE(
      same("p=(h w); bank=p%3 | [p/3]", "p=(h w); bank=p%3 | [p/3]", kShape),
      false);
}

TEST(StableHashTest, IsTheSameInEveryVersion) {
  EXPECT_EQ(hash("[h, w]", "h=8, w=3"), 10075718094185226534u);
  EXPECT_EQ(hash("[]", "", "f64"), 12216997883156081511u);
  EXPECT_EQ(
      hash("[h/32, w/32, h/16%2, w/16%2, h%16, w%16]", "h=100, w=70", "bf16"),
      1852010023887758505u);
  EXPECT_EQ(hash("p=(h/32 w/32); bank=p%12 | [p/12, h%32, w%32]", "h=100, w=70",
                 "bf16"),
            6948488940260629426u);
  EXPECT_EQ(hash("[h/8, h%8, w/8 ^ h%8, w%8]", "h=21, w=60", "f16"),
            12174461711740993209u);
  EXPECT_EQ(hash("[n, k/32]{ d: f16 []; q: u4 [k%16, k/16%2] }", "n=3, k=96"),
            11998826033107919555u);
}

TEST(StableHashTest, IsTheSameForEqualFunctions) {
  EXPECT_EQ(hash("[h, w]", "h=8, w=3"), hash("[h/4, h%4, w]", "h=8, w=3"));
  EXPECT_EQ(hash("p=(h w); [p/3, p%3]", "h=8, w=3"),
            hash("[h, w]", "h=8, w=3"));
  EXPECT_EQ(hash("stick(128B, pad=all)", "a=5, b=100, c=150", "f16"),
            hash("[b:128, c/64, a:64, c%64]", "a=5, b=100, c=150", "f16"));
  // Widths count, not what the bits mean.
  EXPECT_EQ(hash("[h]", "h=8", "f16"), hash("[h]", "h=8", "bf16"));
}

TEST(StableHashTest, IsAnotherForOtherFunctions) {
  const std::set<std::uint64_t> hashes = {
      hash("[h, w]", "h=8, w=3"),           hash("[w, h]", "h=8, w=3"),
      hash("[h, w]", "h=3, w=8"),           hash("[h, w:4]", "h=8, w=3"),
      hash("[h, w]", "h=8, w=3", "u8"),     hash("core=h | [w]", "h=8, w=3"),
      hash("rank=*2 | [h, w]", "h=8, w=3"),
  };
  EXPECT_EQ(hashes.size(), 7u);
}

TEST(ContiguousRunTest, StopsWhereMemoryJumps) {
  EXPECT_EQ(run("[h, w]", "h=8, w=3"), 24);
  EXPECT_EQ(run("[h, w:4]", "h=8, w=3"), 3);
  EXPECT_EQ(run("[w, h]", "h=8, w=3"), 1);
  EXPECT_EQ(run("[w, h]", "h=8, w=1"), 8);
  EXPECT_EQ(run("[h/32, w/32, h%32, w%32]", "h=64, w=64"), 32);
  EXPECT_EQ(run("[h/32, w/32, h%32, w%32]", "h=64, w=20"), 20);
  EXPECT_EQ(run("[h/32, w/32, h%32, w%32]", "h=64, w=32"), 2048);
  EXPECT_EQ(run("core=h/4 | [h%4, w]", "h=8, w=3"), 12);
  EXPECT_EQ(run("[h, w ^ h]", "h=4, w=4"), 4);
  EXPECT_EQ(run("[h/2, h%2, w/2 ^ h/2, w%2]", "h=4, w=4"), 8);
  EXPECT_EQ(run("p=(h w); bank=p%3 | [p/3]", "h=8, w=3"), 1);
  EXPECT_EQ(run("p=(h w); bank=p/5 | [p%5]", "h=8, w=3"), 5);
  EXPECT_EQ(run("[]", ""), 1);
  EXPECT_EQ(run("[h, w]", "h=0, w=3"), 0);
  EXPECT_EQ(run("[k/32]{ d: f16 []; q: i8 [k%32] }", "k=96"), 32);
}

TEST(ContiguousRunTest, SeesJumpsFarFromTheOrigin) {
  EXPECT_EQ(run("[w/1000000, w%1000000:1000001]", "w=5000000"), 1000000);
  EXPECT_EQ(run("s=w; core=s/20000 | [s%20000]", "w=100000"), 20000);
  // Joins are followed for a while, and never trusted beyond that.
  const Index seen = run("s=(h w); core=s/20000 | [s%20000]", "h=2, w=100000");
  EXPECT_GE(seen, 10000);
  EXPECT_LE(seen, 20000);
  EXPECT_EQ(run("[h/64, h%64, w]", "h=1000000000, w=1000000"),
            Index{1000000000} * 1000000);
}

}  // namespace
}  // namespace ashlar
