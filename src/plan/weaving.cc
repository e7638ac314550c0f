// weaving.cc - which bits of an address go where, and in which stage.
#include "src/plan/weaving.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace ashlar {
namespace {

using kernels::Move;
using kernels::Weave;

constexpr Index kLineBytes = 64;
/// Stages for which places by group are worth their table.
constexpr std::size_t kFewest = 3;

/// Where a block is: before, between two passes, or after them.
enum Place : std::uint8_t { kIn, kScratch, kOut };

/// A loop of two values: one bit of the address in each place. Where it is at
/// the destination tells it from all others.
struct Bit {
  std::array<Index, 3> at = {};

  Index operator[](Place place) const { return at[place]; }
  bool operator==(const Bit& other) const { return at[kOut] == other.at[kOut]; }
};
/// Any other loop: what each value adds in each place.
using Steps = std::vector<std::array<Index, 3>>;

/// Bits of an address within a line, the lowest first. The bits within an
/// element are not among them.
using LineBits = std::vector<Bit>;

LineBits without(const LineBits& bits, const LineBits& others) {
  LineBits out;
  for (const Bit& bit : bits) {
    const bool is_other =
        std::find(others.begin(), others.end(), bit) != others.end();
    if (!is_other) out.push_back(bit);
  }
  return out;
}

LineBits part(const LineBits& bits, std::size_t begin, std::size_t end) {
  return {bits.begin() + static_cast<std::ptrdiff_t>(begin),
          bits.begin() + static_cast<std::ptrdiff_t>(end)};
}

/// What a pass turns lines into. As many bits enter lines as leave them: those
/// that enter tell apart the lines that are read, those that leave the lines
/// that are written.
struct Turn {
  LineBits from;
  LineBits to;
  LineBits entering;
  LineBits leaving;
};

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
  Weave::Table table;
  for (Index byte = 0; byte < kLineBytes; ++byte) {
    Index from = byte % width;
    if (side != 0) from += byte_of(stage.from, *stage.leaving, width);
    for (const Bit& bit : stage.to) {
      if ((byte & byte_of(stage.to, bit, width)) == 0) continue;
      const bool enters = stage.entering != nullptr && bit == *stage.entering;
      from += enters ? kLineBytes : byte_of(stage.from, bit, width);
    }
    table[static_cast<std::size_t>(byte)] = static_cast<std::uint8_t>(from);
  }
  return table;
}

Weave make_weave(const Turn& turn, Index width) {
  Weave weave;
  const std::size_t stages = turn.entering.size();
  weave.stages = static_cast<int>(stages);
  if (stages == 0) {
    weave.tables[0] =
        table_of({turn.from, turn.to, nullptr, nullptr}, width, 0);
  }
  LineBits line = turn.from;
  for (std::size_t s = 0; s < stages; ++s) {
    const Bit& entering = turn.entering[s];
    const Bit& leaving = turn.leaving[s];
    LineBits next = line;
    std::replace(next.begin(), next.end(), leaving, entering);
    // The last stage also brings all bits to where they belong.
    if (s + 1 == stages) next = turn.to;
    const Stage stage{line, next, &entering, &leaving};
    weave.tables[2 * s] = table_of(stage, width, 0);
    weave.tables[2 * s + 1] = table_of(stage, width, 1);
    line = next;
  }
  kernels::finish(weave);
  return weave;
}

class Weaver {
 public:
  Weaver(const std::vector<Strand>& strands, Index width, WeaveOrder order)
      : width_(width), order_(order) {
    for (const Strand& strand : strands) split(strand);
  }

  std::vector<Pass> run() {
    const auto from = line(kIn);
    const auto to = line(kOut);
    if (!from && to) return spread(*to);
    if (!to) return {};
    const LineBits entering = without(*to, *from);
    if (entering.size() <= Weave::kMaxStages) {
      return {pass({*from, *to, entering, without(*from, *to)}, kIn, kOut)};
    }
    return two_passes(*from, *to);
  }

