#include "src/base/cursor.h"

#include <algorithm>
#include <utility>

#include "src/base/require.h"

namespace ashlar {
namespace {

constexpr std::size_t kMaxName = 15;
constexpr std::int64_t kMaxNumber = std::int64_t{1} << 62;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool continues_name(char c) {
  return starts_name(c) || is_digit(c) || c == '.';
}
bool is_printable(char c) { return c >= ' ' && c <= '~'; }

/// Messages are ASCII whatever the text was: they go into logs and JSON.
std::string escaped(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += is_printable(c) ? std::string(1, c)
                           : concat("\\x", kHex[byte / 16u], kHex[byte % 16u]);
  }
  return out;
}

/// The same without moving anything, for excerpts.
std::string masked(std::string_view text) {
  std::string out(text);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return !is_printable(c); }, '?');
  return out;
}

}  // namespace

Cursor::Cursor(std::string_view text, std::string_view where)
    : text_(text), where_(where) {
  require(text.size() <= kMaxText, ErrorKind::limit, where, "the text has ",
          text.size(), " characters, at most ", kMaxText, " are read");
}

void Cursor::skip_blanks() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

char Cursor::peek() {
  skip_blanks();
  return peek_raw();
}

char Cursor::peek_raw() const { return at_ < text_.size() ? text_[at_] : '\0'; }

bool Cursor::accept(char token) {
  if (peek() != token || at_ == text_.size()) return false;
  ++at_;
  return true;
}

void Cursor::expect(char token, std::string_view purpose) {
  if (!accept(token)) fail_expected(concat("'", token, "' ", purpose));
}

bool Cursor::accept_word(std::string_view word) {
  skip_blanks();
  if (text_.substr(at_, word.size()) != word) return false;
  const std::size_t end = at_ + word.size();
  if (end < text_.size() && continues_name(text_[end])) return false;
  at_ = end;
  return true;
}

void Cursor::expect_end() {
  if (!at_end()) fail_expected("the end");
  // A zero byte looks like the end to `peek`, but is not.
  if (at_ < text_.size()) fail_expected("the end");
}

bool Cursor::name_ahead() { return starts_name(peek()); }
bool Cursor::number_ahead() { return is_digit(peek()); }

std::string_view Cursor::name(std::string_view purpose) {
  if (!name_ahead()) fail_expected(purpose);
  const std::size_t begin = at_;
  while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
  const std::string_view found = text_.substr(begin, at_ - begin);
  if (found.size() > kMaxName) {
    fail_at(begin, concat("a name of ", found.size(), " characters"),
            concat("use at most ", kMaxName));
  }
  return found;
}

std::int64_t Cursor::number(std::string_view purpose) {
  if (!number_ahead()) fail_expected(purpose);
  const std::size_t begin = at_;
  std::int64_t value = 0;
  for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
    const std::int64_t digit = text_[at_] - '0';
    if (value > (kMaxNumber - digit) / 10) {
      while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
      fail_at(begin, "the number is larger than 2^62", "use a smaller one");
    }
    value = value * 10 + digit;
  }
  return value;
}

std::int64_t Cursor::number_from(std::int64_t least, std::string_view purpose) {
  const std::size_t begin = (skip_blanks(), at_);
  const std::int64_t value = number(purpose);
  if (value < least) {
    fail_at(begin,
            concat(purpose, " is ", value, ", expected at least ", least));
  }
  return value;
}

std::string_view Cursor::token_here() const {
  std::size_t end = at_;
  while (end < text_.size() && continues_name(text_[end])) ++end;
  end = std::max(end, std::min(at_ + 1, text_.size()));
  return text_.substr(at_, std::min<std::size_t>(end - at_, 24));
}

void Cursor::fail_expected(std::string_view what) {
  skip_blanks();
  const std::string_view found = token_here();
  const std::size_t begin = at_;
  at_ += found.size();
  fail_at(begin,
          found.empty()
              ? concat("expected ", what, ", found the end of the text")
              : concat("expected ", what, ", found '", escaped(found), "'"));
}

void Cursor::fail_at(std::size_t begin, std::string problem, std::string hint) {
  // An excerpt is for people: of a long text only the neighbourhood is kept.
  constexpr std::size_t kAround = 60;
  const std::size_t from = begin > kAround ? begin - kAround : 0;
  const std::size_t to = std::min(text_.size(), begin + kAround);
  Excerpt excerpt{masked(text_.substr(from, to - from)), begin - from,
                  std::min(at_, to) - std::min(begin, to)};
  throw Error(ErrorKind::invalid, std::string(where_), std::move(problem),
              std::move(hint), std::move(excerpt));
}

}  // namespace ashlar
