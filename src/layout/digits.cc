// Reads and prints layouts written out in digits.
#include "ashlar/digits.h"

#include <utility>

#include "src/base/concat.h"
#include "src/format/parse.h"
#include "src/layout/parse.h"

namespace ashlar {

bool operator==(const DigitText& a, const DigitText& b) {
  return a.source == b.source && a.div == b.div && a.radix == b.radix &&
         a.alloc == b.alloc && a.join == b.join;
}

bool operator==(const TermText& a, const TermText& b) {
  return a.digit == b.digit && a.xors == b.xors;
}

bool operator==(const MemoryText& a, const MemoryText& b) {
  return a.terms == b.terms && a.fields == b.fields;
}

bool operator==(const FieldText& a, const FieldText& b) {
  return a.name == b.name && a.element == b.element && a.memory == b.memory;
}

namespace {

// No layout within the limits of binding needs more.
constexpr int kMaxDepth = 16;

class Parser {
 public:
  explicit Parser(Cursor& cursor) : in_(cursor) {}

  Digits read() {
    Digits digits;
    while (in_.peek() != '[') {
      PlaceText place = read_place();
      if (in_.accept(';')) {
        if (!digits.places.empty() || place.copies != 0) {
          in_.fail_at(in_.position() - 1, "a let-name after a unit",
                      "write all 'name = digit;' before the first unit");
        }
        digits.lets.push_back({std::move(place.unit), std::move(place.term)});
        continue;
      }
      digits.places.push_back(std::move(place));
      if (in_.accept('|')) break;
      if (!in_.accept(',')) in_.fail_expected("',', ';' or '|' after a digit");
    }
    digits.memory = read_memory();
    return digits;
  }

 private:
  class Deeper {
   public:
    explicit Deeper(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > kMaxDepth) {
        parser_.in_.fail_at(parser_.in_.position(),
                            concat("nested more than ", kMaxDepth, " deep"));
      }
    }
    ~Deeper() { --parser_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    Parser& parser_;
  };

  PlaceText read_place() {
    PlaceText place;
    place.unit = in_.name("'[' or the name of a unit");
    in_.expect('=', concat("after the name ", place.unit));
    if (in_.accept('*')) {
      place.copies = in_.number_from(1, "a number of copies");
    } else {
      place.term = read_term();
    }
    return place;
  }

  MemoryText read_memory() {
    const Deeper deeper(*this);
    MemoryText memory;
    in_.expect('[', "before the digits in memory");
    if (!in_.accept(']')) {
      do memory.terms.push_back(read_term());
      while (in_.accept(','));
      if (!in_.accept(']')) in_.fail_expected("',' or ']' after a digit");
    }
    if (in_.accept('{')) {
      do memory.fields.push_back(read_field());
      while (in_.accept(';'));
      if (!in_.accept('}')) in_.fail_expected("';' or '}' after a field");
    }
    return memory;
  }

  FieldText read_field() {
    FieldText field;
    field.name = in_.name("the name of a field");
    in_.expect(':', concat("after the field ", field.name));
    field.element = read_element(in_);
    field.memory = read_memory();
    return field;
  }

  TermText read_term() {
    TermText term{read_digit(), {}};
    while (in_.accept('^')) term.xors.push_back(read_digit());
    return term;
  }

  DigitText read_digit() {
    DigitText digit;
    if (in_.accept('(')) {
      const Deeper deeper(*this);
      do digit.join.push_back(read_term());
      while (in_.peek() != ')' && !in_.at_end());
      in_.expect(')', "after the digits of a join");
    } else if (in_.number_ahead()) {
      const std::size_t begin = in_.position();
      if (in_.number("0") != 0) {
        in_.fail_at(begin, "a number where an axis was expected",
                    "only 0, a gap, can stand here");
      }
      digit.source = "0";
    } else {
      digit.source = in_.name("an axis, 0 or '('");
    }
    if (in_.accept('/')) digit.div = in_.number_from(1, "a divisor");
    if (in_.accept('%')) digit.radix = in_.number_from(1, "a radix");
    if (in_.accept(':')) digit.alloc = in_.number_from(1, "a number of slots");
    return digit;
  }

  Cursor& in_;
  int depth_ = 0;
};

void print(std::string& out, const TermText& term);

void print(std::string& out, const DigitText& digit) {
  if (digit.join.empty()) {
    out += digit.source;
  } else {
    out += '(';
    for (const TermText& term : digit.join) {
      if (&term != digit.join.data()) out += ' ';
      print(out, term);
    }
    out += ')';
  }
  if (digit.div != 1) out += concat('/', digit.div);
  if (digit.radix != 0) out += concat('%', digit.radix);
  if (digit.alloc != 0) out += concat(':', digit.alloc);
}

void print(std::string& out, const TermText& term) {
  print(out, term.digit);
  for (const DigitText& digit : term.xors) {
    out += " ^ ";
    print(out, digit);
  }
}

void print(std::string& out, const MemoryText& memory) {
  out += '[';
  for (const TermText& term : memory.terms) {
    if (&term != memory.terms.data()) out += ", ";
    print(out, term);
  }
  out += ']';
  if (memory.fields.empty()) return;
  out += '{';
  for (const FieldText& field : memory.fields) {
    out += &field == memory.fields.data() ? " " : "; ";
    out += concat(field.name, ": ", to_string(field.element), ' ');
    print(out, field.memory);
  }
  out += " }";
}

}  // namespace

Digits read_digits(Cursor& cursor) { return Parser(cursor).read(); }

Digits parse_digits(std::string_view text) {
  Cursor cursor(text, "layout");
  Digits digits = read_digits(cursor);
  cursor.expect_end();
  return digits;
}

std::string to_string(const Digits& digits) {
  std::string out;
  for (const LetText& let : digits.lets) {
    out += let.name + "=";
    print(out, let.term);
    out += "; ";
  }
  for (const PlaceText& place : digits.places) {
    if (&place != digits.places.data()) out += ", ";
    out += place.unit + "=";
    if (place.copies != 0) {
      out += concat('*', place.copies);
    } else {
      print(out, place.term);
    }
  }
  if (!digits.places.empty()) out += " | ";
  print(out, digits.memory);
  return out;
}

}  // namespace ashlar
