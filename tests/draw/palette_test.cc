#include "src/draw/palette.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace ashlar {
namespace {

TEST(PaletteTest, WritesColorsInHex) {
  EXPECT_EQ(to_string(Rgb{0, 15, 255}), "#000fff");
}

TEST(PaletteTest, GetsDarkerAllTheWay) {
  for (int i = 1; i <= 100; ++i) {
    EXPECT_LT(luminance(order_color(i / 100.0)),
              luminance(order_color((i - 1) / 100.0)));
    for (Index unit = 0; unit < kUnitColors; ++unit) {
      EXPECT_LE(luminance(unit_color(unit, i / 100.0)),
                luminance(unit_color(unit, (i - 1) / 100.0)));
    }
  }
  EXPECT_EQ(order_color(-1), order_color(0));
  EXPECT_EQ(order_color(2), order_color(1));
}

// 3 is what accessibility rules ask of large text; our numbers do not carry
// meaning by colour.
TEST(PaletteTest, TextCanBeReadOnEveryColor) {
  const auto contrast = [](Rgb a, Rgb b) {
    const double x = luminance(a) + 0.05;
    const double y = luminance(b) + 0.05;
    return std::max(x, y) / std::min(x, y);
  };
  for (int i = 0; i <= 200; ++i) {
    const Rgb ramp = order_color(i / 200.0);
    EXPECT_GE(contrast(ramp, text_color(ramp)), 3.5) << i;
    for (Index unit = 0; unit < kUnitColors; ++unit) {
      const Rgb color = unit_color(unit, i / 200.0);
      EXPECT_GE(contrast(color, text_color(color)), 3.5) << unit << ' ' << i;
    }
  }
}

TEST(PaletteTest, HasDifferentColorsForUnits) {
  std::set<std::string> seen;
  for (Index unit = 0; unit < kUnitColors; ++unit) {
    seen.insert(to_string(unit_color(unit, 1)));
  }
  EXPECT_EQ(seen.size(), std::size_t{kUnitColors});
  EXPECT_EQ(unit_color(0, 0.5), unit_color(kUnitColors, 0.5));
}

}  // namespace
}  // namespace ashlar
