// From arms of lines to the characters that show them.
#include "src/draw/canvas.h"

#include <algorithm>

namespace ashlar {
namespace {

constexpr std::size_t kUp = 0;
constexpr std::size_t kRight = 1;
constexpr std::size_t kDown = 2;
constexpr std::size_t kLeft = 3;
using Arms = std::array<Border, 4>;

// Nothing, light or heavy for the arms up, right, down and left, in that order
// of significance.
constexpr std::array<std::string_view, 81> kBoxes = {
    " ", "╴", "╸", "╷", "┐", "┑", "╻", "┒", "┓",  //
    "╶", "─", "╾", "┌", "┬", "┭", "┎", "┰", "┱",  //
    "╺", "╼", "━", "┍", "┮", "┯", "┏", "┲", "┳",  //
    "╵", "┘", "┙", "│", "┤", "┥", "╽", "┧", "┪",  //
    "└", "┴", "┵", "├", "┼", "┽", "┟", "╁", "╅",  //
    "┕", "┶", "┷", "┝", "┾", "┿", "┢", "╆", "╈",  //
    "╹", "┚", "┛", "╿", "┦", "┩", "┃", "┨", "┫",  //
    "┖", "┸", "┹", "┞", "╀", "╃", "┠", "╂", "╉",  //
    "┗", "┺", "┻", "┡", "╄", "╇", "┣", "╊", "╋"};

bool is_across(const Arms& arms) {
  return arms[kUp] == Border::none && arms[kDown] == Border::none;
}
bool is_upright(const Arms& arms) {
  return arms[kLeft] == Border::none && arms[kRight] == Border::none;
}

std::string_view unicode_glyph(const Arms& arms) {
  const Border most = *std::ranges::max_element(arms);
  if (most == Border::face && is_across(arms)) return "╌";
  if (most == Border::face && is_upright(arms)) return "╎";
  std::size_t number = 0;
  for (const Border arm : arms) {
    number = number * 3 + (arm == Border::unit   ? 2
                           : arm == Border::none ? 0
                                                 : 1);
  }
  return kBoxes[number];
}

std::string_view ascii_glyph(const Arms& arms, int x) {
  const Border most = *std::ranges::max_element(arms);
  if (is_across(arms)) {
    if (most == Border::unit) return "=";
    if (most == Border::tile) return "-";
    return x % 2 == 0 ? "-" : " ";
  }
  if (is_upright(arms)) {
    if (most == Border::unit) return "#";
    return most == Border::tile ? "|" : ":";
  }
  return most == Border::unit ? "#" : "+";
}

std::string_view ansi_code(Style style) {
  constexpr std::array<std::string_view, 3 + kHues> kCodes = {
      "\033[0m",  "\033[90m", "\033[1m",  "\033[36m", "\033[33m",
      "\033[35m", "\033[32m", "\033[34m", "\033[31m"};
  return kCodes[static_cast<std::size_t>(style)];
}

}  // namespace

Canvas::Canvas(int width, int height)
    : width_(width),
      height_(height),
      spots_(static_cast<std::size_t>(width) *
             static_cast<std::size_t>(height)) {}

Canvas::Spot* Canvas::at(int x, int y) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return nullptr;
  return &spots_[static_cast<std::size_t>(y) *
                     static_cast<std::size_t>(width_) +
                 static_cast<std::size_t>(x)];
}

void Canvas::write(int x, int y, std::string_view text, Style style) {
  for (const char letter : text) {
    if (Spot* spot = at(x++, y)) {
      spot->letter = letter;
      spot->style = style;
    }
  }
}

void Canvas::add_arm(int x, int y, std::size_t arm, Border border) {
  if (Spot* spot = at(x, y)) {
    spot->arms[arm] = std::max(spot->arms[arm], border);
  }
}

void Canvas::line_right(int x, int y, int length, Border border) {
  for (int i = 0; i + 1 < length; ++i) {
    add_arm(x + i, y, kRight, border);
    add_arm(x + i + 1, y, kLeft, border);
  }
}

void Canvas::line_down(int x, int y, int length, Border border) {
  for (int i = 0; i + 1 < length; ++i) {
    add_arm(x, y + i, kDown, border);
    add_arm(x, y + i + 1, kUp, border);
  }
}

std::string Canvas::render_row(int y, TextOptions::Glyphs glyphs,
                               TextOptions::Color color) const {
  std::string out;
  std::size_t end = 0;  // blanks after the last character are dropped
  Style style = Style::plain;
  for (int x = 0; x < width_; ++x) {
    const Spot& spot = *const_cast<Canvas*>(this)->at(x, y);
    const char letter[] = {spot.letter, 0};
    std::string_view glyph = letter;
    if (spot.letter == 0) {
      const bool is_line = *std::ranges::max_element(spot.arms) != Border::none;
      glyph = !is_line ? " "
              : glyphs == TextOptions::Glyphs::unicode
                  ? unicode_glyph(spot.arms)
                  : ascii_glyph(spot.arms, x);
    }
    if (glyph != " " && color == TextOptions::Color::ansi &&
        spot.style != style) {
      if (style != Style::plain) out += ansi_code(Style::plain);
      style = spot.style;
      if (style != Style::plain) out += ansi_code(style);
    }
    out += glyph;
    if (glyph != " ") end = out.size();
  }
  out.resize(end);
  if (style != Style::plain) out += ansi_code(Style::plain);
  return out;
}

std::string Canvas::render(TextOptions::Glyphs glyphs,
                           TextOptions::Color color) const {
  std::string out;
  for (int y = 0; y < height_; ++y) {
    out += render_row(y, glyphs, color);
    out += '\n';
  }
  return out;
}

}  // namespace ashlar
