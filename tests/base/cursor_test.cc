// The reader under all our parsers, and what it says about bad text.
#include "src/base/cursor.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/base/error_text.h"

namespace ashlar {
namespace {

using test::error_of;
using test::error_text;

TEST(CursorTest, SkipsBlanksBetweenTokens) {
  Cursor cursor(" \t[ 12 ,\r\n core ] ", "test");
  EXPECT_TRUE(cursor.accept('['));
  EXPECT_EQ(cursor.number("a number"), 12);
  cursor.expect(',', "after the number");
  EXPECT_EQ(cursor.name("a name"), "core");
  EXPECT_FALSE(cursor.accept(')'));
  cursor.expect(']', "at the end");
  EXPECT_TRUE(cursor.at_end());
  cursor.expect_end();
}

TEST(CursorTest, PeeksWithOrWithoutBlanks) {
  Cursor cursor(" a", "test");
  EXPECT_EQ(cursor.peek_raw(), ' ');
  EXPECT_EQ(cursor.peek(), 'a');
  EXPECT_EQ(cursor.position(), 1u);
  EXPECT_EQ(cursor.name("a name"), "a");
  EXPECT_EQ(cursor.peek(), '\0');
  EXPECT_EQ(cursor.peek_raw(), '\0');
}

TEST(CursorTest, RewindsToAPosition) {
  Cursor cursor("ab cd", "test");
  const std::size_t begin = cursor.position();
  EXPECT_EQ(cursor.name("a name"), "ab");
  cursor.rewind(begin);
  EXPECT_EQ(cursor.name("a name"), "ab");
  EXPECT_EQ(cursor.name("a name"), "cd");
}

TEST(CursorTest, TakesWholeWordsOnly) {
  Cursor cursor("rows row(", "test");
  EXPECT_FALSE(cursor.accept_word("row"));
  EXPECT_TRUE(cursor.accept_word("rows"));
  EXPECT_TRUE(cursor.accept_word("row"));
  EXPECT_TRUE(cursor.accept('('));
  EXPECT_FALSE(cursor.accept_word("row"));
}

TEST(CursorTest, ReadsNames) {
  Cursor cursor("_x.y2%w", "test");
  EXPECT_TRUE(cursor.name_ahead());
  EXPECT_FALSE(cursor.number_ahead());
  EXPECT_EQ(cursor.name("a name"), "_x.y2");
  EXPECT_FALSE(cursor.name_ahead());
  EXPECT_EQ(Cursor("abcdefghijklmno", "test").name("a name").size(), 15u);
  EXPECT_EQ(error_text([] { Cursor("abcdefghijklmnop", "t").name("a name"); }),
            "t: a name of 16 characters; use at most 15");
  EXPECT_EQ(error_text([] { Cursor("7a", "t").name("an axis"); }),
            "t: expected an axis, found '7a'");
}

TEST(CursorTest, ReadsNumbersUpTo62Bits) {
  EXPECT_EQ(Cursor("0", "t").number("n"), 0);
  EXPECT_EQ(Cursor("007", "t").number("n"), 7);
  EXPECT_EQ(Cursor("4611686018427387904", "t").number("n"),
            std::int64_t{1} << 62);
  EXPECT_EQ(error_text([] { Cursor("4611686018427387905", "t").number("n"); }),
            "t: the number is larger than 2^62; use a smaller one");
  EXPECT_THROW(Cursor(std::string(60000, '9'), "t").number("n"), Error);
  EXPECT_EQ(error_text([] { Cursor("-1", "t").number("a size"); }),
            "t: expected a size, found '-'");
}

TEST(CursorTest, ReadsNumbersFromALeastOne) {
  EXPECT_EQ(Cursor(" 3", "t").number_from(3, "a size"), 3);
  const Error error =
      error_of([] { Cursor("x 12", "t").number_from(13, "a size"); });
  EXPECT_STREQ(error.what(), "t: expected a size, found 'x'");
  const Error small =
      error_of([] { Cursor("  12", "t").number_from(13, "a size"); });
  EXPECT_STREQ(small.what(), "t: a size is 12, expected at least 13");
  EXPECT_EQ(small.excerpt(), (Excerpt{"  12", 2, 2}));
}

TEST(CursorTest, PointsAtWhatWasNotExpected) {
  const Error error = error_of([] {
    Cursor cursor("[a & b]", "layout");
    cursor.accept('[');
    cursor.name("a name");
    cursor.expect(',', "between digits");
  });
  EXPECT_STREQ(error.what(), "layout: expected ',' between digits, found '&'");
  EXPECT_EQ(error.kind(), ErrorKind::invalid);
  EXPECT_EQ(error.excerpt(), (Excerpt{"[a & b]", 3, 1}));
}

TEST(CursorTest, SaysWhenTheTextEnds) {
  const Error error = error_of([] { Cursor("ab ", "t").expect(']', "here"); });
  EXPECT_STREQ(error.what(), "t: expected ']' here, found 'ab'");
  const Error end = error_of([] { Cursor("  ", "t").expect(']', "here"); });
  EXPECT_STREQ(end.what(), "t: expected ']' here, found the end of the text");
  EXPECT_EQ(end.excerpt(), (Excerpt{"  ", 2, 0}));
}

TEST(CursorTest, QuotesOnlyTheNeighbourhoodOfALongText) {
  const std::string text(1000, 'x');
  const Error error = error_of([&] {
    Cursor cursor(text, "t");
    cursor.rewind(500);
    cursor.fail_expected("a number");
  });
  EXPECT_STREQ(error.what(),
               "t: expected a number, found 'xxxxxxxxxxxxxxxxxxxxxxxx'");
  EXPECT_EQ(error.excerpt(), (Excerpt{std::string(120, 'x'), 60, 24}));
}

TEST(CursorTest, KeepsMessagesPrintable) {
  const std::string zero("a\0b", 3);
  const Error error = error_of([&] {
    Cursor cursor(zero, "t");
    cursor.name("a name");
    cursor.expect_end();
  });
  EXPECT_EQ(error.problem(), "expected the end, found '\\x00'");
  EXPECT_EQ(error.excerpt(), (Excerpt{"a?b", 1, 1}));
  EXPECT_EQ(error_text([] { Cursor("\xc3\xa9", "t").number("a size"); }),
            "t: expected a size, found '\\xc3'");
}

TEST(CursorTest, RefusesLongTextsUnread) {
  EXPECT_NO_THROW(Cursor(std::string(kMaxText, ' '), "t"));
  const Error error =
      error_of([] { Cursor(std::string(kMaxText + 1, ' '), "spec"); });
  EXPECT_STREQ(error.what(),
               "spec: the text has 65537 characters, at most 65536 are read");
  EXPECT_EQ(error.kind(), ErrorKind::limit);
}

}  // namespace
}  // namespace ashlar
