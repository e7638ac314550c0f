// Generic names of integers and fixed point.
#include "src/format/spelling.h"

#include <gtest/gtest.h>

#include "ashlar/format.h"
#include "src/format/elements.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_text;

std::string canonical(std::string_view text) {
  return parse_format(text).name();
}

std::string error_in(std::string_view text) {
  return error_text([&] { parse_format(text); });
}

TEST(SpellingTest, ReadsIntegersOfAnyWidth) {
  for (int bits = 1; bits <= 64; ++bits) {
    const std::string width = std::to_string(bits);
    EXPECT_EQ(parse_format("i" + width).element(),
              integer_element(bits, Sign::present));
    EXPECT_EQ(parse_format("u" + width).element(),
              integer_element(bits, Sign::absent));
    EXPECT_EQ(canonical("int" + width), "i" + width);
    EXPECT_EQ(canonical("uint" + width), "u" + width);
    EXPECT_EQ(canonical("ob" + width), "ob" + width);
  }
}

TEST(SpellingTest, RefusesIntegersThatCannotBe) {
  EXPECT_EQ(error_in("i65"),
            "format: 'i65' is not possible: an integer of 65 bits, expected 1 "
            "to 64");
  EXPECT_EQ(error_in("uint0"),
            "format: 'uint0' is not possible: an integer of 0 bits, expected "
            "1 to 64");
  EXPECT_THROW(parse_format("i08"), Error);
  EXPECT_THROW(parse_format("i99999"), Error);
  EXPECT_THROW(parse_format("i"), Error);
}

TEST(SpellingTest, CountsTheSignOfFixedPointAsTheWordsTell) {
  // One more bit for the sign ...
  EXPECT_EQ(parse_format("q5.26").element(), fixed_element(32, 26));
  EXPECT_EQ(parse_format("q8.23").element(), fixed_element(32, 23));
  EXPECT_EQ(parse_format("q0.15").element(), fixed_element(16, 15));
  EXPECT_EQ(parse_format("q3.5").element(), fixed_element(8, 5));
  EXPECT_EQ(parse_format("q3.6").element(), fixed_element(10, 6));
  EXPECT_EQ(parse_format("q31.32").element(), fixed_element(64, 32));
  // ... unless the word is full without it.
  EXPECT_EQ(parse_format("q16.16").element(), fixed_element(32, 16));
  EXPECT_EQ(parse_format("q32.32").element(), fixed_element(64, 32));
  EXPECT_EQ(parse_format("q8.8").element(), fixed_element(16, 8));
  EXPECT_EQ(parse_format("q1.15").element(), fixed_element(16, 15));
  // Without integer bits the sign has to be extra.
  EXPECT_EQ(parse_format("q0.8").element(), fixed_element(9, 8));
  EXPECT_EQ(parse_format("sq8.8").element(), fixed_element(17, 8));
  EXPECT_EQ(canonical("q8.8"), "q7.8");
  EXPECT_EQ(canonical("sq8.8"), "sq8.8");
  EXPECT_EQ(canonical("sq7.8"), "q7.8");
  EXPECT_EQ(canonical("q31.32"), "q32.32");
}

TEST(SpellingTest, ReadsOtherFixedPoint) {
  EXPECT_EQ(parse_format("uq4.12").element(),
            fixed_element(16, 12, Sign::absent));
  EXPECT_EQ(parse_format("sm1.6").element(), sign_magnitude_element(1, 6));
  EXPECT_EQ(parse_format("sm9.23").element().bits, 33);
  EXPECT_EQ(canonical("q5_26"), "q5.26");
  EXPECT_EQ(canonical("Q16_16"), "q16.16");
}

TEST(SpellingTest, RefusesFixedPointThatCannotBe) {
  EXPECT_EQ(error_in("q33.32"),
            "format: 'q33.32' is not possible: fixed point of 66 bits, "
            "expected 1 to 64");
  EXPECT_EQ(error_in("sm100.29"),
            "format: 'sm100.29' is not possible: fixed point of 130 bits, "
            "expected 1 to 129");
  EXPECT_EQ(error_in("uq0.0"),
            "format: 'uq0.0' is not possible: fixed point of 0 bits, expected "
            "1 to 64");
  EXPECT_THROW(parse_format("q.5"), Error);
  EXPECT_THROW(parse_format("q5."), Error);
  EXPECT_THROW(parse_format("q5.26.1"), Error);
}

// Property: every fixed-point code has a name that means it.
TEST(SpellingTest, ReadsBackEveryFixedPoint) {
  for (int bits = 1; bits <= 129; ++bits) {
    for (int fraction = 0; fraction <= bits; ++fraction) {
      const Element elements[] = {
          fixed_element(bits, fraction),
          fixed_element(bits, fraction, Sign::absent),
          fixed_element(bits, fraction, Sign::present,
                        Representation::sign_magnitude)};
      for (const Element& element : elements) {
        if (!why_not(element).empty()) continue;
        EXPECT_EQ(parse_format(to_string(element)), Format(element))
            << to_string(element);
      }
    }
  }
}

}  // namespace
}  // namespace ashlar
