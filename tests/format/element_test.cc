// Which element codes can be, and what their codes are.
#include "ashlar/element.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "ashlar/format.h"
#include "src/format/elements.h"
#include "src/format/known.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_text;

static_assert(std::is_trivially_copyable_v<Element>);
static_assert(sizeof(Element) <= 20);

// A codec takes the description as a template argument.
template <Element kElement>
constexpr int width_of() {
  return kElement.bits;
}
static_assert(width_of<kF8E4M3Fn>() == 8);

static_assert(Element() == kF32);

// Codes of the largest finite numbers, from the standards.
static_assert(max_magnitude(kF8E4M3Fn) == 0x7e);
static_assert(max_magnitude(kF8E5M2) == 0x7b);
static_assert(max_magnitude(kF8E4M3Fnuz) == 0x7f);
static_assert(max_magnitude(kF8E4M3) == 0x77);
static_assert(max_magnitude(kF8E3M4) == 0x6f);
static_assert(max_magnitude(kF6E3M2Fn) == 0x1f);
static_assert(max_magnitude(kF4E2M1Fn) == 0x7);
static_assert(max_magnitude(kE8M0) == 0xfe);
static_assert(max_magnitude(kUe4M3) == 0x7e);
static_assert(max_magnitude(kDlfloat16) == 0x7ffe);
static_assert(max_magnitude(kF16) == 0x7bff);
static_assert(max_magnitude(kBf16) == 0x7f7f);
static_assert(max_magnitude(kF64) == 0x7fefffffffffffff);

static_assert(min_magnitude(kF16) == 1 && min_normal_magnitude(kF16) == 0x400);
static_assert(min_magnitude(kE8M0) == 0 && min_normal_magnitude(kE8M0) == 0);
static_assert(min_magnitude(kDlfloat16) == 1 &&
              min_normal_magnitude(kDlfloat16) == 1);

TEST(ElementTest, StoresTf32InTheUpperBitsOfAWord) {
  EXPECT_EQ(kTf32.bits, 19);
  EXPECT_EQ(kTf32.storage_bits, 32);
  EXPECT_EQ(kTf32.storage_shift, 13);
}

TEST(ElementTest, KnowsItsSpecialValues) {
  struct Case {
    Element element;
    bool infinity;
    bool nan;
    bool negative_zero;
  };
  const Case cases[] = {
      {kF32, true, true, true},
      {kF8E5M2, true, true, true},
      {kF8E4M3Fn, false, true, true},
      {kF8E4M3Fnuz, false, true, false},
      {kF6E3M2Fn, false, false, true},
      {kF4E2M1Fn, false, false, true},
      {kE8M0, false, true, false},
      {kUe4M3, false, true, false},
      {kUe5M3, true, true, false},
      {kDlfloat16, false, true, true},
      {kI8, false, false, false},
      {kBool, false, false, false},
      {sign_magnitude_element(1, 6), false, false, true},
      {float_element(4, 3, 8, Specials::negative_zero_nan_inf), true, true,
       false},
      // Without mantissa bits there is no code above infinity.
      {float_element(4, 0, 7, Specials::ieee), true, false, true},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(c.element.has_infinity(), c.infinity) << to_string(c.element);
    EXPECT_EQ(c.element.has_nan(), c.nan) << to_string(c.element);
    EXPECT_EQ(c.element.has_negative_zero(), c.negative_zero)
        << to_string(c.element);
  }
}

TEST(ElementTest, RefusesFloatsThatContradictThemselves) {
  const auto reason = [](auto change) {
    Element element = kBf16;
    change(element);
    return why_not(element);
  };
  EXPECT_EQ(why_not(kBf16), "");
  EXPECT_EQ(reason([](Element& e) { e.exponent_bits = 0; }),
            "0 exponent bits, expected 1 to 11");
  EXPECT_EQ(reason([](Element& e) { e.mantissa_bits = 53; }),
            "53 mantissa bits, expected 0 to 52");
  EXPECT_EQ(reason([](Element& e) { e.bits = 17; }),
            "17 bits, but sign, exponent and mantissa have 16");
  EXPECT_EQ(reason([](Element& e) { e.is_signed = false; }),
            "16 bits, but sign, exponent and mantissa have 15");
  EXPECT_EQ(reason([](Element& e) { e.fraction_bits = 1; }),
            "a float with the properties of fixed point");
  EXPECT_EQ(reason([](Element& e) { e.bias = -1; }),
            "a bias of -1, expected 0 or more");
  EXPECT_EQ(reason([](Element& e) { e.has_zero = false; }),
            "subnormals without a zero");
  EXPECT_EQ(reason([](Element& e) { e.storage_bits = 8; }),
            "words of 8 bits, expected 16 to 256");
  EXPECT_EQ(reason([](Element& e) { e.storage_shift = 1; }),
            "words of 16 bits, expected 17 to 256");
  EXPECT_EQ(reason([](Element& e) { e.storage_bits = 257; }),
            "words of 257 bits, expected 16 to 256");
  EXPECT_EQ(reason([](Element& e) { e.kind = ElementKind::codebook; }),
            "a codebook needs a block format that holds the table");
}

