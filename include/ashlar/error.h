// error.h - the one exception of the library.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace ashlar {

/// Whose turn it is to act, so that callers can branch without reading text.
enum class ErrorKind {
  invalid,      ///< the request contradicts itself or the rules
  unsupported,  ///< the request makes sense, this build or device cannot
  limit,        ///< a size passes a documented limit
  data,         ///< a file or buffer holds something it must not
  io,           ///< the operating system said no
  memory,       ///< an allocation would pass its budget
  bug,          ///< our fault; please report it
};

/// The part of a text that an error speaks of.
struct Excerpt {
  std::string text;
  std::size_t at = 0;
  std::size_t length = 0;

  bool operator==(const Excerpt&) const = default;
};

/// Every failure a caller can cause or must handle. `what()` reads
/// "<where>: <problem>; <hint>", and the parts stay available to tools.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, std::string where, std::string problem,
        std::string hint = {}, Excerpt excerpt = {});

  ErrorKind kind() const noexcept { return kind_; }
  /// What was being done: "layout", "shape", "spec", ...
  const std::string& where() const noexcept { return where_; }
  /// What was asked and what was found instead.
  const std::string& problem() const noexcept { return problem_; }
  /// What to do about it; empty if there is nothing to say.
  const std::string& hint() const noexcept { return hint_; }
  /// Where in the text the problem is; `text` is empty if there is none.
  const Excerpt& excerpt() const noexcept { return excerpt_; }

 private:
  ErrorKind kind_;
  std::string where_;
  std::string problem_;
  std::string hint_;
  Excerpt excerpt_;
};

}  // namespace ashlar
