#include "tests/oracle/layout_oracle.h"

#include <cctype>
#include <stdexcept>
#include <utility>

namespace ashlar::test {
namespace {

using Number = LayoutOracle::Number;
using Numbers = LayoutOracle::Numbers;

struct Term;

// A number made from an index: an axis, zero, or a join of terms.
struct Source {
  int axis = -1;
  std::vector<Term> join;
};

struct OneDigit {
  std::shared_ptr<const Source> source;
  Number div = 1;
  Number radix = 0;
  Number slots = 0;
};

struct Term {
  OneDigit digit;
  std::vector<OneDigit> xors;
};

struct UnitPlace {
  std::string name;
  Number copies = 0;
  Term term;
};

struct Memory;

struct Part {
  std::string name;
  Number bits = 0;
  std::shared_ptr<const Memory> memory;
};

struct Memory {
  std::vector<Term> terms;
  std::vector<Part> parts;
};

Number bits_of(const std::string& element) {
  static const std::map<std::string, Number> kBits = {
      {"f64", 64}, {"i64", 64}, {"u64", 64},      {"f32", 32},     {"i32", 32},
      {"u32", 32}, {"f16", 16}, {"bf16", 16},     {"i16", 16},     {"u16", 16},
      {"i8", 8},   {"u8", 8},   {"e8m0", 8},      {"i4", 4},       {"u4", 4},
      {"u2", 2},   {"u1", 1},   {"f8_e4m3fn", 8}, {"f4_e2m1fn", 4}};
  return kBits.at(element);
}

// Reads the grammar of the language, with extents worked out on the way.
class Reader {
 public:
  Reader(std::string_view text, const std::vector<LayoutOracle::Axis>& axes)
      : text_(text), axes_(axes) {}

  std::vector<UnitPlace> places;
  Memory memory;

  void read() {
    while (semicolon_before_bracket()) {
      const std::string name = word();
      take('=');
      Source source;
      source.join.push_back(term());
      lets_[name] = std::make_shared<const Source>(std::move(source));
      take(';');
    }
    if (next() != '[') {
      do {
        places.push_back(place());
      } while (taken(','));
      take('|');
    }
    memory = phys();
    if (next() != 0) throw std::logic_error("text goes on");
  }

  Number extent(const Source& source) const {
    if (source.axis >= 0)
      return axes_[static_cast<std::size_t>(source.axis)].size;
    Number product = 1;
    for (const Term& one : source.join) product *= one.digit.slots;
    return product;
  }

 private:
  char next() {
    while (at_ < text_.size() &&
           std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
      ++at_;
    }
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool taken(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  void take(char c) {
    if (!taken(c)) throw std::logic_error(std::string("expected ") + c);
  }
  std::string word() {
    next();
    std::string out;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
            text_[at_] == '_' || text_[at_] == '.')) {
      out += text_[at_++];
    }
    if (out.empty()) throw std::logic_error("expected a word");
    return out;
  }
  Number number() { return std::stoll(word()); }

  // Only records have other semicolons, and they come after a bracket.
  bool semicolon_before_bracket() const {
    for (std::size_t i = at_; i < text_.size() && text_[i] != '['; ++i) {
      if (text_[i] == ';') return true;
    }
    return false;
  }

  std::shared_ptr<const Source> atom() {
    Source source;
    if (taken('(')) {
      while (!taken(')')) source.join.push_back(term());
      return std::make_shared<const Source>(std::move(source));
    }
    const std::string name = word();
    if (lets_.count(name) != 0) return lets_.at(name);
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      if (axes_[i].name == name) source.axis = static_cast<int>(i);
    }
    if (source.axis < 0 && name != "0") throw std::logic_error("no " + name);
    return std::make_shared<const Source>(std::move(source));
  }
  OneDigit digit() {
    OneDigit out;
    out.source = atom();
    if (taken('/')) out.div = number();
    const Number all = extent(*out.source);
    out.radix = (all + out.div - 1) / out.div;
    if (taken('%')) out.radix = number();
    out.slots = taken(':') ? number() : out.radix;
    return out;
  }
  Term term() {
    Term out{digit(), {}};
    while (taken('^')) out.xors.push_back(digit());
    return out;
  }
  UnitPlace place() {
    UnitPlace out;
    out.name = word();
    take('=');
    if (taken('*')) {
      out.copies = number();
    } else {
      out.term = term();
    }
    return out;
  }
  Memory phys() {
    Memory out;
    take('[');
    if (!taken(']')) {
      do {
        out.terms.push_back(term());
      } while (taken(','));
      take(']');
    }
    if (taken('{')) {
      do {
        out.parts.push_back(part());
      } while (taken(';'));
      take('}');
    }
    return out;
  }
  Part part() {
    Part out;
    out.name = word();
    take(':');
    out.bits = bits_of(word());
    out.memory = std::make_shared<const Memory>(phys());
    return out;
  }

