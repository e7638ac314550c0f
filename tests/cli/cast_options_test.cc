#include "cli/cast_options.h"

#include <gtest/gtest.h>

#include "ashlar/error.h"
#include "ashlar/format.h"

namespace ashlar::cli {
namespace {

CastPolicy policy(const PolicyWords& words, const char* to) {
  return policy_of(words, Element{}, parse_format(to).element());
}

TEST(CastOptionsTest, SaysNothingByDefault) {
  EXPECT_EQ(profile_of({}).name, "ashlar");
  EXPECT_EQ(policy({}, "bf16"), cast_profiles()[0].policy(
                                    Element{}, parse_format("bf16").element()));
}

TEST(CastOptionsTest, ReadsEachWord) {
  PolicyWords words;
  words.rounding = "to_odd";
  words.overflow = "none";
  words.nan = "payload";
  words.seed = 7;
  const CastPolicy read = policy(words, "f8_e4m3fn");
  EXPECT_EQ(read.rounding, Rounding::to_odd);
  EXPECT_EQ(read.overflow, Overflow::none);
  EXPECT_EQ(read.nan, NanPolicy::payload);
  EXPECT_EQ(read.missing_nan, MissingNan::largest);
  EXPECT_EQ(read.seed, 7u);
}

TEST(CastOptionsTest, OverflowIsThatOfTheTarget) {
  PolicyWords words;
  words.overflow = "wrap";
  EXPECT_EQ(policy(words, "i8").integer_overflow, IntegerOverflow::wrap);
  EXPECT_EQ(policy(words, "q3.4").integer_overflow, IntegerOverflow::wrap);
  EXPECT_THROW(policy(words, "f16"), Error);
  words.overflow = "none";
  EXPECT_THROW(policy(words, "i8"), Error);
}

TEST(CastOptionsTest, BothOverflowsGoTogether) {
  PolicyWords words;
  words.overflow = "none";
  words.integer_overflow = "saturate";
  for (const char* to : {"i8", "f16"}) {
    EXPECT_EQ(policy(words, to).overflow, Overflow::none);
    EXPECT_EQ(policy(words, to).integer_overflow, IntegerOverflow::saturate);
  }
}

TEST(CastOptionsTest, ErrorIsForFormatsWithoutNanToo) {
  PolicyWords words;
  words.nan = "error";
  EXPECT_EQ(policy(words, "bf16").nan, NanPolicy::error);
  EXPECT_EQ(policy(words, "f4_e2m1fn").missing_nan, MissingNan::error);
}

TEST(CastOptionsTest, WordsComeBeforeTheProfile) {
  PolicyWords words;
  words.profile = "cuda";
  const NanPolicy cuda = policy(words, "f8_e4m3fn").nan;
  EXPECT_EQ(cuda, NanPolicy::all_ones);
  words.nan = "quiet";
  EXPECT_EQ(policy(words, "f8_e4m3fn").nan, NanPolicy::quiet);
}

}  // namespace
}  // namespace ashlar::cli
