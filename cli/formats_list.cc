// `ashlar formats`: every named format on a line.
#include <algorithm>
#include <ostream>
#include <string>

#include "cli/formats_number.h"
#include "cli/formats_report.h"
#include "cli/formats_table.h"

namespace ashlar::cli {
namespace {

using Rows = std::vector<const NamedFormat*>;
using Cells = std::vector<std::string>;

constexpr std::size_t kName = 14;
constexpr std::size_t kBits = 7;

/// Formats that are described by the same columns.
struct Group {
  std::string title;
  bool (*has)(const Format& format);
  std::vector<Column> columns;  ///< between bits and use
  Cells (*cells)(const Format& format);
};

bool is_element(const Format& format, ElementKind kind) {
  return !format.is_block() && format.kind() == kind;
}

std::string bits_text(const Format& format) {
  if (format.is_block()) return rough_text(format.bits_per_element());
  const Element& e = format.element();
  const std::string bits = std::to_string(e.bits);
  return e.bits == e.storage_bits ? bits
                                  : bits + "/" + std::to_string(e.storage_bits);
}

// Short, and exact unless that takes too many digits.
std::string size_text(double value) {
  const std::string text = exact_text(value, 6);
  return text.size() <= 7 ? text : rough_text(value, 2);
}

// The bounds of an integer, in powers of two if they are long.
Cells bounds(const Format& format) {
  const Element& e = format.element();
  Cells cells = {format.lowest_text(), format.max_text()};
  constexpr std::size_t kReadable = 6;
  const std::string power =
      "2^" + std::to_string(e.bits - (e.is_signed ? 1 : 0));
  if (cells[0].size() > kReadable) cells[0] = "-" + power;
  if (cells[1].size() > kReadable) cells[1] = power + " - 1";
  return cells;
}

std::string specials_text(const Format& format) {
  const bool merged = format.element().specials == Specials::merged;
  return std::string(format.has_infinity() ? "inf "
                     : merged              ? "inf="
                                           : "    ") +
         (format.has_nan() ? "NaN " : "    ") +
         (format.has_negative_zero() ? "-0" : "");
}

std::vector<Group> groups() {
  const auto right = [](const char* title) {
    return Column{title, Column::Side::right};
  };
  return {
      {"integers",
       [](const Format& f) {
         return is_element(f, ElementKind::integer) ||
                is_element(f, ElementKind::boolean);
       },
       {right("from"), right("to")},
       bounds},
      {"floats",
       [](const Format& f) { return is_element(f, ElementKind::floating); },
       {right("largest"), right("smallest"), {"special"}},
       [](const Format& f) {
         return Cells{size_text(f.max_finite()),
                      size_text(f.smallest_subnormal()), specials_text(f)};
       }},
      {"fixed point",
       [](const Format& f) { return is_element(f, ElementKind::fixed); },
       {{"largest"}},
       [](const Format& f) { return Cells{f.max_text()}; }},
      {"block formats",
       [](const Format& f) { return f.is_block(); },
       {},
       [](const Format&) { return Cells{}; }},
  };
}

// Descriptions read "what it is; who uses it" or "who uses it: what it is".
std::string use_of(const NamedFormat& row) {
  const std::string_view text = row.description;
  const std::size_t semicolon = text.rfind("; ");
  if (semicolon != text.npos) return std::string(text.substr(semicolon + 2));
  return std::string(row.format.is_block() ? text
                                           : text.substr(0, text.find(": ")));
}

Table table_of(const Group& group, const Rows& listed) {
  Table table;
  table.columns.push_back({group.title, Column::Side::left, kName});
  table.columns.push_back({"bits", Column::Side::right, kBits});
  for (const Column& column : group.columns) table.columns.push_back(column);
  table.columns.push_back({"used for"});
  for (const NamedFormat* row : listed) {
    if (!group.has(row->format)) continue;
    Cells cells = {std::string(row->name), bits_text(row->format)};
    for (std::string& cell : group.cells(row->format)) cells.push_back(cell);
    cells.push_back(use_of(*row));
    table.rows.push_back(cells);
  }
  return table;
}

void print_notes(std::ostream& out, const Rows& listed) {
  const auto is_wider = [](const NamedFormat* row) {
    const Element& e = row->format.element();
    return !row->format.is_block() && e.bits != e.storage_bits;
  };
  const auto is_block = [](const NamedFormat* row) {
    return row->format.is_block();
  };
  out << '\n';
  if (std::ranges::any_of(listed, is_wider)) {
    out << "6/8 is 6 bits in a word of 8\n";
  }
  if (std::ranges::any_of(listed, is_block)) {
    out << "the bits of block formats include the scales\n";
  }
  out << "ashlar formats NAME explains one of these, or any like i5, q3.12, "
         "e5m6\n";
}

}  // namespace

void print_list(std::ostream& out, const Rows& listed, const Look& look) {
  bool is_first = true;
  for (const Group& group : groups()) {
    const Table table = table_of(group, listed);
    if (table.rows.empty()) continue;
    if (!is_first) out << '\n';
    is_first = false;
    print_table(out, table, look);
  }
  print_notes(out, listed);
}

}  // namespace ashlar::cli
