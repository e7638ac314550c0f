// draft_test.cc - the steps that placements are made of.
#include "src/placement/draft.h"

#include <gtest/gtest.h>

#include <string>

namespace ashlar {
namespace {

std::string text(const TermText& term) {
  return to_string(Digits{{}, {}, {{term}, {}}});
}

TEST(DraftTest, DigitsSayOnlyWhatIsNotImplied) {
  const Quantity axis{"h", 1, 100};
  EXPECT_EQ(text(digit(axis)), "[h]");
  EXPECT_EQ(text(digit(axis, 32)), "[h/32]");
  EXPECT_EQ(text(digit(axis, 32, 0, 4)), "[h/32]");
  EXPECT_EQ(text(digit(axis, 32, 0, 5)), "[h/32:5]");
  EXPECT_EQ(text(digit(axis, 1, 32)), "[h%32]");
  EXPECT_EQ(text(digit({"h", 8, 13}, 2, 3, 4)), "[h/16%3:4]");
}

TEST(DraftTest, WhatIsAlwaysZeroIsAGap) {
  EXPECT_EQ(text(digit({})), "[0]");
  EXPECT_EQ(text(digit({}, 1, 0, 8)), "[0:8]");
  EXPECT_EQ(text(digit({"h", 1, 100}, 4, 1)), "[0]");
}

TEST(DraftTest, JoinsAxesWithWholePages) {
  Draft draft;
  draft.sizes = {2, 3, 50, 70};
  draft.names = {"a", "b", "c", "d"};
  draft.page = {32, 32};
  EXPECT_EQ(joined_axes(draft, -1).name, "");
  EXPECT_EQ(joined_axes(draft, 0).name, "a");
  EXPECT_TRUE(draft.digits.lets.empty());
  const Quantity rows = joined_axes(draft, 2);
  EXPECT_EQ(rows.name, "r");
  EXPECT_EQ(rows.extent, 2 * 3 * 64);
  EXPECT_EQ(to_string(draft.digits), "r=(a b c:64); []");
  EXPECT_EQ(draft.fresh("r"), "r1");
}

}  // namespace
}  // namespace ashlar
