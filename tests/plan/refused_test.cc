// A refused number is found, wherever the layout has put it.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <span>
#include <string>
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

TEST(RefusedTest, RefusesRecordsWhoseDataIsOfAnotherWidth) {
  try {
    plan(parse_spec("f32[n=2, k=70] [n, k]"),
         parse_spec("f32[n=2, k=70] [n, k/32]{ d: f16 []; q: i8 [k%32] }"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "convert: the data of f32[n=2, k=70] "
              "[n, k/32]{ d: f16 []; q: i8 [k%32] } has words of 8 bits, but "
              "f32 has 32");
  }
}

TEST(RefusedTest, StochasticRoundingFillsAsAnyOther) {
  ConvertOptions options;
  options.policy.rounding = Rounding::stochastic;
  options.policy.overflow = Overflow::none;
  options.padding = {Padding::Kind::fill, 0};
  const float one = 1;
  std::array<std::byte, 2> stochastic{};
  std::array<std::byte, 2> nearest{};
  const Spec from = parse_spec("f32[1] row");
  const Spec to = parse_spec("e8m0[1] [a:2]");
  convert(from, std::as_bytes(std::span(&one, 1)), to, stochastic, options);
  options.policy.rounding = Rounding::nearest_even;
  convert(from, std::as_bytes(std::span(&one, 1)), to, nearest, options);
  EXPECT_EQ(stochastic, nearest);
}

}  // namespace
}  // namespace ashlar
