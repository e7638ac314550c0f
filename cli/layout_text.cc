// The answers of `ashlar layout` for people.
#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "cli/layout_blocks.h"
#include "cli/layout_report.h"

namespace ashlar::cli {
namespace {

constexpr std::size_t kLabel = 13;

using Rows = std::vector<std::pair<std::string, std::string>>;

void print_rows(std::ostream& out, const Rows& rows) {
  std::size_t width = kLabel;
  for (const auto& row : rows) width = std::max(width, row.first.size() + 2);
  for (const auto& [label, text] : rows) {
    out << "  " << label << std::string(width - label.size(), ' ') << text
        << '\n';
  }
}

std::string percent(double share) {
  if (share <= 0) return "no padding";
  const long tenths = std::max(1L, std::lround(share * 1000));
  return std::to_string(tenths / 10) +
         (tenths % 10 == 0 ? "" : "." + std::to_string(tenths % 10)) +
         " % padding";
}

std::string bytes_text(Index bytes) {
  std::string text = grouped(bytes) + (bytes == 1 ? " byte" : " bytes");
  constexpr const char* kNames[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double size = static_cast<double>(bytes);
  int power = -1;
  while (size >= 1024 && power < 5) {
    size /= 1024;
    ++power;
  }
  if (power < 1) return text;
  const long tenths = std::lround(size * 10);
  return text + " (" + std::to_string(tenths / 10) +
         (tenths % 10 == 0 ? "" : "." + std::to_string(tenths % 10)) + " " +
         kNames[power] + ")";
}

std::string tuple(const Indices& index) {
  std::string text = "(";
  for (int i = 0; i < index.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(index[i]);
  }
  return text + ")";
}

std::string bits_text(Index first, Index count) {
  return count == 1 ? "bit " + std::to_string(first)
                    : "bits " + std::to_string(first) + " to " +
                          std::to_string(first + count - 1);
}

// The bits too, if the element does not fill its bytes.
std::string place_text(Index bit, Index bits) {
  std::string text = "byte " + grouped(bit / 8);
  if (bit % 8 != 0 || bits % 8 != 0) text += ", " + bits_text(bit % 8, bits);
  return text;
}

std::string units_text(const BoundLayout& layout) {
  std::string text = grouped(layout.unit_total()) + ": ";
  for (const Unit& unit : layout.units()) {
    if (&unit != layout.units().data()) text += " x ";
    text += std::string(unit.name.view()) + " " + grouped(unit.extent);
    if (unit.digit < 0) text += " (copies)";
  }
  return text + ", " + bytes_text(layout.bytes_per_unit()) + " each";
}

std::string unit_prefix(const BoundLayout& layout, const Position& place) {
  const std::string text = unit_text(layout, place);
  return text.empty() ? "" : text + ", ";
}

std::string why_padding(const BoundLayout& layout, const Indices& index) {
  for (int i = 0; i < index.size(); ++i) {
    if (index[i] < layout.shape()[i]) continue;
    return "axis " + std::string(layout.names()[i]) + " has " +
           grouped(layout.shape()[i]) +
           (layout.shape()[i] == 1 ? " element" : " elements");
  }
  return "";
}

std::string field_names(const BoundLayout& layout) {
  std::string text;
  for (std::size_t i = 1; i < layout.fields().size(); ++i) {
    const Field& field = layout.fields()[i];
    if (field.is_record) continue;
    if (!text.empty()) text += ", ";
    text += std::string(field.name.view()) + ": " + to_string(field.element);
    if (static_cast<int>(i) == layout.data_field()) text += " (the elements)";
  }
  return text;
}

std::string run_text(const BoundLayout& layout) {
  const Index run = contiguous_run(layout);
  const Index bits = layout.element_bits();
  const std::string text = grouped(run) + (run == 1 ? " element" : " elements");
  return bits % 8 == 0 ? text + ", " + bytes_text(run * (bits / 8)) : text;
}

std::string found_text(const BoundLayout& layout, const Find& find) {
  const Field& field = layout.fields()[static_cast<std::size_t>(find.field)];
  std::string text;
  if (find.bits < 8) text += bits_text(find.bit, find.bits) + ": ";
  if (!field.name.view().empty()) {
    text += "field " + std::string(field.name.view()) + ", ";
  }
  if (!find.index) return text + "padding";
  const bool is_data = find.field == layout.data_field();
  text += (is_data ? "element " : "for ") + tuple(*find.index);
  if (!is_data) text += " and its block";
  if (field.entry_bits > 8 && find.bits == 8) {
    text += ", byte " + std::to_string(find.element_bit / 8) + " of " +
            std::to_string(field.entry_bits / 8);
  }
  return text;
}

}  // namespace

void print_header(std::ostream& out, const LayoutReport& report, Paint paint) {
  const BoundLayout& layout = report.bound;
  const bool bold = paint == Paint::yes;
  out << (bold ? "\033[1m" : "") << to_string(report.spec)
      << (bold ? "\033[0m" : "") << '\n';
  Rows rows;
  if (report.spec.format.is_block()) rows = part_rows(report.spec);
  if (!report.why_not.empty()) {
    rows.emplace_back("no layout", report.why_not);
    return print_rows(out, rows);
  }
  rows.emplace_back("digits", to_string(to_digits(layout)));
  if (layout.fields().size() > 1) {
    rows.emplace_back("fields", field_names(layout));
  }
  rows.emplace_back("padded", to_string(layout.shape()));
  rows.emplace_back("memory", bytes_text(report.usage.bytes) + ", " +
                                  grouped(report.usage.data_bytes) +
                                  " of data, " +
                                  percent(report.usage.padding_share()));
  if (!layout.units().empty()) rows.emplace_back("units", units_text(layout));
  rows.emplace_back("longest run", run_text(layout));
  print_rows(out, rows);
}

void print_at(std::ostream& out, const LayoutReport& report) {
  const BoundLayout& layout = report.bound;
  Rows rows;
  for (const At& at : report.at) {
    std::string text;
    if (at.place) {
      text = unit_prefix(layout, *at.place) +
             place_text(at.place->bit, layout.element_bits());
    }
    if (at.is_padding) {
      const std::string place = text.empty() ? "" : ": " + text;
      text = "padding" + place;
      text += "; " + why_padding(layout, at.index);
    }
    for (const FieldPlace& other : at.others) {
      text +=
          "; " + other.field + " in " + place_text(other.place.bit, other.bits);
    }
    rows.emplace_back("at " + tuple(at.index), text);
  }
  print_rows(out, rows);
}

void print_find(std::ostream& out, const LayoutReport& report) {
  const BoundLayout& layout = report.bound;
  Rows rows;
  for (const Find& find : report.find) {
    rows.emplace_back(
        "find " + unit_prefix(layout, find.unit) + "byte " + grouped(find.byte),
        found_text(layout, find));
  }
  print_rows(out, rows);
}

void print_translations(std::ostream& out, const LayoutReport& report) {
  Rows rows;
  if (const std::string same = other_spelling(report); !same.empty()) {
    rows.emplace_back("ashlar", same);
  }
  for (const Translation& translation : translate(report.bound)) {
    rows.emplace_back(name_of(translation.notation),
                      translation.text.empty()
                          ? "cannot say it: " + translation.why_not
                          : translation.text);
  }
  out << '\n';
  print_rows(out, rows);
}

void print_why(std::ostream& out, const LayoutReport& report) {
  out << '\n';
  const std::vector<std::string> reasons = why_padded(report.bound);
  if (reasons.empty()) out << "  there is no padding\n";
  for (const std::string& reason : reasons) out << "  " << reason << '\n';
}

}  // namespace ashlar::cli
