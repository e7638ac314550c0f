// number_line.h - the numbers of an element code from zero up.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "src/format/elements.h"

namespace ashlar {

/// Wider codes have numbers that are no doubles, or too many of them.
inline constexpr int kMaxLineBits = 32;

/// All finite numbers that are not negative, each at its place; zero, if there
/// is one, has place 0. Of elements of at most kMaxLineBits bits.
class NumberLine {
 public:
  explicit NumberLine(const Element& element)
      : element_(element), top_(largest(element)) {}

  /// The place of the largest number.
  std::int64_t top() const { return top_; }

  double at(std::int64_t place) const {
    if (element_.kind != ElementKind::floating) {
      return std::ldexp(static_cast<double>(place), -element_.fraction_bits);
    }
    if (place == 0 && element_.has_zero) return 0;
    const Scaled number = scaled(element_, static_cast<std::uint64_t>(place));
    return std::ldexp(static_cast<double>(number.significand), number.exponent);
  }

  /// Where `number` is, or nothing if there is no such number.
  std::optional<std::int64_t> find(double number) const {
    std::int64_t low = 0;
    std::int64_t high = top_;
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      if (at(middle) < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (at(low) == number) return low;
    return std::nullopt;
  }

 private:
  static std::int64_t largest(const Element& element) {
    if (element.kind == ElementKind::floating) {
      return static_cast<std::int64_t>(max_magnitude(element));
    }
    return (std::int64_t{1} << magnitude_bits(element)) - 1;
  }

  Element element_;
  std::int64_t top_;
};

}  // namespace ashlar
