// Conversions against the definition: every element, one by one.
#include <gtest/gtest.h>

#include "tests/support/random_convert.h"

namespace ashlar {
namespace {

using test::CaseSize;
using test::Random;

// Each test is a share of the cases, so that shares run side by side.
class RandomConvertTest : public testing::TestWithParam<int> {
 protected:
  Random random_{test::test_seed() + static_cast<unsigned>(GetParam())};
};

TEST_P(RandomConvertTest, MovesWhatItShouldAndNothingElse) {
  for (int i = 0; i < 1000 && !HasFailure(); ++i) {
    EXPECT_EQ(difference(random_move(random_, CaseSize::small)), "");
  }
}

TEST_P(RandomConvertTest, CastsOnTheWay) {
  for (int i = 0; i < 500 && !HasFailure(); ++i) {
    EXPECT_EQ(difference(random_case(random_, CaseSize::small)), "");
  }
}

INSTANTIATE_TEST_SUITE_P(Share, RandomConvertTest, testing::Range(0, 4));

TEST(ConvertTest, WritesPastTheCachesWhatItShouldAndNothingElse) {
  Random random(test::test_seed());
  constexpr const char* kPairs[][2] = {
      {"f32[1031x1021] row", "f32[1031x1021] ttnn"},
      {"i64[509x1039] tile(8x8)", "i64[509x1039] row(pitch=1050)"},
      {"f64[700x771] [a/2, b, a%2]", "f64[700x771] col"},
      // Few elements, and much padding that must stay as it is.
      {"bf16[70x90] row", "bf16[70x90] [b:2300, a:1000]"},
      {"u4[33x70] col", "u4[33x70] core=a:100 | [b:100000]"},
  };
  for (const auto& [from, to] : kPairs) {
    test::ConvertCase what;
    what.from = parse_spec(from);
    what.to = parse_spec(to);
    what.options.threads = 2;
    what.out_skew = static_cast<std::size_t>(test::pick(random, 0, 63));
    ASSERT_GE(plan(what.from, what.to).out_bytes(), 4 << 20);
    EXPECT_EQ(difference(what), "");
  }
}

}  // namespace
}  // namespace ashlar
