// How digits, units and numbers are written for people.
#include <algorithm>
#include <string>
#include <vector>

#include "ashlar/draw.h"
#include "src/base/concat.h"
#include "src/draw/slots.h"

namespace ashlar {
namespace {

// "core" if the names of all units that are split read core.y, core.x, ...
std::string_view common_prefix(const BoundLayout& layout) {
  std::string_view prefix;
  for (const Unit& unit : layout.units()) {
    if (unit.digit < 0) continue;
    const std::string_view name = unit.name.view();
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) return {};
    if (!prefix.empty() && prefix != name.substr(0, dot)) return {};
    prefix = name.substr(0, dot);
  }
  return prefix;
}

// The units that are split, by number, rows before columns: y before x.
std::vector<std::size_t> split_units(const BoundLayout& layout) {
  std::vector<std::size_t> units;
  for (std::size_t i = 0; i < layout.units().size(); ++i) {
    if (layout.units()[i].digit >= 0) units.push_back(i);
  }
  std::ranges::stable_partition(units, [&](std::size_t i) {
    return layout.units()[i].name.view().ends_with(".y");
  });
  return units;
}

}  // namespace

std::string source_text(const BoundLayout& layout, std::uint8_t source) {
  if (source == kNoSource) return "0";
  if (source < kMaxRank) return std::string(layout.names()[source]);
  const Join& join = layout.joins()[source - std::size_t{kMaxRank}];
  // A let of one whole digit is only another name for it.
  const Digit& only = layout.digits()[join.first];
  if (join.count == 1 && only.div == 1 && only.alloc == only.radix &&
      only.xor_count == 0 && is_top_digit(layout, only)) {
    return source_text(layout, only.source);
  }
  std::string text = "(";
  for (const Digit& digit : layout.digits().subspan(join.first, join.count)) {
    if (text.size() > 1) text += ' ';
    text += digit_text(layout, digit);
  }
  return text + ")";
}

std::string digit_text(const BoundLayout& layout, const Digit& digit) {
  std::string text = source_text(layout, digit.source);
  if (digit.div != 1) text += concat('/', digit.div);
  if (!is_top_digit(layout, digit)) text += concat('%', digit.radix);
  if (digit.alloc != digit.radix) text += concat(':', digit.alloc);
  for (int i = 0; i < digit.xor_count; ++i) {
    const auto number = digit.xors[static_cast<std::size_t>(i)];
    text += " ^ " + digit_text(layout, layout.digits()[number]);
  }
  return text;
}

std::string unit_text(const BoundLayout& layout, const Position& position) {
  const std::string_view prefix = common_prefix(layout);
  const std::vector<std::size_t> split = split_units(layout);
  const auto name = [&](std::size_t i) {
    return layout.units()[i].name.view();
  };
  if (split.size() == 1) {
    return concat(name(split[0]), ' ', position.unit[split[0]]);
  }
  std::string text;
  for (const std::size_t i : split) {
    if (!prefix.empty()) {
      text += text.empty() ? concat(prefix, ' ') : ",";
      text += concat(position.unit[i]);
    } else {
      text += concat(text.empty() ? "" : " ", name(i), '=', position.unit[i]);
    }
  }
  return text;
}

std::string grouped(Index number) {
  std::string text = concat(number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

}  // namespace ashlar