  std::string_view text_;
  const std::vector<LayoutOracle::Axis>& axes_;
  std::map<std::string, std::shared_ptr<const Source>> lets_;
  std::size_t at_ = 0;
};

Number value(const Term& term, const Numbers& index);

Number value(const Source& source, const Numbers& index) {
  if (source.axis >= 0) return index[static_cast<std::size_t>(source.axis)];
  Number out = 0;
  for (const Term& one : source.join) {
    out = out * one.digit.slots + value(one, index);
  }
  return out;
}

Number value(const OneDigit& digit, const Numbers& index) {
  return value(*digit.source, index) / digit.div % digit.radix;
}

Number value(const Term& term, const Numbers& index) {
  Number out = value(term.digit, index);
  for (const OneDigit& other : term.xors) out ^= value(other, index);
  return out;
}

// All of a memory whose entries have `bits` bits unless they are records.
Number total_bits(const Memory& memory, Number bits) {
  if (!memory.parts.empty()) {
    bits = 0;
    for (const Part& part : memory.parts) {
      bits += total_bits(*part.memory, part.bits);
    }
  }
  for (const Term& term : memory.terms) bits *= term.digit.slots;
  return bits;
}

// The number of the entry that the terms of one memory choose.
Number entry(const Memory& memory, const Numbers& index) {
  Number out = 0;
  for (const Term& term : memory.terms) {
    out = out * term.digit.slots + value(term, index);
  }
  return out;
}

bool holds(const Memory& memory, const std::string& field) {
  for (const Part& part : memory.parts) {
    if (part.name == field || holds(*part.memory, field)) return true;
  }
  return false;
}

Number bit_of(const Memory& memory, Number bits, const Numbers& index,
              const std::string& field) {
  if (memory.parts.empty()) return entry(memory, index) * bits;
  Number record = 0;
  Number inside = -1;
  for (const Part& part : memory.parts) {
    if (part.name == field || holds(*part.memory, field)) {
      inside = record + bit_of(*part.memory, part.bits, index, field);
    }
    record += total_bits(*part.memory, part.bits);
  }
  if (inside < 0) throw std::logic_error("no field " + field);
  return entry(memory, index) * record + inside;
}

void collect(const Memory& memory, const std::string& name, Number bits,
             std::vector<std::pair<std::string, Number>>& out) {
  if (memory.parts.empty()) out.emplace_back(name, bits);
  for (const Part& part : memory.parts) {
    collect(*part.memory, part.name, part.bits, out);
  }
}

}  // namespace

struct LayoutOracle::Model {
  std::vector<Axis> axes;
  Number element_bits;
  std::vector<UnitPlace> places;
  Memory memory;
  std::vector<std::pair<std::string, Number>> leaves;
};

LayoutOracle::LayoutOracle(std::string_view text, std::vector<Axis> axes,
                           Number element_bits)
    : model_(std::make_unique<Model>()) {
  model_->axes = std::move(axes);
  model_->element_bits = element_bits;
  Reader reader(text, model_->axes);
  reader.read();
  model_->places = reader.places;
  model_->memory = reader.memory;
  collect(model_->memory, "", element_bits, model_->leaves);
}

LayoutOracle::~LayoutOracle() = default;
LayoutOracle::LayoutOracle(LayoutOracle&&) noexcept = default;

std::vector<std::string> LayoutOracle::fields() const {
  std::vector<std::string> out;
  for (const auto& leaf : model_->leaves) out.push_back(leaf.first);
  return out;
}

LayoutOracle::Number LayoutOracle::field_bits(const std::string& field) const {
  for (const auto& [name, bits] : model_->leaves) {
    if (name == field) return bits;
  }
  throw std::logic_error("no field " + field);
}

std::vector<std::string> LayoutOracle::unit_names() const {
  std::vector<std::string> out;
  for (const auto& place : model_->places) out.push_back(place.name);
  return out;
}

LayoutOracle::Numbers LayoutOracle::unit_extents() const {
  Numbers out;
  for (const auto& place : model_->places) {
    out.push_back(place.copies != 0 ? place.copies : place.term.digit.slots);
  }
  return out;
}

LayoutOracle::Number LayoutOracle::bits_per_unit() const {
  return total_bits(model_->memory, model_->element_bits);
}

LayoutOracle::Place LayoutOracle::place(const Numbers& index,
                                        const std::string& field) const {
  Place out;
  for (const auto& one : model_->places) {
    out.unit.push_back(one.copies != 0 ? 0 : value(one.term, index));
  }
  out.bit = bit_of(model_->memory, model_->element_bits, index, field);
  return out;
}

LayoutOracle::Inverse LayoutOracle::inverse(const std::string& field) const {
  Numbers sizes;
  for (const Axis& axis : model_->axes) sizes.push_back(axis.size);
  Inverse out;
  for (const Numbers& index : every_index(sizes)) {
    out[place(index, field)].push_back(index);
  }
  return out;
}

bool LayoutOracle::is_injective(const std::string& field) const {
  for (const auto& [place, indices] : inverse(field)) {
    if (indices.size() != 1) return false;
  }
  return true;
}

std::vector<LayoutOracle::Numbers> LayoutOracle::every_index(
    const Numbers& sizes) {
  Number volume = 1;
  for (const Number size : sizes) volume *= size;
  std::vector<Numbers> out;
  for (Number i = 0; i < volume; ++i) {
    Numbers index(sizes.size());
    Number rest = i;
    for (std::size_t axis = sizes.size(); axis-- > 0;) {
      index[axis] = rest % sizes[axis];
      rest /= sizes[axis];
    }
    out.push_back(std::move(index));
  }
  return out;
}

}  // namespace ashlar::test
