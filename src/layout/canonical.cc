// The same function with as few digits as possible.
#include <algorithm>
#include <array>
#include <utility>

#include "src/base/checked.h"
#include "src/layout/bind.h"
#include "src/layout/write.h"

namespace ashlar {
namespace {

class Simplifier {
 public:
  explicit Simplifier(const BoundLayout& layout)
      : layout_(layout), loose_(take_apart(layout)) {
    for (std::size_t i = 0; i < layout.digits().size(); ++i) {
      const Digit& digit = layout.digits()[i];
      if (digit.xor_count > 0) pinned_[i] = true;
      for (std::size_t k = 0; k < digit.xor_count; ++k) {
        pinned_[digit.xors[k]] = true;
      }
    }
  }

  Digits run() {
    bool changed = true;
    while (changed) {
      changed = settle_tops();
      for_each_list(
          [&](DigitList& list) { changed = flatten_lets(list) || changed; });
      for_each_memory_list([&](DigitList& list) {
        changed = open_whole_joins(list) || changed;
        changed = merge_neighbours(list) || changed;
      });
      for (DigitList& list : loose_.fields) {
        changed = drop_trivial(list, 0) || changed;
      }
      for (DigitList& list : loose_.joins) {  // a join keeps a term
        changed = drop_trivial(list, 1) || changed;
      }
    }
    for (DigitList& list : loose_.units) settle(list);
    name_joins();
    return write_out(loose_);
  }

 private:
  template <class Visit>
  void for_each_memory_list(Visit visit) {
    for (DigitList& list : loose_.fields) visit(list);
    for (DigitList& list : loose_.joins) visit(list);
  }
  template <class Visit>
  void for_each_list(Visit visit) {
    for (DigitList& list : loose_.units) visit(list);
    for_each_memory_list(visit);
  }

  /// Digits that take part in an XOR stay as they are.
  bool is_pinned(const LooseDigit& loose) const {
    return loose.number >= 0 && pinned_[static_cast<std::size_t>(loose.number)];
  }

  bool is_top(const Digit& digit) {
    bool top = true;
    for_each_list([&](const DigitList& list) {
      for (const LooseDigit& other : list) {
        top = top && !(other.digit.source == digit.source &&
                       other.digit.div > digit.div);
      }
    });
    return top;
  }

  std::vector<Digit*> digits_of(std::uint8_t source) {
    std::vector<Digit*> found;
    for_each_list([&](DigitList& list) {
      for (LooseDigit& loose : list) {
        if (loose.digit.source == source) found.push_back(&loose.digit);
      }
    });
    return found;
  }

  bool is_any_pinned(std::uint8_t source) {
    bool pinned = false;
    for_each_list([&](const DigitList& list) {
      for (const LooseDigit& loose : list) {
        pinned = pinned || (loose.digit.source == source && is_pinned(loose));
      }
    });
    return pinned;
  }

  /// A digit of a join of one term is a digit of what that term is a digit of,
  /// unless the term wraps around in between.
  bool flatten_lets(const DigitList& list) {
    for (const LooseDigit& loose : list) {
      const std::uint8_t source = loose.digit.source;
      if (source == kNoSource || source < kMaxRank) continue;
      DigitList& terms = loose_.joins[source - std::size_t{kMaxRank}];
      if (terms.size() == 1 && flatten(terms, source)) return true;
    }
    return false;
  }

  bool flatten(DigitList& terms, std::uint8_t source) {
    const LooseDigit term = terms.front();
    const Digit& inner = term.digit;
    if (inner.source == kNoSource || is_pinned(term) || is_any_pinned(source)) {
      return false;
    }
    const bool top = is_top(inner);
    const std::vector<Digit*> outer = digits_of(source);
    for (const Digit* digit : outer) {  // all of it, or nothing
      if (!try_multiply(digit->div, inner.div)) return false;
      const bool is_gap = digit->div >= inner.radix;
      if (!top && !is_gap && inner.radix % digit->div != 0) return false;
    }
    for (Digit* digit : outer) {
      // What starts where the term wraps around is always 0.
      if (!top && digit->div >= inner.radix) {
        *digit = Digit{.alloc = digit->alloc};
        continue;
      }
      // Below the top, the digits must end where the term wraps around.
      if (!top) digit->radix = std::min(digit->radix, inner.radix / digit->div);
      digit->source = inner.source;
      digit->div *= inner.div;
    }
    terms.clear();
    return true;
  }

