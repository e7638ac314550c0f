// rewrite.cc - digits with other names, and specs around them.
#include "src/tensor/rewrite.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace ashlar {
namespace {

using Names = std::map<std::string, std::string>;

TermText renamed_term(const TermText& term, const Names& names);

/// As many slots for a digit that is always zero.
DigitText gap_like(const DigitText& digit) {
  DigitText gap;
  gap.source = "0";
  gap.alloc = digit.alloc != 0 ? digit.alloc : digit.radix;
  return gap;
}

DigitText renamed_digit(DigitText digit, const Names& names) {
  if (const auto found = names.find(digit.source); found != names.end()) {
    digit.source = found->second;
    if (digit.source == "0") return gap_like(digit);
  }
  for (TermText& part : digit.join) part = renamed_term(part, names);
  return digit;
}

TermText renamed_term(const TermText& term, const Names& names) {
  TermText out{renamed_digit(term.digit, names), {}};
  for (const DigitText& other : term.xors) {
    out.xors.push_back(renamed_digit(other, names));
  }
  return out;
}

void rename_memory(MemoryText& memory, const Names& names) {
  for (TermText& term : memory.terms) term = renamed_term(term, names);
  for (FieldText& field : memory.fields) rename_memory(field.memory, names);
}

}  // namespace

Digits renamed(const Digits& digits, const Names& names) {
  Digits out = digits;
  for (LetText& let : out.lets) let.term = renamed_term(let.term, names);
  for (PlaceText& place : out.places) {
    place.term = renamed_term(place.term, names);
  }
  rename_memory(out.memory, names);
  return out;
}

TermText term_of(std::string_view source, Index div, Index radix, Index alloc) {
  DigitText digit;
  digit.source = std::string(source);
  digit.div = div;
  digit.radix = radix;
  digit.alloc = alloc;
  return {digit, {}};
}

std::string default_name(int axis) { return std::string(AxisNames()[axis]); }

Spec spec_with(const Spec& old, const Shape& shape, const AxisNames& names,
               const Digits& digits) {
  Spec spec;
  spec.shape = shape;
  spec.format = old.format;
  spec.placement.memory = old.placement.memory;
  spec.names = names;
  spec.layout = digits;
  const BoundLayout layout = bind(spec);
  if (layout.fields().size() != 1) return spec;
  const BoundLayout plain = canonical(layout);
  const auto is_digits = [](const Layout& any) {
    return std::holds_alternative<Digits>(any);
  };
  std::vector<Layout> shorter = {recognise(layout), recognise(plain),
                                 to_digits(plain)};
  std::ranges::stable_partition(shorter, std::not_fn(is_digits));
  for (Layout& each : shorter) {
    Spec candidate = spec;
    candidate.layout = std::move(each);
    // The same function may say of other axes that they are padded.
    if (bind(candidate).shape() == layout.shape()) return candidate;
  }
  return spec;
}

}  // namespace ashlar
