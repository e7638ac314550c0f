// Which casts have kernels, and what those are told.
#include "src/cast/kernel_args.h"

#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <string>
#include <vector>

#include "src/format/known.h"
#include "tests/cast/cast_check.h"

namespace ashlar {
namespace {

using test::element;

/// Every policy that differs from the default in one choice.
std::vector<CastPolicy> single_changes() {
  std::vector<CastPolicy> out;
  const auto add = [&](const std::function<void(CastPolicy&)>& change) {
    CastPolicy policy;
    change(policy);
    out.push_back(policy);
  };
  for (int i = 1; i <= 8; ++i) {
    add([=](CastPolicy& p) { p.rounding = static_cast<Rounding>(i); });
  }
  add([](CastPolicy& p) { p.nan = NanPolicy::payload; });
  add([](CastPolicy& p) { p.nan = NanPolicy::error; });
  add([](CastPolicy& p) { p.negative_zero = NegativeZero::drop; });
  add([](CastPolicy& p) { p.subnormals = Subnormals::flush; });
  add([](CastPolicy& p) { p.source_subnormals = Subnormals::flush; });
  return out;
}

TEST(KernelArgsTest, DescribeE4m3fn) {
  const auto how = encode_float(kF8E4M3Fn, {});
  ASSERT_TRUE(how);
  EXPECT_EQ(how->code_bytes, 1);
  EXPECT_EQ(how->mantissa_bits, 3);
  EXPECT_EQ(how->bias, 7);
  EXPECT_EQ(how->sign, 0x80u);
  EXPECT_EQ(how->limit, std::bit_cast<std::uint32_t>(448.0f));
  EXPECT_TRUE(how->nan_differs);
  EXPECT_EQ(how->nan, 0x7fu);
  EXPECT_EQ(how->nan_sign, 0x80u);
  EXPECT_FALSE(how->infinity_differs);
  CastPolicy none;
  none.overflow = Overflow::none;
  const auto unsaturated = encode_float(kF8E4M3Fn, none);
  ASSERT_TRUE(unsaturated);
  EXPECT_EQ(unsaturated->limit, std::bit_cast<std::uint32_t>(480.0f));
  EXPECT_FALSE(unsaturated->nan_differs);
}

TEST(KernelArgsTest, DescribeFnuzAndDlfloat16) {
  CastPolicy none;
  none.overflow = Overflow::none;
  const auto fnuz = encode_float(kF8E4M3Fnuz, none);
  ASSERT_TRUE(fnuz);
  EXPECT_TRUE(fnuz->overflow_is_sign);
  EXPECT_FALSE(fnuz->has_negative_zero);
  const auto dlfloat16 = encode_float(kDlfloat16, {});
  ASSERT_TRUE(dlfloat16);
  EXPECT_TRUE(dlfloat16->ties_away);
  EXPECT_FALSE(dlfloat16->has_subnormals);
  const auto back = decode_float(kF8E4M3Fnuz, {});
  ASSERT_TRUE(back);
  EXPECT_EQ(back->nan, 0x80u);
  EXPECT_EQ(back->largest, 0x7fu);
  EXPECT_EQ(back->infinity, 0u);
}

TEST(KernelArgsTest, AreEmptyWhereNoKernelDoesWhatIsAsked) {
  for (const char* name : {"f32", "f64", "tf32", "e8m0", "ue4m3", "i8",
                           "f6_e3m2fn_w6", "f6_e3m2fn_w8s2", "e5m6", "bool"}) {
    EXPECT_FALSE(encode_float(element(name), {})) << name;
  }
  for (const char* name : {"f32", "f64", "tf32", "e8m0", "i8", "f4_e2m1fn"}) {
    EXPECT_FALSE(decode_float(element(name), {})) << name;
  }
  for (const char* name :
       {"u32", "i64", "f16", "bool", "i4", "i12", "orion_fp16x16", "q32.32"}) {
    EXPECT_FALSE(encode_integer(element(name), {})) << name;
    EXPECT_FALSE(decode_integer(element(name), {})) << name;
  }
  CastPolicy wrap;
  wrap.integer_overflow = IntegerOverflow::wrap;
  EXPECT_FALSE(encode_integer(kI8, wrap));
}

TEST(KernelArgsTest, KnowTheFormatsInWordsOfABitMore) {
  EXPECT_TRUE(encode_float(in_words(kF4E2M1Fn, 8), {}));
  EXPECT_TRUE(encode_float(in_words(kF6E3M2Fn, 8), {}));
  EXPECT_FALSE(encode_float(in_words(kF6E3M2Fn, 8, 2), {}));
  EXPECT_TRUE(encode_integer(element("q16.16"), {}));
}

TEST(KernelArgsTest, RoundingsWithoutAKernelHaveNone) {
  for (const CastPolicy& policy : single_changes()) {
    const bool is_nearest = policy.rounding == Rounding::automatic ||
                            policy.rounding == Rounding::nearest_even ||
                            policy.rounding == Rounding::nearest_away;
    const bool keeps = policy.nan == NanPolicy::quiet &&
                       policy.negative_zero == NegativeZero::keep &&
                       policy.subnormals == Subnormals::keep &&
                       policy.source_subnormals == Subnormals::keep;
    EXPECT_EQ(encode_float(kF8E4M3Fn, policy).has_value(), is_nearest && keeps)
        << to_string(policy.rounding);
    // Nothing is rounded on the way up.
    EXPECT_EQ(decode_float(kF8E4M3Fn, policy).has_value(), keeps);
  }
}

}  // namespace
}  // namespace ashlar
