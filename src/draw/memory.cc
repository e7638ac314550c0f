// Walks through memory with the inverse of the layout.
#include "src/draw/memory.h"

#include <algorithm>
#include <vector>

namespace ashlar {
namespace {

// What still reads well on a line; only a single digit may have more.
constexpr Index kChunk = 32;

/// How many entries of a field without records go on a line: the innermost
/// block, which ends before the second digit of any axis.
Index line_length(const BoundLayout& layout, const Field& field) {
  Index length = 1;
  std::vector<std::uint8_t> seen;
  const std::span<const Digit> digits = layout.digits(field);
  for (std::size_t i = digits.size(); i-- > 0;) {
    const Digit& digit = digits[i];
    if (digit.alloc == 1) continue;
    if (length == 1 && digit.alloc > kMaxLine) return kChunk;
    const bool again = std::ranges::find(seen, digit.source) != seen.end();
    if (length > 1 && (again || digit.alloc > kChunk / length)) return length;
    length *= digit.alloc;
    seen.push_back(digit.source);
  }
  return length;
}

/// The entries of the record of field 0, if they fit on a line, else 0.
Index record_length(const BoundLayout& layout) {
  Index entries = 0;
  for (const Field& field : layout.fields().subspan(1)) {
    if (field.is_record) return 0;
    entries += field.bits / field.entry_bits;
    if (entries > kMaxLine) return 0;
  }
  return entries;
}

/// Reads the lines of one unit, one after the other.
class Reader {
 public:
  Reader(const BoundLayout& layout, const Position& unit, Index start_bit)
      : layout_(layout), at_(unit) {
    const Field& whole = layout.fields()[0];
    is_record_ = whole.is_record;
    record_ = is_record_ ? record_length(layout) : 0;
    const Index step = is_record_
                           ? whole.entry_bits
                           : line_length(layout, whole) * whole.entry_bits;
    at_.bit = step == 0 ? 0 : start_bit / step * step;
  }

  bool at_end() const { return at_.bit >= layout_.bits_per_unit(); }

  MemoryLine line() {
    MemoryLine line;
    int field = -1;
    Index length = kMaxLine;
    while (!at_end() && std::ssize(line) < length) {
      const Found found = layout_.find(at_);
      const Field& part =
          layout_.fields()[static_cast<std::size_t>(found.field)];
      if (field < 0) {
        length = record_ > 0 ? record_ : line_length(layout_, part);
      } else if (record_ == 0 && field != found.field) {
        break;
      }
      field = found.field;
      line.push_back(
          {field, !found.index, at_, found.index.value_or(Indices())});
      at_.bit += part.entry_bits;
    }
    return line;
  }

 private:
  const BoundLayout& layout_;
  Position at_;
  bool is_record_ = false;
  Index record_ = 0;
};

}  // namespace

std::vector<UnitLines> read_memory(const BoundLayout& layout,
                                   const std::vector<Position>& units,
                                   const MemoryLimits& limits) {
  std::vector<UnitLines> out;
  if (layout.bytes() == 0) return out;
  const auto count = std::max<std::ptrdiff_t>(std::ssize(units), 1);
  const auto lines = std::max<std::ptrdiff_t>(limits.lines / count, 2);
  for (Position unit : units) {
    unit.bit = 0;
    UnitLines& memory = out.emplace_back();
    memory.unit = unit;
    Reader reader(layout, unit, limits.start_bit);
    while (!reader.at_end() && std::ssize(memory.lines) < lines) {
      memory.lines.push_back(reader.line());
    }
    memory.goes_on = !reader.at_end();
  }
  return out;
}

}  // namespace ashlar
