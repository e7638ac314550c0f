// The colours themselves, and how light they look.
#include "src/draw/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ashlar {
namespace {

constexpr std::array<Rgb, 6> kRamp = {{{252, 247, 214},
                                       {205, 231, 189},
                                       {140, 203, 190},
                                       {84, 163, 196},
                                       {56, 116, 178},
                                       {46, 66, 133}}};

constexpr std::array<Rgb, kUnitColors> kHues = {{{0, 114, 178},
                                                 {222, 143, 5},
                                                 {0, 145, 110},
                                                 {200, 84, 20},
                                                 {120, 94, 190},
                                                 {190, 95, 150},
                                                 {90, 98, 108}}};

std::uint8_t mix(std::uint8_t from, std::uint8_t to, double at) {
  return static_cast<std::uint8_t>(std::lround(from + (to - from) * at));
}

Rgb mix(Rgb from, Rgb to, double at) {
  return {mix(from.red, to.red, at), mix(from.green, to.green, at),
          mix(from.blue, to.blue, at)};
}

// The share of light that a channel of an sRGB colour stands for.
double linear(std::uint8_t channel) {
  const double value = channel / 255.0;
  return value <= 0.04045 ? value / 12.92
                          : std::pow((value + 0.055) / 1.055, 2.4);
}

}  // namespace

std::string to_string(Rgb color) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string text = "#";
  for (const std::uint8_t channel : {color.red, color.green, color.blue}) {
    text += kHex[channel / 16];
    text += kHex[channel % 16];
  }
  return text;
}

Rgb order_color(double at) {
  const double place = std::clamp(at, 0.0, 1.0) * (kRamp.size() - 1);
  const auto below =
      std::min(static_cast<std::size_t>(place), kRamp.size() - 2);
  return mix(kRamp[below], kRamp[below + 1],
             place - static_cast<double>(below));
}

Rgb unit_color(Index unit, double at) {
  const Rgb hue = kHues[static_cast<std::size_t>(unit % kUnitColors)];
  return mix({255, 255, 255}, hue, 0.18 + 0.57 * std::clamp(at, 0.0, 1.0));
}

double luminance(Rgb color) {
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) +
         0.0722 * linear(color.blue);
}

Rgb text_color(Rgb background) {
  // About where the contrast to both is the same.
  return luminance(background) > 0.24 ? Rgb{27, 31, 36} : Rgb{255, 255, 255};
}

}  // namespace ashlar
