// CuTe's swizzles, against the formula on offsets.
#include <gtest/gtest.h>

#include "tests/notation/check.h"
#include "tests/notation/vendor_offsets.h"

namespace ashlar {
namespace {

using test::bind_own;
using test::Cute;
using test::follows;
using test::read_and_written;
using test::read_bound;
using test::read_error;
using test::Sizes;
using test::swizzled;
using test::written;

constexpr Notation kCute = Notation::cute;

struct Swizzled {
  const char* text;
  Shape shape;
  Cute plain;
  int bits;
  int base;
  int shift;
  Index slots;
};

const Swizzled kTable[] = {
    {"Sw<3,3,3> o (8,64):(64,1)",
     {8, 64},
     {{{{8, 64}}, {{64, 1}}}},
     3,
     3,
     3,
     512},
    {"Sw<2,3,3> o (16,32):(32,1)",
     {16, 32},
     {{{{16, 32}}, {{32, 1}}}},
     2,
     3,
     3,
     512},
    {"Sw<1,3,3> o (16,16):(16,1)",
     {16, 16},
     {{{{16, 16}}, {{16, 1}}}},
     1,
     3,
     3,
     256},
    {"Sw<2,0,2> o (4,4):(4,1)", {4, 4}, {{{{4, 4}}, {{4, 1}}}}, 2, 0, 2, 16},
    {"Sw<3,2,4> o (16,32):(32,1)",
     {16, 32},
     {{{{16, 32}}, {{32, 1}}}},
     3,
     2,
     4,
     512},
    {"Sw<3,0,3> o (64,8):(1,64)",
     {64, 8},
     {{{{64, 1}}, {{8, 64}}}},
     3,
     0,
     3,
     512},
    {"Sw<2,1,-3> o (8,16):(16,1)",
     {8, 16},
     {{{{8, 16}}, {{16, 1}}}},
     2,
     1,
     -3,
     128},
    // Digits that the ranges do not respect, and rows that end early.
    {"Sw<3,1,5> o ((4,4),(2,16)):((2,128),(1,8))",
     {16, 32},
     {{{{4, 2}, {4, 128}}, {{2, 1}, {16, 8}}}},
     3,
     1,
     5,
     512},
    {"Sw<3,3,3> o (100,64):(64,1)",
     {100, 64},
     {{{{100, 64}}, {{64, 1}}}},
     3,
     3,
     3,
     104 * 64},
    {"Sw<3,3,3> o (5,64):(64,1)",
     {5, 64},
     {{{{5, 64}}, {{64, 1}}}},
     3,
     3,
     3,
     8 * 64},
    {"Sw<3,3,3> o (3,64):(64,1)",
     {3, 64},
     {{{{3, 64}}, {{64, 1}}}},
     3,
     3,
     3,
     4 * 64},
    {"Sw<3,3,3> o (1,64):(64,1)",
     {1, 64},
     {{{{1, 64}}, {{64, 1}}}},
     3,
     3,
     3,
     64},
    {"Sw<3,0,3> o (8,8):(64,8)", {8, 8}, {{{{8, 64}}, {{8, 8}}}}, 3, 0, 3, 512},
    {"Sw<1,0,1> o (5,6):(12,2)", {5, 6}, {{{{5, 12}}, {{6, 2}}}}, 1, 0, 1, 60},
    {"Sw<2,0,2> o 16:1", {16}, {{{{16, 1}}}}, 2, 0, 2, 16},
    {"Sw<0,4,3> o (5,7):(7,1)", {5, 7}, {{{{5, 7}}, {{7, 1}}}}, 0, 4, 3, 35},
};

TEST(SwizzleTest, ReadsSwizzlesAsTheFormulaDoes) {
  for (const Swizzled& one : kTable) {
    const auto formula = [&one](const Sizes& at) {
      return swizzled(one.plain(at), one.bits, one.base, one.shift);
    };
    EXPECT_TRUE(
        follows(read_bound(kCute, one.text, one.shape), formula, one.slots))
        << one.text;
  }
}

TEST(SwizzleTest, CountsBytesInFrontOfAPointer) {
  const auto formula = [](const Sizes& at) {
    return swizzled(2 * (at[0] * 64 + at[1]), 3, 4, 3) / 2;
  };
  for (const char* const text :
       {"Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)",
        "Sw<3,3,3> o 0 o (8,64):(64,1)",
        "Swizzle<3,3,3> o _0 o (_8,_64):(_64,_1)"}) {
    EXPECT_TRUE(
        follows(read_bound(kCute, text, {8, 64}, "f16"), formula, 8 * 64))
        << text;
  }
}

TEST(SwizzleTest, WritesWhatItReads) {
  const struct {
    const char* text;
    Shape shape;
  } cases[] = {
      {"Sw<3,3,3> o (8,64):(64,1)", {8, 64}},
      {"Sw<2,3,3> o (16,32):(32,1)", {16, 32}},
      {"Sw<2,0,2> o (4,4):(4,1)", {4, 4}},
      {"Sw<3,2,4> o (16,32):(32,1)", {16, 32}},
      {"Sw<2,1,-3> o (8,16):(16,1)", {8, 16}},
      {"Sw<3,3,3> o (104,64):(64,1)", {100, 64}},
  };
  for (const auto& one : cases) {
    EXPECT_EQ(read_and_written(kCute, one.text, one.shape), one.text);
  }
}

TEST(SwizzleTest, WritesTheSwizzlesOfTensorMemory) {
  const auto text = [](const char* layout, const Shape& shape) {
    return written(kCute, bind_own(layout, shape, "f16"));
  };
  EXPECT_EQ(text("[a/8, a%8, b/8 ^ a%8, b%8]", {16, 64}),
            "Sw<3,3,3> o (16,64):(64,1)");
  EXPECT_EQ(text("[a/8, a/2%4, a%2, b/8 ^ a/2%4, b%8]", {16, 32}),
            "Sw<2,3,3> o (16,32):(32,1)");
  EXPECT_EQ(text("[a, b ^ a]", {4, 4}), "Sw<2,0,2> o (4,4):(4,1)");
}

TEST(SwizzleTest, SaysWhenXorsAreNoSwizzle) {
  const auto reason = [](const char* layout, const Shape& shape) {
    return written(kCute, bind_own(layout, shape));
  };
  EXPECT_EQ(reason("[a, b, c ^ a ^ b]", {4, 4, 4}),
            "cannot: XOR terms cannot be written as one swizzle: c ^ a ^ b");
  EXPECT_EQ(reason("[a, b ^ a, 0:3]", {4, 4}),
            "cannot: XOR terms cannot be written as one swizzle: b ^ a");
  EXPECT_EQ(reason("[a, b, c ^ b, d ^ a]", {4, 4, 4, 4}),
            "cannot: XOR terms cannot be written as one swizzle: c ^ b");
  EXPECT_EQ(reason("core=a | [b ^ a]", {4, 4}),
            "cannot: units cannot be written: core");
}

TEST(SwizzleTest, SaysWhyASwizzleIsNoLayout) {
  EXPECT_EQ(read_error(kCute, "Sw<3,3,3> o (8,48):(48,1)", {8, 48}),
            "cute: a swizzle needs powers of two, the stride 48 of the factor "
            "8 of axis a is none");
  EXPECT_EQ(read_error(kCute, "Sw<1,2,1> o (8,72):(72,1)", {8, 72}),
            "cute: the swizzle cuts the factor 9 of axis b at 2");
  EXPECT_EQ(read_error(kCute, "Sw<2,0,-4> o (2,8):(8,1)", {2, 8}),
            "cute: the swizzle would move elements past the end, by the factor "
            "4 of axis b");
  EXPECT_EQ(read_error(kCute, "Sw<3,3,2> o (8,64):(64,1)", {8, 64}),
            "cute: the shift 2 is less than the 3 bits");
  EXPECT_EQ(read_error(kCute, "Sw<3,3,3> o 8 o (8,64):(64,1)", {8, 64}),
            "cute: the swizzle starts at an offset; an offset belongs to a "
            "view");
  EXPECT_EQ(read_error(kCute,
                       "Sw<3,0,3> o smem_ptr[16b](unset) o "
                       "(8,64):(64,1)",
                       {8, 64}, "f16"),
            "cute: the swizzle moves parts of elements");
  EXPECT_EQ(read_error(kCute,
                       "Sw<3,4,3> o smem_ptr[32b](unset) o "
                       "(8,64):(64,1)",
                       {8, 64}, "f16"),
            "cute: the elements of the tensor have 16 bits");
  EXPECT_EQ(read_error(kCute, "Sw<99,0,99> o (8,64):(64,1)", {8, 64}),
            "cute: the width of a swizzle is 99, at most 62 is possible");
}

}  // namespace
}  // namespace ashlar
