// A storage word as a row of fields.
#include "cli/formats_bits.h"

#include <algorithm>
#include <string_view>

namespace ashlar::cli {
namespace {

constexpr std::size_t kFewLetters = 9;

/// The characters of a box, line by line.
struct Frame {
  std::string_view top[3];
  std::string_view bottom[3];
  std::string_view line;
  std::string_view side;
};

constexpr Frame kAscii = {{"+", "+", "+"}, {"+", "+", "+"}, "-", "|"};
constexpr Frame kUnicode = {{"┌", "┬", "┐"}, {"└", "┴", "┘"}, "─", "│"};

/// Takes fields from the highest bit down.
class Cutter {
 public:
  explicit Cutter(int bits) : next_(bits - 1) {}

  void cut(const char* name, char letter, int bits) {
    if (bits <= 0) return;
    fields_.push_back({name, letter, next_, next_ - bits + 1});
    next_ -= bits;
  }
  std::vector<BitField> take() { return std::move(fields_); }

 private:
  int next_;
  std::vector<BitField> fields_;
};

void cut_number(Cutter& cutter, const Element& e) {
  const bool has_sign =
      e.is_signed && e.representation == Representation::sign_magnitude;
  const int magnitude = e.bits - (has_sign ? 1 : 0);
  cutter.cut("sign", 's', has_sign ? 1 : 0);
  switch (e.kind) {
    case ElementKind::floating:
      cutter.cut("exponent", 'e', e.exponent_bits);
      cutter.cut("mantissa", 'm', e.mantissa_bits);
      break;
    case ElementKind::fixed: {
      const int fraction = std::clamp<int>(e.fraction_bits, 0, magnitude);
      cutter.cut("integer", 'i', magnitude - fraction);
      cutter.cut("fraction", 'f', fraction);
      break;
    }
    case ElementKind::integer:
      cutter.cut("integer", 'i', magnitude);
      break;
    case ElementKind::boolean:
    case ElementKind::codebook:
      cutter.cut(e.kind == ElementKind::boolean ? "truth" : "index", 'b',
                 magnitude);
      break;
  }
}

std::string label(const BitField& field) {
  const std::string high = std::to_string(field.high);
  return field.bits() == 1 ? high : high + " " + std::to_string(field.low);
}

std::string letters(const BitField& field, std::size_t most) {
  const auto count = static_cast<std::size_t>(field.bits());
  if (count <= most) return std::string(count, field.letter);
  const std::string few((most - 3) / 2, field.letter);
  return few + (field.is_used() ? "..." : "   ") + few;
}

std::size_t inner_width(const BitField& field, std::size_t most) {
  return std::max(
      {label(field).size(), letters(field, most).size(), field.name.size()});
}

std::size_t total_width(const std::vector<BitField>& fields, std::size_t most) {
  std::size_t width = 3;
  for (const BitField& field : fields) width += inner_width(field, most) + 3;
  return width;
}

// Left text, right text, and spaces between them.
std::string spread(const std::string& left, const std::string& right,
                   std::size_t width) {
  return left + std::string(width - left.size() - right.size(), ' ') + right;
}

std::string_view color_of(const BitField& field) {
  switch (field.letter) {
    case 's':
      return "\033[31m";
    case 'e':
    case 'i':
      return "\033[32m";
    case 'm':
    case 'f':
      return "\033[36m";
    default:
      return "\033[2m";
  }
}

/// Draws one picture, line by line.
class Picture {
 public:
  Picture(std::ostream& out, const std::vector<BitField>& fields,
          const Look& look)
      : out_(out), fields_(fields), look_(look) {
    const auto width = static_cast<std::size_t>(look.width);
    while (most_ > kFewLetters && total_width(fields, most_) > width) --most_;
  }

  void draw() {
    const Frame& frame =
        look_.glyphs == Look::Glyphs::unicode ? kUnicode : kAscii;
    print_numbers();
    print_line(frame, frame.top);
    print_row(frame, [](const BitField& field) { return field.name; });
    print_row(frame, [this](const BitField& f) { return letters(f, most_); });
    print_line(frame, frame.bottom);
  }

 private:
  void print_numbers() {
    std::string line = "  ";
    for (const BitField& field : fields_) {
      const std::string low =
          field.bits() == 1 ? "" : std::to_string(field.low);
      line +=
          "  " + spread(std::to_string(field.high), low, width(field)) + " ";
    }
    out_ << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
  }

  void print_line(const Frame& frame, const std::string_view (&corners)[3]) {
    out_ << "  ";
    for (const BitField& field : fields_) {
      out_ << corners[&field == fields_.data() ? 0 : 1];
      for (std::size_t i = 0; i < width(field) + 2; ++i) out_ << frame.line;
    }
    out_ << corners[2] << '\n';
  }

  template <typename Text>
  void print_row(const Frame& frame, Text text_of) {
    const bool color = look_.color == Look::Color::ansi;
    out_ << "  ";
    for (const BitField& field : fields_) {
      const std::string text = text_of(field);
      out_ << frame.side << ' ' << (color ? color_of(field) : "") << text
           << (color ? "\033[0m" : "")
           << std::string(width(field) - text.size() + 1, ' ');
    }
    out_ << frame.side << '\n';
  }

  std::size_t width(const BitField& field) const {
    return inner_width(field, most_);
  }

  std::ostream& out_;
  const std::vector<BitField>& fields_;
  const Look& look_;
  std::size_t most_ = 64;  // letters of a field
};

}  // namespace

std::vector<BitField> bit_fields(const Element& element) {
  Cutter cutter(element.storage_bits);
  cutter.cut("unused", '.',
             element.storage_bits - element.bits - element.storage_shift);
  cut_number(cutter, element);
  cutter.cut("unused", '.', element.storage_shift);
  return cutter.take();
}

void print_bits(std::ostream& out, const Element& element, const Look& look) {
  const std::vector<BitField> fields = bit_fields(element);
  Picture(out, fields, look).draw();
}

std::string binary_text(const Element& element, std::uint64_t word) {
  std::string text;
  for (const BitField& field : bit_fields(element)) {
    if (!field.is_used()) continue;
    if (!text.empty()) text += ' ';
    for (int bit = field.high; bit >= field.low; --bit) {
      text += (word >> bit & 1) != 0 ? '1' : '0';
    }
  }
  return text;
}

}  // namespace ashlar::cli
