#include "ashlar/rotate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "ashlar/error.h"
#include "tests/support/golden.h"

namespace ashlar {
namespace {

using Numbers = std::vector<float>;

Numbers random_numbers(std::size_t count) {
  std::mt19937 random(7);
  std::normal_distribution<float> normal;
  Numbers out(count);
  for (float& number : out) number = normal(random);
  return out;
}

// The matrix that numbers are multiplied by: each unit vector gives its row.
Numbers matrix_of(const Rotation& rotation) {
  const auto size = static_cast<std::size_t>(rotation.size);
  Numbers out(size * size, 0);
  for (std::size_t i = 0; i < size; ++i) out[i * size + i] = 1;
  rotate(out, rotation.size, rotation);
  return out;
}

TEST(RotateTest, HasTheMatricesOfTensorCast) {
  for (const auto& [name, order] :
       {std::pair("hadamard_8", HadamardOrder::sylvester),
        std::pair("hadamard_32", HadamardOrder::sylvester),
        std::pair("walsh_8", HadamardOrder::walsh),
        std::pair("walsh_16", HadamardOrder::walsh),
        std::pair("walsh_32", HadamardOrder::walsh)}) {
    const Numbers golden = GoldenFolder::extracts().items<float>(
        "blocks/tensorcast_" + std::string(name) + ".f32");
    Rotation rotation;
    rotation.size = std::lround(std::sqrt(golden.size()));
    ASSERT_GE(rotation.size, 8) << name;
    rotation.order = order;
    EXPECT_EQ(matrix_of(rotation), golden) << name;
  }
}

TEST(RotateTest, WalshRowsAreOrderedBySignChanges) {
  for (std::int64_t size = 1; size <= 128; size *= 2) {
    const Numbers matrix = matrix_of({size, HadamardOrder::walsh, {}});
    for (std::int64_t row = 0; row < size; ++row) {
      std::int64_t changes = 0;
      for (std::int64_t i = 1; i < size; ++i) {
        const auto at = static_cast<std::size_t>(row * size + i);
        if (std::signbit(matrix[at]) != std::signbit(matrix[at - 1])) ++changes;
      }
      EXPECT_EQ(changes, row) << size;
    }
  }
}

TEST(RotateTest, MultipliesByTheMatrix) {
  for (const auto order : {HadamardOrder::sylvester, HadamardOrder::walsh}) {
    const Rotation rotation = {16, order, 5};
    const Numbers matrix = matrix_of(rotation);
    const Numbers before = random_numbers(3 * 32);
    Numbers after = before;
    rotate(after, 32, rotation);
    for (std::size_t at = 0; at < after.size(); ++at) {
      double sum = 0;
      for (std::size_t i = 0; i < 16; ++i) {
        sum += static_cast<double>(before[at / 16 * 16 + i]) *
               static_cast<double>(matrix[i * 16 + at % 16]);
      }
      EXPECT_NEAR(after[at], sum, 1e-6);
    }
  }
}

TEST(RotateTest, SignsAreThoseOfTheSeed) {
  const Numbers plain = matrix_of({64, HadamardOrder::sylvester, {}});
  const Numbers one = matrix_of({64, HadamardOrder::sylvester, 1});
  EXPECT_EQ(one, matrix_of({64, HadamardOrder::sylvester, 1}));
  EXPECT_NE(one, matrix_of({64, HadamardOrder::sylvester, 2}));
  int minus = 0;
  for (std::size_t row = 0; row < 64; ++row) {
    const float sign = one[row * 64] > 0 ? 1.0F : -1.0F;
    if (sign < 0) ++minus;
    for (std::size_t i = row * 64; i < row * 64 + 64; ++i) {
      ASSERT_EQ(one[i], sign * plain[i]);
    }
  }
  EXPECT_GT(minus, 16);
  EXPECT_LT(minus, 48);
}

TEST(RotateTest, CanBeUndone) {
  for (std::int64_t size = 1; size <= 1024; size *= 2) {
    for (const auto order : {HadamardOrder::sylvester, HadamardOrder::walsh}) {
      const Rotation rotation = {size, order, 11};
      const Numbers before = random_numbers(static_cast<std::size_t>(6 * size));
      Numbers after = before;
      rotate(after, 2 * size, rotation);
      EXPECT_TRUE(size == 1 || after != before);
      undo_rotate(after, 2 * size, rotation);
      for (std::size_t i = 0; i < after.size(); ++i) {
        ASSERT_NEAR(after[i], before[i], 2e-6) << size;
      }
    }
  }
}

TEST(RotateTest, SpreadsOutliers) {
  Numbers numbers(32, 0);
  numbers[17] = 100;
  rotate(numbers, 32);
  for (const float number : numbers) {
    EXPECT_FLOAT_EQ(std::abs(number), 100 / std::sqrt(32.0F));
  }
}

TEST(RotateTest, NothingStaysNothing) {
  Numbers none;
  rotate(none, 0);
  rotate(none, 64);
  undo_rotate(none, 0);
  EXPECT_TRUE(none.empty());
}

std::string error_of(std::size_t count, std::int64_t columns,
                     std::int64_t size) {
  Numbers numbers(count);
  Rotation rotation;
  rotation.size = size;
  std::string first;
  try {
    rotate(numbers, columns, rotation);
    return "no error";
  } catch (const Error& error) {
    first = error.what();
  }
  try {
    undo_rotate(numbers, columns, rotation);
  } catch (const Error& error) {
    if (first == error.what()) return first;
  }
  return "another error";
}

TEST(RotateTest, ErrorsSayWhatIsWrong) {
  for (const std::int64_t size : {-8L, 0L, 12L, 1L << 17, INT64_MIN}) {
    EXPECT_EQ(error_of(64, 64, size),
              "rotate: blocks have a power of two of numbers, up to 65536, "
              "not " +
                  std::to_string(size));
  }
  EXPECT_EQ(error_of(40, 20, 16),
            "rotate: rows of 20 numbers are no whole blocks of 16; pad them "
            "with zeros");
  EXPECT_EQ(error_of(48, 32, 16), "rotate: 48 numbers are no whole rows of 32");
  EXPECT_EQ(error_of(16, 0, 16), "rotate: 16 numbers are no whole rows of 0");
}

}  // namespace
}  // namespace ashlar
