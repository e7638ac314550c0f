// From bound digits back to digits as written.
#include "src/layout/write.h"

#include "src/base/checked.h"
#include "src/layout/bind.h"

namespace ashlar {
namespace {

class Writer {
 public:
  explicit Writer(const LooseLayout& loose) : loose_(loose) {}

  Digits write() {
    Digits out;
    const std::vector<bool> used = joins_in_use();
    for (std::size_t j = 0; j < loose_.joins.size(); ++j) {
      if (!used[j] || loose_.join_names[j].empty()) continue;
      out.lets.push_back({loose_.join_names[j], let_term(j)});
    }
    const auto units = loose_.base->units();
    for (std::size_t u = 0; u < units.size(); ++u) {
      PlaceText place{std::string(units[u].name.view()), {}, 0};
      if (loose_.units[u].empty()) {
        place.copies = units[u].extent;
      } else {
        place.term = write(loose_.units[u].front());
      }
      out.places.push_back(std::move(place));
    }
    out.memory = write_field(0);
    return out;
  }

 private:
  std::vector<bool> joins_in_use() const {
    std::vector<bool> used(loose_.joins.size());
    const auto mark = [&](const DigitList& list) {
      for (const LooseDigit& loose : list) {
        const std::uint8_t source = loose.digit.source;
        if (source != kNoSource && source >= kMaxRank) {
          used[source - std::size_t{kMaxRank}] = true;
        }
      }
    };
    for (const DigitList& list : loose_.units) mark(list);
    for (const DigitList& list : loose_.fields) mark(list);
    for (std::size_t j = loose_.joins.size(); j-- > 0;) {
      if (used[j]) mark(loose_.joins[j]);
    }
    return used;
  }

  /// A let has one term. A join of several needs the parentheses, and so does
  /// a join of nothing but another one, or the two would be one.
  TermText let_term(std::size_t join) {
    DigitText whole;
    for (const LooseDigit& loose : loose_.joins[join]) {
      whole.join.push_back(write(loose));
    }
    if (whole.join.size() != 1) return {whole, {}};
    const TermText& only = whole.join.front();
    const bool is_join =
        !only.digit.join.empty() && only == TermText{{{}, only.digit.join}, {}};
    return is_join ? TermText{whole, {}} : only;
  }

  TermText write(const LooseDigit& loose) {
    TermText term{write(loose.digit), {}};
    for (std::size_t k = 0; k < loose.digit.xor_count; ++k) {
      term.xors.push_back(write(operand(loose, k)));
    }
    return term;
  }

  /// An operand is written with the slots of the digit it is XORed into.
  Digit operand(const LooseDigit& loose, std::size_t k) const {
    Digit digit = loose_.base->digits()[loose.digit.xors[k]];
    digit.alloc = loose.digit.alloc;
    return digit;
  }

  DigitText write(const Digit& digit) {
    DigitText text;
    text.alloc = digit.alloc == digit.radix ? 0 : digit.alloc;
    if (digit.source == kNoSource) {
      text.source = "0";
      return text;
    }
    text.div = digit.div;
    const Index left = div_up(extent_of(*loose_.base, digit.source), digit.div);
    text.radix = digit.radix == left ? 0 : digit.radix;
    if (digit.source < kMaxRank) {
      text.source = loose_.names[digit.source];
      return text;
    }
    const std::size_t join = digit.source - std::size_t{kMaxRank};
    text.source = loose_.join_names[join];
    if (text.source.empty()) {
      for (const LooseDigit& loose : loose_.joins[join]) {
        text.join.push_back(write(loose));
      }
    }
    return text;
  }

  MemoryText write_field(std::size_t at) {
    MemoryText memory;
    for (const LooseDigit& loose : loose_.fields[at]) {
      memory.terms.push_back(write(loose));
    }
    const auto fields = loose_.base->fields();
    for (std::size_t f = 1; f < fields.size(); ++f) {
      if (fields[f].parent != static_cast<int>(at)) continue;
      memory.fields.push_back({std::string(fields[f].name.view()),
                               fields[f].element, write_field(f)});
    }
    return memory;
  }

  const LooseLayout& loose_;
};

DigitList loose_digits(const BoundLayout& layout, std::size_t first,
                       std::size_t count) {
  DigitList list;
  for (std::size_t i = first; i < first + count; ++i) {
    list.push_back({layout.digits()[i], static_cast<int>(i)});
  }
  return list;
}

}  // namespace

LooseLayout take_apart(const BoundLayout& layout) {
  LooseLayout loose{&layout, layout.names(), {}, {}, {}, {}};
  for (const Unit& unit : layout.units()) {
    loose.units.push_back(
        unit.digit < 0
            ? DigitList{}
            : loose_digits(layout, static_cast<std::size_t>(unit.digit), 1));
  }
  for (const Field& field : layout.fields()) {
    loose.fields.push_back(loose_digits(layout, field.first, field.count));
  }
  for (const Join& join : layout.joins()) {
    loose.joins.push_back(loose_digits(layout, join.first, join.count));
    loose.join_names.emplace_back(join.name.view());
  }
  return loose;
}

Digits write_out(const LooseLayout& loose) { return Writer(loose).write(); }

Digits to_digits(const BoundLayout& layout) {
  return write_out(take_apart(layout));
}

}  // namespace ashlar
