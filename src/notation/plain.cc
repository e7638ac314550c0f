// Reasons why a notation cannot write a layout.
#include "src/notation/plain.h"

#include <algorithm>
#include <utility>

#include "ashlar/error.h"
#include "src/base/concat.h"

namespace ashlar {
namespace {

bool is_join(const Digit& digit) {
  return digit.source != kNoSource && digit.source >= kMaxRank;
}

/// The text of a term alone, without the brackets around it.
std::string text_of(const TermText& term) {
  const std::string list = to_string(Digits{{}, {}, {{term}, {}}});
  return list.substr(1, list.size() - 2);
}

std::string text_of(const Unit& unit, const PlaceText& place) {
  return place.copies != 0 ? concat(unit.name.view(), "=*", place.copies)
                           : concat(unit.name.view(), '=', text_of(place.term));
}

/// Units first, then memory from the outside in.
std::vector<std::string> canonical_terms(const BoundLayout& layout) {
  const BoundLayout simple = canonical(layout);
  const Digits digits = to_digits(simple);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < digits.places.size(); ++i) {
    out.push_back(text_of(simple.units()[i], digits.places[i]));
  }
  for (const TermText& term : digits.memory.terms) {
    out.push_back(text_of(term));
  }
  return out;
}

std::string describe_join(const Digits& digits, const DigitText& digit) {
  for (const LetText& let : digits.lets) {
    if (digit.join.empty() && let.name == digit.source) {
      return concat(let.name, '=', text_of(let.term));
    }
  }
  DigitText whole;
  whole.source = digit.source;
  whole.join = digit.join;
  return text_of({whole, {}});
}

/// The first term with an XOR, in `terms` or in their joins.
const TermText* find_xor(const std::vector<TermText>& terms) {
  for (const TermText& term : terms) {
    if (!term.xors.empty()) return &term;
    if (const TermText* inner = find_xor(term.digit.join)) return inner;
  }
  return nullptr;
}

}  // namespace

std::string why_not_units(const BoundLayout& layout) {
  std::vector<std::string_view> names;
  for (const Unit& unit : layout.units()) names.push_back(unit.name.view());
  if (names.empty()) return {};
  return concat("units cannot be written: ", join(names, ", "));
}

std::string why_not_records(const BoundLayout& layout) {
  std::vector<std::string_view> names;
  for (const Field& field : layout.fields().subspan(1)) {
    names.push_back(field.name.view());
  }
  if (names.empty()) return {};
  return concat("records cannot be written: ", join(names, ", "));
}

std::string why_not_joins(const BoundLayout& layout) {
  const auto digits = layout.digits(layout.fields()[0]);
  const auto found = std::ranges::find_if(digits, is_join);
  if (found == digits.end()) return {};
  const Digits text = to_digits(layout);
  const auto at = static_cast<std::size_t>(found - digits.begin());
  return concat("joins cannot be written: ",
                describe_join(text, text.memory.terms[at].digit));
}

std::string why_not_xors(const BoundLayout& layout) {
  const Digits digits = to_digits(layout);
  std::vector<TermText> terms = digits.memory.terms;
  for (const LetText& let : digits.lets) terms.push_back(let.term);
  for (const PlaceText& place : digits.places) terms.push_back(place.term);
  const TermText* found = find_xor(terms);
  if (found == nullptr) return {};
  return concat("XOR terms cannot be written: ", text_of(*found));
}

std::string why_not_blocks(const BoundLayout& layout) {
  for (int axis = 0; axis < layout.shape().rank(); ++axis) {
    Index least = layout.shape()[axis];
    for (const Digit& digit : layout.digits()) {
      if (digit.source == axis) least = std::min(least, digit.div);
    }
    if (least > 1) {
      return concat("axis ", layout.names()[axis], " has one value for ", least,
                    " elements");
    }
  }
  return {};
}

std::string why_not_plain(const BoundLayout& layout) {
  for (const auto why_not : {why_not_units, why_not_records, why_not_joins,
                             why_not_xors, why_not_blocks}) {
    if (std::string why = why_not(layout); !why.empty()) return why;
  }
  return {};
}

std::string why_not_empty(const BoundLayout& layout) {
  for (int axis = 0; axis < layout.shape().rank(); ++axis) {
    if (layout.shape()[axis] != 0 || layout.bits_per_unit() == 0) continue;
    return concat("axis ", layout.names()[axis],
                  " has size 0, but slots in memory");
  }
  return {};
}

std::vector<Factor> factors_of(const BoundLayout& layout) {
  std::vector<Factor> out;
  for (const Digit& digit : layout.digits(layout.fields()[0])) {
    Factor factor{-1,
                  digit.div,
                  digit.radix,
                  digit.alloc,
                  digit.stride / layout.element_bits(),
                  false};
    if (digit.source != kNoSource) {
      factor.axis = digit.source;
      // Digits of one value can share a divisor with the one they are below.
      factor.is_top =
          std::ranges::none_of(layout.digits(), [&digit](const Digit& other) {
            return other.source == digit.source &&
                   std::pair(other.div, other.radix) >
                       std::pair(digit.div, digit.radix);
          });
    }
    out.push_back(factor);
  }
  return out;
}

std::string why_not_descending(const BoundLayout& layout,
                               const std::vector<Factor>& factors) {
  for (std::size_t inner = 1; inner < factors.size(); ++inner) {
    for (std::size_t outer = 0; outer < inner; ++outer) {
      const Factor& low = factors[outer];
      const Factor& high = factors[inner];
      if (low.axis < 0 || low.axis != high.axis || low.div >= high.div) {
        continue;
      }
      return concat("axis ", layout.names()[low.axis], " stores its factor ",
                    low.radix, " (", low.div == 1 ? "least" : "less",
                    " significant) outside its factor ", high.radix);
    }
  }
  return {};
}

std::string describe_gap(const BoundLayout& layout,
                         const std::vector<Factor>& factors, std::size_t at) {
  const Factor& factor = factors[at];
  if (factor.axis < 0) return concat("the gap 0:", factor.alloc);
  DigitText digit = to_digits(layout).memory.terms[at].digit;
  digit.alloc = 0;
  return concat("the gap of ", factor.alloc - factor.radix, " slots after ",
                text_of({digit, {}}));
}

std::string digit_text(const BoundLayout& layout, std::size_t at) {
  return text_of(to_digits(layout).memory.terms[at]);
}

std::optional<BoundLayout> bind_like(const BoundLayout& layout,
                                     const Digits& digits) {
  try {
    return bind(digits, Shape(layout.shape().sizes()), layout.names(),
                layout.fields()[0].element);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::limit) throw;
    return std::nullopt;  // its padding does not fit in 64 bits
  }
}

std::string describe_difference(std::string_view name,
                                const BoundLayout& expected,
                                const BoundLayout& layout) {
  const std::vector<std::string> wanted = canonical_terms(expected);
  const std::vector<std::string> found = canonical_terms(layout);
  const std::size_t same = common_digits(expected, layout);
  const auto place = [same](const std::vector<std::string>& terms) {
    return same < terms.size() ? terms[terms.size() - 1 - same]
                               : std::string("nothing");
  };
  return concat(name, " has ", place(wanted), " where this has ", place(found));
}

std::size_t common_digits(const BoundLayout& a, const BoundLayout& b) {
  const std::vector<std::string> x = canonical_terms(a);
  const std::vector<std::string> y = canonical_terms(b);
  const auto first =
      std::ranges::mismatch(x.rbegin(), x.rend(), y.rbegin(), y.rend());
  return static_cast<std::size_t>(first.in1 - x.rbegin());
}

}  // namespace ashlar
