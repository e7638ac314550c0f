// weaving.cc - which bits of an address are within a line, and which tell lines
// apart.
#include "src/plan/weaving.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "src/base/cache_line.h"
#include "src/plan/turns.h"

namespace ashlar {
namespace {

using kernels::Move;
using kernels::Weave;
using woven::Bit;
using woven::kIn;
using woven::kOut;
using woven::kScratch;
using woven::LineBits;
using woven::Place;
using woven::Turn;

/// Any other loop than one of two values: what each adds in each place.
using Steps = std::vector<std::array<Index, 3>>;

/// Stages of short lines that come from so few places that all of them are in a
/// cache at once, whatever is between them.
constexpr std::size_t kFewStages = 3;

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

class Weaver {
 public:
  Weaver(const std::vector<Strand>& strands, Index width, WeaveOrder order,
         Index line)
      : width_(width), order_(order), line_(line) {
    for (const Strand& strand : strands) split(strand);
  }

  std::vector<Pass> run() {
    const auto from = line(kIn);
    const auto to = line(kOut);
    if (!from && to) return spread(*to);
    if (!to) return {};
    const LineBits entering = in_turn(without(*to, *from));
    const LineBits leaving = in_turn(without(*from, *to));
    if (entering.size() <= Weave::kMaxStages) {
      return {pass({*from, *to, entering, leaving}, kIn, kOut)};
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
    for (Index step = width_; step < line_; step *= 2) {
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
    for (bool found = true; found && reach(places) % line_ != 0;) {
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
    // Places by group are worth their table for so many stages.
    const std::size_t fewest = is_short() ? 2 : 3;
    const bool can = reach(places) % line_ == 0 &&
                     to.size() <= Weave::kMaxStages && to.size() >= fewest &&
                     without(to, bits_).empty();
    if (!can) return {};
    LineBits from;
    for (std::size_t s = 0; s < to.size(); ++s) {
      // Bits of nothing: `places` says where they go.
      from.push_back({{width_ << s, 0, -1 - static_cast<Index>(s)}});
    }
    Pass out;
    out.weave =
        woven::make_weave({from, to, in_turn(to), in_turn(from)}, width_);
    set_lines(out.weave.in_at, in_turn(to), kIn);
    LineBits within = to;
    pair(out.weave, within, kIn, kOut);
    std::vector<Move> bases = groups_of(within, kIn, kOut);
    std::sort(bases.begin(), bases.end(),
              [](const Move& a, const Move& b) { return a.in < b.in; });
    const std::size_t lanes = std::size_t{1} << to.size();
    for (const Move& base : bases) {
      for (std::size_t first = 0; first < places.size(); first += lanes) {
        out.groups.push_back({base.in + static_cast<Index>(first) * width_,
                              base.out + places[first]});
        for (std::size_t i = 0; i < lanes; ++i) {
          const std::size_t place = is_short() ? reversed(i, to.size()) : i;
          out.places.push_back(places[first + place] - places[first]);
        }
      }
    }
    return {out};
  }

  /// The order in which bits enter and leave: the highest ones first if lines
  /// are interleaved.
  LineBits in_turn(LineBits bits) const {
    if (is_short()) std::reverse(bits.begin(), bits.end());
    return bits;
  }

  /// A number with its lowest bits in reverse order.
  static std::size_t reversed(std::size_t number, std::size_t bits) {
    std::size_t out = 0;
    for (std::size_t s = 0; s < bits; ++s) out = out << 1 | (number >> s & 1);
    return out;
  }

  bool is_short() const { return line_ < kLineBytes; }

  /// Two groups of short lines are woven at once. Best are those whose lines
  /// lie side by side where that counts most.
  void pair(Weave& weave, LineBits& within, Place from, Place to) const {
    if (!is_short()) return;
    const LineBits others = without(bits_, within);
    if (others.empty()) return;
    const auto side_by_side = [&](Place place) {
      return std::find_if(others.begin(), others.end(),
                          [&](const Bit& bit) { return bit[place] == line_; });
    };
    auto best = side_by_side(by_destination(to) ? to : from);
    if (best == others.end()) {
      best = side_by_side(by_destination(to) ? from : to);
    }
    if (best == others.end()) best = others.begin();
    weave.in_next = (*best)[from];
    weave.out_next = (*best)[to];
    within.push_back(*best);
  }

  bool by_destination(Place to) const {
    return to == kOut && order_ == WeaveOrder::destination;
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
    Index at = line_;
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

  /// Each group as often as there are steps.
  static void repeat(std::vector<Move>& groups, const Steps& steps, Place from,
                     Place to) {
    std::vector<Move> next;
    next.reserve(groups.size() * steps.size());
    for (const Move& group : groups) {
      for (const auto& step : steps) {
        next.push_back({group.in + step[from], group.out + step[to]});
      }
    }
    groups = std::move(next);
  }

  /// All that bits and loops make but for those within groups.
  std::vector<Move> groups_of(const LineBits& within, Place from,
                              Place to) const {
    std::vector<Move> groups = {{0, 0}};
    for (const Bit& bit : without(bits_, within)) {
      repeat(groups, {{0, 0, 0}, bit.at}, from, to);
    }
    for (const Steps& steps : others_) repeat(groups, steps, from, to);
    return groups;
  }

  Pass pass(const Turn& turn, Place from, Place to) const {
    Pass out;
    out.weave = woven::make_weave(turn, width_);
    set_lines(out.weave.in_at, turn.entering, from);
    set_lines(out.weave.out_at, turn.leaving, to);
    // What leaves is within the lines that are read.
    LineBits within = turn.from;
    within.insert(within.end(), turn.entering.begin(), turn.entering.end());
    pair(out.weave, within, from, to);
    const bool by_line = is_short() && !by_destination(to);
    const LineBits beside = by_line && turn.entering.size() <= kFewStages
                                ? side_by_side(within, from)
                                : LineBits();
    within.insert(within.end(), beside.begin(), beside.end());
    out.groups = groups_of(within, from, to);
    std::sort(out.groups.begin(), out.groups.end(),
              [&](const Move& a, const Move& b) {
                return by_line || by_destination(to) ? a.out < b.out
                                                     : a.in < b.in;
              });
    for (const Bit& bit : beside) {
      repeat(out.groups, {{0, 0, 0}, bit.at}, from, to);
    }
    return out;
  }

  /// What tells apart the short lines of one of a cache, which are best read
  /// one after the other: it may not stay there for long.
  LineBits side_by_side(const LineBits& within, Place place) const {
    LineBits out;
    for (const Bit& bit : without(bits_, within)) {
      if (bit[place] >= line_ && bit[place] < kLineBytes) out.push_back(bit);
    }
    return out;
  }

  Index width_;
  WeaveOrder order_;
  Index line_;
  LineBits bits_;
  std::vector<Steps> others_;
};

}  // namespace

std::vector<Pass> weave_block(const std::vector<Strand>& strands, Index width,
                              WeaveOrder order, Index line) {
  if (width >= line) return {};
  return Weaver(strands, width, order, line).run();
}

}  // namespace ashlar
