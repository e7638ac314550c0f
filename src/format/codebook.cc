// codebook.cc - names of codebooks: cb42f1346_e2m3fn, icb44fi_e4m3fn.
#include "src/format/codebook.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "src/base/concat.h"
#include "src/base/require.h"
#include "src/format/elements.h"
#include "src/format/number_line.h"
#include "src/format/number_text.h"
#include "src/format/parse.h"
#include "src/format/scan.h"
#include "src/format/spelling.h"

namespace ashlar {
namespace {

constexpr std::size_t kMaxLabel = 15;

/// Tables that others have fixed.
struct KnownTable {
  std::string_view name;
  std::vector<double> numbers;
};

const KnownTable* find_known(std::string_view name) {
  static const KnownTable kKnown[] = {
      // The quantiles of the normal distribution, as bitsandbytes rounds them.
      {"cb40_f32_nf4",
       {-0x1p+0, -0x1.647362p-1, -0x1.0cd66p-1, -0x1.94654p-2, -0x1.23449ap-2,
        -0x1.7a6a7ep-3, -0x1.74f0e2p-4, 0, 0x1.45f5fep-4, 0x1.4995c6p-3,
        0x1.f809bap-3, 0x1.5a0674p-2, 0x1.c3497p-2, 0x1.200f56p-1,
        0x1.722766p-1, 0x1p+0}},
      {"cb40_i8_iq4nl",
       {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89,
        113}},
  };
  const auto* found = std::ranges::find(kKnown, name, &KnownTable::name);
  return found == std::end(kKnown) ? nullptr : found;
}

/// The shortest name of an element without `_`, which comes before a label.
std::string element_text(const Element& element) {
  const Element plain = in_words(element, default_word(element.bits));
  const std::string name = to_string(plain);
  return name.find('_') == std::string::npos ? name : spell(plain);
}

std::string why_not_element(const Element& element) {
  std::string problem = why_not(element);
  if (!problem.empty()) return problem;
  const std::string text = element_text(element);
  if (element.kind == ElementKind::boolean || element.bits > kMaxLineBits ||
      text.find('_') != std::string::npos) {
    return concat("the tables of a codebook cannot hold ", to_string(element));
  }
  return {};
}

std::string generic_name(const Codebook& book) {
  return concat("cb", book.index_bits, book.meta_bits, '_',
                element_text(book.element));
}

bool is_label(std::string_view text) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  };
  return !text.empty() && text.size() <= kMaxLabel &&
         std::ranges::all_of(text, plain);
}

int take_digit(std::string_view& text) {
  if (text.empty() || text[0] < '0' || text[0] > '9') return -1;
  const int digit = text[0] - '0';
  text.remove_prefix(1);
  return digit;
}

/// Reads `e2m3fn` or `e2m3fn_label`; the label, which may be empty.
std::optional<std::string_view> read_element_and_label(std::string_view text,
                                                       Element& element) {
  if (const auto whole = find_element(text)) {
    element = *whole;
    return std::string_view{};
  }
  const std::size_t at = text.rfind('_');
  if (at == std::string_view::npos) return std::nullopt;
  const auto found = find_element(text.substr(0, at));
  const std::string_view label = text.substr(at + 1);
  if (!found || !is_label(label)) return std::nullopt;
  element = *found;
  return label;
}

Pattern tables_of(std::string_view pattern, bool shifted,
                  const Codebook& book) {
  if (!shifted) return read_pattern(pattern, book);
  if (pattern != "fi" || book.index_bits != 4 || book.meta_bits != 4) {
    return {{}, "of the names with icb there is only icb44fi"};
  }
  return shifted_pattern(book);
}

void fill_tables(CodebookName& out, std::string_view pattern, bool shifted) {
  Codebook& book = out.book;
  if (pattern.empty() && !shifted) {
    const KnownTable* known = find_known(book.name);
    if (known != nullptr) book.numbers = known->numbers;
    return;
  }
  Pattern made = tables_of(pattern, shifted, book);
  out.problem = std::move(made.problem);
  if (!out.problem.empty()) return;
  const std::size_t tables = made.numbers.size() >> book.index_bits;
  const std::size_t expected = std::size_t{1} << book.meta_bits;
  if (tables != expected) {
    out.problem = concat("'", pattern, "' makes ", tables,
                         " tables, but its meta bits ", "are for ", expected);
    return;
  }
  book.numbers = std::move(made.numbers);
}

/// Whether a number of `element` is `number`.
bool holds(const Element& element, const NumberLine& line, double number) {
  if (number == 0) return element.has_zero;
  if (line.find(std::abs(number))) return number > 0 || element.is_signed;
  const bool extra = element.is_signed &&
                     element.representation != Representation::sign_magnitude;
  return extra && number == -line.at(line.top() + 1);
}

