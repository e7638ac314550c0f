// parse.cc - finds the format that a text names.
#include "src/format/parse.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "src/base/concat.h"
#include "src/format/blocks.h"
#include "src/format/codebook.h"
#include "src/format/elements.h"
#include "src/format/nearest.h"
#include "src/format/scan.h"
#include "src/format/spelling.h"
#include "src/format/table.h"

namespace ashlar {
namespace {

constexpr std::size_t kMaxName = 64;
/// All of them in full make a text that can be read back.
constexpr std::size_t kMaxNumbersInText = 2048;

constexpr std::string_view kPrefixes[] = {
    "torch.", "ttnn.", "numpy.", "np.", "jnp.", "tcast.", "ml_dtypes."};

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), to_lower);
  return out;
}

bool in_name(char c) {
  const char l = to_lower(c);
  return (l >= 'a' && l <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

/// A name as it stands in the text, and how to complain about it.
struct Token {
  Cursor& cursor;
  std::size_t begin;
  std::string name;  // without another project's prefix

  [[noreturn]] void fail(std::string problem, std::string hint = {}) const {
    cursor.fail_at(begin, std::move(problem), std::move(hint));
  }
};

Token read_token(Cursor& cursor) {
  cursor.peek();  // moves to the name
  const std::size_t begin = cursor.position();
  const std::string_view text = cursor.text();
  std::size_t end = begin;
  while (end < text.size() && in_name(text[end])) ++end;
  if (end == begin) cursor.fail_expected("a format");
  cursor.rewind(end);
  std::string_view name = text.substr(begin, end - begin);
  if (name.size() > kMaxName) {
    cursor.fail_at(begin, concat("a name of ", name.size(), " characters"),
                   concat("names of formats have at most ", kMaxName));
  }
  for (const std::string_view prefix : kPrefixes) {
    if (same_name(name.substr(0, prefix.size()), prefix)) {
      name.remove_prefix(prefix.size());
    }
  }
  return {cursor, begin, std::string(name)};
}

/// Turns `fixed(5, 26)` into its canonical spelling.
void read_fixed_arguments(Token& token) {
  Cursor& cursor = token.cursor;
  if (!same_name(token.name, "fixed") || cursor.peek_raw() != '(') return;
  cursor.accept('(');
  const std::int64_t integer_bits = cursor.number("the integer bits");
  cursor.expect(',', "before the fraction bits");
  const std::int64_t fraction_bits = cursor.number("the fraction bits");
  cursor.expect(')', "after the fraction bits");
  if (std::max(integer_bits, fraction_bits) > kMaxElementBits) {
    token.fail("fixed point of too many bits", "use at most 64");
  }
  token.name = concat('q', integer_bits, '.', fraction_bits);
}

using SameName = bool (*)(std::string_view, std::string_view);

bool same_text(std::string_view a, std::string_view b) { return a == b; }
bool same_name_in_any_case(std::string_view a, std::string_view b) {
  return same_name(a, b);
}

bool is_called(const NamedFormat& row, std::string_view name, SameName same) {
  const auto matches = [&](std::string_view alias) {
    return same(alias, name);
  };
  return matches(row.name) ||
         std::any_of(row.aliases.begin(), row.aliases.end(), matches);
}

using Rows = std::span<const NamedFormat>;

/// The rows with this name or alias, at most two of them. Case matters only
/// where it makes a difference: safetensors' F8_E4M3 is not f8_e4m3.
std::vector<const NamedFormat*> find_named(std::string_view name, Rows rows) {
  std::vector<const NamedFormat*> found;
  for (const SameName same : {same_text, same_name_in_any_case}) {
    for (const NamedFormat& row : rows) {
      if (found.size() < 2 && is_called(row, name, same)) found.push_back(&row);
    }
    if (!found.empty()) return found;
  }
  return found;
}

/// `_w32` or `_w32s13` at the end of a name.
struct Words {
  int storage = 0;
  int shift = 0;
};

std::optional<Words> take_words(std::string& name) {
  const std::size_t at = name.rfind("_w");
  if (at == std::string::npos || at == 0) return std::nullopt;
  Scan scan(std::string_view(name).substr(at + 2));
  Words words;
  if (!scan.accept_number(words.storage)) return std::nullopt;
  if (scan.accept("s") && !scan.accept_number(words.shift)) return std::nullopt;
  if (!scan.at_end()) return std::nullopt;
  name.resize(at);
  return words;
}

Element in_words_of(const Token& token, const Element& element,
                    const std::optional<Words>& words,
                    std::string_view full_name) {
  if (!words) return element;
  const Element stored = in_words(element, words->storage, words->shift);
  const std::string problem = why_not_words(stored);
  if (!problem.empty()) {
    token.fail(concat("'", full_name, "' is not possible: ", problem));
  }
  return stored;
}

[[noreturn]] void fail_unknown(const Token& token, Rows rows) {
  if (read_codebook_name(lower(token.name)).matches) {
    token.fail(concat("expected an element format, found the codebook '",
                      token.name, "'"));
  }
  const auto known = find_named(token.name, formats());
  if (rows.size() == element_formats().size() && !known.empty()) {
    token.fail(
        concat("expected an element format, found the block format '",
               known[0]->name, "'"),
        concat("its elements are ", to_string(known[0]->format.element())));
  }
  token.fail(concat("'", token.name, "' is not a format"),
             nearest_formats(token.name));
}

Format find_format(const Token& token, Rows rows) {
  const auto named = find_named(token.name, rows);
  if (named.size() == 1) return named[0]->format;
  if (named.size() > 1) {
    token.fail(concat("'", token.name, "' can be ", named[0]->name, " or ",
                      named[1]->name),
               "use one of these names");
  }
  const Spelling spelling = read_spelling(lower(token.name));
  if (!spelling.matches) fail_unknown(token, rows);
  if (!spelling.problem.empty()) {
    token.fail(concat("'", token.name, "' is not possible: ", spelling.problem),
               spelling.hint);
  }
  return Format(spelling.element);
}

Format find_stored(Token& token, Rows rows) {
  const std::string full_name = token.name;
  const auto words = take_words(token.name);
  if (!words) return find_format(token, rows);
  const Format packed = find_format(token, rows);
  if (packed.is_block()) {
    token.fail(concat("'", token.name, "' is a block format, and '", full_name,
                      "' asks for words of ", words->storage, " bits"),
               "leave out the words");
  }
  return Format(in_words_of(token, packed.element(), words, full_name));
}

double read_number(Cursor& in) {
  in.peek();
  const std::string_view rest = in.text().substr(in.position());
  double number = 0;
  const auto [end, status] =
      std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (status != std::errc() || !std::isfinite(number)) {
    in.fail_expected("a number of a codebook");
  }
  in.rewind(in.position() + static_cast<std::size_t>(end - rest.data()));
  return number;
}

void read_numbers(Cursor& in, std::size_t begin, Codebook& book) {
  const std::size_t expected = std::size_t{1}
                               << (book.index_bits + book.meta_bits);
  if (expected > kMaxNumbersInText) {
    in.fail_at(begin, concat("a codebook of ", expected, " numbers, at most ",
                             kMaxNumbersInText, " can be written"));
  }
  in.expect('(', "before the numbers of a codebook");
  do {
    book.numbers.push_back(read_number(in));
  } while (book.numbers.size() < expected && in.accept(','));
  if (book.numbers.size() < expected) {
    in.fail_expected(concat("another number, ", expected, " in all"));
  }
  in.expect(')', concat("after ", expected, " numbers"));
}

/// The codebook that a token and the text behind it say.
Codebook finish_codebook(const Token& token, CodebookName& read) {
  if (!read.problem.empty()) {
    token.fail(concat("'", token.name, "' is not possible: ", read.problem),
               read.hint);
  }
  Cursor& in = token.cursor;
  if (!read.book.numbers.empty()) return std::move(read.book);
  if (in.peek() != '(') {
    token.fail(
        concat("'", token.name, "' does not say what its tables hold"),
        "add the numbers, as in cb10_i8(-1,1), or a pattern, as in cb40f_e2m1");
  }
  read_numbers(in, token.begin, read.book);
  const std::string problem = why_not(read.book);
  if (!problem.empty()) token.fail(problem);
  return std::move(read.book);
}

/// Whether `@` comes next. If it does not, blanks are left alone, so that
/// errors about the name end with it.
bool scales_ahead(Cursor& cursor) {
  const std::size_t end = cursor.position();
  if (cursor.peek() == '@') return true;
  cursor.rewind(end);
  return false;
}

Format read_codebook_format(Token& token) {
  Cursor& in = token.cursor;
  const std::string full_name = token.name;
  const auto words = take_words(token.name);
  CodebookName read = read_codebook_name(lower(token.name));
  Codebook book = finish_codebook(token, read);
  const Element element =
      in_words_of(token, codebook_element(book.index_bits), words, full_name);
  if (!scales_ahead(in)) {
    token.fail("a codebook needs scales", "add them, as in @e8m0:32");
  }
  Block block = read_block(in);
  block.codebook = std::make_shared<const Codebook>(std::move(book));
  const std::string problem = why_not(element, block);
  if (!problem.empty()) token.fail(problem);
  return Format(element, std::move(block));
}

}  // namespace

Format read_format(Cursor& cursor) {
  Token token = read_token(cursor);
  read_fixed_arguments(token);
  if (read_codebook_name(lower(token.name)).matches) {
    return read_codebook_format(token);
  }
  if (!scales_ahead(cursor)) return find_stored(token, formats());
  const Element element = find_stored(token, element_formats()).element();
  Block block = read_block(cursor);
  const std::string problem = why_not(element, block);
  if (!problem.empty()) token.fail(problem);
  return Format(element, std::move(block));
}

Element read_element_name(Cursor& cursor) {
  Token token = read_token(cursor);
  read_fixed_arguments(token);
  return find_stored(token, element_formats()).element();
}

Element read_element(Cursor& cursor) {
  cursor.peek();
  const std::size_t begin = cursor.position();
  const Format format = read_format(cursor);
  if (format.is_block()) {
    cursor.fail_at(begin, concat("expected an element format, found the block "
                                 "format '",
                                 format.name(), "'"));
  }
  return format.element();
}

Codebook read_codebook(Cursor& cursor) {
  const Token token = read_token(cursor);
  CodebookName read = read_codebook_name(lower(token.name));
  if (!read.matches) {
    token.fail(concat("'", token.name, "' is not a codebook"),
               "use a name such as cb42f1346_e2m3fn");
  }
  return finish_codebook(token, read);
}

std::optional<Element> find_element(std::string_view name) {
  std::string code(name);
  const auto named = find_named(code, element_formats());
  if (named.size() == 1) return named[0]->format.element();
  if (!named.empty()) return std::nullopt;
  const Spelling spelling = read_spelling(lower(code));
  if (!spelling.matches || !spelling.problem.empty()) return std::nullopt;
  return spelling.element;
}

Format parse_format(std::string_view text) {
  Cursor cursor(text, "format");
  Format format = read_format(cursor);
  cursor.expect_end();
  return format;
}

}  // namespace ashlar
