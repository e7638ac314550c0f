// map_svg.cc - memories as SVG: bars, lists, and a cell for each unit.
#include <algorithm>

#include "ashlar/draw_memory.h"
#include "src/base/concat.h"
#include "src/draw/map_facts.h"
#include "src/draw/palette.h"
#include "src/draw/sheet.h"

namespace ashlar {
namespace {

using Kind = MapBlock::Kind;

constexpr double kMargin = 24;
constexpr double kInner = 900;
constexpr double kLine = 17;
constexpr double kSmall = 10;
constexpr double kNormal = 12;
constexpr double kBar = 26;
constexpr double kCell = 44;
constexpr double kCellHeight = 26;
constexpr std::size_t kMaxList = 60;
constexpr Index kMaxCells = 4096;

Font font(double size, std::string_view color = kInk,
          Anchor anchor = Anchor::start) {
  return {size, color, anchor, Font::Weight::normal};
}

std::string fill_of(const MapBlock& block, Index number) {
  if (block.kind == Kind::free) return kElsewhere;
  if (block.kind == Kind::reserved) return std::string(Sheet::kHatch);
  return to_string(unit_color(number, 0.4));
}

/// Draws downwards; every part starts where the last one ended.
class Drawing {
 public:
  std::string draw(const MemoryMap& map) {
    const std::string title = concat(map.device, ", ", map.config);
    y_ = kMargin + 15;
    sheet_.text(kMargin, y_, title,
                {15, kInk, Anchor::start, Font::Weight::bold});
    std::string description = concat("The memories of ", title, ".");
    for (const MapMemory& memory : map.memories) {
      add(memory);
      description += concat(' ', memory.name, ": ", size_text(memory), ", ",
                            use_text(memory), '.');
    }
    return sheet_.finish(width_ + 2 * kMargin, y_ + kMargin, title,
                         description);
  }

 private:
  void add(const MapMemory& memory) {
    y_ += 34;
    sheet_.text(kMargin, y_, concat(memory.name, ": ", size_text(memory)),
                {kNormal, kInk, Anchor::start, Font::Weight::bold});
    y_ += kLine;
    sheet_.text(kMargin, y_, use_text(memory), font(kNormal, kFaintInk));
    if (!has_tensors(memory)) return;
    add_bar(memory);
    add_list(memory);
    add_units(memory);
  }

  void add_bar(const MapMemory& memory) {
    const auto widths =
        bar_widths(memory.blocks, static_cast<Index>(kInner), 4);
    if (widths.empty()) return;
    y_ += 12;
    double x = kMargin;
    Index number = 0;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const auto wide = static_cast<double>(widths[i]);
      sheet_.rect(x + 0.5, y_, wide - 1, kBar,
                  fill_of(memory.blocks[i], number));
      x += wide;
      if (memory.blocks[i].kind == Kind::tensor) ++number;
    }
    y_ += kBar + 12;
    sheet_.text(kMargin, y_, "0", font(kSmall, kFaintInk));
    sheet_.text(kMargin + kInner, y_, grouped(memory.bytes),
                font(kSmall, kFaintInk, Anchor::end));
  }

  void add_list(const MapMemory& memory) {
    constexpr double kAddress = kMargin + 130;
    constexpr double kBytes = kMargin + 240;
    constexpr double kText = kMargin + 256;
    y_ += kLine + 2;
    sheet_.text(kAddress, y_, "address", font(kSmall, kFaintInk, Anchor::end));
    sheet_.text(kBytes, y_, "bytes", font(kSmall, kFaintInk, Anchor::end));
    Index number = 0;
    for (std::size_t i = 0; i < memory.blocks.size(); ++i) {
      const MapBlock& block = memory.blocks[i];
      y_ += kLine;
      if (i == kMaxList) {
        return sheet_.text(kText, y_,
                           concat("and ", memory.blocks.size() - i, " more"),
                           font(kNormal, kFaintInk));
      }
      const bool is_tensor = block.kind == Kind::tensor;
      sheet_.rect(kMargin, y_ - 10, 18, 12, fill_of(block, number));
      sheet_.text(kAddress, y_, grouped(block.address),
                  font(kNormal, kInk, Anchor::end));
      sheet_.text(kBytes, y_, grouped(block.bytes),
                  font(kNormal, kInk, Anchor::end));
      add_words(kText, block_title(memory, block),
                is_tensor ? kInk : kFaintInk);
      if (!is_tensor) continue;
      ++number;
      y_ += kLine - 2;
      add_words(kText, block_facts(memory, block), kFaintInk);
    }
  }

  void add_words(double x, const std::string& text, std::string_view color) {
    sheet_.text(x, y_, text, font(kNormal, color));
    const double end =
        x - kMargin +
        static_cast<double>(text.size()) * kNormal * Sheet::kAdvance;
    width_ = std::max(width_, end);
  }

  /// One cell a unit, with a stripe for each tensor that has pages there.
  void add_units(const MapMemory& memory) {
    if (memory.units == 1 || memory.units > kMaxCells) return;
    const std::vector<Index> held = bytes_held(memory);
    const ByteUnit unit = unit_for(held);
    const Index columns = columns_of(memory);
    y_ += kLine + 8;
    sheet_.text(kMargin, y_,
                concat(unit.name, " of pages in each ", memory.unit),
                font(kSmall, kFaintInk));
    y_ += 8;
    for (Index i = 0; i < memory.units; ++i) {
      const double x = kMargin + static_cast<double>(i % columns) * kCell;
      if (i > 0 && i % columns == 0) y_ += kCellHeight;
      add_cell(memory, i, x, in_unit(held[static_cast<std::size_t>(i)], unit));
      width_ = std::max(width_, x + kCell - kMargin);
    }
    y_ += kCellHeight;
  }

  void add_cell(const MapMemory& memory, Index cell, double x,
                const std::string& text) {
    std::vector<Index> tensors;
    Index number = 0;
    for (const MapBlock& block : memory.blocks) {
      if (block.kind != Kind::tensor) continue;
      if (block.held[static_cast<std::size_t>(cell)] > 0) {
        tensors.push_back(number);
      }
      ++number;
    }
    const double wide = kCell - 2;
    const double high = kCellHeight - 2;
    if (tensors.empty()) return sheet_.rect(x, y_, wide, high, kElsewhere);
    const double stripe = wide / static_cast<double>(tensors.size());
    double at = x;
    for (const Index each : tensors) {
      sheet_.rect(at, y_, stripe, high, to_string(unit_color(each, 0.4)));
      at += stripe;
    }
    const bool is_one = tensors.size() == 1;
    const Rgb behind = unit_color(tensors.front(), 0.4);
    if (!is_one) {
      sheet_.rect(x + 4, y_ + 5, wide - 8, high - 10, kPaper);
    }
    sheet_.text(x + wide / 2, y_ + high / 2 + 3.6, text,
                font(kSmall, is_one ? to_string(text_color(behind)) : kInk,
                     Anchor::middle));
  }

  Sheet sheet_;
  double y_ = 0;
  double width_ = kInner;
};

}  // namespace

std::string draw_svg(const MemoryMap& map) { return Drawing().draw(map); }

}  // namespace ashlar
