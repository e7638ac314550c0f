// estimate.cc - reductions to the power series, with bounds on the error.
#include "src/fixed/estimate.h"

#include <algorithm>
#include <utility>

#include "src/base/require.h"
#include "src/fixed/exact.h"
#include "src/fixed/series.h"

namespace ashlar {
namespace {

Wide difference_or_zero(const Wide& a, const Wide& b) {
  return a > b ? a - b : Wide();
}

struct Angle {
  Wide value;
  int quarter = 0;  // turns that were taken out, modulo 4
};

/// The context of one evaluation: `p` bits of fraction, operands of `f` bits.
class Estimator {
 public:
  Estimator(int f, int p) : f_(f), p_(p), one_(power_of_two(p)) {}

  Estimate of(FixedFunction function, const FixedRaw& a,
              const FixedRaw& b) const;

 private:
  Wide lift(const Wide& raw) const { return raw << (p_ - f_); }
  /// a^2 with 2f bits of fraction, where 1 is unit_squared().
  Wide unit_squared() const { return power_of_two(2 * f_); }
  /// sqrt(n / 2^2f)
  Wide root(const Wide& n) const {
    return (n << (2 * (p_ - f_))).square_root();
  }

  Estimate exp(const Wide& y, bool negative, int error_bits) const;
  Estimate exp2(const FixedRaw& a) const;
  Estimate scaled_exp(const Wide& rest, int shift, int error_bits) const;
  Estimate ln(const Wide& n, int fraction_bits) const;
  Estimate log(const Wide& n, const Wide& base) const;
  Estimate pow(const FixedRaw& a, const FixedRaw& b) const;
  Angle reduce(const Wide& raw) const;
  Estimate sin(const FixedRaw& a, int quarters) const;
  Estimate tan(const FixedRaw& a) const;
  Estimate asin(const FixedRaw& a) const;
  Estimate acos(const FixedRaw& a) const;
  Estimate atan(const FixedRaw& a) const;
  Estimate sinh(const FixedRaw& a, bool adds) const;
  Estimate tanh(const FixedRaw& a) const;
  Estimate asinh(const FixedRaw& a) const;
  Estimate acosh(const FixedRaw& a) const;
  Estimate atanh(const FixedRaw& a) const;
  Estimate erf(const FixedRaw& a) const;

