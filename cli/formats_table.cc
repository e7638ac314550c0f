// Tables of `ashlar formats`.
#include "cli/formats_table.h"

#include <algorithm>

namespace ashlar::cli {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kGap = 2;
constexpr std::size_t kLabel = 13;
constexpr std::size_t kLeastText = 16;

std::string padded(const std::string& text, const Column& column,
                   std::size_t width) {
  const std::string space(width - std::min(width, text.size()), ' ');
  return column.side == Column::Side::right ? space + text : text + space;
}

std::vector<std::size_t> widths_of(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& column = table.columns[i];
    const std::size_t indent = i == 0 ? kIndent : 0;
    std::size_t width =
        std::max(column.width,
                 column.title.size() - std::min(indent, column.title.size()));
    for (const auto& row : table.rows) width = std::max(width, row[i].size());
    widths.push_back(width);
  }
  return widths;
}

std::size_t room(std::size_t before, const Look& look) {
  const auto width = static_cast<std::size_t>(look.width);
  return std::max(kLeastText, width - std::min(width, before));
}

void print_wrapped(std::ostream& out, std::string line, const std::string& last,
                   const Look& look) {
  const std::size_t begin = line.size();
  for (const std::string& part : wrapped(last, room(begin, look))) {
    line += part;
    out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
    line.assign(begin, ' ');
  }
}

}  // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!lines.back().empty() &&
        lines.back().size() + 1 + word.size() > width) {
      lines.emplace_back();
    }
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
  }
  return lines;
}

std::string strong(const std::string& text, const Look& look) {
  return look.color == Look::Color::ansi ? "\033[1m" + text + "\033[0m" : text;
}

void print_table(std::ostream& out, const Table& table, const Look& look) {
  const std::vector<std::size_t> widths = widths_of(table);
  const std::size_t last = table.columns.size() - 1;
  const std::string gap(kGap, ' ');
  std::string titles;
  for (std::size_t i = 0; i <= last; ++i) {
    const Column& column = table.columns[i];
    const std::size_t indent = i == 0 ? kIndent : 0;
    titles +=
        (i == 0 ? "" : gap) + padded(column.title, column, widths[i] + indent);
  }
  titles.erase(titles.find_last_not_of(' ') + 1);
  out << strong(titles, look) << '\n';
  for (const auto& row : table.rows) {
    std::string line(kIndent, ' ');
    for (std::size_t i = 0; i < last; ++i) {
      line += padded(row[i], table.columns[i], widths[i]) + gap;
    }
    print_wrapped(out, line, row[last], look);
  }
}

void print_facts(std::ostream& out,
                 const std::vector<std::pair<std::string, std::string>>& facts,
                 const Look& look) {
  std::size_t width = kLabel;
  for (const auto& fact : facts) width = std::max(width, fact.first.size() + 2);
  for (const auto& [label, text] : facts) {
    print_wrapped(out,
                  std::string(kIndent, ' ') + label +
                      std::string(width - label.size(), ' '),
                  text, look);
  }
}

}  // namespace ashlar::cli
