// series.cc - power series, each with 32 more bits than asked for.
#include "src/fixed/series.h"

#include <cstdint>

#include "src/base/require.h"

namespace ashlar::series {
namespace {

// At most 200 terms, each a few units off, lose less than 16 of these bits;
// squaring eight times in `exp` loses 9 more.
constexpr int kGuard = 32;
constexpr int kConstantBits = 736;

Wide difference_or_zero(const Wide& a, const Wide& b) {
  return a > b ? a - b : Wide();
}

/// atanh(1/n), or atan(1/n) if the terms alternate.
Wide inverse(std::uint64_t n, bool alternates, int p) {
  Wide power = power_of_two(p).divided_by(n);
  Wide added;
  Wide taken;
  for (std::uint64_t k = 1; !power.is_zero(); k += 2) {
    Wide& sum = alternates && k % 4 == 3 ? taken : added;
    sum = sum + power.divided_by(k);
    power = power.divided_by(n * n);
  }
  return added - taken;
}

Wide make_ln2() {
  const int p = kConstantBits + kGuard;
  return (inverse(26, false, p) * Wide(18) + inverse(8749, false, p) * Wide(8) -
          inverse(4801, false, p) * Wide(2)) >>
         kGuard;
}

Wide make_pi() {
  const int p = kConstantBits + kGuard;
  return (inverse(5, true, p) * Wide(16) - inverse(239, true, p) * Wide(4)) >>
         kGuard;
}

Wide shortened(const Wide& constant, int p) {
  require(p <= kConstantBits, ErrorKind::bug, "fixed point", "a constant of ",
          p, " bits, there are ", kConstantBits);
  return constant >> (kConstantBits - p);
}

/// Sum of x^k / k over odd k, all terms added, or alternating.
Wide odd_powers(const Wide& x, bool alternates, int q) {
  const Wide square = (x * x) >> q;
  Wide power = x;
  Wide added;
  Wide taken;
  for (std::uint64_t k = 1; !power.is_zero(); k += 2) {
    Wide& sum = alternates && k % 4 == 3 ? taken : added;
    sum = sum + power.divided_by(k);
    power = (power * square) >> q;
  }
  return added - taken;
}

}  // namespace

Wide ln2(int p) {
  static const Wide constant = make_ln2();
  return shortened(constant, p);
}

Wide pi(int p) {
  static const Wide constant = make_pi();
  return shortened(constant, p);
}

Wide exp(const Wide& x, int p) {
  constexpr int kHalvings = 8;
  const int q = p + kGuard;
  const Wide small = x << (kGuard - kHalvings);
  Wide sum = power_of_two(q);
  Wide term = sum;
  for (std::uint64_t n = 1; !term.is_zero(); ++n) {
    term = ((term * small) >> q).divided_by(n);
    sum = sum + term;
  }
  for (int i = 0; i < kHalvings; ++i) sum = (sum * sum) >> q;
  return sum >> kGuard;
}

Wide ln(const Wide& x, int p) {
  const int q = p + kGuard;
  const Wide one = power_of_two(p);
  const Wide ratio = ((x - one) << q) / (x + one);
  return odd_powers(ratio, false, q) >> (kGuard - 1);
}

Wide sqrt(const Wide& x, int p) { return (x << p).square_root(); }

Wide atan(const Wide& x, int p) {
  const int q = p + kGuard;
  const Wide one = power_of_two(q);
  Wide small = x << kGuard;
  for (int halving = 0; halving < 2; ++halving) {
    const Wide hypotenuse = sqrt(one + ((small * small) >> q), q);
    small = (small << q) / (one + hypotenuse);
  }
  return odd_powers(small, true, q) >> (kGuard - 2);
}

SinCos sin_cos(const Wide& x, int p) {
  const int q = p + kGuard;
  const Wide angle = x << kGuard;
  // Sums of the terms of degree 0, 1, 2 and 3 modulo 4.
  Wide sums[4];
  Wide term = power_of_two(q);
  for (std::uint64_t n = 1; !term.is_zero(); ++n) {
    sums[(n - 1) % 4] = sums[(n - 1) % 4] + term;
    term = ((term * angle) >> q).divided_by(n);
  }
  return {difference_or_zero(sums[1], sums[3]) >> kGuard,
          difference_or_zero(sums[0], sums[2]) >> kGuard};
}

}  // namespace ashlar::series
