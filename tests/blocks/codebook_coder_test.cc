// Places in tables, and which table is chosen.
#include "src/blocks/codebook_coder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace ashlar {
namespace {

TEST(CodebookCoderTest, TiesGoToTheLargerMagnitude) {
  const CodebookCoder coder(*parse_codebook("cb41fi_e2m2fn"));
  ASSERT_EQ(coder.tables(), 2);
  const auto through = [&](int table, double x) {
    return coder.number(table, coder.index(table, x));
  };
  EXPECT_EQ(through(0, 2.5), 3);
  EXPECT_EQ(through(0, -2.5), -3);
  EXPECT_EQ(through(0, 2.4999), 2);
  EXPECT_EQ(through(0, 99), 6);
  EXPECT_EQ(through(1, -HUGE_VAL), -7);
  EXPECT_EQ(coder.index(0, 0.2), 8);
  EXPECT_EQ(coder.index(0, -0.2), 8);
  EXPECT_EQ(coder.index(0, -0.25), 6);
}

TEST(CodebookCoderTest, OtherTablesAreComparedWithTheirSigns) {
  Codebook book;
  book.index_bits = 2;
  book.numbers = {-1, 0, 2, 3};
  const CodebookCoder coder(book);
  EXPECT_EQ(coder.index(0, -0.5), 1);
  EXPECT_EQ(coder.index(0, -0.51), 0);
  EXPECT_EQ(coder.index(0, 1), 2);
  EXPECT_EQ(coder.index(0, 0.99), 1);
  EXPECT_EQ(coder.index(0, 100), 3);
  EXPECT_TRUE(coder.holds(3));
  EXPECT_FALSE(coder.holds(4));
}

TEST(CodebookCoderTest, ChoosesTheLeastSquares) {
  Codebook book;
  book.index_bits = 2;
  book.meta_bits = 1;
  book.numbers = {-2, -1, 1, 2, -3, -0.5, 0.5, 3};
  const CodebookCoder coder(book);
  EXPECT_EQ(coder.choose(std::vector<double>{1, 2, -2}, {}), 0);
  EXPECT_EQ(coder.choose(std::vector<double>{3, 0.5, 0.4}, {}), 1);
  // Equally far from both: the first one.
  EXPECT_EQ(coder.choose(std::vector<double>{0.75, 2.5}, {}), 0);
}

TEST(CodebookCoderTest, TakesAnotherMeasure) {
  Codebook book;
  book.index_bits = 1;
  book.meta_bits = 2;
  book.numbers = {-1, 1, -2, 2, -3, 3, -4, 4};
  const CodebookCoder coder(book);
  int calls = 0;
  const auto larger = [&](std::span<const double> candidate,
                          std::span<const double> best,
                          std::span<const double> numbers) {
    ++calls;
    EXPECT_EQ(numbers[0], 1);
    return candidate[0] > best[0] && candidate[0] < 4;
  };
  EXPECT_EQ(coder.choose(std::vector<double>{1}, larger), 2);
  EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace ashlar
