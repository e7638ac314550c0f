// exact.cc - arithmetic, and the rational values of other functions.
#include "src/fixed/exact.h"

#include <algorithm>

namespace ashlar {
namespace {

Wide unit(int fraction_bits) { return power_of_two(fraction_bits); }

bool is_whole(const FixedRaw& x, int fraction_bits) {
  const Wide value(x.magnitude);
  return value.is_zero() || value.trailing_zeros() >= fraction_bits;
}

FixedValue sum(const FixedRaw& a, const FixedRaw& b) {
  const Wide x(a.magnitude);
  const Wide y(b.magnitude);
  if (a.negative == b.negative) return {x + y, a.negative};
  return x >= y ? FixedValue{x - y, a.negative} : FixedValue{y - x, b.negative};
}

FixedValue product(const FixedRaw& a, const FixedRaw& b, int fraction_bits) {
  const Wide value = Wide(a.magnitude) * Wide(b.magnitude);
  return {shift_nearest_even(value, fraction_bits), a.negative != b.negative};
}

FixedValue quotient(const FixedRaw& a, const FixedRaw& b, int fraction_bits) {
  const Wide divisor(b.magnitude);
  auto [whole, rest] =
      Wide::divide(Wide(a.magnitude) << fraction_bits, divisor);
  const Wide twice = rest << 1;
  if (twice > divisor || (twice == divisor && whole.is_odd())) {
    whole = whole + Wide(1);
  }
  return {whole, a.negative != b.negative};
}

FixedValue remainder(const FixedRaw& a, const FixedRaw& b) {
  const UInt128 rest = a.magnitude % b.magnitude;
  const bool flips = rest != 0 && a.negative != b.negative;
  return {Wide(flips ? b.magnitude - rest : rest), b.negative};
}

enum class WholeSide { down, up, away };

FixedValue whole(const FixedRaw& x, int fraction_bits, WholeSide side) {
  const Wide value(x.magnitude);
  const Wide cut = (value >> fraction_bits) << fraction_bits;
  const Wide rest = value - cut;
  bool grows = !rest.is_zero();
  if (side == WholeSide::down) grows = grows && x.negative;
  if (side == WholeSide::up) grows = grows && !x.negative;
  if (side == WholeSide::away) {
    grows = grows && (rest << 1) >= unit(fraction_bits);
  }
  return {grows ? cut + unit(fraction_bits) : cut, x.negative};
}

FixedValue square_root(const FixedRaw& x, int fraction_bits) {
  const Wide scaled = Wide(x.magnitude) << fraction_bits;
  const Wide root = scaled.square_root();
  // root^2 + root + 1/4 is the middle; no whole number meets it.
  const bool up = scaled - root * root > root;
  return {up ? root + Wide(1) : root};
}

/// odd * 2^exponent, the number itself and not its raw form.
struct Dyadic {
  Wide odd;
  int exponent = 0;
};

Dyadic dyadic(const FixedRaw& x, int fraction_bits) {
  const Wide value(x.magnitude);
  const int zeros = value.trailing_zeros();
  return {value >> zeros, zeros - fraction_bits};
}

/// odd^power * 2^(exponent * power) in raw units.
FixedValue whole_power(const Dyadic& base, int power, int fraction_bits) {
  Wide odd(1);
  const int shift = base.exponent * power + fraction_bits;
  for (int i = 0; i < power; ++i) {
    odd = odd * base.odd;
    if (odd.bit_length() + shift > kHugeBits + 1) return {{}, false, true};
  }
  return {shift_nearest_even(odd, -shift)};
}

/// 2^exponent in raw units.
FixedValue two_to_the(Int128 exponent, int fraction_bits) {
  const Int128 shift = exponent + fraction_bits;
  if (shift >= kHugeBits) return {{}, false, true};
  if (shift < -1) return {};
  return {shift_nearest_even(Wide(1), -static_cast<int>(shift))};
}

/// 2^(factor * b), if that exponent is a whole number.
std::optional<FixedValue> power_of_power_of_two(int factor, const FixedRaw& b,
                                                int fraction_bits) {
  const Wide size(static_cast<UInt128>(factor < 0 ? -factor : factor));
  const Wide product = Wide(b.magnitude) * size;
  const bool negative = b.negative != (factor < 0);
  if (product.is_zero()) return FixedValue{unit(fraction_bits)};
  if (product.trailing_zeros() < fraction_bits) return std::nullopt;
  const Wide exponent = product >> fraction_bits;
  if (exponent.bit_length() > 12) {
    return FixedValue{{}, false, !negative};
  }
  const auto whole = static_cast<Int128>(exponent.low128());
  return two_to_the(negative ? -whole : whole, fraction_bits);
}

/// |a|^b where that is rational with a power of two below the line.
std::optional<FixedValue> rational_power(const FixedRaw& a, const FixedRaw& b,
                                         int fraction_bits) {
  Dyadic base = dyadic(a, fraction_bits);
  if (base.odd == Wide(1)) {
    return power_of_power_of_two(base.exponent, b, fraction_bits);
  }
  if (b.magnitude == 0) return FixedValue{unit(fraction_bits)};
  if (b.negative) return std::nullopt;
  // b = power / 2^roots in lowest terms: the base must have that root.
  const Dyadic exponent = dyadic(b, fraction_bits);
  for (int roots = -exponent.exponent; roots > 0; --roots) {
    const Wide root = base.odd.square_root();
    if (base.exponent % 2 != 0 || root * root != base.odd) return std::nullopt;
    base = {root, base.exponent / 2};
  }
  // Beyond this power the result is too long, or has too many fraction bits
  // to lie on or halfway between raw numbers.
  const int shift = std::max(exponent.exponent, 0);
  if (exponent.odd.bit_length() + shift > 9) {
    return base.exponent >= 0
               ? std::optional<FixedValue>(FixedValue{{}, false, true})
               : std::nullopt;
  }
  const int power = static_cast<int>((exponent.odd << shift).low128());
  if (-base.exponent * power > fraction_bits + 1) return std::nullopt;
  return whole_power(base, power, fraction_bits);
}

std::optional<FixedValue> power(const FixedRaw& a, const FixedRaw& b,
                                int fraction_bits) {
  if (a.magnitude == 0) {
    return b.magnitude == 0 ? FixedValue{unit(fraction_bits)} : FixedValue{};
  }
  auto value = rational_power(a, b, fraction_bits);
  const bool is_odd = (Wide(b.magnitude) >> fraction_bits).is_odd();
  if (value) value->negative = a.negative && is_odd;
  return value;
}

/// n if x = 10^n, n >= 0. Lower powers of ten have no end in base two.
std::optional<int> power_of_ten(const FixedRaw& x, int fraction_bits) {
  if (!is_whole(x, fraction_bits)) return std::nullopt;
  UInt128 rest = x.magnitude >> fraction_bits;
  int exponent = 0;
  for (; rest != 0 && rest % 10 == 0; rest /= 10) ++exponent;
  return rest == 1 ? std::optional<int>(exponent) : std::nullopt;
}

std::optional<FixedValue> logarithm(FixedFunction function, const FixedRaw& x,
                                    int fraction_bits) {
  int value = 0;
  if (function == FixedFunction::log2) {
    const Dyadic number = dyadic(x, fraction_bits);
    if (number.odd != Wide(1)) return std::nullopt;
    value = number.exponent;
  } else if (function == FixedFunction::log10) {
    const auto exponent = power_of_ten(x, fraction_bits);
    if (!exponent) return std::nullopt;
    value = *exponent;
  } else if (Wide(x.magnitude) != unit(fraction_bits)) {
    return std::nullopt;
  }
  const auto size = static_cast<UInt128>(value < 0 ? -value : value);
  return FixedValue{Wide(size) << fraction_bits, value < 0};
}

/// The functions with one rational value: where the argument is zero, or one
/// if the function is zero there.
std::optional<FixedValue> transcendental(FixedFunction function,
                                         const FixedRaw& x, int fraction_bits) {
  const Wide one = unit(fraction_bits);
  switch (function) {
    case FixedFunction::exp:
    case FixedFunction::cos:
    case FixedFunction::cosh:
      if (x.magnitude == 0) return FixedValue{one};
      return std::nullopt;
    case FixedFunction::acos:
    case FixedFunction::acosh:
      if (!x.negative && Wide(x.magnitude) == one) return FixedValue{};
      return std::nullopt;
    default:
      if (x.magnitude == 0) return FixedValue{};
      return std::nullopt;
  }
}

}  // namespace

std::string_view why_undefined(FixedFunction function, int fraction_bits,
                               const FixedRaw& a, const FixedRaw& b) {
  const bool is_negative = a.negative && a.magnitude != 0;
  const Wide size(a.magnitude);
  const Wide one = unit(fraction_bits);
  switch (function) {
    case FixedFunction::div:
    case FixedFunction::rem:
      return b.magnitude == 0 ? "the divisor is zero" : "";
    case FixedFunction::sqrt:
      return is_negative ? "the operand is negative" : "";
    case FixedFunction::ln:
    case FixedFunction::log2:
    case FixedFunction::log10:
      return is_negative || a.magnitude == 0 ? "the operand is not above zero"
                                             : "";
    case FixedFunction::asin:
    case FixedFunction::acos:
      return size > one ? "the operand is outside -1 .. 1" : "";
    case FixedFunction::acosh:
      return is_negative || size < one ? "the operand is below 1" : "";
    case FixedFunction::atanh:
      return size >= one ? "the operand is not between -1 and 1" : "";
    case FixedFunction::pow:
      if (a.magnitude == 0 && b.negative && b.magnitude != 0) {
        return "zero has no negative power";
      }
      return is_negative && !is_whole(b, fraction_bits)
                 ? "the base is negative and the exponent not whole"
                 : "";
    default:
      return "";
  }
}

std::optional<FixedValue> evaluate_exactly(FixedFunction function,
                                           int fraction_bits, const FixedRaw& a,
                                           const FixedRaw& b) {
  switch (function) {
    case FixedFunction::add:
      return sum(a, b);
    case FixedFunction::sub:
      return sum(a, FixedRaw(b.magnitude, !b.negative));
    case FixedFunction::mul:
      return product(a, b, fraction_bits);
    case FixedFunction::div:
      return quotient(a, b, fraction_bits);
    case FixedFunction::rem:
      return remainder(a, b);
    case FixedFunction::pow:
      return power(a, b, fraction_bits);
    case FixedFunction::abs:
      return FixedValue{Wide(a.magnitude)};
    case FixedFunction::neg:
      return FixedValue{Wide(a.magnitude), !a.negative};
    case FixedFunction::floor:
      return whole(a, fraction_bits, WholeSide::down);
    case FixedFunction::ceil:
      return whole(a, fraction_bits, WholeSide::up);
    case FixedFunction::round:
      return whole(a, fraction_bits, WholeSide::away);
    case FixedFunction::sqrt:
      return square_root(a, fraction_bits);
    case FixedFunction::exp2:
      return power_of_power_of_two(1, a, fraction_bits);
    case FixedFunction::ln:
    case FixedFunction::log2:
    case FixedFunction::log10:
      return logarithm(function, a, fraction_bits);
    default:
      return transcendental(function, a, fraction_bits);
  }
}

}  // namespace ashlar