  int f_;
  int p_;
  Wide one_;
};

/// e^rest * 2^shift for rest in [0, ln 2].
Estimate Estimator::scaled_exp(const Wide& rest, int shift,
                               int error_bits) const {
  if (shift + f_ >= kHugeBits) return {{}, false, 0, true};
  const Wide power = series::exp(rest, p_);
  if (shift <= 0) return {power >> -shift, false, error_bits + 3};
  return {power << shift, false, error_bits + 3 + shift};
}

/// e^y, or e^-y. The logarithm of two needs as many more bits as the quotient
/// has, and that is below 2^10.
Estimate Estimator::exp(const Wide& y, bool negative, int error_bits) const {
  if (y.bit_length() > p_ + 9) return {{}, false, 0, !negative};
  constexpr int kMore = 16;
  const Wide step = series::ln2(p_ + kMore);
  const Wide exponent = y << kMore;
  auto [whole, rest] = Wide::divide(exponent, step);
  auto shift = static_cast<int>(whole.low128());
  if (negative) {
    rest = step - rest;
    shift = -shift - 1;
  }
  return scaled_exp(rest >> kMore, shift, error_bits);
}

Estimate Estimator::exp2(const FixedRaw& a) const {
  const Wide raw(a.magnitude);
  const Wide whole = raw >> f_;
  if (whole.bit_length() > 9) return {{}, false, 0, !a.negative};
  Wide rest = lift(raw - (whole << f_));
  auto shift = static_cast<int>(whole.low128());
  if (a.negative) {
    rest = one_ - rest;
    shift = -shift - 1;
  }
  return scaled_exp((rest * series::ln2(p_)) >> p_, shift, 1);
}

/// ln(n / 2^fraction_bits), n > 0.
Estimate Estimator::ln(const Wide& n, int fraction_bits) const {
  constexpr int kMore = 16;
  const int top = n.bit_length() - 1;
  const int exponent = top - fraction_bits;
  const Wide mantissa = top <= p_ ? n << (p_ - top) : n >> (top - p_);
  const Wide part = series::ln(mantissa, p_);
  const auto count = static_cast<UInt128>(exponent < 0 ? -exponent : exponent);
  const Wide whole = (series::ln2(p_ + kMore) * Wide(count)) >> kMore;
  if (exponent >= 0) return {whole + part, false, 3};
  return {difference_or_zero(whole, part), true, 3};
}

Estimate Estimator::log(const Wide& n, const Wide& base) const {
  Estimate natural = ln(n, f_);
  // The value is below 2^9, so an error of the base counts up to that often.
  return {(natural.value << p_) / base, natural.negative, 12};
}

Estimate Estimator::pow(const FixedRaw& a, const FixedRaw& b) const {
  const Estimate base = ln(Wide(a.magnitude), f_);
  const Wide factor(b.magnitude);
  const Wide exponent = (base.value * factor) >> f_;
  const int grown = std::max(0, factor.bit_length() - f_);
  Estimate result =
      exp(exponent, base.negative != b.negative, base.error_bits + grown + 1);
  result.negative = a.negative && (factor >> f_).is_odd();
  return result;
}

Angle Estimator::reduce(const Wide& raw) const {
  const int more = std::max(0, raw.bit_length() - f_) + 8;
  const Wide angle = raw << (p_ + more - f_);
  const Wide quarter = series::pi(p_ + more) >> 1;
  auto [count, rest] = Wide::divide(angle, quarter);
  return {rest >> more, static_cast<int>(count.low128() % 4)};
}

/// sin(|a| + quarters * pi/2)
Estimate Estimator::sin(const FixedRaw& a, int quarters) const {
  const Angle angle = reduce(Wide(a.magnitude));
  const series::SinCos at = series::sin_cos(angle.value, p_);
  const int quarter = (angle.quarter + quarters) % 4;
  return {quarter % 2 == 0 ? at.sin : at.cos, quarter >= 2, 3};
}

Estimate Estimator::tan(const FixedRaw& a) const {
  const Angle angle = reduce(Wide(a.magnitude));
  auto [above, below] = series::sin_cos(angle.value, p_);
  const bool turned = angle.quarter % 2 != 0;
  if (turned) std::swap(above, below);
  // 1 / below is less than 2^small; both errors are below 2^3, and that of
  // the divisor counts as often as the quotient has units.
  const int small = p_ - below.bit_length() + 1;
  if (below.bit_length() < 8) return {{}, false, 2 * p_};
  const Wide value = (above << p_) / below;
  const int units = std::max(0, value.bit_length() - p_);
  return {value, a.negative != turned, 3 + small + units + 2};
}

Estimate Estimator::asin(const FixedRaw& a) const {
  const Wide x(a.magnitude);
  const Wide cosine = root(unit_squared() - x * x);
  const Wide half_tangent = (lift(x) << p_) / (one_ + cosine);
  return {series::atan(half_tangent, p_) << 1, a.negative, 4};
}

Estimate Estimator::acos(const FixedRaw& a) const {
  const Wide quarter = series::pi(p_) >> 1;
  const Wide angle = asin(a).value;
  return {a.negative ? quarter + angle : difference_or_zero(quarter, angle),
          false, 5};
}

Estimate Estimator::atan(const FixedRaw& a) const {
  const Wide x(a.magnitude);
  if (x <= power_of_two(f_)) {
    return {series::atan(lift(x), p_), a.negative, 3};
  }
  const Wide inverse = power_of_two(f_ + p_) / x;
  const Wide quarter = series::pi(p_) >> 1;
  return {quarter - series::atan(inverse, p_), a.negative, 4};
}

/// sinh, or cosh if the exponentials are added.
Estimate Estimator::sinh(const FixedRaw& a, bool adds) const {
  const Wide y = lift(Wide(a.magnitude));
  const bool negative = a.negative && !adds;
  const Estimate large = exp(y, false, 0);
  if (large.is_huge) return {{}, negative, 0, true};
  const Estimate small = exp(y, true, 0);
  const Wide twice = adds ? large.value + small.value
                          : difference_or_zero(large.value, small.value);
  return {twice >> 1, negative, large.error_bits + 1};
}

Estimate Estimator::tanh(const FixedRaw& a) const {
  const Wide power = exp(lift(Wide(a.magnitude)) << 1, true, 0).value;
  return {(difference_or_zero(one_, power) << p_) / (one_ + power), a.negative,
          6};
}

Estimate Estimator::asinh(const FixedRaw& a) const {
  const Wide x(a.magnitude);
  const Wide sum = lift(x) + root(x * x + unit_squared());
  return {ln(sum, p_).value, a.negative, 4};
}

Estimate Estimator::acosh(const FixedRaw& a) const {
  const Wide x(a.magnitude);
  const Wide sum = lift(x) + root(x * x - unit_squared());
  return {ln(sum, p_).value, false, 4};
}

Estimate Estimator::atanh(const FixedRaw& a) const {
  const Wide x(a.magnitude);
  const Wide unit = power_of_two(f_);
  const Wide ratio = ((unit + x) << p_) / (unit - x);
  return {ln(ratio, p_).value >> 1, a.negative, 4};
}

/// 2/sqrt(pi) e^(-x^2) (x + 2/3 x^3 + 4/15 x^5 + ...): no cancellation, but
/// the sum may reach e^(x^2), so that many bits more are carried.
Estimate Estimator::erf(const FixedRaw& a) const {
  const Wide x(a.magnitude);
  const Wide square = x * x;
  if (square >= Wide(static_cast<UInt128>(f_ + 2)) << (2 * f_)) {
    // 1 - erf(x) < e^(-x^2) < 2^-(f + 2): indistinguishable from 1.
    return {one_, a.negative, p_ - f_ - 2};
  }
  const auto size = static_cast<int>((square >> (2 * f_)).low128()) + 1;
  const int w = p_ + size * 3 / 2 + 24;
  const Estimator more(f_, w);
  const Wide y = w >= 2 * f_ ? square << (w - 2 * f_) : square >> (2 * f_ - w);
  Wide sum;
  Wide term = more.lift(x);
  for (std::uint64_t n = 3; !term.is_zero(); n += 2) {
    sum = sum + term;
    term = ((term * y) >> (w - 1)).divided_by(n);
  }
  const Wide power = more.exp(y, true, 0).value;
  const Wide part = (sum * power) >> w;
  const Wide value = (part << (w + 1)) / series::sqrt(series::pi(w), w);
  return {value >> (w - p_), a.negative, 3};
}

Estimate Estimator::of(FixedFunction function, const FixedRaw& a,
                       const FixedRaw& b) const {
  const Wide x(a.magnitude);
  switch (function) {
    case FixedFunction::pow:
      return pow(a, b);
    case FixedFunction::exp:
      return exp(lift(x), a.negative, 0);
    case FixedFunction::exp2:
      return exp2(a);
    case FixedFunction::ln:
      return ln(x, f_);
    case FixedFunction::log2:
      return log(x, series::ln2(p_));
    case FixedFunction::log10:
      return log(x, ln(Wide(10), 0).value);
    case FixedFunction::sin: {
      Estimate result = sin(a, 0);
      result.negative = result.negative != a.negative;
      return result;
    }
    case FixedFunction::cos:
      return sin(a, 1);
    case FixedFunction::tan:
      return tan(a);
    case FixedFunction::asin:
      return asin(a);
    case FixedFunction::acos:
      return acos(a);
    case FixedFunction::atan:
      return atan(a);
    case FixedFunction::sinh:
      return sinh(a, false);
    case FixedFunction::cosh:
      return sinh(a, true);
    case FixedFunction::tanh:
      return tanh(a);
    case FixedFunction::asinh:
      return asinh(a);
    case FixedFunction::acosh:
      return acosh(a);
    case FixedFunction::atanh:
      return atanh(a);
    case FixedFunction::erf:
      return erf(a);
    default:
      fail(ErrorKind::bug, "fixed point", "an estimate of an exact function");
  }
}

}  // namespace

Estimate estimate(FixedFunction function, int fraction_bits, const FixedRaw& a,
                  const FixedRaw& b, int p) {
  require(p <= kMaxPrecision, ErrorKind::bug, "fixed point", "an estimate of ",
          p, " bits; there is room for ", kMaxPrecision);
  return Estimator(fraction_bits, p).of(function, a, b);
}

}  // namespace ashlar
