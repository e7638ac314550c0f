// Generic names of floats: TensorCast's grammar, P3109's names, and ours.
#include "src/format/float_spelling.h"

#include <gtest/gtest.h>

#include <set>

#include "ashlar/format.h"
#include "src/format/elements.h"
#include "src/format/known.h"
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

TEST(FloatSpellingTest, PrintsKnownCodesByTheirNames) {
  EXPECT_EQ(canonical("e8m23"), "f32");
  EXPECT_EQ(canonical("e11m52"), "f64");
  EXPECT_EQ(canonical("e5m10"), "f16");
  EXPECT_EQ(canonical("e8m7"), "bf16");
  EXPECT_EQ(canonical("e4m3fn"), "f8_e4m3fn");
  EXPECT_EQ(canonical("e4m3"), "f8_e4m3");
  EXPECT_EQ(canonical("e4m3ieee"), "f8_e4m3");
  EXPECT_EQ(canonical("e5m2b15"), "f8_e5m2");
  EXPECT_EQ(canonical("E3M4"), "f8_e3m4");
  EXPECT_EQ(canonical("e4m3b11fnuz"), "f8_e4m3b11fnuz");
  EXPECT_EQ(canonical("e6m9ninf_nosub"), "dlfloat16");
  EXPECT_EQ(canonical("ue5m3"), "ue5m3");
}

// TensorCast keeps the usual bias in its own names, torch's names do not.
TEST(FloatSpellingTest, KnowsTheTwoBiasesOfFnuz) {
  EXPECT_EQ(parse_format("e4m3fnuz").element().bias, 7);
  EXPECT_EQ(parse_format("float8_e4m3fnuz").element().bias, 8);
  EXPECT_EQ(parse_format("torch.float8_e4m3fnuz").element().bias, 8);
  EXPECT_EQ(parse_format("e5m2fnuz").element().bias, 15);
  EXPECT_EQ(parse_format("float8_e5m2fnuz").element().bias, 16);
  EXPECT_EQ(canonical("e4m3fnuz"), "e4m3fnuz");
  EXPECT_EQ(canonical("e4m3b8fnuz"), "f8_e4m3fnuz");
  EXPECT_EQ(canonical("e5m2b16fnuz"), "f8_e5m2fnuz");
}

TEST(FloatSpellingTest, SpendsNoCodesOnNanBelow8Bits) {
  for (const char* suffix : {"", "f", "fn", "fnuz"}) {
    EXPECT_EQ(canonical(std::string("e2m1") + suffix), "f4_e2m1fn");
    EXPECT_EQ(canonical(std::string("e3m2") + suffix), "f6_e3m2fn");
    EXPECT_EQ(canonical(std::string("e2m3") + suffix), "f6_e2m3fn");
    EXPECT_EQ(canonical(std::string("e3m3") + suffix), "e3m3fn");
  }
  EXPECT_TRUE(parse_format("e3m3fnuz").has_negative_zero());
  // Unless the name insists.
  EXPECT_EQ(canonical("e2m1ieee"), "e2m1ieee");
  EXPECT_TRUE(parse_format("e2m1ieee").has_infinity());
  EXPECT_TRUE(parse_format("e2m1fnan").has_nan());
  EXPECT_TRUE(parse_format("e2m1inuz").has_nan());
  EXPECT_FALSE(parse_format("e2m1fnanuz").has_negative_zero());
}

TEST(FloatSpellingTest, ReadsExponentsAlone) {
  EXPECT_EQ(parse_format("e8m0").element(), kE8M0);
  EXPECT_EQ(canonical("e8m0fnu"), "e8m0");
  EXPECT_EQ(canonical("UE8M0"), "e8m0");
  EXPECT_EQ(parse_format("e5m0").element(), exponent_element(5, 15));
  EXPECT_EQ(canonical("e5m0b10"), "e5m0b10");
  EXPECT_EQ(canonical("e5m0_w8"), "e5m0");
  EXPECT_FALSE(parse_format("e5m0").is_signed());
  // With a suffix it is an ordinary float.
  const Format float4 = parse_format("e3m0fnuz");
  EXPECT_TRUE(float4.is_signed());
  EXPECT_EQ(float4.bits(), 4);
  EXPECT_EQ(float4.max_finite(), 16);
  EXPECT_EQ(float4.name(), "e3m0fn");
}

TEST(FloatSpellingTest, ReadsTensorCastsWidths) {
  EXPECT_EQ(canonical("float16"), "f16");
  EXPECT_EQ(canonical("float32"), "f32");
  EXPECT_EQ(canonical("float64"), "f64");
  EXPECT_EQ(canonical("float9"), "e5m3");
  EXPECT_EQ(canonical("float12"), "e5m6");
  EXPECT_EQ(canonical("float17"), "e8m8");
  EXPECT_EQ(canonical("float24"), "e8m15");
  EXPECT_EQ(canonical("bfloat16"), "bf16");
  EXPECT_EQ(canonical("bfloat12"), "e8m3");
  EXPECT_EQ(canonical("bfloat32"), "f32");
  EXPECT_EQ(error_in("float8"),
            "format: 'float8' is not possible: a width of 8 bits does not say "
            "how many are exponent, only 9 to 32 do; write it as eXmY, such "
            "as e4m3fn");
  EXPECT_THROW(parse_format("float33"), Error);
  EXPECT_THROW(parse_format("bfloat9"), Error);
}