TEST(ElementTest, NamesPlacesInTablesByTheirBits) {
  EXPECT_EQ(to_string(codebook_element(4)), "index4");
  EXPECT_EQ(to_string(in_words(codebook_element(3), 3)), "index3_w3");
  EXPECT_EQ(why_not_words(in_words(codebook_element(3), 2)),
            "words of 2 bits, expected 3 to 256");
  EXPECT_TRUE(is_exponent(exponent_element(8, 127)));
  EXPECT_FALSE(is_exponent(float_element(3, 0, 3, Specials::none)));
}

TEST(ElementTest, RefusesFloatsBeyondF64) {
  EXPECT_EQ(why_not(float_element(11, 52, 1023, Specials::largest_nan)),
            "its largest number, 2^1024, is not an f64");
  EXPECT_EQ(why_not(float_element(11, 52, 1024, Specials::ieee)),
            "its smallest number, 2^-1075, is not an f64");
  EXPECT_EQ(why_not(float_element(8, 0, 1100, Specials::none)),
            "its smallest number, 2^-1099, is not an f64");
}

TEST(ElementTest, RefusesFloatsWithoutNumbers) {
  EXPECT_EQ(why_not(float_element(1, 2, 0, Specials::ieee)),
            "1 exponent bit leaves no numbers beside the infinities");
  EXPECT_EQ(why_not(float_element(1, 0, 0, Specials::largest_nan)),
            "too few bits for a number beside zero");
  EXPECT_EQ(why_not(float_element(1, 0, 0, Specials::largest_nan_inf)),
            "too few bits for a number beside zero");
  EXPECT_EQ(why_not(float_element(1, 0, 0, Specials::none)), "");
  EXPECT_EQ(why_not(float_element(4, 3, 7, Specials::negative_zero_nan,
                                  Sign::absent)),
            "there is no code of -0 for NaN");
}

TEST(ElementTest, RefusesIntegersThatContradictThemselves) {
  const auto reason = [](const Element& start, auto change) {
    Element element = start;
    change(element);
    return why_not(element);
  };
  EXPECT_EQ(reason(kI8, [](Element& e) { e.bits = 65; }),
            "65 bits, expected 1 to 64");
  EXPECT_EQ(reason(kI8, [](Element& e) { e.bias = 1; }),
            "an integer with the properties of a float");
  EXPECT_EQ(reason(kI8, [](Element& e) { e.fraction_bits = 1; }),
            "an integer with the properties of a float");
  EXPECT_EQ(why_not(fixed_element(8, 8)), "8 fraction bits, expected 0 to 7");
  EXPECT_EQ(why_not(fixed_element(8, 8, Sign::absent)), "");
  EXPECT_EQ(why_not(fixed_element(8, 2, Sign::present,
                                  Representation::offset_binary)),
            "only integers are offset binary, only fixed point has a sign bit");
  EXPECT_EQ(why_not(integer_element(8, Sign::present,
                                    Representation::sign_magnitude)),
            "only integers are offset binary, only fixed point has a sign bit");
  EXPECT_EQ(
      why_not(integer_element(8, Sign::absent, Representation::offset_binary)),
      "an unsigned number with a representation of signs");
  EXPECT_EQ(reason(kBool, [](Element& e) { e.bits = 2; }),
            "a truth value has one bit and no sign");
  EXPECT_EQ(why_not(sign_magnitude_element(64, 64)), "");
}

TEST(ElementTest, PrintsTheWordsItIsStoredIn) {
  EXPECT_EQ(to_string(kF4E2M1Fn), "f4_e2m1fn");
  EXPECT_EQ(to_string(in_words(kF4E2M1Fn, 8)), "f4_e2m1fn_w8");
  EXPECT_EQ(to_string(in_words(kF6E3M2Fn, 8, 2)), "f6_e3m2fn_w8s2");
  EXPECT_EQ(to_string(in_words(kTf32, 19)), "e8m10");
  EXPECT_EQ(to_string(in_words(kBool, 1)), "bool_w1");
  EXPECT_EQ(to_string(in_words(float_element(5, 6, 15, Specials::ieee), 16)),
            "e5m6_w16");
}

TEST(ElementTest, PrintsNothingUsefulForWhatCannotBe) {
  Element element;
  element.exponent_bits = -5;
  EXPECT_EQ(to_string(element), "not a format");
  EXPECT_EQ(to_string(sign_magnitude_element(64, 65)), "not a format");
}

TEST(FormatTest, IsMadeOnlyFromElementsThatCanBe) {
  EXPECT_EQ(Format(), Format(kF32));
  EXPECT_EQ(error_text([] { Format(float_element(1, 2, 0, Specials::ieee)); }),
            "format: 1 exponent bit leaves no numbers beside the infinities");
}

}  // namespace
}  // namespace ashlar
