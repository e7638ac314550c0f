// series_test.cc - constants by their digits, functions by their identities.
#include "src/fixed/series.h"

#include <gtest/gtest.h>

#include <string>

namespace ashlar {
namespace {

/// The first digits after the point.
std::string decimals(Wide number, int p, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    number = (number - ((number >> p) << p)) * Wide(10);
    out += static_cast<char>('0' + static_cast<int>((number >> p).low128()));
  }
  return out;
}

Wide distance(const Wide& a, const Wide& b) { return a > b ? a - b : b - a; }

TEST(SeriesTest, KnowsTheDigitsOfConstants) {
  for (const int p : {200, 448, 672}) {
    EXPECT_EQ(decimals(series::pi(p), p, 50),
              "14159265358979323846264338327950288419716939937510");
    EXPECT_EQ(decimals(series::ln2(p), p, 50),
              "69314718055994530941723212145817656807550013436025");
  }
  // The last of 200 digits, so that all bits are seen.
  EXPECT_EQ(decimals(series::pi(700), 700, 200).substr(190), "5493038196");
}

TEST(SeriesTest, UndoesExponentialsByLogarithms) {
  for (const int p : {80, 200, 448, 640}) {
    for (const unsigned i : {0U, 1U, 17U, 50U, 68U}) {
      const Wide x = (power_of_two(p) * Wide(i)).divided_by(100);
      const Wide back = series::ln(series::exp(x, p), p);
      EXPECT_LE(distance(back, x), Wide(6)) << p << " " << i;
    }
  }
}

TEST(SeriesTest, KeepsSineAndCosineOnTheCircle) {
  for (const int p : {80, 200, 448, 640}) {
    for (unsigned i = 0; i <= 150; i += 10) {
      const Wide x = (power_of_two(p) * Wide(i)).divided_by(100);
      const auto [sin, cos] = series::sin_cos(x, p);
      const Wide sum = (sin * sin + cos * cos) >> p;
      EXPECT_LE(distance(sum, power_of_two(p)), Wide(9)) << p << " " << i;
    }
    const auto [sin, cos] = series::sin_cos(series::pi(p) >> 1, p);
    EXPECT_LE(distance(sin, power_of_two(p)), Wide(2));
    EXPECT_LE(cos, Wide(3));
  }
}

TEST(SeriesTest, UndoesTangentsByArcs) {
  for (const int p : {80, 200, 448, 640}) {
    for (const unsigned i : {0U, 1U, 30U, 60U, 78U}) {
      const Wide x = (power_of_two(p) * Wide(i)).divided_by(100);
      const auto [sin, cos] = series::sin_cos(x, p);
      const Wide back = series::atan((sin << p) / cos, p);
      EXPECT_LE(distance(back, x), Wide(12)) << p << " " << i;
    }
    EXPECT_LE(distance(series::atan(power_of_two(p), p) << 2, series::pi(p)),
              Wide(12));
  }
}

TEST(SeriesTest, TakesSquareRootsOfFractions) {
  EXPECT_EQ(series::sqrt(Wide(9) << 98, 100), Wide(3) << 99);
}

}  // namespace
}  // namespace ashlar
