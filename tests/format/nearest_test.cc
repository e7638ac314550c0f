// Hints for names that are not known.
#include "src/format/nearest.h"

#include <gtest/gtest.h>

#include "ashlar/format.h"

namespace ashlar {
namespace {

TEST(NearestTest, MeasuresHowFarTextsAreApart) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("abc", ""), 3);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("sitting", "kitten"), 3);
  EXPECT_EQ(edit_distance("BF16", "bf16"), 0);
  EXPECT_EQ(edit_distance("bf16", "f16"), 1);
  EXPECT_EQ(edit_distance("ab", "ba"), 1);
  EXPECT_EQ(edit_distance("abcd", "badc"), 2);
  EXPECT_EQ(edit_distance("abc", "cab"), 2);
}

TEST(NearestTest, NamesTheNearestFormats) {
  EXPECT_EQ(nearest_formats("bf61"), "did you mean bf16?");
  EXPECT_EQ(nearest_formats("float8_e4m3fm"),
            "did you mean float8_e4m3fn (f8_e4m3fn)?");
  EXPECT_EQ(nearest_formats("mxfp5"),
            "did you mean mxfp8 (mxfp8_e4m3), mxfp6 (mxfp6_e2m3), mxfp4?");
}

// The hint has to work when it is followed.
TEST(NearestTest, NamesOnlyWhatCanBeRead) {
  EXPECT_EQ(nearest_formats("nothing like it"),
            "use a name such as f32, bf16, f8_e4m3fn, i4, q5.26 or mxfp4, or "
            "eXmY for a float");
  for (const char* name : {"f32", "bf16", "f8_e4m3fn", "i4", "q5.26", "mxfp4",
                           "float8_e4m3fn", "mxfp8"}) {
    EXPECT_NO_THROW(parse_format(name));
  }
}

}  // namespace
}  // namespace ashlar
