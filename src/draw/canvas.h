// canvas.h - characters and box lines on a sheet, then one string.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "ashlar/draw.h"
#include "src/draw/grid.h"

namespace ashlar {

/// How a character looks where there is colour. From `hue` on there are
/// `kHues` of them, for units and blocks.
enum class Style : std::uint8_t { plain, faint, strong, hue };
inline constexpr int kHues = 6;

constexpr Style hue(Index number) {
  return static_cast<Style>(static_cast<int>(Style::hue) +
                            static_cast<int>(number % kHues));
}

/// A sheet of characters. Lines drawn across each other join by themselves.
class Canvas {
 public:
  Canvas(int width, int height);

  /// Plain ASCII text; what lies outside the sheet is cut.
  void write(int x, int y, std::string_view text, Style style = Style::plain);
  /// Both ends included; they meet other lines there.
  void line_right(int x, int y, int length, Border border);
  void line_down(int x, int y, int length, Border border);

  /// One line of text a row, without blanks at the ends.
  std::string render(TextOptions::Glyphs glyphs,
                     TextOptions::Color color) const;

 private:
  struct Spot {
    char letter = 0;
    Style style = Style::plain;
    std::array<Border, 4> arms = {};  // up, right, down, left
  };

  Spot* at(int x, int y);
  void add_arm(int x, int y, std::size_t arm, Border border);
  std::string render_row(int y, TextOptions::Glyphs glyphs,
                         TextOptions::Color color) const;

  int width_;
  int height_;
  std::vector<Spot> spots_;
};

}  // namespace ashlar