std::string why_not_numbers(const Codebook& book) {
  const std::size_t size = std::size_t{1} << book.index_bits;
  const std::size_t expected = size << book.meta_bits;
  if (book.numbers.size() != expected) {
    return concat("a codebook of ", book.numbers.size(), " numbers, expected ",
                  expected, " for ", book.index_bits, " index and ",
                  book.meta_bits, " meta bits");
  }
  const NumberLine line(book.element);
  for (std::size_t i = 0; i < expected; ++i) {
    const double number = book.numbers[i];
    if (!std::isfinite(number) || !holds(book.element, line, number)) {
      return concat(shortest_text(number), " in a codebook is no number of ",
                    to_string(book.element));
    }
    if (i % size != 0 && number < book.numbers[i - 1]) {
      return concat("a table must ascend, but ", shortest_text(number),
                    " comes after ", shortest_text(book.numbers[i - 1]));
    }
  }
  return {};
}

std::string why_not_name(const Codebook& book) {
  if (book.name.empty()) return {};
  const CodebookName read = read_codebook_name(book.name);
  const std::string name = concat("the name '", book.name, "'");
  if (!read.matches) {
    return concat(name, " is none of a codebook, such as ", generic_name(book));
  }
  if (!read.problem.empty()) return concat(name, ": ", read.problem);
  const bool same =
      read.book.index_bits == book.index_bits &&
      read.book.meta_bits == book.meta_bits &&
      element_text(read.book.element) == element_text(book.element);
  if (!same) {
    return concat(name, " is not that of a codebook ", generic_name(book));
  }
  if (!read.book.numbers.empty() && read.book.numbers != book.numbers) {
    return concat(name, " stands for other tables; leave it empty");
  }
  return {};
}

}  // namespace

CodebookName read_codebook_name(std::string_view name) {
  CodebookName out;
  std::string_view rest = name;
  const bool shifted = rest.starts_with("icb");
  if (shifted) rest.remove_prefix(1);
  if (!rest.starts_with("cb")) return out;
  rest.remove_prefix(2);
  out.book.index_bits = take_digit(rest);
  if (out.book.index_bits < 0) return out;
  out.matches = true;
  out.book.meta_bits = take_digit(rest);
  const std::size_t at = rest.find('_');
  if (out.book.index_bits < 1 || out.book.index_bits > kMaxIndexBits ||
      out.book.meta_bits < 0 || out.book.meta_bits > kMaxMetaBits) {
    out.problem =
        concat("its two digits are the index bits, 1 to ", kMaxIndexBits,
               ", and the meta bits, 0 to ", kMaxMetaBits);
    return out;
  }
  if (at == std::string_view::npos) {
    out.problem = "it does not say whose numbers its tables hold";
    out.hint = concat("add the element, as in ", name, "_e2m3fn");
    return out;
  }
  const std::string_view pattern = rest.substr(0, at);
  const auto label =
      read_element_and_label(rest.substr(at + 1), out.book.element);
  if (!label) {
    out.problem = concat("'", rest.substr(at + 1), "' is not an element");
    return out;
  }
  out.problem = why_not_element(out.book.element);
  if (!out.problem.empty()) return out;
  const std::string element = element_text(out.book.element);
  out.book.element = *find_element(element);
  out.book.name = concat(name.substr(0, name.find('_')), '_', element,
                         label->empty() ? "" : "_", *label);
  fill_tables(out, pattern, shifted);
  return out;
}

std::string why_not(const Codebook& book) {
  if (book.index_bits < 1 || book.index_bits > kMaxIndexBits) {
    return concat("a codebook with an index of ", book.index_bits,
                  " bits, expected 1 to ", kMaxIndexBits);
  }
  if (book.meta_bits < 0 || book.meta_bits > kMaxMetaBits) {
    return concat("a codebook with ", book.meta_bits,
                  " meta bits, expected 0 to ", kMaxMetaBits);
  }
  std::string problem = why_not_element(book.element);
  if (problem.empty()) problem = why_not_numbers(book);
  return problem.empty() ? why_not_name(book) : problem;
}

Codebook canonical(Codebook book) {
  if (book.name.empty()) book.name = generic_name(book);
  CodebookName read = read_codebook_name(book.name);
  book.name = std::move(read.book.name);
  book.element = read.book.element;
  return book;
}

std::string spell_numbers(const Codebook& book) {
  if (!read_codebook_name(book.name).book.numbers.empty()) return {};
  std::vector<std::string> texts;
  for (const double number : book.numbers)
    texts.push_back(shortest_text(number));
  return concat('(', join(texts, ","), ')');
}

std::shared_ptr<const Codebook> parse_codebook(std::string_view name) {
  Cursor cursor(name, "codebook");
  Codebook book = read_codebook(cursor);
  cursor.expect_end();
  return std::make_shared<const Codebook>(std::move(book));
}

}  // namespace ashlar
