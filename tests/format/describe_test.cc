// Element codes in words.
#include "src/format/describe.h"

#include <gtest/gtest.h>

#include <string_view>

#include "ashlar/format.h"

namespace ashlar {
namespace {

std::string described(std::string_view name) {
  return describe(parse_format(name).element());
}

TEST(DescribeTest, SaysWhatTheBitsMean) {
  EXPECT_EQ(described("f8_e4m3fn"),
            "a float with a sign, 4 exponent and 3 mantissa bits, bias 7; NaN "
            "in the largest code, no infinity");
  EXPECT_EQ(described("e4m3b8inuz"),
            "a float with a sign, 4 exponent and 3 mantissa bits, bias 8; NaN "
            "in the code of -0, infinity in the largest code");
  EXPECT_EQ(described("e8m0"),
            "a float with 8 exponent and 0 mantissa bits, bias 127; NaN in "
            "the largest code, no infinity, no zero");
  EXPECT_EQ(described("dlfloat16"),
            "a float with a sign, 6 exponent and 9 mantissa bits, bias 31; "
            "one code for NaN and infinity, no subnormals");
  EXPECT_EQ(described("f6_e3m2fn_w8"),
            "a float with a sign, 3 exponent and 2 mantissa bits, bias 3; "
            "neither infinity nor NaN; in words of 8 bits");
  EXPECT_EQ(described("u7"), "unsigned integers of 7 bits; in words of 8 bits");
  EXPECT_EQ(described("ob4"),
            "integers of 4 bits, coded as the number plus half the range");
  EXPECT_EQ(described("q5.26"),
            "fixed point of 32 bits, 26 of them fraction, two's complement");
  EXPECT_EQ(described("uq4.4"),
            "fixed point of 8 bits, 4 of them fraction, unsigned");
  EXPECT_EQ(described("sm1.6"),
            "fixed point of 8 bits, 6 of them fraction, a sign and a "
            "magnitude");
  EXPECT_EQ(described("bool"), "truth values; in words of 8 bits");
}

}  // namespace
}  // namespace ashlar
