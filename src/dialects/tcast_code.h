// tcast_code.h - a code of TensorCast's, its pieces, and its numbers.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ashlar/dialects/tcast.h"
#include "src/base/concat.h"
#include "src/base/cursor.h"
#include "src/format/scan.h"

namespace ashlar::tcast {

inline std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), to_lower);
  return out;
}

/// A piece of a code, in lower case, and where it is.
struct Part {
  std::string text;
  std::size_t at = 0;
  std::size_t length = 0;
};

/// A code as it was written.
class Code {
 public:
  explicit Code(std::string_view text) : cursor_(text, "tcast") {}

  std::string_view text() const { return cursor_.text(); }

  Part whole() const { return {lower(text()), 0, text().size()}; }

  /// The pieces between underscores; a `float8` belongs to what follows it.
  std::vector<Part> parts() const {
    std::vector<Part> out;
    std::size_t begin = 0;
    while (begin <= text().size()) {
      std::size_t end = std::min(text().find('_', begin), text().size());
      if (lower(text().substr(begin, end - begin)).ends_with("float8")) {
        end = std::min(text().find('_', end + 1), text().size());
      }
      const std::string_view piece = text().substr(begin, end - begin);
      out.push_back({lower(piece), begin, piece.size()});
      begin = end + 1;
    }
    return out;
  }

  [[noreturn]] void fail(const Part& part, std::string problem,
                         std::string hint = {}) {
    cursor_.rewind(part.at + part.length);
    cursor_.fail_at(part.at, std::move(problem), std::move(hint));
  }

 private:
  Cursor cursor_;
};

/// Reads a number that is no codebook.
Element read_element(Code& code, const Part& part);

/// Reads the whole code as a number.
Number read_number(Code& code);

/// Fixed point from -2 to 2: what integers are under a power of two.
Element fraction_of(const Element& integer);

}  // namespace ashlar::tcast
