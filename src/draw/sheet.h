// sheet.h - a sheet of paper that becomes an SVG file.
#pragma once

#include <string>
#include <string_view>

namespace ashlar {

/// Where text stands to its point.
enum class Anchor { start, middle, end };

struct Pen {
  std::string_view color = "#000000";
  double width = 1;
  enum class Dash { solid, dashed } dash = Dash::solid;
};

struct Font {
  double size = 12;
  std::string_view color = "#000000";
  Anchor anchor = Anchor::start;
  enum class Weight { normal, bold } weight = Weight::normal;
};

/// Collects shapes in drawing order. Coordinates are rounded to tenths.
class Sheet {
 public:
  /// How wide a character of size 1 is; the fonts have a fixed pitch.
  static constexpr double kAdvance = 0.602;

  void rect(double x, double y, double width, double height,
            std::string_view fill);
  void line(double x1, double y1, double x2, double y2, const Pen& pen);
  /// `y` is the base line. The text is escaped.
  void text(double x, double y, std::string_view text, const Font& font);

  /// Until `end_group`, texts without a font have this one.
  void begin_group(const Font& font);
  void end_group();
  /// In the font of the group, but for the colour.
  void text(double x, double y, std::string_view text, std::string_view color);

  /// The file: a page with its own background, a title and a description.
  std::string finish(double width, double height, std::string_view title,
                     std::string_view description) const;

  /// A fill: pale with slanting lines.
  static constexpr std::string_view kHatch = "url(#padding)";

 private:
  std::string body_;
  std::string group_color_;
};

/// `text` with the five special characters of XML written out; characters that
/// XML does not allow become spaces.
std::string escape_xml(std::string_view text);

/// At most one decimal, "." as the point, no trailing zero.
std::string short_number(double number);

}  // namespace ashlar
