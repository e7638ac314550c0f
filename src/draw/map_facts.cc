// map_facts.cc - words and widths for pictures of memories.
#include "src/draw/map_facts.h"

#include <algorithm>
#include <cmath>

#include "ashlar/draw.h"
#include "src/base/concat.h"

namespace ashlar {
namespace {

using Kind = MapBlock::Kind;

constexpr Index kBanksInARow = 16;

std::string counted(Index count, std::string_view what) {
  return concat(grouped(count), ' ', what, count == 1 ? "" : "s");
}

std::string percent(double share) {
  const long tenths = std::lround(share * 1000);
  return tenths % 10 == 0 ? concat(tenths / 10, " %")
                          : concat(tenths / 10, '.', tenths % 10, " %");
}

std::string padding_text(const MapBlock& block) {
  const double bytes = static_cast<double>(block.bytes * block.units);
  const double padding = bytes - static_cast<double>(block.data_bytes);
  if (padding <= 0) return "no padding";
  return concat(percent(padding / bytes), " padding");
}

}  // namespace

std::string size_text(const MapMemory& memory) {
  std::string text = counted(memory.units, memory.unit);
  if (memory.columns > 1 && memory.units > memory.columns) {
    text +=
        concat(" (", memory.units / memory.columns, 'x', memory.columns, ')');
  }
  return concat(text, " of ", grouped(memory.bytes), " bytes");
}

std::string use_text(const MapMemory& memory) {
  const Index free = memory.bytes_of(Kind::free);
  const Index reserved = memory.bytes_of(Kind::reserved);
  std::string text = concat(grouped(memory.bytes_of(Kind::tensor)), " used, ",
                            grouped(free), " free");
  if (memory.largest_free() != free) {
    text += concat(" (largest block ", grouped(memory.largest_free()), ')');
  }
  if (reserved > 0) text += concat(", ", grouped(reserved), " reserved");
  return memory.units == 1 ? text : concat(text, " in each ", memory.unit);
}

std::string block_title(const MapMemory& memory, const MapBlock& block) {
  if (block.kind == Kind::free) return "free";
  if (block.kind == Kind::reserved) return "reserved";
  std::string text = block.spec;
  const std::size_t on = text.rfind(" on ");
  if (on == std::string::npos) return text;
  const std::size_t end = std::min(text.find(' ', on + 4), text.size());
  const std::string_view place =
      std::string_view(text).substr(on + 4, end - on - 4);
  // The heading says the memory already.
  const bool is_here =
      place.find('/') == std::string_view::npos || place.ends_with(memory.name);
  return is_here ? text.erase(on, end - on) : text;
}

std::string block_facts(const MapMemory& memory, const MapBlock& block) {
  if (block.kind != Kind::tensor) return {};
  std::string text;
  if (memory.units > 1) text += counted(block.units, memory.unit) + ", ";
  text += concat(counted(block.pages, "page"), " of ",
                 grouped(block.page_bytes), " bytes");
  if (block.units > 1) text += " each";
  if (block.page_stride != block.page_bytes) {
    text += concat(" (", grouped(block.page_stride), " apart)");
  }
  return concat(text, ", ", padding_text(block));
}

std::vector<Index> bar_widths(const std::vector<MapBlock>& blocks, Index total,
                              Index least) {
  const Index spare = total - least * std::ssize(blocks);
  if (spare < 0 || blocks.empty()) return {};
  double bytes = 0;
  for (const MapBlock& block : blocks) {
    bytes += static_cast<double>(block.bytes);
  }
  // Ends are rounded, not widths, so that nothing is left over.
  std::vector<Index> out;
  double seen = 0;
  Index given = 0;
  for (const MapBlock& block : blocks) {
    seen += static_cast<double>(block.bytes);
    const auto end = static_cast<Index>(
        std::lround(static_cast<double>(spare) * seen / std::max(bytes, 1.0)));
    out.push_back(least + end - given);
    given = end;
  }
  return out;
}

std::vector<Index> bytes_held(const MapMemory& memory) {
  std::vector<Index> out(static_cast<std::size_t>(memory.units));
  for (const MapBlock& block : memory.blocks) {
    for (std::size_t i = 0; i < block.held.size() && i < out.size(); ++i) {
      out[i] += block.held[i] * block.page_bytes;
    }
  }
  return out;
}

ByteUnit unit_for(const std::vector<Index>& bytes) {
  constexpr Index kLong = 10'000;
  ByteUnit unit;
  const Index most =
      bytes.empty() ? 0 : *std::max_element(bytes.begin(), bytes.end());
  for (const char* name : {"KiB", "MiB", "GiB", "TiB"}) {
    if (most / unit.bytes < kLong) break;
    unit = {unit.bytes * 1024, name};
  }
  return unit;
}

std::string in_unit(Index bytes, const ByteUnit& unit) {
  const Index whole = bytes / unit.bytes;
  const auto tenths =
      static_cast<Index>(std::lround(static_cast<double>(bytes % unit.bytes) *
                                     10 / static_cast<double>(unit.bytes)));
  if (tenths == 10) return concat(whole + 1);
  return tenths == 0 ? concat(whole) : concat(whole, '.', tenths);
}

Index columns_of(const MapMemory& memory) {
  if (memory.columns > 0) return memory.columns;
  return std::min(memory.units, kBanksInARow);
}

bool has_tensors(const MapMemory& memory) {
  return std::ranges::any_of(memory.blocks, [](const MapBlock& block) {
    return block.kind == Kind::tensor;
  });
}

}  // namespace ashlar