 private:
  /// Twos one by one; what is left of a count stays a loop.
  void split(const Strand& strand) {
    Index in = strand.in_step;
    Index out = strand.out_step;
    Index left = strand.count;
    const bool is_even = strand.in_at.empty();
    for (; is_even && left % 2 == 0; left /= 2, in *= 2, out *= 2) {
      bits_.push_back({{in, 0, out}});
    }
    if (left == 1) return;
    Steps steps;
    for (Index k = 0; k < left; ++k) {
      const auto at = static_cast<std::size_t>(k);
      steps.push_back({is_even ? k * in : strand.in_at[at], 0,
                       is_even ? k * out : strand.out_at[at]});
    }
    others_.push_back(std::move(steps));
  }

  /// The bits that make up a line in a place, if there are enough.
  std::optional<LineBits> line(Place place) const {
    LineBits out;
    for (Index step = width_; step < kLineBytes; step *= 2) {
      const auto at =
          std::find_if(bits_.begin(), bits_.end(),
                       [&](const Bit& bit) { return bit[place] == step; });
      if (at == bits_.end()) return std::nullopt;
      out.push_back(*at);
    }
    return out;
  }

  /// A stretch of the source, whatever loops build it up: where each of its
  /// elements goes. The loops are taken away.
  std::vector<Index> take_stretch() {
    std::vector<Index> places = {0};
    const auto repeat = [&](const Steps& steps) {
      std::vector<Index> next;
      for (const auto& step : steps) {
        for (const Index place : places) next.push_back(place + step[kOut]);
      }
      places = std::move(next);
    };
    for (bool found = true; found && reach(places) % kLineBytes != 0;) {
      found = false;
      for (std::size_t i = 0; i < bits_.size() && !found; ++i) {
        if (bits_[i][kIn] != reach(places)) continue;
        repeat({{0, 0, 0}, bits_[i].at});
        bits_.erase(bits_.begin() + static_cast<std::ptrdiff_t>(i));
        found = true;
      }
      for (std::size_t i = 0; i < others_.size() && !found; ++i) {
        if (!goes_on(others_[i], reach(places))) continue;
        repeat(others_[i]);
        others_.erase(others_.begin() + static_cast<std::ptrdiff_t>(i));
        found = true;
      }
    }
    return places;
  }

  Index reach(const std::vector<Index>& places) const {
    return static_cast<Index>(places.size()) * width_;
  }

  static bool goes_on(const Steps& steps, Index step) {
    for (std::size_t k = 0; k < steps.size(); ++k) {
      if (steps[k][kIn] != static_cast<Index>(k) * step) return false;
    }
    return true;
  }

  /// Lines of the source are parts of a stretch, and each of their elements
  /// goes to another line.
  std::vector<Pass> spread(const LineBits& to) {
    const std::vector<Index> places = take_stretch();
    const bool can = reach(places) % kLineBytes == 0 &&
                     to.size() <= Weave::kMaxStages && to.size() >= kFewest &&
                     without(to, bits_).empty();
    if (!can) return {};
    LineBits from;
    for (std::size_t s = 0; s < to.size(); ++s) {
      // Bits of nothing: `places` says where they go.
      from.push_back({{width_ << s, 0, -1 - static_cast<Index>(s)}});
    }
    Pass out;
    out.weave = make_weave({from, to, to, from}, width_);
    set_lines(out.weave.in_at, to, kIn);
    std::vector<Move> bases = groups_of(to, kIn, kOut);
    std::sort(bases.begin(), bases.end(),
              [](const Move& a, const Move& b) { return a.in < b.in; });
    const std::size_t lanes = std::size_t{1} << to.size();
    for (const Move& base : bases) {
      for (std::size_t first = 0; first < places.size(); first += lanes) {
        out.groups.push_back({base.in + static_cast<Index>(first) * width_,
                              base.out + places[first]});
        for (std::size_t i = 0; i < lanes; ++i) {
          out.places.push_back(places[first + i] - places[first]);
        }
      }
    }
    return {out};
  }

