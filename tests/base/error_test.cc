// Errors keep their parts, and join them into one line.
#include "ashlar/error.h"

#include <gtest/gtest.h>

#include "src/base/checked.h"
#include "src/base/require.h"
#include "tests/base/error_text.h"

namespace ashlar {
namespace {

TEST(ErrorTest, JoinsWhereProblemAndHint) {
  const Error error(ErrorKind::invalid, "shape", "axis 1 is odd", "use 2");
  EXPECT_STREQ(error.what(), "shape: axis 1 is odd; use 2");
  EXPECT_EQ(error.kind(), ErrorKind::invalid);
  EXPECT_EQ(error.where(), "shape");
  EXPECT_EQ(error.problem(), "axis 1 is odd");
  EXPECT_EQ(error.hint(), "use 2");
  EXPECT_EQ(error.excerpt(), Excerpt());
}

TEST(ErrorTest, LeavesOutWhatIsEmpty) {
  EXPECT_STREQ(Error(ErrorKind::io, "", "disk full").what(), "disk full");
  EXPECT_STREQ(Error(ErrorKind::io, "file", "gone").what(), "file: gone");
}

TEST(ErrorTest, KeepsTheExcerpt) {
  const Excerpt excerpt = {"5xx3", 2, 1};
  const Error error(ErrorKind::invalid, "shape", "p", "h", excerpt);
  EXPECT_EQ(error.excerpt(), excerpt);
  EXPECT_FALSE(error.excerpt() == Excerpt());
}

TEST(RequireTest, ThrowsOnlyIfTheCheckFails) {
  EXPECT_NO_THROW(require(true, ErrorKind::limit, "w", "unused"));
  const Error error = test::error_of(
      [] { require(false, ErrorKind::limit, "w", "at ", -3, " of ", 'x'); });
  EXPECT_EQ(error.kind(), ErrorKind::limit);
  EXPECT_STREQ(error.what(), "w: at -3 of x");
}

TEST(CheckedTest, FindsOverflow) {
  constexpr std::int64_t kMax = INT64_MAX;
  EXPECT_EQ(try_add(kMax - 1, 1), kMax);
  EXPECT_EQ(try_add(kMax, 1), std::nullopt);
  EXPECT_EQ(try_add(-kMax, -2), std::nullopt);
  EXPECT_EQ(try_multiply(kMax / 2, 2), kMax - 1);
  EXPECT_EQ(try_multiply(std::int64_t{1} << 32, std::int64_t{1} << 31),
            std::nullopt);
  EXPECT_EQ(test::error_text([] { checked_multiply(kMax, 2, "bytes"); }),
            "bytes: 9223372036854775807 x 2 does not fit in 64 bits");
  EXPECT_EQ(test::error_text([] { checked_add(kMax, 2, "bytes"); }),
            "bytes: 9223372036854775807 + 2 does not fit in 64 bits");
}

TEST(CheckedTest, RoundsUp) {
  EXPECT_EQ(div_up(0, 7), 0);
  EXPECT_EQ(div_up(7, 7), 1);
  EXPECT_EQ(div_up(8, 7), 2);
  EXPECT_EQ(div_up(INT64_MAX, 2), INT64_MAX / 2 + 1);
  EXPECT_EQ(round_up(65, 32, "rows"), 96);
  EXPECT_EQ(round_up(64, 32, "rows"), 64);
  EXPECT_THROW(round_up(INT64_MAX, 2, "rows"), Error);
}

TEST(CheckedTest, KnowsPowersOfTwo) {
  for (std::int64_t value = -4; value <= 70; ++value) {
    bool expected = false;
    for (std::int64_t power = 1; power <= 64; power *= 2) {
      expected |= power == value;
    }
    EXPECT_EQ(is_power_of_two(value), expected) << value;
  }
}

TEST(ConcatTest, JoinsTextsAndNumbers) {
  EXPECT_EQ(concat("a", 'b', -12, std::uint64_t{18446744073709551615u}),
            "ab-1218446744073709551615");
  EXPECT_EQ(concat(), "");
  const int numbers[] = {1, 2, 3};
  EXPECT_EQ(join(numbers, ", "), "1, 2, 3");
}

}  // namespace
}  // namespace ashlar
