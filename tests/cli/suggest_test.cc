#include "cli/suggest.h"

#include <gtest/gtest.h>

#include <vector>

namespace ashlar::cli {
namespace {

TEST(SuggestTest, CountsLettersPutInLeftOutChangedAndSwapped) {
  EXPECT_EQ(distance("layout", "layout"), 0);
  EXPECT_EQ(distance("layot", "layout"), 1);
  EXPECT_EQ(distance("laayout", "layout"), 1);
  EXPECT_EQ(distance("lauout", "layout"), 1);
  EXPECT_EQ(distance("layuot", "layout"), 1);
  EXPECT_EQ(distance("", "abc"), 3);
  EXPECT_EQ(distance("kitten", "sitting"), 3);
}

TEST(SuggestTest, FindsTheNearestIfItIsNear) {
  const std::vector<std::string> known = {"--translate", "--slice", "--svg"};
  EXPECT_EQ(suggest("--translte", known), "--translate");
  EXPECT_EQ(suggest("--silce", known), "--slice");
  EXPECT_EQ(suggest("--quantise", known), "");
  EXPECT_EQ(suggest("", known), "");
  EXPECT_EQ(suggest(std::string(1000000, 'x'), known), "");
}

}  // namespace
}  // namespace ashlar::cli
