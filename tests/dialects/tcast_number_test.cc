// TensorCast's number codes.
#include <gtest/gtest.h>

#include "ashlar/dialects/tcast.h"
#include "tests/base/error_text.h"

namespace ashlar::tcast {
namespace {

using test::error_of;

std::string text_of(std::string_view code) {
  return to_string(number(code).element);
}

TEST(TcastNumberTest, ReadsEveryKindOfCode) {
  const std::pair<const char*, const char*> cases[] = {
      {"float32", "f32"},
      {"float24", "e8m15"},
      {"float16", "f16"},
      {"float12", "e5m6"},
      {"bfloat16", "bf16"},
      {"bfloat12", "e8m3"},
      {"int8", "i8"},
      {"INT5", "i5"},
      {"uint4", "u4"},
      {"e5m2", "f8_e5m2"},
      {"e4m3", "f8_e4m3"},
      {"e4m3ieee", "f8_e4m3"},
      {"e4m3fn", "f8_e4m3fn"},
      {"E4M3FN", "f8_e4m3fn"},
      {"torch.float8_e4m3fn", "f8_e4m3fn"},
      {"float8_e4m3fnuz", "f8_e4m3fnuz"},
      {"float8_e5m2fnuz", "f8_e5m2fnuz"},
      {"e4m3b8fnuz", "f8_e4m3fnuz"},
      {"e4m3fnuz", "e4m3fnuz"},
      {"e5m2fnuz", "e5m2fnuz"},
      {"e3m2fnuz", "f6_e3m2fn"},
      {"e2m3fnuz", "f6_e2m3fn"},
      {"e2m1fnuz", "f4_e2m1fn"},
      {"e2m1fn", "e2m1fnan"},
      {"e3m2", "e3m2ieee"},
      {"e3m0fnuz", "e3m0fn"},
      {"e8m0", "e8m0"},
      {"e4m0", "e4m0"},
      {"e1m6b1fnuz", "i8"},
      {"e1m2b1", "i4"},
      {"binary8p1", "e7m0b64inuz"},
      {"binary8p4", "e4m3b8inuz"},
      {"binary8p6", "e2m5b2inuz"},
  };
  for (const auto& [code, element] : cases) {
    EXPECT_EQ(text_of(code), element) << code;
    EXPECT_EQ(number(code).codebook, nullptr);
  }
}

// The largest numbers that TensorCast's formulas give.
TEST(TcastNumberTest, HasTensorCastsLargestNumbers) {
  const std::pair<const char*, double> cases[] = {
      {"e5m2", 57344},      {"e4m3fn", 448},        {"e4m3", 240},
      {"e4m3b8fnuz", 240},  {"e5m2b16fnuz", 57344}, {"e3m2fnuz", 28},
      {"e2m3fnuz", 7.5},    {"e2m1fnuz", 6},        {"e2m2fnuz", 7},
      {"e3m3fnuz", 30},     {"e5m3", 61440},        {"e5m6", 65024},
      {"binary8p3", 49152}, {"binary8p4", 224},     {"binary8p5", 15},
      {"binary8p6", 3.875},
  };
  for (const auto& [code, largest] : cases) {
    EXPECT_EQ(Format(number(code).element).max_finite(), largest) << code;
  }
}

TEST(TcastNumberTest, ReadsCodebooks) {
  const Number plain = number("cb42f1346_e2m3fnuz");
  EXPECT_EQ(plain.element.kind, ElementKind::codebook);
  EXPECT_EQ(plain.element.bits, 4);
  ASSERT_NE(plain.codebook, nullptr);
  EXPECT_EQ(plain.codebook->name, "cb42f1346_e2m3fn");
  EXPECT_EQ(number("CB41FI_e2m2fnuz_LABEL").codebook->name,
            "cb41fi_e2m2fn_label");
  EXPECT_EQ(number("icb44fi_e4m3fn").codebook->numbers.size(), 256u);
  EXPECT_EQ(number("cb51ie_int7").codebook->name, "cb51ie_q1.5");
  EXPECT_EQ(number("cb10_float16(-1,1)").codebook->numbers.size(), 2u);
  EXPECT_EQ(number("cb31ie_int5").element.storage_bits, 3);
}

struct Bad {
  const char* code;
  const char* problem;
  const char* hint;
};

TEST(TcastNumberTest, SaysWhatIsWrong) {
  const char* const use =
      "use a code such as e4m3fn, int8, uint4, bfloat16 or binary8p3";
  const Bad cases[] = {
      {"", "'' is not a number", use},
      {"e4m3xx", "'e4m3xx' is not a number", use},
      {"e4m", "'e4m' is not a number", use},
      {"float8", "'float8' is not a number", use},
      {"int64", "'int64' is not a number", use},
      {"binary8p7", "'binary8p7' is not a number", use},
      {"binary8p0", "'binary8p0' is not a number", use},
      {"f32", "'f32' is not a number", use},
      {"mxfp8e4", "'mxfp8e4' is a data type, not a number",
       "ask for it by its name"},
      {"e9m3",
       "'e9m3' has 9 exponent bits and 13 bits in all, expected 1 to 8 and at "
       "most 32",
       ""},
      {"e8m24",
       "'e8m24' has 8 exponent bits and 33 bits in all, expected 1 to 8 and at "
       "most 32",
       ""},
      {"e1m3",
       "'e1m3' is not possible: 1 exponent bit leaves no numbers "
       "beside the infinities",
       ""},
      {"cb41fi", "'cb41fi' does not say what its tables hold",
       "add a number, as in cb41fi_e2m3fnuz"},
  };
  for (const Bad& bad : cases) {
    const Error error = error_of([&] { number(bad.code); });
    EXPECT_EQ(error.problem(), bad.problem) << bad.code;
    EXPECT_EQ(error.hint(), bad.hint) << bad.code;
    EXPECT_EQ(error.excerpt().length, std::string_view(bad.code).size());
  }
}

}  // namespace
}  // namespace ashlar::tcast
