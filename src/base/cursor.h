// cursor.h - reads one text from left to right; the base of all our parsers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ashlar/error.h"

namespace ashlar {

/// Texts that describe tensors are short. Longer ones are refused unread.
inline constexpr std::size_t kMaxText = 1 << 16;

/// A position in a text. Blanks between tokens are skipped; every failure is
/// an `Error` whose excerpt points at the token that was not expected.
class Cursor {
 public:
  /// `where` names the kind of text in errors: "layout", "spec", ...
  Cursor(std::string_view text, std::string_view where);

  std::string_view text() const { return text_; }
  std::size_t position() const { return at_; }
  void rewind(std::size_t position) { at_ = position; }

  /// The next character that is not blank; 0 at the end.
  char peek();
  /// The next character without skipping blanks; 0 at the end.
  char peek_raw() const;
  bool at_end() { return peek() == 0; }

  /// Takes `token` if it comes next.
  bool accept(char token);
  /// Takes `token` or fails, saying what it was expected for.
  void expect(char token, std::string_view purpose);
  /// Takes the word `word` if it comes next and ends there.
  bool accept_word(std::string_view word);
  /// Fails unless the whole text was read.
  void expect_end();

  /// True if a name or a number, respectively, comes next.
  bool name_ahead();
  bool number_ahead();

  /// A letter or `_`, then letters, digits, `_` and `.`; at most 15 of them.
  std::string_view name(std::string_view purpose);
  /// A non-negative decimal integer that fits in 62 bits.
  std::int64_t number(std::string_view purpose);
  /// The same, and at least `least`.
  std::int64_t number_from(std::int64_t least, std::string_view purpose);

  /// Throws at the next token: "expected <what>, found '...'".
  [[noreturn]] void fail_expected(std::string_view what);
  /// Throws with the excerpt running from `begin` to the current position.
  [[noreturn]] void fail_at(std::size_t begin, std::string problem,
                            std::string hint = {});

 private:
  void skip_blanks();
  std::string_view token_here() const;

  std::string_view text_;
  std::string_view where_;
  std::size_t at_ = 0;
};

}  // namespace ashlar
