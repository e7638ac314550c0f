// Which casts the kernel for any number has.
#include "src/cast/number_args.h"

#include <gtest/gtest.h>

#include "ashlar/format.h"

namespace ashlar {
namespace {

Element element(const char* name) { return parse_format(name).element(); }

TEST(NumberArgsTest, HasWordsOfWholeBytes) {
  EXPECT_TRUE(number_words(element("i32"), element("bf16"), {}));
  EXPECT_TRUE(number_words(element("orion_fp64x64"), element("e8m0"), {}));
  for (const char* name : {"i4", "f6_e3m2fn_w6", "f64_w128", "i64_w128"}) {
    EXPECT_FALSE(number_words(element("f64"), element(name), {})) << name;
    EXPECT_FALSE(number_words(element(name), element("f64"), {})) << name;
  }
}

TEST(NumberArgsTest, LanesOf32BitsNeedTheHighestBitFree) {
  const auto is_narrow = [](const char* from, const char* to) {
    return number_words(element(from), element(to), {})->is_narrow;
  };
  EXPECT_TRUE(is_narrow("i32", "i8"));
  EXPECT_TRUE(is_narrow("i32", "f32"));
  EXPECT_TRUE(is_narrow("f32", "q16.16"));
  EXPECT_TRUE(is_narrow("f32", "tf32"));
  EXPECT_FALSE(is_narrow("u32", "f32"));
  EXPECT_FALSE(is_narrow("i32", "u32"));
  EXPECT_FALSE(is_narrow("i64", "i32"));
  // Exponents of the source that the target's words have no room for.
  EXPECT_FALSE(is_narrow("e11m1b1030_w16", "f32"));
}

TEST(NumberArgsTest, LeavesOtherRulesToTheCodec) {
  const auto has = [](const CastPolicy& policy) {
    return number_words(element("f64"), element("f32"), policy).has_value();
  };
  CastPolicy policy;
  EXPECT_TRUE(has(policy));
  policy.rounding = Rounding::to_odd;
  EXPECT_FALSE(has(policy));
  policy = {};
  policy.source_subnormals = Subnormals::flush;
  EXPECT_FALSE(has(policy));
  policy = {};
  policy.rounding = Rounding::stochastic;
  EXPECT_TRUE(has(policy));
  // Too many bits are kept for 32 random ones to decide.
  EXPECT_FALSE(number_words(element("i64"), element("f64"), policy));
  EXPECT_FALSE(number_words(element("f64"), element("i32"), policy));
}

}  // namespace
}  // namespace ashlar
