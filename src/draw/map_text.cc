// map_text.cc - memories as text: bars, lists, and a number for each unit.
#include <algorithm>

#include "ashlar/draw_memory.h"
#include "src/base/concat.h"
#include "src/draw/canvas.h"
#include "src/draw/map_facts.h"

namespace ashlar {
namespace {

using Kind = MapBlock::Kind;

/// A letter for each tensor of a memory, and signs for what is none.
char sign_of(const MapBlock& block, Index number) {
  if (block.kind == Kind::free) return '.';
  if (block.kind == Kind::reserved) return '=';
  if (number < 26) return static_cast<char>('A' + number);
  return number < 52 ? static_cast<char>('a' + number - 26) : '+';
}

Style style_of(const MapBlock& block, Index number) {
  return block.kind == Kind::tensor ? hue(number) : Style::faint;
}

/// Text with styles that grows line by line.
class Page {
 public:
  void add(int x, std::string text, Style style = Style::plain) {
    words_.push_back({x, lines_ - 1, std::move(text), style});
  }
  void line() { ++lines_; }

  std::string render(const TextOptions& options) const {
    int width = 1;
    for (const Word& word : words_) {
      width = std::max(width, word.x + static_cast<int>(word.text.size()));
    }
    Canvas canvas(width, lines_);
    for (const Word& word : words_) {
      canvas.write(word.x, word.y, word.text, word.style);
    }
    return canvas.render(options.glyphs, options.color);
  }

 private:
  struct Word {
    int x;
    int y;
    std::string text;
    Style style;
  };

  std::vector<Word> words_;
  int lines_ = 0;
};

int length(const std::string& text) { return static_cast<int>(text.size()); }

/// The addresses from end to end.
void add_bar(Page& page, const MapMemory& memory, int width) {
  const std::string end = grouped(memory.bytes);
  const Index room = std::max<Index>(width - length(end) - 8, 10);
  const auto widths = bar_widths(memory.blocks, room, 1);
  if (widths.empty()) return;
  page.line();
  page.add(2, "0 [");
  int x = 5;
  Index number = 0;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const MapBlock& block = memory.blocks[i];
    page.add(x,
             std::string(static_cast<std::size_t>(widths[i]),
                         sign_of(block, number)),
             style_of(block, number));
    x += static_cast<int>(widths[i]);
    if (block.kind == Kind::tensor) ++number;
  }
  page.add(x, "] " + end);
}

/// What lies where, a line or two for each block.
void add_list(Page& page, const MapMemory& memory, int max_rows) {
  const int column = std::max(length(grouped(memory.bytes)), 7);
  const auto right = [&](int x, const std::string& text) {
    page.add(x + column - length(text), text);
  };
  page.line();
  page.line();
  right(4, "address");
  right(6 + column, "bytes");
  const int text_x = 8 + 2 * column;
  Index number = 0;
  int rows = 0;
  for (const MapBlock& block : memory.blocks) {
    if (rows++ == max_rows) {
      page.line();
      page.add(4, concat("and ", std::ssize(memory.blocks) - max_rows,
                         " blocks more"));
      return;
    }
    page.line();
    page.add(2, std::string(1, sign_of(block, number)),
             style_of(block, number));
    right(4, grouped(block.address));
    right(6 + column, grouped(block.bytes));
    page.add(text_x, block_title(memory, block),
             block.kind == Kind::tensor ? Style::strong : Style::faint);
    if (block.kind != Kind::tensor) continue;
    page.line();
    page.add(text_x, block_facts(memory, block));
    ++number;
  }
}

/// How much each core or bank holds.
void add_units(Page& page, const MapMemory& memory, int max_rows) {
  if (memory.units == 1) return;
  const std::vector<Index> held = bytes_held(memory);
  const ByteUnit unit = unit_for(held);
  const Index columns = columns_of(memory);
  int wide = length(concat(columns - 1));
  for (const Index bytes : held) {
    wide = std::max(wide, length(in_unit(bytes, unit)));
  }
  page.line();
  page.line();
  const bool is_grid = memory.columns > 0 && memory.units > memory.columns;
  page.add(2, concat(unit.name, " of pages in each ", memory.unit,
                     is_grid ? ", y down and x across" : ""));
  const int label = length(concat(memory.units - 1));
  const auto right = [&](Index col, const std::string& text, Style style) {
    const int end = 4 + label + (static_cast<int>(col) + 1) * (wide + 2);
    page.add(end - length(text), text, style);
  };
  page.line();
  for (Index col = 0; col < columns; ++col) {
    right(col, concat(col), Style::faint);
  }
  for (Index first = 0; first < memory.units; first += columns) {
    page.line();
    if (first / columns == max_rows) {
      page.add(4, concat("and ", memory.units - first, " more"));
      return;
    }
    const std::string name = concat(is_grid ? first / columns : first);
    page.add(4 + label - length(name), name, Style::faint);
    for (Index col = 0; col < columns && first + col < memory.units; ++col) {
      const Index bytes = held[static_cast<std::size_t>(first + col)];
      right(col, bytes == 0 ? "." : in_unit(bytes, unit),
            bytes == 0 ? Style::faint : Style::plain);
    }
  }
}

}  // namespace

std::string draw_text(const MemoryMap& map, const TextOptions& options) {
  Page page;
  page.line();
  page.add(0, concat(map.device, ", ", map.config), Style::strong);
  const int width = std::max(options.width, 20);
  for (const MapMemory& memory : map.memories) {
    page.line();
    page.line();
    page.add(0, concat(memory.name, ": ", size_text(memory)), Style::strong);
    page.line();
    page.add(2, use_text(memory));
    if (!has_tensors(memory)) continue;
    add_bar(page, memory, width);
    add_list(page, memory, options.max_rows);
    add_units(page, memory, options.max_rows);
  }
  return page.render(options);
}

}  // namespace ashlar
