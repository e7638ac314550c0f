// registry.cc - the table of formats, as users see it.
#include "ashlar/format.h"
#include "src/format/table.h"

namespace ashlar {
namespace {

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    found.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

std::vector<NamedFormat> all_elements() {
  std::vector<NamedFormat> all;
  for (const ElementRow& row : element_rows()) {
    all.push_back(
        {row.name, words(row.aliases), Format(row.element), row.description});
  }
  return all;
}

// Reading a block format looks up names of elements only, so this ends.
std::vector<NamedFormat> all_formats() {
  const auto elements = element_formats();
  std::vector<NamedFormat> all(elements.begin(), elements.end());
  for (const BlockRow& row : block_rows()) {
    all.push_back({row.name, words(row.aliases), parse_format(row.text),
                   row.description});
  }
  return all;
}

}  // namespace

std::span<const NamedFormat> element_formats() {
  static const std::vector<NamedFormat> all = all_elements();
  return all;
}

std::span<const NamedFormat> formats() {
  static const std::vector<NamedFormat> all = all_formats();
  return all;
}

}  // namespace ashlar
