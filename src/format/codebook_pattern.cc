// codebook_pattern.cc - tables that a few characters describe.
#include <algorithm>
#include <cmath>

#include "src/base/concat.h"
#include "src/format/codebook.h"
#include "src/format/elements.h"
#include "src/format/number_line.h"
#include "src/format/number_text.h"

namespace ashlar {
namespace {

/// One of `f12`, `ie01`, `p2`, `s31`.
struct Clause {
  char kind = 'f';
  int step = 1;               // of p and s
  std::vector<int> offsets;   // from the top; none: where the numbers are
  std::vector<int> halvings;  // of f and i
};

/// What is to be done with places below the first number above zero.
enum class Below { refuse, use_zero };

class Tables {
 public:
  explicit Tables(const Codebook& book)
      : index_bits_(book.index_bits),
        line_(book.element),
        count_((1 << (book.index_bits - 1)) - 1) {}

  /// Appends the tables of a clause; the problem if there are none.
  std::string add(const Clause& clause, Below below) {
    below_ = below;
    if (clause.kind == 'p' || clause.kind == 's') return add_steps(clause);
    return add_numbers(clause);
  }

  std::vector<double> take() { return std::move(numbers_); }

 private:
  std::string add_steps(const Clause& clause) {
    for (const int offset : clause.offsets) {
      std::vector<std::int64_t> places;
      std::int64_t place = line_.top() - offset;
      for (int i = 0; i < count_; ++i) {
        places.push_back(place);
        place -= clause.step + (clause.kind == 'p' ? i : 0);
      }
      std::reverse(places.begin(), places.end());
      std::string problem = add_places(places);
      if (!problem.empty()) return problem;
    }
    return {};
  }

  std::string add_numbers(const Clause& clause) {
    const bool is_float = clause.kind == 'f';
    if (index_bits_ < (is_float ? 3 : 2)) {
      return concat("'", clause.kind, "' needs an index of ", is_float ? 3 : 2,
                    " bits or more");
    }
    const std::vector<double> base = numbers_of(clause.kind);
    const int shift =
        std::ilogb(line_.at(line_.top())) - std::ilogb(base.back());
    const auto last = line_.find(std::ldexp(base.back(), shift));
    if (!last) return missing(std::ldexp(base.back(), shift));
    const std::int64_t distance = line_.top() - *last;
    for (const int halving : clause.halvings) {
      std::vector<std::int64_t> places;
      for (const double number : base) {
        const auto place = line_.find(std::ldexp(number, shift - halving));
        if (!place) return missing(std::ldexp(number, shift - halving));
        places.push_back(*place);
      }
      if (clause.offsets.empty()) {
        std::string problem = add_places(places);
        if (!problem.empty()) return problem;
      }
      for (const int offset : clause.offsets) {
        std::vector<std::int64_t> moved = places;
        for (std::int64_t& place : moved) place += distance - offset;
        std::string problem = add_places(moved);
        if (!problem.empty()) return problem;
      }
    }
    return {};
  }

  /// The positive numbers of floats with two exponent bits, or of integers.
  std::vector<double> numbers_of(char kind) const {
    const Element element =
        kind == 'f' ? float_element(2, index_bits_ - 3, 1, Specials::none)
                    : fixed_element(index_bits_, index_bits_ - 2);
    const NumberLine line(element);
    std::vector<double> out;
    for (int i = 1; i <= count_; ++i) out.push_back(line.at(i));
    return out;
  }

  std::string missing(double number) const {
    return concat("its element has no number ", shortest_text(number));
  }

  std::string add_places(const std::vector<std::int64_t>& places) {
    std::vector<double> magnitudes;
    for (std::int64_t place : places) {
      if (below_ == Below::use_zero) place = std::max<std::int64_t>(place, 0);
      if (place > line_.top() || (below_ == Below::refuse && place < 1)) {
        return concat("place ", place, " on the number line, expected 1 to ",
                      line_.top());
      }
      magnitudes.push_back(line_.at(place));
    }
    for (auto it = magnitudes.rbegin(); it != magnitudes.rend(); ++it) {
      numbers_.push_back(-*it);
    }
    numbers_.push_back(-0.0);
    numbers_.push_back(0.0);
    numbers_.insert(numbers_.end(), magnitudes.begin(), magnitudes.end());
    return {};
  }

  int index_bits_;
  NumberLine line_;
  int count_;  // of positive numbers in a table
  Below below_ = Below::refuse;
  std::vector<double> numbers_;
};

std::vector<int> take_digits(std::string_view& text) {
  std::vector<int> digits;
  while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    digits.push_back(text[0] - '0');
    text.remove_prefix(1);
  }
  return digits;
}

Clause take_clause(std::string_view& text) {
  Clause clause;
  clause.kind = text[0];
  text.remove_prefix(1);
  std::vector<int> digits = take_digits(text);
  if (clause.kind == 'p' || clause.kind == 's') {
    if (!digits.empty()) {
      clause.step = digits[0];
      digits.erase(digits.begin());
    }
    clause.offsets = digits.empty() ? std::vector<int>{0} : digits;
    return clause;
  }
  clause.offsets = digits;
  clause.halvings = {0};
  if (!text.empty() && text[0] == 'e') {
    text.remove_prefix(1);
    clause.halvings = take_digits(text);
    if (clause.halvings.empty()) clause.halvings = {0, 1};
  }
  return clause;
}

std::string why_not_line(const Element& element) {
  if (!element.is_signed || !element.has_zero) {
    return "patterns need an element with a sign and a zero";
  }
  return NumberLine(element).top() > 0 ? "" : "its element has no number but 0";
}

}  // namespace

Pattern read_pattern(std::string_view text, const Codebook& book) {
  std::string problem = why_not_line(book.element);
  if (!problem.empty()) return {{}, std::move(problem)};
  Tables tables(book);
  while (!text.empty()) {
    if (std::string_view("fips").find(text[0]) == std::string_view::npos) {
      return {{},
              concat("'", text[0], "' begins no table, only f, i, p, s do")};
    }
    const Clause clause = take_clause(text);
    if (clause.step == 0) return {{}, "a step of 0"};
    problem = tables.add(clause, Below::refuse);
    if (!problem.empty()) return {{}, std::move(problem)};
  }
  return {tables.take(), {}};
}

Pattern shifted_pattern(const Codebook& book) {
  std::string problem = why_not_line(book.element);
  if (!problem.empty()) return {{}, std::move(problem)};
  Tables tables(book);
  for (const char kind : {'f', 'i'}) {
    problem =
        tables.add({kind, 1, {0, 1, 2, 3, 4, 5, 6, 7}, {0}}, Below::use_zero);
    if (!problem.empty()) return {{}, std::move(problem)};
  }
  return {tables.take(), {}};
}

}  // namespace ashlar
