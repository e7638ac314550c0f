// scan.h - takes a short name apart.
#pragma once

#include <cstddef>
#include <string_view>

namespace ashlar {

constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Whether two names differ in the case of letters at most.
constexpr bool same_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (to_lower(a[i]) != to_lower(b[i])) return false;
  }
  return true;
}

/// What is left of a name that is read from the front.
class Scan {
 public:
  explicit Scan(std::string_view text) : rest_(text) {}

  std::string_view rest() const { return rest_; }
  bool at_end() const { return rest_.empty(); }

  bool accept(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  /// Takes a number of at most four digits, without leading zeros.
  bool accept_number(int& value) {
    std::size_t digits = 0;
    int read = 0;
    while (digits < rest_.size() && rest_[digits] >= '0' &&
           rest_[digits] <= '9') {
      if (digits == 4) return false;
      read = read * 10 + (rest_[digits++] - '0');
    }
    if (digits == 0 || (digits > 1 && rest_[0] == '0')) return false;
    rest_.remove_prefix(digits);
    value = read;
    return true;
  }

 private:
  std::string_view rest_;
};

}  // namespace ashlar
