// wide.h - whole numbers of up to 1536 bits, for exact intermediate results.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "ashlar/fixed.h"

namespace ashlar {

/// A natural number. Passing the capacity is a bug of the caller and throws
/// ErrorKind::bug; a difference below zero likewise.
class Wide {
 public:
  static constexpr int kLimbs = 24;

  Wide() = default;
  explicit Wide(UInt128 value);

  bool is_zero() const { return used_ == 0; }
  bool is_odd() const { return used_ > 0 && (limbs_[0] & 1) != 0; }
  /// Bits up to and with the highest one that is set; 0 for zero.
  int bit_length() const;
  /// Zeros below the lowest bit that is set; 0 for zero.
  int trailing_zeros() const;
  /// The low 128 bits.
  UInt128 low128() const;

  Wide operator<<(int count) const;
  Wide operator>>(int count) const;
  friend Wide operator+(const Wide& a, const Wide& b);
  friend Wide operator-(const Wide& a, const Wide& b);
  friend Wide operator*(const Wide& a, const Wide& b);
  friend std::strong_ordering operator<=>(const Wide& a, const Wide& b);
  friend bool operator==(const Wide& a, const Wide& b) {
    return (a <=> b) == std::strong_ordering::equal;
  }

  /// Quotient and remainder of long division.
  struct Division;
  static Division divide(const Wide& a, const Wide& b);
  /// a / divisor rounded down, for a divisor of one limb.
  Wide divided_by(std::uint64_t divisor) const;
  /// The whole part of the square root.
  Wide square_root() const;

 private:
  std::uint64_t limb(int i) const { return i < used_ ? limbs_[index(i)] : 0; }
  std::uint64_t& at(int i) { return limbs_[index(i)]; }
  static constexpr std::size_t index(int i) {
    return static_cast<std::size_t>(i);
  }
  void resize(int used);
  void trim();
  static std::uint64_t guess_digit(const Wide& rest, const Wide& divisor,
                                   int place);
  static bool take(Wide& rest, const Wide& divisor, std::uint64_t digit,
                   int place);
  static void give_back(Wide& rest, const Wide& divisor, int place);

  std::array<std::uint64_t, kLimbs> limbs_{};
  int used_ = 0;
};

struct Wide::Division {
  Wide quotient;
  Wide remainder;
};

inline Wide operator/(const Wide& a, const Wide& b) {
  return Wide::divide(a, b).quotient;
}

/// 2^exponent
inline Wide power_of_two(int exponent) { return Wide(1) << exponent; }

/// value / 2^count, to nearest, ties to even.
Wide shift_nearest_even(const Wide& value, int count);

}  // namespace ashlar
