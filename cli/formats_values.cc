// The grid of values, and numbers converted.
#include "cli/formats_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "ashlar/cast.h"
#include "cli/formats_number.h"
#include "cli/formats_report.h"
#include "cli/formats_table.h"

namespace ashlar::cli {
namespace {

constexpr std::size_t kIndent = 2;

bool has_sign_bit(const Element& e) {
  return e.is_signed && e.representation == Representation::sign_magnitude;
}

// The values of some words, which look alike if they stand in one row.
std::vector<std::string> cells_of(const Element& e,
                                  std::span<const std::uint64_t> words) {
  constexpr std::size_t kRow = 8;
  const bool has_powers_only =
      e.kind == ElementKind::floating && !e.has_zero && e.mantissa_bits == 0;
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < words.size(); i += kRow) {
    std::vector<double> values;
    for (const std::uint64_t word :
         words.subspan(i, std::min(kRow, words.size() - i))) {
      values.push_back(decode(e, word));
    }
    const std::vector<std::string> texts = short_texts(values);
    for (std::size_t k = 0; k < values.size(); ++k) {
      cells.push_back(has_powers_only && std::isfinite(values[k])
                          ? "2^" + std::to_string(std::ilogb(values[k]))
                          : texts[k]);
    }
  }
  return cells;
}

std::string aligned(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

/// How the grid fits the terminal.
struct Grid {
  std::size_t columns = 16;
  std::size_t width = 0;  ///< of a column
};

// As many columns as fit: rows then begin where the lower bits are 0.
Grid grid_of(std::size_t cells, std::size_t label, std::size_t widest,
             const Look& look) {
  const auto line = static_cast<std::size_t>(look.width);
  const std::size_t room = line - std::min(line, kIndent + label);
  Grid grid;
  grid.columns = std::min(grid.columns, cells);
  while (grid.columns > 1 && grid.columns * (widest + 1) > room) {
    grid.columns /= 2;
  }
  const bool is_airy = grid.columns * (widest + 2) <= room;
  grid.width = widest + (is_airy ? 2 : 1);
  return grid;
}

// "+1c": what a column adds to the word at the beginning of a row.
std::string offset_text(std::uint64_t word) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, word, 16);
  return "+" + std::string(digits, end.ptr);
}

// What the half with the sign bit is.
std::string negative_note(const Element& e,
                          const std::vector<std::uint64_t>& words) {
  const std::size_t half = words.size() / 2;
  const std::uint64_t zero = words[half];
  const std::string last = hex_text(e, words.back());
  if (!std::isnan(decode(e, zero))) {
    return hex_text(e, zero) + " to " + last +
           " are the same with a minus sign";
  }
  return hex_text(e, zero) + " is NaN; " + hex_text(e, words[half + 1]) +
         " to " + last + " are the others with a minus sign";
}

// Relative to the number, if that makes sense.
std::string error_text(const Conversion& conversion) {
  if (!conversion.number) return "";
  const double number = *conversion.number;
  const double value = conversion.value;
  if (number == value) {
    return std::signbit(number) == std::signbit(value) ? "exact"
                                                       : "exact, without sign";
  }
  const double error = value - number;
  if (!std::isfinite(error)) return "";
  std::string text = (error > 0 ? "+" : "") + rough_text(error);
  if (number == 0) return text;
  const double percent = std::abs(error / number) * 100;
  return percent > 100 ? text : text + " (" + rough_text(percent, 3) + " %)";
}

}  // namespace

void print_values(std::ostream& out, const Element& element, const Look& look) {
  const std::vector<std::uint64_t> words = all_words(element);
  if (words.empty()) return;
  const bool is_half = has_sign_bit(element) && words.size() > 2;
  const std::vector<std::string> cells = cells_of(
      element, std::span(words).first(words.size() / (is_half ? 2 : 1)));
  std::size_t widest = 2;
  for (const std::string& cell : cells) widest = std::max(widest, cell.size());
  const std::size_t label = hex_text(element, 0).size();
  const Grid grid = grid_of(cells.size(), label, widest, look);
  std::string line(kIndent + label, ' ');
  for (std::size_t i = 0; i < grid.columns; ++i) {
    line += aligned(offset_text(words[i]), grid.width);
  }
  out << '\n' << strong(line, look) << '\n';
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i % grid.columns == 0) {
      out << std::string(kIndent, ' ')
          << strong(hex_text(element, words[i]), look);
    }
    out << aligned(cells[i], grid.width)
        << ((i + 1) % grid.columns == 0 ? "\n" : "");
  }
  if (is_half) out << "  " << negative_note(element, words) << '\n';
}

void print_conversions(std::ostream& out, const FormatReport& report,
                       const Look& look) {
  const Element& e = report.format.element();
  constexpr int kBinaryBits = 16;
  const bool has_binary = e.bits <= kBinaryBits;
  Table table;
  table.columns = {{report.format.name()}, {"code"}};
  if (has_binary) table.columns.push_back({"bits"});
  table.columns.push_back({"value"});
  table.columns.push_back({"error"});
  for (const Conversion& conversion : report.conversions) {
    std::vector<std::string> row = {conversion.text,
                                    hex_text(e, conversion.word)};
    if (has_binary) row.push_back(binary_text(e, conversion.word));
    row.push_back(value_text(conversion.value));
    row.push_back(error_text(conversion));
    table.rows.push_back(row);
  }
  print_table(out, table, look);
}

}  // namespace ashlar::cli
