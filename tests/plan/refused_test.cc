// A refused number is found, wherever the layout has put it.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "ashlar/convert.h"
#include "ashlar/error.h"

namespace ashlar {
namespace {

TEST(RefusedTest, SaysWhichElementItWas) {
  std::vector<float> in(70 * 50, 1.0f);
  in[33 * 50 + 7] = 300;
  in[60 * 50 + 1] = -300;
  std::vector<std::byte> out(96 * 64);
  try {
    convert(parse_spec("f32[70x50] row"), std::as_bytes(std::span(in)),
            parse_spec("i8[70x50] ttnn"), out);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::data);
    EXPECT_STREQ(error.what(),
                 "convert: element [33, 7] is 300, out of the range of i8, "
                 "-128 to 127; ask for saturate or wrap to cast it anyway");
  }
}

TEST(RefusedTest, RefusesNanWhereAsked) {
  std::vector<float> in(9, 1.0f);
  in[8] = std::nanf("");
  std::vector<std::byte> out(18);
  ConvertOptions options;
  options.policy.nan = NanPolicy::error;
  try {
    convert(parse_spec("f32[3x3] row"), std::as_bytes(std::span(in)),
            parse_spec("bf16[3x3] col"), out, options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(),
              "element [2, 2] is NaN, which the policy refuses");
  }
}

TEST(RefusedTest, PoliciesHoldWithinOneFormatToo) {
  const std::vector<float> in = {1, -0.0f, 3, -0.0f};
  std::vector<float> out(4, 7.0f);
  ConvertOptions options;
  options.policy.negative_zero = NegativeZero::drop;
  convert(parse_spec("f32[2x2] row"), std::as_bytes(std::span(in)),
          parse_spec("f32[2x2] col"), std::as_writable_bytes(std::span(out)),
          options);
  EXPECT_EQ(out, (std::vector<float>{1, 3, 0, 0}));
  EXPECT_FALSE(std::signbit(out[2]));
  EXPECT_FALSE(std::signbit(out[3]));
}

}  // namespace
}  // namespace ashlar
