// parse.cc - finds the format that a text names.
#include "src/format/parse.h"

#include <algorithm>
#include <string>

#include "src/base/concat.h"
#include "src/format/elements.h"
#include "src/format/nearest.h"
#include "src/format/scan.h"
#include "src/format/spelling.h"

namespace ashlar {
namespace {

constexpr std::size_t kMaxName = 40;

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

bool is_called(const NamedFormat& row, std::string_view name, SameName same) {
  const auto matches = [&](std::string_view alias) {
    return same(alias, name);
  };
  return matches(row.name) ||
         std::any_of(row.aliases.begin(), row.aliases.end(), matches);
}

/// The row with this name or alias, or null. Case matters only where it makes
/// a difference: safetensors' F8_E4M3 is not f8_e4m3.
const NamedFormat* find_named(const Token& token) {
  for (const NamedFormat& row : formats()) {
    if (is_called(row, token.name, same_text)) return &row;
  }
  const NamedFormat* found = nullptr;
  for (const NamedFormat& row : formats()) {
    if (!is_called(row, token.name, same_name)) continue;
    if (found != nullptr) {
      token.fail(
          concat("'", token.name, "' can be ", found->name, " or ", row.name),
          "use one of these names");
    }
    found = &row;
  }
  return found;
}

/// Takes `_w32` or `_w32s13` from the end of the name.
bool take_words(std::string& name, int& storage, int& shift) {
  const std::size_t at = name.rfind("_w");
  if (at == std::string::npos || at == 0) return false;
  Scan scan(std::string_view(name).substr(at + 2));
  if (!scan.accept_number(storage)) return false;
  if (scan.accept("s") && !scan.accept_number(shift)) return false;
  if (!scan.at_end()) return false;
  name.resize(at);
  return true;
}

Format find_format(const Token& token) {
  if (const NamedFormat* row = find_named(token)) return row->format;
  const Spelling spelling = read_spelling(lower(token.name));
  if (!spelling.matches) {
    token.fail(concat("'", token.name, "' is not a format"),
               nearest_formats(token.name));
  }
  if (!spelling.problem.empty()) {
    token.fail(concat("'", token.name, "' is not possible: ", spelling.problem),
               spelling.hint);
  }
  return Format(spelling.element);
}

}  // namespace

Format read_format(Cursor& cursor) {
  Token token = read_token(cursor);
  read_fixed_arguments(token);
  int storage = 0;
  int shift = 0;
  const std::string full_name = token.name;
  if (!take_words(token.name, storage, shift)) return find_format(token);
  const Format packed = find_format(token);
  if (packed.is_block()) {
    token.fail(concat("'", token.name, "' is a block format, and '", full_name,
                      "' asks for words of ", storage, " bits"),
               "leave out the words");
  }
  const Element element = in_words(packed.element(), storage, shift);
  const std::string problem = why_not(element);
  if (!problem.empty()) {
    token.fail(concat("'", full_name, "' is not possible: ", problem));
  }
  return Format(element);
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

Format parse_format(std::string_view text) {
  Cursor cursor(text, "format");
  Format format = read_format(cursor);
  cursor.expect_end();
  return format;
}

}  // namespace ashlar
