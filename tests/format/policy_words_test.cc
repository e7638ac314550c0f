// The words for the choices of a cast, and what wrong ones are told.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "ashlar/cast_policy.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_of;
using test::error_text;

/// Every choice from the first to `last` has a word of its own that is read
/// back as it.
template <class Choice, class Parse>
void expect_round_trip(Choice last, Parse parse) {
  std::set<std::string> words;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    const auto choice = static_cast<Choice>(i);
    const std::string word(to_string(choice));
    EXPECT_FALSE(word.empty()) << i;
    EXPECT_EQ(parse(word), choice) << word;
    EXPECT_TRUE(words.insert(word).second) << word;
  }
}

TEST(PolicyWordsTest, ReadBackAsTheSameChoice) {
  expect_round_trip(Rounding::stochastic, parse_rounding);
  expect_round_trip(Overflow::none, parse_overflow);
  expect_round_trip(IntegerOverflow::wrap, parse_integer_overflow);
  expect_round_trip(NanPolicy::error, parse_nan_policy);
}

TEST(PolicyWordsTest, AreThoseOfTheHeader) {
  EXPECT_EQ(to_string(Rounding::nearest_even), "nearest_even");
  EXPECT_EQ(to_string(Rounding::to_odd), "to_odd");
  EXPECT_EQ(to_string(Overflow::saturate_propagate), "saturate_propagate");
  EXPECT_EQ(to_string(IntegerOverflow::wrap), "wrap");
  EXPECT_EQ(to_string(NanPolicy::all_ones), "all_ones");
}

TEST(PolicyWordsTest, UnknownOnesAreToldTheKnownOnes) {
  EXPECT_EQ(error_text([] { parse_rounding("nearest"); }),
            "rounding: there is no 'nearest'; one of automatic, nearest_even, "
            "nearest_away, nearest_zero, toward_zero, toward_positive, "
            "toward_negative, to_odd, stochastic");
  EXPECT_EQ(error_text([] { parse_overflow(""); }),
            "overflow: there is no ''; one of automatic, saturate_finite, "
            "saturate_propagate, none");
  EXPECT_EQ(error_text([] { parse_integer_overflow("Wrap"); }),
            "integer overflow: there is no 'Wrap'; one of error, saturate, "
            "wrap");
  EXPECT_EQ(error_text([] { parse_nan_policy("quiet "); }),
            "NaN policy: there is no 'quiet '; one of quiet, payload, "
            "canonical, all_ones, error");
  EXPECT_EQ(error_of([] { parse_rounding("x"); }).kind(), ErrorKind::invalid);
}

TEST(PolicyWordsTest, ChoicesThatAreNoneHaveNoWord) {
  EXPECT_EQ(to_string(static_cast<Rounding>(99)), "");
  EXPECT_EQ(to_string(static_cast<Overflow>(99)), "");
}

TEST(CastPolicyTest, IsTheLibrarysOwnUnlessSaid) {
  EXPECT_EQ(CastPolicy{}, cast_profile("ashlar").policy({}, {}));
  CastPolicy other;
  other.seed = 1;
  EXPECT_NE(other, CastPolicy{});
}

}  // namespace
}  // namespace ashlar
