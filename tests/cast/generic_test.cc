// The codec in a loop against the codec bit by bit, for every pair of formats.
#include "src/cast/generic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "src/format/known.h"
#include "tests/cast/cast_check.h"

namespace ashlar {
namespace {

using test::Bytes;
using test::element;

constexpr Rounding kRoundings[] = {
    Rounding::automatic,       Rounding::nearest_even,
    Rounding::nearest_away,    Rounding::nearest_zero,
    Rounding::toward_zero,     Rounding::toward_positive,
    Rounding::toward_negative, Rounding::to_odd,
    Rounding::stochastic};

/// One policy after the other, so that many pairs of formats meet all.
CastPolicy policy_number(std::size_t i) {
  CastPolicy policy;
  policy.rounding = kRoundings[i % 9];
  policy.overflow = static_cast<Overflow>(i / 2 % 4);
  policy.nan = static_cast<NanPolicy>(i % 4);
  policy.missing_nan = static_cast<MissingNan>(i % 3);
  policy.negative_zero = static_cast<NegativeZero>(i / 3 % 2);
  policy.subnormals = static_cast<Subnormals>(i % 5 == 4);
  policy.source_subnormals = static_cast<Subnormals>(i % 7 == 6);
  policy.negative = static_cast<Negative>(i / 5 % 2);
  policy.merged = static_cast<MergedCode>(i / 3 % 2);
  policy.small_powers = static_cast<SmallPowers>(i / 4 % 2);
  policy.integer_overflow =
      i % 3 == 0 ? IntegerOverflow::wrap : IntegerOverflow::saturate;
  policy.seed = 0x123456789abcdef + i;
  return policy;
}

void check(const Element& from, const Element& to, std::size_t count,
           const CastPolicy& policy, std::int64_t first) {
  const Bytes in = test::sample(from, count, count);
  const auto expected = test::slow_cast(from, in, to, count, policy,
                                        static_cast<std::uint64_t>(first));
  Bytes out(expected.bytes.size());
  const Refusal refusal =
      cast_generic(from, in.data(), to, out.data(), 0,
                   static_cast<std::int64_t>(count), first, policy);
  ASSERT_EQ(refusal.index, expected.refused)
      << to_string(from) << " to " << to_string(to);
  ASSERT_EQ(refusal.status, expected.status);
  if (refusal.happened()) return;
  ASSERT_EQ(out, expected.bytes)
      << to_string(from) << " to " << to_string(to) << ", "
      << to_string(policy.rounding) << ", " << to_string(policy.overflow);
}

TEST(CastGenericTest, IsTheCodecForEveryPairOfFormats) {
  std::size_t i = 0;
  for (const Element& from : test::named_elements()) {
    for (const Element& to : test::named_elements()) {
      ++i;
      CastPolicy saturating;
      saturating.integer_overflow = IntegerOverflow::saturate;
      check(from, to, 70 + i % 9, saturating, 0);
      check(from, to, 70 + i % 9, policy_number(i), 5);
      check(from, to, 20, {}, 0);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(CastGenericTest, IsTheCodecForOddWords) {
  std::size_t i = 0;
  const char* names[] = {
      "i3_w3",         "u5_w5",           "i12",           "e5m6",
      "f6_e3m2fn_w6",  "f6_e2m3fn_w8s2",  "e3m3_w7",       "i24",
      "u63_w63",       "q3.7_w11",        "f32_w48s9",     "dlfloat16_w17s1",
      "orion_fp16x16", "orion_fp5x26",    "orion_fp64x64", "f4_e2m1fn_w4",
      "i64",           "u64_w72",         "f64_w128",      "e8m7_nosub",
      "ue4m3_w7",      "e5m0_nozero_w13", "bool_w1",       "f64"};
  for (const char* from : names) {
    for (const char* to : names) {
      for (const std::size_t count : {1u, 7u, 8u, 300u}) {
        check(element(from), element(to), count, policy_number(++i), 1 << 20);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(CastGenericTest, CastsAPartAsTheWholeArrayWould) {
  for (const char* name : {"f4_e2m1fn", "i12", "f64", "orion_fp8x23"}) {
    const Element to = element(name);
    CastPolicy policy = policy_number(8);
    policy.integer_overflow = IntegerOverflow::saturate;
    const Bytes in = test::sample(kF32, 1000, 1);
    const auto expected = test::slow_cast(kF32, in, to, 1000, policy, 33);
    Bytes out(expected.bytes.size());
    for (std::int64_t at = 0; at < 1000; at += 136) {
      const std::int64_t end = std::min<std::int64_t>(at + 136, 1000);
      ASSERT_FALSE(
          cast_generic(kF32, in.data(), to, out.data(), at, end, 33, policy)
              .happened());
    }
    EXPECT_EQ(out, expected.bytes) << name;
  }
}

TEST(CastGenericTest, StopsAtTheFirstRefusal) {
  std::vector<float> floats(700, 1.5f);
  for (const std::int64_t bad : {0, 1, 255, 256, 257, 699}) {
    floats.assign(700, 1.5f);
    floats[static_cast<std::size_t>(bad)] = 1e9f;
    floats.back() = bad == 699 ? 1e9f : 2e9f;
    const Bytes in = test::bytes_of(floats);
    Bytes out(700 * 16);
    for (const char* name : {"i8", "i5", "orion_fp8x23"}) {
      const Refusal refusal = cast_generic(kF32, in.data(), element(name),
                                           out.data(), 0, 700, 0, {});
      EXPECT_EQ(refusal.index, bad) << name;
      EXPECT_EQ(refusal.status, CodecStatus::out_of_range);
    }
    CastPolicy policy;
    policy.nan = NanPolicy::error;
    floats[static_cast<std::size_t>(bad)] = std::nanf("");
    const Bytes nan = test::bytes_of(floats);
    const Refusal refusal =
        cast_generic(kF32, nan.data(), kBf16, out.data(), 0, 700, 0, policy);
    EXPECT_EQ(refusal.index, bad);
    EXPECT_EQ(refusal.status, CodecStatus::nan_refused);
  }
}

}  // namespace
}  // namespace ashlar
