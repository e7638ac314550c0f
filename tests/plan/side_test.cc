// Where an index lies when units come one after the other.
#include "src/plan/side.h"

#include <gtest/gtest.h>

#include "ashlar/spec.h"

namespace ashlar {
namespace {

Side side(const char* spec) { return Side(ashlar::bind(parse_spec(spec))); }

TEST(SideTest, PutsUnitsOneAfterTheOther) {
  const Side shards = side("bf16[128x128] ttnn on sim:0/l1 block(2x2)");
  EXPECT_EQ(shards.bytes(), 128 * 128 * 2);
  const Index first[] = {0, 0};
  const Index right[] = {0, 64};
  const Index below[] = {64, 0};
  EXPECT_EQ(shards.at(first), 0);
  EXPECT_EQ(shards.at(right), 64 * 64 * 16);
  EXPECT_EQ(shards.at(below), 2 * 64 * 64 * 16);
}

TEST(SideTest, KnowsWhichAxesAreOne) {
  const Side rows = side("f32[n=2, h=3, w=4] [n, h, w]");
  EXPECT_TRUE(rows.is_one_axis(0, 1));
  EXPECT_TRUE(rows.is_one_axis(1, 2));
  EXPECT_FALSE(rows.is_one_axis(0, 2));
  EXPECT_FALSE(rows.is_one_axis(2, 1));
  const Side padded = side("f32[n=2, h=3, w=4] [n, h, w:5]");
  EXPECT_FALSE(padded.is_one_axis(1, 2));
}

TEST(SideTest, TellsSumsFromMixtures) {
  const Side tiles = side("f32[64x64] tile(32x32)");
  EXPECT_FALSE(tiles.terms()[0].is_mixed);
  const Side swizzled = side("i8[a=8, b=64] [a, b/8 ^ a%8, b%8]");
  bool is_mixed = false;
  for (const Term& term : swizzled.terms()) {
    is_mixed = is_mixed || (term.is_mixed && term.digits.size() == 2);
  }
  EXPECT_TRUE(is_mixed);
}

/// Whether any term of a join has steps that just add up.
bool has_periods(const char* spec) {
  const Side of = side(spec);
  bool found = false;
  for (const Term& term : of.terms()) {
    for (const AxisDigit& digit : term.digits) {
      found = found || (term.is_mixed && digit.period > 0);
    }
  }
  return found;
}

TEST(SideTest, AJoinRepeatsUnlessAnXorTakesAllOfIt) {
  EXPECT_TRUE(has_periods("i8[60x70] p=(a b/4); [p%6, b%4, p/6]"));
  // Elsewhere an XOR changes nothing, and of a low digit it repeats itself.
  EXPECT_TRUE(has_periods("i8[64x64] p=(a/8 b/8); [p%6, a%8 ^ b%8, b%8, p/6]"));
  EXPECT_TRUE(has_periods("i8[64x64] p=(a/8 b/8); [p/8, p%8 ^ b%8, a%8, b%8]"));
  EXPECT_TRUE(has_periods("i8[64x64] p=(a/8 b/8); [p/8, a%8 ^ p%8, p%8, b%8]"));
  EXPECT_FALSE(
      has_periods("i8[64x64] p=(a/8 b/8); [p/8 ^ b%8, p%8, a%8, b%8]"));
  EXPECT_FALSE(
      has_periods("i8[64x64] p=(a/8 b/8); [a%8 ^ p/8, p/8, p%8, b%8]"));
  EXPECT_FALSE(
      has_periods("i8[a=7, b=4] p=(a%4:4 ^ b%4 a/4); [b%4, p%4, p/4]"));
}

TEST(SideTest, AViewStartsElsewhereAndTurnsItsAxes) {
  const View whole = parse_spec("f32[64x64] ttnn");
  const Side all(whole);
  const Side part(permuted(window(whole, {5, 20}, {40, 30}), {1, 0}));
  EXPECT_EQ(part.size(0), 30);
  EXPECT_EQ(part.size(1), 40);
  EXPECT_EQ(part.begin(0), 20);
  EXPECT_EQ(part.begin(1), 5);
  EXPECT_EQ(part.bytes(), all.bytes());
  for (Index i = 0; i < 30; ++i) {
    for (Index k = 0; k < 40; ++k) {
      const Index own[] = {i, k};
      const Index whole_index[] = {5 + k, 20 + i};
      ASSERT_EQ(part.at(own), all.at(whole_index));
    }
  }
}

TEST(SideTest, AViewOfAJoinStartsElsewhereToo) {
  const View whole = parse_spec("i8[a=6, b=10] j=(a b); [j%7, j/7]");
  const Side all(whole);
  const Side part(permuted(window(whole, {1, 3}, {5, 6}), {1, 0}));
  for (Index i = 0; i < 6; ++i) {
    for (Index k = 0; k < 5; ++k) {
      const Index own[] = {i, k};
      const Index whole_index[] = {1 + k, 3 + i};
      ASSERT_EQ(part.at(own), all.at(whole_index));
    }
  }
}

TEST(SideTest, AnArrayReachesFromItsFirstToItsLastElement) {
  const Side array(
      View(StridedArray{Shape{3, 4, 5}, parse_format("i16"), {-20, 0, 2}, 50}));
  EXPECT_EQ(array.bytes(), (50 + 8 + 1) * 2);
  const Index index[] = {2, 3, 1};
  EXPECT_EQ(array.at(index), (50 - 40 + 2) * 16);
  EXPECT_EQ(array.unit_count(), 1);
  EXPECT_EQ(array.copies(), 1);
  EXPECT_EQ(array.layout(), nullptr);
  const Side rows(
      View(StridedArray{Shape{3, 4}, parse_format("i16"), {4, 1}, 0}));
  EXPECT_TRUE(rows.is_one_axis(0, 1));
  EXPECT_FALSE(rows.is_one_axis(1, 0));
}

TEST(SideTest, CountsUnitsAndCopies) {
  const Side side(View(parse_spec("i8[6x4] row on host ranks(3)")));
  EXPECT_EQ(side.unit_count(), 3);
  EXPECT_EQ(side.unit_bytes(), 8);
  EXPECT_EQ(side.copies(), 1);
  const Side copies(View(parse_spec("i8[6x4] row on host replicated(3)")));
  EXPECT_EQ(copies.copies(), 3);
  EXPECT_EQ(copies.copy_unit(2), 2);
}

}  // namespace
}  // namespace ashlar
