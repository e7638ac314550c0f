// Each bit of an XOR on its own.
#include "src/plan/xor_bits.h"

#include <gtest/gtest.h>

#include "ashlar/spec.h"

namespace ashlar {
namespace {

using Powers = std::vector<Index>;

Term xor_of(std::vector<AxisDigit> digits) {
  Term term;
  term.digits = std::move(digits);
  term.is_mixed = term.is_xor = true;
  return term;
}

TEST(XorBitsTest, BeginWhereValuesAreWholePowers) {
  const AxisDigit digit{0, 8, 16};
  const Term term = xor_of({digit, {1, 1, 16}});
  EXPECT_EQ(powers_of_xor(term, digit, 1000), (Powers{2, 4, 8, 16}));
  // 12 values: three times four.
  EXPECT_EQ(powers_of_xor(term, digit, 96), (Powers{2, 4}));
  EXPECT_EQ(powers_of_xor(term, digit, 56), (Powers{}));
}

TEST(XorBitsTest, OfAJoinEndAboveTheNarrowestDigit) {
  const AxisDigit digit{0, 1, 64};
  Term term = xor_of({digit, {1, 1, 6}});
  term.is_xor = false;
  EXPECT_EQ(powers_of_xor(term, digit, 1000), (Powers{8}));
}

TEST(XorBitsTest, AreThoseThatALoopChanges) {
  const AxisDigit digit{0, 8, 64};
  EXPECT_EQ(bits_of_xor({0, 8, 2}, digit, 0), 0b1u);
  EXPECT_EQ(bits_of_xor({0, 16, 4}, digit, 0), 0b110u);
  EXPECT_EQ(bits_of_xor({0, 1, 32}, digit, 0), 0b11u);  // begins below it
  // Three values in a row, or a start in between, carry.
  EXPECT_EQ(bits_of_xor({0, 16, 3}, digit, 0), ~std::uint64_t{1});
  EXPECT_EQ(bits_of_xor({0, 16, 4}, digit, 16), ~std::uint64_t{1});
  EXPECT_EQ(bits_of_xor({0, 16, 4}, digit, 128), 0b110u);
  EXPECT_EQ(bits_of_xor({0, 12, 2}, digit, 0), ~std::uint64_t{0});
}

Refined refined(const char* from, const char* to) {
  const Side in(ashlar::bind(parse_spec(from)));
  const Side out(ashlar::bind(parse_spec(to)));
  return refine(in, out);
}

TEST(XorBitsTest, HaveATableEach) {
  const Refined of =
      refined("f64[4096x8] row", "f64[4096x8] [b, a/64%64 ^ a%64, a%64]");
  int tables = 0;
  for (const Loop& loop : of.loops) {
    if (!loop.is_listed()) continue;
    EXPECT_EQ(loop.count, 4);
    ++tables;
  }
  EXPECT_EQ(tables, 6);
}

TEST(XorBitsTest, GoTogetherWhereTheOtherSideDoesNotCutThem) {
  // Blocks of 3 on one side: all bits of that axis carry into each other.
  const Refined of =
      refined("f64[48x16] [a/3, b, a%3]", "f64[48x16] [a/16, a%16 ^ b, b]");
  Index most = 0;
  for (const Loop& loop : of.loops) {
    if (loop.is_listed()) most = std::max(most, loop.count);
  }
  EXPECT_EQ(most, 48 * 16);
}

}  // namespace
}  // namespace ashlar
