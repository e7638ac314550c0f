// palette.h - the colours of SVG pictures, for light and dark pages alike.
#pragma once

#include <cstdint>
#include <string>

#include "ashlar/shape.h"

namespace ashlar {

struct Rgb {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;

  bool operator==(const Rgb&) const = default;
};

/// "#1f77b4".
std::string to_string(Rgb color);

/// From light to dark for 0 <= at <= 1; also in grey, and for every kind of
/// colour vision, a later element is darker.
Rgb order_color(double at);

/// One of a few hues that are told apart with every kind of colour vision,
/// darker for later elements.
Rgb unit_color(Index unit, double at);
inline constexpr int kUnitColors = 7;

/// Black or white, whichever can be read on `background`.
Rgb text_color(Rgb background);

/// How light a colour looks: 0 is black, 1 is white.
double luminance(Rgb color);

inline constexpr const char* kPaper = "#ffffff";
inline constexpr const char* kInk = "#1b1f24";
inline constexpr const char* kFaintInk = "#5b636d";
inline constexpr const char* kElsewhere = "#e4e7eb";
inline constexpr const char* kOtherField = "#f1dfb7";

}  // namespace ashlar
