// checked.h - integer arithmetic that says so when it overflows.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/base/require.h"

namespace ashlar {

constexpr std::optional<std::int64_t> try_add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

constexpr std::optional<std::int64_t> try_multiply(std::int64_t a,
                                                   std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

/// a + b; an overflow is an error that names `what` was being counted.
inline std::int64_t checked_add(std::int64_t a, std::int64_t b,
                                std::string_view what) {
  const auto sum = try_add(a, b);
  if (!sum) {
    fail(ErrorKind::limit, what, a, " + ", b, " does not fit in 64 bits");
  }
  return *sum;
}

/// a * b; an overflow is an error that names `what` was being counted.
inline std::int64_t checked_multiply(std::int64_t a, std::int64_t b,
                                     std::string_view what) {
  const auto product = try_multiply(a, b);
  if (!product) {
    fail(ErrorKind::limit, what, a, " x ", b, " does not fit in 64 bits");
  }
  return *product;
}

/// Quotient rounded up, for a >= 0 and b > 0, without overflow.
constexpr std::int64_t div_up(std::int64_t a, std::int64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

/// `a` rounded up to a multiple of `b`, for a >= 0 and b > 0.
inline std::int64_t round_up(std::int64_t a, std::int64_t b,
                             std::string_view what) {
  return checked_multiply(div_up(a, b), b, what);
}

constexpr bool is_power_of_two(std::int64_t value) {
  return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value));
}

}  // namespace ashlar
