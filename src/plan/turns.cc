// turns.cc - the tables of each stage.
#include "src/plan/turns.h"

#include <algorithm>

#include "src/base/cache_line.h"

namespace ashlar::woven {
namespace {

using kernels::Weave;

/// One stage: a bit enters lines, another one leaves them.
struct Stage {
  LineBits from;
  LineBits to;
  const Bit* entering;
  const Bit* leaving;
};

/// The bytes of a line that a bit moves to.
Index byte_of(const LineBits& line, const Bit& bit, Index width) {
  return width << (std::find(line.begin(), line.end(), bit) - line.begin());
}

/// What a line picks for which the bit that leaves is `side`.
Weave::Table table_of(const Stage& stage, Index width, Index side) {
  Weave::Table table = {};
  const Index line = width << stage.to.size();
  for (Index byte = 0; byte < line; ++byte) {
    Index from = byte % width;
    if (side != 0) from += byte_of(stage.from, *stage.leaving, width);
    for (const Bit& bit : stage.to) {
      if ((byte & byte_of(stage.to, bit, width)) == 0) continue;
      const bool enters = stage.entering != nullptr && bit == *stage.entering;
      from += enters ? line : byte_of(stage.from, bit, width);
    }
    table[static_cast<std::size_t>(byte)] = static_cast<std::uint8_t>(from);
  }
  return table;
}

/// A line in which one bit makes room for another. Where the highest bit
/// leaves, those from `first` on move up: that is what interleaving does.
LineBits exchanged(LineBits line, const Bit& leaving, const Bit& entering,
                   std::size_t first) {
  if (line.back() == leaving) {
    std::rotate(line.begin() + static_cast<std::ptrdiff_t>(first),
                line.end() - 1, line.end());
    line[first] = entering;
  } else {
    std::replace(line.begin(), line.end(), leaving, entering);
  }
  return line;
}

}  // namespace

Weave make_weave(const Turn& turn, Index width) {
  Weave weave;
  weave.line = static_cast<std::size_t>(width) << turn.to.size();
  const std::size_t stages = turn.entering.size();
  weave.stages = static_cast<int>(stages);
  if (stages == 0) {
    weave.tables[0] =
        table_of({turn.from, turn.to, nullptr, nullptr}, width, 0);
  }
  LineBits line = turn.from;
  // The lowest bits stay where they are if they do in the end. Short lines are
  // interleaved, long ones picked from.
  std::size_t first = weave.line < kLineBytes ? 0 : line.size() - 1;
  while (first + 1 < line.size() && line[first] == turn.to[first]) ++first;
  for (std::size_t s = 0; s < stages; ++s) {
    const Bit& entering = turn.entering[s];
    const Bit& leaving = turn.leaving[s];
    // The last stage also brings all bits to where they belong.
    const LineBits next =
        s + 1 == stages ? turn.to : exchanged(line, leaving, entering, first);
    const Stage stage{line, next, &entering, &leaving};
    weave.tables[2 * s] = table_of(stage, width, 0);
    weave.tables[2 * s + 1] = table_of(stage, width, 1);
    line = next;
  }
  kernels::finish(weave);
  return weave;
}

}  // namespace ashlar::woven
