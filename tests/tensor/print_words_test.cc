// The texts are those that NumPy 1.24 prints for the same numbers.
#include "src/tensor/print_words.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/tensor/tensor_check.h"

namespace ashlar {
namespace {

std::string line(const char* format, std::initializer_list<double> numbers,
                 int precision = 8) {
  Spec spec;
  spec.format = parse_format(format);
  spec.shape = Shape{static_cast<Index>(numbers.size())};
  PrintOptions options;
  options.precision = precision;
  return print_elements(make(spec, numbers), options);
}

TEST(PrintWordsTest, WholeNumbersAreAlignedToTheRight) {
  EXPECT_EQ(line("i32", {-5, 0, 1000}), "[  -5    0 1000]");
  EXPECT_EQ(line("u4", {1, 15}), "[ 1 15]");
  EXPECT_EQ(line("bool", {1, 0}), "[ True False]");
  EXPECT_EQ(line("bool", {1, 1}), "[ True  True]");
  EXPECT_EQ(print_words(make(parse_spec("i8[2x2] col"), {1, 2, 30, 4}), 8),
            (std::vector<std::string>{" 1", " 2", "30", " 4"}));
}

TEST(PrintWordsTest, AllBitsOfWholeNumbersAreShown) {
  const Tensor wide = zeros(parse_spec("u64[2] row"));
  write_word(wide, {0}, ~std::uint64_t{0});
  EXPECT_EQ(print_elements(wide),
            "[18446744073709551615                    0]");
  const Tensor low = zeros(parse_spec("i64[1] row"));
  write_word(low, {0}, std::uint64_t{1} << 63);
  EXPECT_EQ(print_elements(low), "[-9223372036854775808]");
}

TEST(PrintWordsTest, PointsAreBelowEachOther) {
  EXPECT_EQ(line("f32", {1, 2.5, -3.125, 100}),
            "[  1.      2.5    -3.125 100.   ]");
  EXPECT_EQ(line("f32", {0.0, -0.0}), "[ 0. -0.]");
  EXPECT_EQ(line("f32", {}), "[]");
}

TEST(PrintWordsTest, DigitsAreAsManyAsTellNumbersApart) {
  EXPECT_EQ(line("f32", {1.0 / 3, 2.0 / 3, 1}),
            "[0.33333334 0.6666667  1.        ]");
  EXPECT_EQ(line("f64", {1.0 / 3, 2.0 / 3, 1}),
            "[0.33333333 0.66666667 1.        ]");
  EXPECT_EQ(line("f64", {1.0 / 3, 2.0 / 3, 1}, 3), "[0.333 0.667 1.   ]");
  EXPECT_EQ(line("f16", {0.1, 0.2, 9}), "[0.1 0.2 9. ]");
  // Of eight bits of precision, or of three.
  EXPECT_EQ(line("bf16", {3.14159, 0.1}), "[3.14 0.1 ]");
  EXPECT_EQ(line("f8_e4m3fn", {0.1, 448}), "[1.0e-01 4.5e+02]");
  EXPECT_EQ(line("q16.16", {0.1, 2.5}), "[0.1 2.5]");
}

TEST(PrintWordsTest, ExponentsWhereNumbersAreFarApart) {
  EXPECT_EQ(line("f32", {1e-5, 1, 1000}), "[1.e-05 1.e+00 1.e+03]");
  EXPECT_EQ(line("f64", {1e10, 2.5e10}), "[1.0e+10 2.5e+10]");
  EXPECT_EQ(line("f64", {1e100, 1}), "[1.e+100 1.e+000]");
  EXPECT_EQ(line("f16", {0.1, 0.2, 65504}), "[1.00e-01 2.00e-01 6.55e+04]");
  EXPECT_EQ(line("f64", {0, 1e9, -1}), "[ 0.e+00  1.e+09 -1.e+00]");
}

TEST(PrintWordsTest, NotANumberEndsWhereNumbersEnd) {
  EXPECT_EQ(line("f64", {1.5, NAN, -INFINITY, INFINITY}),
            "[ 1.5  nan -inf  inf]");
  EXPECT_EQ(line("f32", {NAN, NAN}), "[nan nan]");
}

}  // namespace
}  // namespace ashlar
