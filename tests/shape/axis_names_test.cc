// The names of axes.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "ashlar/shape.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_text;

static_assert(std::is_trivially_copyable_v<AxisNames>);

TEST(AxisNamesTest, AreLettersByDefault) {
  const AxisNames names;
  const std::string expected = "abcdefgh";
  for (int axis = 0; axis < kMaxRank; ++axis) {
    EXPECT_EQ(names[axis], expected.substr(static_cast<std::size_t>(axis), 1));
    EXPECT_EQ(names.find(names[axis]), axis);
  }
  EXPECT_EQ(names.size(), kMaxRank);
  for (int rank = 0; rank <= kMaxRank; ++rank) {
    EXPECT_TRUE(names.is_default(rank));
  }
}

TEST(AxisNamesTest, NameTheFirstAxes) {
  const AxisNames names = {"h", "w"};
  EXPECT_EQ(names[0], "h");
  EXPECT_EQ(names[1], "w");
  EXPECT_EQ(names[2], "c");
  EXPECT_EQ(names.find("w"), 1);
  EXPECT_EQ(names.find("x"), -1);
  EXPECT_EQ(names.find(""), -1);
  EXPECT_TRUE(names.is_default(0));
  EXPECT_FALSE(names.is_default(1));
  EXPECT_FALSE(AxisNames({"a", "x"}).is_default(2));
  EXPECT_TRUE(AxisNames({"a", "x"}).is_default(1));
}

TEST(AxisNamesTest, CompareByWhatTheyName) {
  EXPECT_EQ(AxisNames({"a", "b"}), AxisNames());
  EXPECT_EQ(AxisNames({}), AxisNames());
  EXPECT_NE(AxisNames({"b", "a"}), AxisNames());
  const std::vector<std::string_view> list = {"n", "c", "h", "w"};
  EXPECT_EQ(AxisNames(list), AxisNames({"n", "c", "h", "w"}));
}

// Property: any names, even other axes' letters, leave all eight different.
TEST(AxisNamesTest, AreAlwaysDifferent) {
  const std::string letters = "hgfedcbax";
  for (std::size_t first = 0; first < letters.size(); ++first) {
    for (std::size_t count = 0; count <= kMaxRank; ++count) {
      std::vector<std::string_view> list;
      for (std::size_t i = 0; i < count; ++i) {
        list.push_back(
            std::string_view(letters).substr((first + i) % letters.size(), 1));
      }
      const AxisNames names(list);
      std::set<std::string_view> seen;
      for (int axis = 0; axis < kMaxRank; ++axis) seen.insert(names[axis]);
      EXPECT_EQ(seen.size(), 8u);
    }
  }
}

TEST(AxisNamesTest, MayHaveFifteenCharacters) {
  EXPECT_EQ(AxisNames({"_abc.DEF_456789"})[0], "_abc.DEF_456789");
  EXPECT_EQ(error_text([] { AxisNames({"abcdefghijklmnop"}); }),
            "axis name: a name of 16 characters; use at most 15");
}

TEST(AxisNamesTest, RefuseWhatIsNotAName) {
  EXPECT_EQ(error_text([] { AxisNames({""}); }),
            "axis name: expected a letter or '_', found the end of the text");
  EXPECT_EQ(error_text([] { AxisNames({"1h"}); }),
            "axis name: expected a letter or '_', found '1h'");
  EXPECT_EQ(error_text([] { AxisNames({" h"}); }),
            "axis name: ' h' is not a name, expected letters, digits, '_' and "
            "'.'");
  EXPECT_THROW(AxisNames({"h w"}), Error);
  EXPECT_THROW(AxisNames({"h/2"}), Error);
  EXPECT_EQ(error_text([] {
              AxisNames({"h", "w", "h"});
            }),
            "axis name: 'h' names axis 0 and axis 2, expected different names");
  EXPECT_EQ(error_text([] {
              AxisNames({"a", "b", "c", "d", "e", "f", "g", "h", "i"});
            }),
            "axis name: 9 names, at most 8 axes are possible");
  EXPECT_THROW(AxisNames()[8], Error);
}

}  // namespace
}  // namespace ashlar
