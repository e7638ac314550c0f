// formats_table.h - plain tables: columns side by side, words that wrap.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/formats_bits.h"

namespace ashlar::cli {

struct Column {
  enum class Side { left, right };

  std::string title;
  Side side = Side::left;
  std::size_t width = 0;  ///< at least
};

/// Rows have a cell for each column; the last one wraps at the width of the
/// terminal. Everything is indented by two, the first title is not.
struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

void print_table(std::ostream& out, const Table& table, const Look& look);

/// Labels and texts, the latter wrapped.
void print_facts(std::ostream& out,
                 const std::vector<std::pair<std::string, std::string>>& facts,
                 const Look& look);

/// `text` in lines of at most `width` characters, cut at spaces.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// In bold, if there is colour.
std::string strong(const std::string& text, const Look& look);

}  // namespace ashlar::cli