  /// As many stages as there are registers for, and then the others.
  std::vector<Pass> two_passes(LineBits from, LineBits to) {
    constexpr std::size_t kFirst = 4;
    LineBits middle = from;
    for (std::size_t s = 0; s < kFirst; ++s) {
      std::replace(middle.begin(), middle.end(), without(from, to)[s],
                   without(to, from)[s]);
    }
    // All that is not within a line of the scratch area tells them apart.
    Index at = kLineBytes;
    for (Bit& bit : bits_) {
      if (std::find(middle.begin(), middle.end(), bit) != middle.end())
        continue;
      const Bit before = bit;
      bit.at[kScratch] = std::exchange(at, 2 * at);
      for (LineBits* bits : {&from, &to}) {
        std::replace(bits->begin(), bits->end(), before, bit);
      }
    }
    for (Steps& steps : others_) {
      const Index step =
          std::exchange(at, at * static_cast<Index>(steps.size()));
      for (std::size_t k = 0; k < steps.size(); ++k) {
        steps[k][kScratch] = static_cast<Index>(k) * step;
      }
    }
    const LineBits entering = without(to, from);
    const LineBits leaving = without(from, to);
    const std::size_t all = entering.size();
    const Turn first{from, middle, part(entering, 0, kFirst),
                     part(leaving, 0, kFirst)};
    const Turn second{middle, to, part(entering, kFirst, all),
                      part(leaving, kFirst, all)};
    return {pass(first, kIn, kScratch), pass(second, kScratch, kOut)};
  }

  /// Where the lines of a group are, which bits tell apart.
  static void set_lines(std::array<std::int64_t, Weave::kMaxLines>& at,
                        const LineBits& bits, Place place) {
    for (std::size_t s = 0; s < bits.size(); ++s) {
      for (std::size_t i = 0; i < at.size(); ++i) {
        if ((i >> s & 1) != 0) at[i] += bits[s][place];
      }
    }
  }

  /// All that bits and loops make but for those within groups.
  std::vector<Move> groups_of(const LineBits& within, Place from,
                              Place to) const {
    std::vector<Move> groups = {{0, 0}};
    const auto repeat = [&](const Steps& steps) {
      std::vector<Move> next;
      next.reserve(groups.size() * steps.size());
      for (const Move& group : groups) {
        for (const auto& step : steps) {
          next.push_back({group.in + step[from], group.out + step[to]});
        }
      }
      groups = std::move(next);
    };
    for (const Bit& bit : without(bits_, within)) {
      repeat({{0, 0, 0}, bit.at});
    }
    for (const Steps& steps : others_) repeat(steps);
    return groups;
  }

  Pass pass(const Turn& turn, Place from, Place to) const {
    Pass out;
    out.weave = make_weave(turn, width_);
    set_lines(out.weave.in_at, turn.entering, from);
    set_lines(out.weave.out_at, turn.leaving, to);
    // What leaves is within the lines that are read.
    LineBits within = turn.from;
    within.insert(within.end(), turn.entering.begin(), turn.entering.end());
    out.groups = groups_of(within, from, to);
    const bool by_out = to == kOut && order_ == WeaveOrder::destination;
    std::sort(out.groups.begin(), out.groups.end(),
              [&](const Move& a, const Move& b) {
                return by_out ? a.out < b.out : a.in < b.in;
              });
    return out;
  }

  Index width_;
  WeaveOrder order_;
  LineBits bits_;
  std::vector<Steps> others_;
};

}  // namespace

int along(const std::vector<Strand>& strands, Index Strand::*side,
          Index bytes) {
  for (std::size_t i = 0; i < strands.size(); ++i) {
    const bool is_even = strands[i].in_at.empty();
    if (is_even && strands[i].*side == bytes) return static_cast<int>(i);
  }
  return -1;
}

std::vector<Pass> weave_block(const std::vector<Strand>& strands, Index width,
                              WeaveOrder order) {
  return Weaver(strands, width, order).run();
}

bool reads_in_order(const Pass& pass) {
  const auto lines = std::ptrdiff_t{1} << pass.weave.stages;
  std::vector<Index> in_at(pass.weave.in_at.begin(),
                           pass.weave.in_at.begin() + lines);
  std::sort(in_at.begin(), in_at.end());
  for (std::size_t i = 0; i < in_at.size(); ++i) {
    if (in_at[i] != static_cast<Index>(i) * kLineBytes) return false;
  }
  for (std::size_t g = 0; g < pass.groups.size(); ++g) {
    if (pass.groups[g].in != static_cast<Index>(g) * lines * kLineBytes) {
      return false;
    }
  }
  return true;
}

}  // namespace ashlar