TEST(FloatSpellingTest, ReadsP3109) {
  EXPECT_EQ(canonical("binary8p1"), "e7m0b64inuz");
  EXPECT_EQ(canonical("binary8p3"), "e5m2b16inuz");
  EXPECT_EQ(canonical("Binary8p4se"), "e4m3b8inuz");
  EXPECT_EQ(canonical("binary8p4sf"), "f8_e4m3fnuz");
  EXPECT_EQ(canonical("binary8p3sf"), "f8_e5m2fnuz");
  EXPECT_EQ(canonical("binary8p7"), "e1m6b1inuz");
  EXPECT_EQ(canonical("binary8p4uf"), "ue5m3b16fn");
  EXPECT_EQ(canonical("binary8p4ue"), "ue5m3b16in");
  EXPECT_EQ(canonical("binary6p3se"), "e3m2b4inuz");
  EXPECT_EQ(canonical("binary6p3sf"), "e3m2b4fnanuz");
  EXPECT_EQ(error_in("binary8p8"),
            "format: 'binary8p8' is not possible: a precision of 8, expected "
            "1 to 7");
  EXPECT_EQ(error_in("binary16p8"),
            "format: 'binary16p8' is not possible: 16 bits, expected 3 to 15");
  EXPECT_THROW(parse_format("binary8p0"), Error);
  EXPECT_THROW(parse_format("binary8p4es"), Error);
}

TEST(FloatSpellingTest, RefusesFloatsThatCannotBe) {
  EXPECT_EQ(error_in("e12m3"),
            "format: 'e12m3' is not possible: 12 exponent bits, expected 1 to "
            "11");
  EXPECT_EQ(error_in("e0m7"),
            "format: 'e0m7' is not possible: 0 exponent bits, expected 1 to "
            "11");
  EXPECT_EQ(error_in("e4m53"),
            "format: 'e4m53' is not possible: 53 mantissa bits, expected 0 to "
            "52");
  EXPECT_EQ(error_in("e4m3b9999"),
            "format: 'e4m3b9999' is not possible: a bias of 9999 is too "
            "large");
  EXPECT_EQ(error_in("e11m3fn"),
            "format: 'e11m3fn' is not possible: its largest number, 2^1024, "
            "is not an f64");
  EXPECT_EQ(error_in("e1m6b1"),
            "format: 'e1m6b1' is not possible: 1 exponent bit leaves no "
            "numbers beside the infinities");
  EXPECT_EQ(error_in("ue8m3fnuz"),
            "format: 'ue8m3fnuz' is not possible: there is no code of -0 for "
            "NaN");
  for (const char* text : {"e4", "e4m", "em3", "e4m3b", "e4m3x", "e4m3fnuzz",
                           "e4m3_nosub_", "e04m3", "e4m3b11111", "ee4m3"}) {
    EXPECT_THROW(parse_format(text), Error) << text;
  }
}

constexpr Specials kAllSpecials[] = {
    Specials::none,
    Specials::ieee,
    Specials::largest_nan,
    Specials::largest_nan_inf,
    Specials::negative_zero_nan,
    Specials::negative_zero_nan_inf,
    Specials::merged,
};

void check_every_variant(int exponent_bits, int mantissa_bits, int bias,
                         int& checked, std::set<std::string>& names) {
  for (const Specials specials : kAllSpecials) {
    for (const Sign sign : {Sign::absent, Sign::present}) {
      for (const int flags : {0, 1, 2}) {
        Element element =
            float_element(exponent_bits, mantissa_bits, bias, specials, sign);
        element.has_subnormals = flags == 0;
        element.has_zero = flags < 2;
        const int bits = element.bits;
        for (const int storage : {bits, bits + 3, 128}) {
          element = in_words(element, storage, storage == 128 ? 5 : 0);
          if (!why_not(element).empty()) continue;
          const std::string name = to_string(element);
          EXPECT_EQ(parse_format(name), Format(element)) << name;
          EXPECT_TRUE(names.insert(name).second) << name << " names two codes";
          ++checked;
        }
      }
    }
  }
}

// Property: every float code has a name that means it and nothing else.
TEST(FloatSpellingTest, ReadsBackEveryFloat) {
  int checked = 0;
  std::set<std::string> names;
  for (int exponent_bits = 1; exponent_bits <= 11; ++exponent_bits) {
    for (const int mantissa_bits : {0, 1, 2, 3, 4, 7, 9, 23, 52}) {
      const int usual = default_bias(exponent_bits);
      for (const int bias : std::set<int>{usual, 31}) {
        check_every_variant(exponent_bits, mantissa_bits, bias, checked, names);
      }
    }
  }
  EXPECT_GT(checked, 10000);
}

}  // namespace
}  // namespace ashlar
