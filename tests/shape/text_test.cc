// Shapes as text, in both spellings.
#include "src/shape/text.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_of;
using test::error_text;

std::string error_in(std::string_view text) {
  return error_text([&] { parse_shape(text); });
}

TEST(ShapeTextTest, PrintsPaddingWhereThereIsSome) {
  EXPECT_EQ(to_string(Shape({14, 28}, {32, 32})), "[14[32], 28[32]]");
  EXPECT_EQ(to_string(Shape({32, 28}, {32, 32})), "[32, 28[32]]");
  EXPECT_EQ(to_string(Shape({5, 100, 150})), "[5, 100, 150]");
  EXPECT_EQ(to_string(Shape({0}, {32})), "[0[32]]");
  EXPECT_EQ(to_string(Shape()), "[]");
}

TEST(ShapeTextTest, ReadsEverySpelling) {
  const Shape plain = {5, 100, 150};
  EXPECT_EQ(parse_shape("5x100x150"), plain);
  EXPECT_EQ(parse_shape("5,100,150"), plain);
  EXPECT_EQ(parse_shape(" 5 , 100, 150 "), plain);
  EXPECT_EQ(parse_shape("[5, 100, 150]"), plain);
  EXPECT_EQ(parse_shape("[5x100x150]"), plain);
  const Shape padded({14, 28}, {32, 32});
  EXPECT_EQ(parse_shape("[14[32], 28[32]]"), padded);
  EXPECT_EQ(parse_shape("14[32]x28[32]"), padded);
  EXPECT_EQ(parse_shape("7"), Shape({7}));
  EXPECT_EQ(parse_shape("0x0"), Shape({0, 0}));
  EXPECT_EQ(parse_shape("1x1x1x1x1x1x1x1").rank(), 8);
  EXPECT_EQ(parse_shape("4611686018427387904"), Shape({Index{1} << 62}));
}

TEST(ShapeTextTest, ReadsRankZero) {
  EXPECT_EQ(parse_shape(""), Shape());
  EXPECT_EQ(parse_shape("  "), Shape());
  EXPECT_EQ(parse_shape("[]"), Shape());
  EXPECT_EQ(parse_shape("[ ]"), Shape());
}

TEST(ShapeTextTest, SaysWhatIsWrong) {
  EXPECT_EQ(error_in("5xx3"), "shape: expected a size, found 'x3'");
  EXPECT_EQ(error_in("5x"),
            "shape: expected a size, found the end of the text");
  EXPECT_EQ(error_in("5x3,4"), "shape: expected the end, found ','");
  EXPECT_EQ(error_in("[5, 3"),
            "shape: expected ']' after the sizes, found the end of the text");
  EXPECT_EQ(error_in("5, 3]"), "shape: expected the end, found ']'");
  EXPECT_EQ(error_in("-5"),
            "shape: expected a size, as in 5x100x150, found '-'");
  EXPECT_EQ(error_in("[wide]"),
            "shape: expected a size, as in 5x100x150, found 'wide'");
  EXPECT_EQ(error_in("14[x]"), "shape: expected a padded size, found 'x'");
  EXPECT_EQ(error_in("2x14[13]"),
            "shape: axis 1 has size 14 but padded size 13, expected at least "
            "the size");
  EXPECT_EQ(error_in("1x1x1x1x1x1x1x1x1"),
            "shape: more than 8 axes; a tensor has at most 8");
  EXPECT_EQ(error_in("99999999999999999999"),
            "shape: the number is larger than 2^62; use a smaller one");
}

TEST(ShapeTextTest, PointsAtWhatIsWrong) {
  const Error error = error_of([] { parse_shape("2x 14[13] "); });
  EXPECT_EQ(error.excerpt(), (Excerpt{"2x 14[13] ", 3, 6}));
}

TEST(ShapeTextTest, SurvivesHostileText) {
  std::string many = "1";
  for (int i = 0; i < 30000; ++i) many += "x1";
  EXPECT_THROW(parse_shape(many), Error);
  EXPECT_THROW(parse_shape(std::string(60000, '[')), Error);
  EXPECT_THROW(parse_shape(std::string(10 << 20, '1')), Error);
  EXPECT_THROW(parse_shape(std::string("2\0x3", 4)), Error);
}

TEST(ShapeTextTest, ReadsSizesInsideALargerText) {
  Cursor cursor("5x100] rest", "spec");
  EXPECT_EQ(read_sizes(cursor), Shape({5, 100}));
  EXPECT_TRUE(cursor.accept(']'));
  EXPECT_EQ(cursor.name("a name"), "rest");
  Cursor none("]", "spec");
  EXPECT_EQ(read_sizes(none), Shape());
  EXPECT_EQ(none.position(), 0u);
}

TEST(ShapeTextTest, ReadsBackWhatItPrints) {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    Indices sizes;
    Indices padded;
    const int rank = static_cast<int>(random() % (kMaxRank + 1));
    for (int axis = 0; axis < rank; ++axis) {
      sizes.push_back(static_cast<Index>(random() % 300));
      padded.push_back(sizes[axis] + static_cast<Index>(random() % 3));
    }
    const Shape shape(sizes, padded);
    EXPECT_EQ(parse_shape(to_string(shape)), shape) << to_string(shape);
  }
}

}  // namespace
}  // namespace ashlar
