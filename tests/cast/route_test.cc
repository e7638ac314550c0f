// Every fast way of a cast against the codec, for every pair of formats.
#include "src/cast/route.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "src/format/known.h"
#include "tests/cast/cast_check.h"

namespace ashlar {
namespace {

using kernels::Store;
using test::Bytes;
using test::element;

void check(const Element& from, const Element& to, std::size_t count,
           const CastPolicy& policy, Store store) {
  const auto end = static_cast<std::int64_t>(count);
  const Bytes in = test::sample(from, count, count);
  Bytes expected(test::size_of(to, count), std::byte{0xee});
  Bytes out = expected;
  const Refusal slow =
      cast_generic(from, in.data(), to, expected.data(), 0, end, 3, policy);
  const Route route(from, to, policy, end);
  const Refusal fast = route.cast(in.data(), out.data(), 0, end, 3, store);
  ASSERT_EQ(fast.index, slow.index)
      << to_string(from) << " to " << to_string(to);
  ASSERT_EQ(fast.status, slow.status);
  if (slow.happened() || out == expected) return;
  for (std::size_t i = 0; i < count; ++i) {
    const Code code = test::code_at(from, in, i);
    const Code was = test::code_at(to, out, i);
    const Code want = test::code_at(to, expected, i);
    if (was == want) continue;
    FAIL() << to_string(from) << " to " << to_string(to) << ", "
           << to_string(policy.rounding) << ", " << to_string(policy.overflow)
           << ", element " << i << std::hex << ": "
           << static_cast<std::uint64_t>(code.bits) << (code.sign ? "-" : "+")
           << " gave " << static_cast<std::uint64_t>(was.bits)
           << (was.sign ? "-" : "+") << ", expected "
           << static_cast<std::uint64_t>(want.bits) << (want.sign ? "-" : "+");
  }
  FAIL() << to_string(from) << " to " << to_string(to)
         << ": unused bits differ";
}

/// Enough for a table where one may be used.
std::size_t count_for(const Element& from) {
  return from.storage_bits <= 8 ? 4103 : 301;
}

TEST(RouteTest, IsTheCodecForEveryPairOfFormats) {
  for (const Element& from : test::named_elements()) {
    for (const Element& to : test::named_elements()) {
      if (from == to) continue;
      CastPolicy policy;
      policy.integer_overflow = IntegerOverflow::saturate;
      check(from, to, count_for(from), policy, Store::cached);
      check(from, to, 131, policy, Store::streamed);
    }
  }
}

TEST(RouteTest, RefusesWhatTheCodecRefuses) {
  for (const Element& from : test::named_elements()) {
    if (from.storage_bits > 8) continue;
    for (const Element& to : test::named_elements()) {
      CastPolicy policy;
      policy.integer_overflow = IntegerOverflow::error;
      policy.nan = NanPolicy::error;
      check(from, to, count_for(from), policy, Store::cached);
    }
  }
}

TEST(RouteTest, CastsRowsAsItWouldEachOfThem) {
  const std::vector<kernels::Move> moves = {{640, 0}, {0, 2048}, {1288, 512}};
  for (const Element& from : test::named_elements()) {
    for (const Element& to : test::named_elements()) {
      const auto is_whole = [](const Element& e) {
        return e.storage_bits % 8 == 0;
      };
      if (!is_whole(from) || !is_whole(to)) continue;
      CastPolicy policy;
      policy.integer_overflow = IntegerOverflow::saturate;
      const Route route(from, to, policy, 5000);
      const Bytes in = test::sample(from, 3000, 3);
      for (const std::int64_t count : {0, 1, 5, 31, 32}) {
        Bytes expected(4096, std::byte{0xee});
        Bytes out = expected;
        for (const kernels::Move& move : moves) {
          route.cast(in.data() + move.in, expected.data() + move.out, 0, count,
                     0, Store::cached);
        }
        const Refusal refusal =
            route.cast_rows(in.data(), out.data(), count,
                            {moves.data(), moves.size(), Store::cached});
        ASSERT_FALSE(refusal.happened());
        ASSERT_EQ(out, expected) << to_string(from) << " to " << to_string(to);
      }
    }
  }
}

std::vector<CastPolicy> other_policies() {
  std::vector<CastPolicy> policies(10);
  policies[0].rounding = Rounding::toward_negative;
  policies[0].overflow = Overflow::none;
  policies[1].rounding = Rounding::stochastic;
  policies[1].seed = 7;
  policies[2].overflow = Overflow::saturate_propagate;
  policies[2].nan = NanPolicy::canonical;
  policies[3].nan = NanPolicy::payload;
  policies[4].nan = NanPolicy::all_ones;
  policies[4].rounding = Rounding::nearest_away;
  policies[5].negative_zero = NegativeZero::drop;
  policies[6].source_subnormals = Subnormals::flush;
  policies[7].subnormals = Subnormals::flush;
  policies[8].merged = MergedCode::infinity;
  policies[9].missing_nan = MissingNan::negative_zero;
  policies[9].overflow = Overflow::none;
  for (CastPolicy& policy : policies) {
    policy.integer_overflow = IntegerOverflow::saturate;
  }
  return policies;
}

TEST(RouteTest, IsTheCodecUnderOtherPolicies) {
  const char* names[] = {
      "f32", "f16",  "bf16",        "dlfloat16", "f8_e4m3fn",    "f8_e5m2",
      "i8",  "u8",   "f8_e5m2fnuz", "f4_e2m1fn", "f6_e3m2fn_w6", "q16.16",
      "i4",  "bool", "e8m0",        "f64"};
  for (const CastPolicy& policy : other_policies()) {
    for (const char* from : names) {
      for (const char* to : names) {
        const Element source = element(from);
        if (std::string(from) == to) continue;
        check(source, element(to), count_for(source), policy, Store::cached);
      }
    }
  }
}

/// All codes of a byte, in the ways that few and many elements go.
void check_every_code(const Element& from, const Element& to,
                      const CastPolicy& policy) {
  Bytes in(256);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = std::byte(i);
  Bytes expected(test::size_of(to, in.size()), std::byte{0xee});
  const Refusal slow =
      cast_generic(from, in.data(), to, expected.data(), 0, 256, 0, policy);
  for (const std::int64_t count : {256, 5000, 1000000}) {
    Bytes out(expected.size(), std::byte{0xee});
    const Route route(from, to, policy, count);
    const Refusal fast =
        route.cast(in.data(), out.data(), 0, 256, 0, Store::cached);
    ASSERT_EQ(fast.index, slow.index)
        << to_string(from) << " to " << to_string(to) << " of " << count;
    ASSERT_EQ(fast.status, slow.status);
    if (slow.happened()) continue;
    ASSERT_EQ(out, expected)
        << to_string(from) << " to " << to_string(to) << " of " << count;
  }
}

TEST(RouteTest, TablesAndKernelsAgreeOnEveryCodeOfAByte) {
  std::vector<CastPolicy> policies = other_policies();
  policies.emplace_back().integer_overflow = IntegerOverflow::saturate;
  policies.emplace_back().integer_overflow = IntegerOverflow::wrap;
  policies.emplace_back().integer_overflow = IntegerOverflow::error;
  policies.emplace_back().nan = NanPolicy::error;
  for (const Element& from : test::named_elements()) {
    if (from.storage_bits != 8) continue;
    for (const Element& to : test::named_elements()) {
      if (from == to) continue;
      for (const CastPolicy& policy : policies) {
        check_every_code(from, to, policy);
      }
    }
  }
}

TEST(RouteTest, WrapsAndRefusesAsTheCodecDoes) {
  for (const Element& from : test::named_elements()) {
    for (const char* to : {"i8", "u8", "i16", "i32", "q16.16", "i4", "u1"}) {
      for (const auto rule : {IntegerOverflow::wrap, IntegerOverflow::error}) {
        CastPolicy policy;
        policy.integer_overflow = rule;
        check(from, element(to), count_for(from), policy, Store::cached);
      }
    }
  }
}

TEST(RouteTest, PacksRaggedCountsOfNarrowWords) {
  for (const char* from :
       {"f32", "f16", "i3_w3", "f6_e3m2fn_w6", "u1", "f6_e2m3fn_w8s2",
        "e3m3_w7", "f4_e2m1fn", "i3_w4s1"}) {
    for (const char* to :
         {"f32", "bf16", "i5_w5", "f6_e2m3fn_w6", "u2", "f6_e3m2fn_w8s2",
          "e2m4_w7", "f4_e2m1fn", "e1m1f_w4s1"}) {
      if (element(from) == element(to)) continue;
      CastPolicy policy;
      policy.integer_overflow = IntegerOverflow::saturate;
      for (std::size_t count = 0; count < 70; ++count) {
        check(element(from), element(to), count, policy, Store::cached);
      }
      for (const std::size_t count : {2047u, 2048u, 2049u, 4096u, 6151u}) {
        check(element(from), element(to), count, policy, Store::cached);
      }
    }
  }
}

TEST(RouteTest, CastsPartsInPlace) {
  for (const char* to : {"f8_e4m3fn", "f4_e2m1fn", "i5_w5", "f64"}) {
    const Element target = element(to);
    const Bytes in = test::sample(kF32, 1000, 5);
    CastPolicy policy;
    policy.integer_overflow = IntegerOverflow::saturate;
    const Route route(kF32, target, policy, 1000);
    Bytes whole(test::size_of(target, 1000));
    Bytes parts(whole.size());
    route.cast(in.data(), whole.data(), 0, 1000, 0, Store::cached);
    for (std::int64_t at = 0; at < 1000; at += 168) {
      route.cast(in.data(), parts.data(), at,
                 std::min<std::int64_t>(at + 168, 1000), 0, Store::cached);
    }
    EXPECT_EQ(whole, parts) << to;
  }
}

TEST(RouteTest, KeepsTheBitsOfItsOwnFormat) {
  std::vector<Element> elements = test::named_elements();
  for (const char* name : {"e5m6", "f6_e3m2fn_w6", "i12", "f16_w20", "i3_w3"}) {
    elements.push_back(element(name));
  }
  for (const Element& e : elements) {
    const Bytes in = test::sample(e, 4104, 9);
    Bytes out(in.size());
    const Route route(e, e, {}, 4104);
    ASSERT_FALSE(route.cast(in.data(), out.data(), 0, 4104, 0, Store::cached)
                     .happened());
    EXPECT_EQ(in, out) << to_string(e);
  }
}

TEST(RouteTest, ChangesItsOwnFormatWhereThePolicySaysSo) {
  CastPolicy policies[7];
  policies[0].nan = NanPolicy::canonical;
  policies[1].nan = NanPolicy::all_ones;
  policies[2].nan = NanPolicy::error;
  policies[3].negative_zero = NegativeZero::drop;
  policies[4].subnormals = Subnormals::flush;
  policies[5].source_subnormals = Subnormals::flush;
  policies[6].overflow = Overflow::saturate_finite;
  for (const CastPolicy& policy : policies) {
    for (const char* name :
         {"f32", "f16", "f8_e5m2", "f8_e4m3fn", "dlfloat16", "f4_e2m1fn"}) {
      check(element(name), element(name), 4103, policy, Store::cached);
    }
  }
}

}  // namespace
}  // namespace ashlar
