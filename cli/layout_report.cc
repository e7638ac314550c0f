// Reads the questions and answers them.
#include "cli/layout_report.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

#include "ashlar/error.h"

namespace ashlar::cli {
namespace {

constexpr Index kBits = 8;  // of a byte

[[noreturn]] void fail(const std::string& problem, const std::string& hint) {
  throw Error(ErrorKind::invalid, "", problem, hint);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::optional<Index> number(std::string_view text) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (is_hex) text.remove_prefix(2);
  Index value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value, is_hex ? 16 : 10);
  if (text.empty() || read.ec != std::errc() || read.ptr != end) {
    return std::nullopt;
  }
  return value;
}

Indices parse_index(const std::string& text) {
  std::string_view rest = trimmed(text);
  const bool enclosed =
      rest.size() >= 2 && ((rest.front() == '[' && rest.back() == ']') ||
                           (rest.front() == '(' && rest.back() == ')'));
  if (enclosed) rest = trimmed(rest.substr(1, rest.size() - 2));
  Indices index;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const auto value = number(trimmed(rest.substr(0, comma)));
    const bool more = comma < rest.size();
    if (!value || (more && comma + 1 == rest.size()) ||
        index.size() == kMaxRank) {
      fail("--at: '" + text + "' is not an index",
           "write one number an axis, as in --at 4,99,149");
    }
    index.push_back(*value);
    rest.remove_prefix(more ? comma + 1 : comma);
  }
  return index;
}

std::string unit_names(const BoundLayout& layout) {
  std::string names;
  for (const Unit& unit : layout.units()) {
    if (!names.empty()) names += ", ";
    names += unit.name.view();
  }
  return names;
}

void choose_unit(const BoundLayout& layout, const std::string& text,
                 Position& unit) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const std::string_view name =
      trimmed(std::string_view(text).substr(0, equals));
  const auto units = layout.units();
  const auto found = std::ranges::find(
      units, name, [](const Unit& u) { return u.name.view(); });
  if (found == units.end()) {
    fail("--unit: there is no unit '" + std::string(name) + "'",
         units.empty() ? "the whole tensor is in one memory; leave --unit out"
                       : "the units are " + unit_names(layout));
  }
  const auto value =
      equals == text.size()
          ? std::nullopt
          : number(trimmed(std::string_view(text).substr(equals + 1)));
  if (!value || *value < 0 || *value >= found->extent) {
    fail("--unit: '" + text + "' is not a unit",
         "write " + std::string(name) + "=0 to " + std::string(name) + "=" +
             std::to_string(found->extent - 1));
  }
  unit.unit[static_cast<std::size_t>(found - units.begin())] = *value;
}

}  // namespace

LayoutReport report_on(const std::string& spec) {
  LayoutReport out;
  out.spec = parse_spec(spec);
  try {
    out.bound = bind(out.spec);
  } catch (const Error& error) {
    if (!out.spec.format.is_block()) throw;
    out.why_not = error.problem();
    return out;
  }
  out.usage = usage_of(out.bound);
  return out;
}

At answer_at(const BoundLayout& layout, const std::string& text) {
  At out;
  out.index = parse_index(text);
  out.place = place_of(layout, out.index);
  for (int i = 0; i < out.index.size(); ++i) {
    out.is_padding |= out.index[i] >= layout.shape()[i];
  }
  if (out.is_padding) return out;
  for (std::size_t i = 0; i < layout.fields().size(); ++i) {
    const Field& field = layout.fields()[i];
    if (field.is_record || static_cast<int>(i) == layout.data_field()) continue;
    out.others.push_back({std::string(field.name.view()),
                          layout.position(out.index, static_cast<int>(i)),
                          field.entry_bits});
  }
  return out;
}

std::vector<Find> answer_find(const BoundLayout& layout,
                              const std::string& text,
                              const std::vector<std::string>& units) {
  const auto byte = number(trimmed(text));
  if (!byte) {
    fail("--find: '" + text + "' is not a byte",
         "write a number, as in --find 96 or --find 0x60");
  }
  if (*byte < 0 || *byte >= layout.bytes_per_unit()) {
    fail("--find: there is no byte " + std::to_string(*byte),
         layout.bytes_per_unit() == 0
             ? "the tensor has no elements"
             : std::string(layout.units().empty() ? "bytes"
                                                  : "in each unit they") +
                   " go from 0 to " +
                   std::to_string(layout.bytes_per_unit() - 1));
  }
  Find next;
  next.byte = *byte;
  for (const std::string& unit : units) choose_unit(layout, unit, next.unit);
  std::vector<Find> out;
  const Index begin = *byte * kBits;
  const Index end = std::min(begin + kBits, layout.bits_per_unit());
  for (Index bit = begin; bit < end;) {
    Position place = next.unit;
    place.bit = bit;
    const Found found = layout.find(place);
    const Field& field = layout.fields()[static_cast<std::size_t>(found.field)];
    next.bit = bit - begin;
    next.bits = std::min(field.entry_bits - found.bit, end - bit);
    next.field = found.field;
    next.index = found.index;
    next.element_bit = found.bit;
    out.push_back(next);
    bit += next.bits;
  }
  return out;
}

std::string other_spelling(const LayoutReport& report) {
  const Layout known = recognise(report.bound);
  if (known == report.spec.layout) return "";
  const bool is_plain =
      report.bound.units().empty() || !std::holds_alternative<Digits>(known);
  return is_plain ? to_string(known) : "";
}

}  // namespace ashlar::cli