  /// A digit that starts beyond the end of its source is always 0: a gap. The
  /// highest of the others takes no more values than the source leaves it.
  bool settle_tops() {
    bool changed = false;
    for_each_list([&](DigitList& list) {
      for (LooseDigit& loose : list) {
        Digit& digit = loose.digit;
        if (digit.source == kNoSource || is_pinned(loose) || !is_top(digit)) {
          continue;
        }
        const Index extent = extent_of(layout_, digit.source);
        if (extent > 0 && digit.div >= extent && digit.div > 1) {
          digit = Digit{.alloc = digit.alloc};
          changed = true;
          continue;
        }
        const Index left = div_up(extent, digit.div);
        changed = changed || digit.radix > left;
        digit.radix = std::min(digit.radix, left);
      }
    });
    return changed;
  }

  /// A join that is stored whole is its terms, one after the other.
  bool open_whole_joins(DigitList& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Digit& digit = list[i].digit;
      if (digit.source == kNoSource || digit.source < kMaxRank) continue;
      const std::size_t join = digit.source - std::size_t{kMaxRank};
      if (digit.div != 1 || digit.alloc != digit.radix ||
          digit.radix != layout_.joins()[join].extent || is_pinned(list[i]) ||
          loose_.joins[join].empty() || digits_of(digit.source).size() != 1) {
        continue;
      }
      const DigitList terms = std::exchange(loose_.joins[join], {});
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      list.insert(list.begin() + static_cast<std::ptrdiff_t>(i), terms.begin(),
                  terms.end());
      return true;
    }
    return false;
  }

  /// A digit that is always 0 is nothing, or a gap that its right neighbour
  /// can hold; the last of a list keeps its own.
  bool drop_trivial(DigitList& list, std::size_t least) {
    for (std::size_t i = 0; i < list.size() && list.size() > least; ++i) {
      Digit& digit = list[i].digit;
      if (digit.radix != 1 || is_pinned(list[i])) continue;
      if (digit.alloc > 1) {
        if (i + 1 == list.size()) {
          if (digit.source == kNoSource) continue;
          digit = Digit{.alloc = digit.alloc};
          return true;
        }
        Digit& next = list[i + 1].digit;
        const auto slots = try_multiply(next.alloc, digit.alloc);
        if (is_pinned(list[i + 1]) || !slots) continue;
        next.alloc = *slots;
      }
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
    return false;
  }

  /// A unit stays where it is, but one that is always 0 needs no source.
  void settle(DigitList& list) const {
    for (LooseDigit& loose : list) {
      if (loose.digit.radix == 1 && !is_pinned(loose)) {
        loose.digit = Digit{.alloc = loose.digit.alloc};
      }
    }
  }

  bool merge_neighbours(DigitList& list) {
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
      const Digit& outer = list[i].digit;
      const Digit& inner = list[i + 1].digit;
      if (outer.source != inner.source || outer.source == kNoSource ||
          inner.alloc != inner.radix || inner.radix == 0 ||
          outer.div / inner.radix != inner.div ||
          outer.div % inner.radix != 0 || is_pinned(list[i]) ||
          is_pinned(list[i + 1])) {
        continue;
      }
      Digit merged = inner;
      merged.radix = outer.radix * inner.radix;
      merged.alloc = outer.alloc * inner.radix;
      list[i] = {merged, -1};
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(i + 1));
      return true;
    }
    return false;
  }

  /// Joins with one digit are written in place, unless an XOR may name it.
  void name_joins() {
    int number = 0;
    for (std::size_t j = 0; j < loose_.joins.size(); ++j) {
      loose_.join_names[j].clear();
      const auto source = static_cast<std::uint8_t>(kMaxRank + j);
      if (digits_of(source).size() <= 1 && !is_any_pinned(source)) continue;
      do loose_.join_names[j] = concat('j', number++);
      while (layout_.names().find(loose_.join_names[j]) >= 0);
    }
  }

  const BoundLayout& layout_;
  LooseLayout loose_;
  std::array<bool, kMaxDigits> pinned_ = {};
};

}  // namespace

BoundLayout canonical(const BoundLayout& layout) {
  // Without elements there is no function to keep.
  if (std::ranges::find(layout.shape().sizes(), 0) !=
      layout.shape().sizes().end()) {
    return layout;
  }
  // Joins can make room for one another, so go on until nothing moves.
  BoundLayout current = layout;
  for (int round = 0; round < kMaxDigits; ++round) {
    const BoundLayout next =
        bind(Simplifier(current).run(), layout.shape(), layout.names(),
             layout.fields()[0].element, layout.coverage());
    if (next == current) break;
    current = next;
  }
  return current;
}

std::string canonical_text(const BoundLayout& layout) {
  const BoundLayout simple = canonical(layout);
  LooseLayout loose = take_apart(simple);
  loose.names = AxisNames();
  for (std::size_t j = 0; j < loose.join_names.size(); ++j) {
    if (!loose.join_names[j].empty()) loose.join_names[j] = concat('j', j);
  }
  return to_string(write_out(loose));
}

}  // namespace ashlar
