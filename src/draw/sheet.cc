// Writes SVG elements one by one.
#include "src/draw/sheet.h"

#include <cmath>

#include "src/base/concat.h"
#include "src/draw/palette.h"

namespace ashlar {
namespace {

constexpr std::string_view kFonts =
    "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace";

std::string attribute(std::string_view name, double number) {
  return concat(' ', name, "=\"", short_number(number), '"');
}
std::string attribute(std::string_view name, std::string_view text) {
  return concat(' ', name, "=\"", escape_xml(text), '"');
}

std::string_view anchor_name(Anchor anchor) {
  switch (anchor) {
    case Anchor::middle:
      return "middle";
    case Anchor::end:
      return "end";
    case Anchor::start:
      break;
  }
  return "start";
}

std::string attributes(const Font& font) {
  std::string out =
      attribute("font-size", font.size) + attribute("fill", font.color);
  if (font.anchor != Anchor::start) {
    out += attribute("text-anchor", anchor_name(font.anchor));
  }
  if (font.weight == Font::Weight::bold) out += attribute("font-weight", "600");
  return out;
}

}  // namespace

std::string escape_xml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

std::string short_number(double number) {
  const long long tenths = std::llround(number * 10);
  const long long size = tenths < 0 ? -tenths : tenths;
  std::string text = tenths < 0 ? "-" : "";
  text += concat(size / 10);
  if (size % 10 != 0) text += concat('.', size % 10);
  return text;
}

void Sheet::rect(double x, double y, double width, double height,
                 std::string_view fill) {
  body_ += concat("<rect", attribute("x", x), attribute("y", y),
                  attribute("width", width), attribute("height", height),
                  attribute("fill", fill), "/>\n");
}

void Sheet::line(double x1, double y1, double x2, double y2, const Pen& pen) {
  body_ += concat("<path d=\"M", short_number(x1), ' ', short_number(y1), 'L',
                  short_number(x2), ' ', short_number(y2), '"',
                  attribute("stroke", pen.color),
                  attribute("stroke-width", pen.width));
  if (pen.dash == Pen::Dash::dashed) {
    body_ += attribute("stroke-dasharray", "3 3");
  } else {
    body_ += attribute("stroke-linecap", "square");
  }
  body_ += "/>\n";
}

void Sheet::text(double x, double y, std::string_view text, const Font& font) {
  body_ += concat("<text", attribute("x", x), attribute("y", y),
                  attributes(font), '>', escape_xml(text), "</text>\n");
}

void Sheet::begin_group(const Font& font) {
  body_ += concat("<g", attributes(font), ">\n");
  group_color_ = font.color;
}

void Sheet::end_group() { body_ += "</g>\n"; }

void Sheet::text(double x, double y, std::string_view text,
                 std::string_view color) {
  body_ += concat("<text", attribute("x", x), attribute("y", y));
  if (color != group_color_) body_ += attribute("fill", color);
  body_ += concat('>', escape_xml(text), "</text>\n");
}

std::string Sheet::finish(double width, double height, std::string_view title,
                          std::string_view description) const {
  return concat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\"", attribute("width", width),
      attribute("height", height), " viewBox=\"0 0 ", short_number(width), ' ',
      short_number(height), "\" role=\"img\"", attribute("font-family", kFonts),
      ">\n<title>", escape_xml(title), "</title>\n<desc>",
      escape_xml(description),
      "</desc>\n"
      "<defs><pattern id=\"padding\" width=\"6\" height=\"6\" "
      "patternUnits=\"userSpaceOnUse\">"
      "<rect width=\"6\" height=\"6\" fill=\"#f4f5f6\"/>"
      "<path d=\"M-1 1l2 -2M0 6l6 -6M5 7l2 -2\" stroke=\"#cdd2d8\" "
      "stroke-width=\"0.8\"/></pattern></defs>\n"
      "<rect",
      attribute("width", width), attribute("height", height), " rx=\"8\"",
      attribute("fill", kPaper), "/>\n", body_, "</svg>\n");
}

}  // namespace ashlar
