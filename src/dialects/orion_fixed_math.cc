// orion_fixed_math.cc - Orion's arithmetic, exponentials and logarithms today.
#include "src/dialects/orion_fixed_math.h"

#include <algorithm>
#include <string>

#include "src/base/concat.h"
#include "src/fixed/wide.h"

namespace ashlar::orion {

void Math::overflow(std::string_view operation) const {
  panic(concat("u", info_.magnitude_bits, "_", operation, " Overflow"));
}

namespace {

/// A magnitude that came out of a wider integer.
FixedRaw narrowed(const Wide& magnitude, bool negative, int bits) {
  if (magnitude.bit_length() > bits) {
    panic(bits == 128 ? "result overflow" : "Option::unwrap failed.");
  }
  return {magnitude.low128(), negative};
}

}  // namespace

FixedRaw Math::from_whole(UInt128 whole, bool negative) const {
  if (whole > largest() >> info_.fraction_bits) overflow("mul");
  return {whole << info_.fraction_bits, negative};
}

FixedRaw Math::add(const FixedRaw& a, const FixedRaw& b) const {
  if (a.negative == b.negative) {
    if (a.magnitude > largest() - b.magnitude) overflow("add");
    return {a.magnitude + b.magnitude, a.negative};
  }
  if (a.magnitude == b.magnitude) return {};
  if (a.magnitude > b.magnitude) {
    return {a.magnitude - b.magnitude, a.negative};
  }
  return {b.magnitude - a.magnitude, b.negative};
}

FixedRaw Math::neg(const FixedRaw& a) const {
  return a.magnitude == 0 ? a : FixedRaw(a.magnitude, !a.negative);
}

FixedRaw Math::sub(const FixedRaw& a, const FixedRaw& b) const {
  return add(a, neg(b));
}

FixedRaw Math::mul(const FixedRaw& a, const FixedRaw& b) const {
  return narrowed(
      (Wide(a.magnitude) * Wide(b.magnitude)) >> info_.fraction_bits,
      a.negative != b.negative, info_.magnitude_bits);
}

FixedRaw Math::div(const FixedRaw& a, const FixedRaw& b) const {
  if (b.magnitude == 0) panic("Division by 0");
  return narrowed(
      (Wide(a.magnitude) << info_.fraction_bits) / Wide(b.magnitude),
      a.negative != b.negative, info_.magnitude_bits);
}

FixedRaw Math::rem(const FixedRaw& a, const FixedRaw& b) const {
  return sub(a, mul(floor(div(a, b)), b));
}

FixedRaw Math::floor(const FixedRaw& a) const {
  if (a.magnitude % info_.one() == 0) return a;
  const UInt128 whole = a.magnitude >> info_.fraction_bits;
  return from_whole(a.negative ? whole + 1 : whole, a.negative);
}

FixedRaw Math::ceil(const FixedRaw& a) const {
  if (a.magnitude % info_.one() == 0) return a;
  const UInt128 whole = a.magnitude >> info_.fraction_bits;
  if (!a.negative) return from_whole(whole + 1, false);
  return from_whole(whole, whole != 0);
}

FixedRaw Math::round(const FixedRaw& a) const {
  const UInt128 whole = a.magnitude >> info_.fraction_bits;
  const bool up = a.magnitude % info_.one() >= info_.one() / 2;
  return from_whole(up ? whole + 1 : whole, a.negative);
}

FixedRaw Math::sqrt(const FixedRaw& a) const {
  if (a.negative) panic("must be positive");
  const Wide magnitude(a.magnitude);
  if (info_.magnitude_bits == 128) {
    return {(magnitude.square_root() << (info_.fraction_bits / 2)).low128(),
            false};
  }
  const Wide scaled = magnitude << info_.fraction_bits;
  // The wide types forgot to widen the product.
  const bool is_wide = info_.magnitude_bits > 2 * info_.fraction_bits;
  if (is_wide && scaled.bit_length() > 64) panic("u64_mul Overflow");
  return {scaled.square_root().low128(), false};
}

FixedRaw Math::exp(const FixedRaw& a) const {
  return exp2(mul({info_.polynomials->log2_e, false}, a));
}

FixedRaw Math::exp2(const FixedRaw& a) const {
  if (a.magnitude == 0) return one_;
  const Polynomials& constants = *info_.polynomials;
  const auto cap = static_cast<UInt128>(constants.cap);
  const UInt128 whole = std::min(a.magnitude >> info_.fraction_bits, cap);
  const FixedRaw rest(a.magnitude % info_.one(), false);
  FixedRaw power =
      from_whole(static_cast<UInt128>(1) << static_cast<int>(whole), false);
  if (rest.magnitude != 0) {
    const FixedRaw sum = mul(horner(*this, constants.exp2, rest), rest);
    power = mul(power, add(sum, one_));
  }
  return a.negative ? div(one_, power) : power;
}

FixedRaw Math::log2(const FixedRaw& a) const {
  if (a.negative) panic("must be positive");
  if (a.magnitude == info_.one()) return {};
  if (a.magnitude < info_.one()) return neg(log2(div(one_, a)));
  const Polynomials& constants = *info_.polynomials;
  const int top = Wide(a.magnitude).bit_length() - 1 - info_.fraction_bits;
  const int exponent = std::min(top, constants.log_cap);
  const FixedRaw power = from_whole(static_cast<UInt128>(1) << exponent, false);
  const FixedRaw whole = from_whole(static_cast<UInt128>(exponent), false);
  const bool is_cubit_128 = info_.magnitude_bits == 128;
  if (a.magnitude == power.magnitude && !is_cubit_128) return whole;
  return add(horner(*this, constants.log2, div(a, power)), whole);
}

FixedRaw Math::ln(const FixedRaw& a) const {
  return mul({info_.polynomials->ln_2, false}, log2(a));
}

FixedRaw Math::log10(const FixedRaw& a) const {
  return mul({info_.polynomials->log10_2, false}, log2(a));
}

FixedRaw Math::pow(const FixedRaw& a, const FixedRaw& b) const {
  if (b.magnitude % info_.one() == 0) {
    return whole_power(a, b.magnitude >> info_.fraction_bits, b.negative);
  }
  return exp(mul(b, ln(a)));
}

FixedRaw Math::whole_power(const FixedRaw& a, UInt128 power,
                           bool inverts) const {
  FixedRaw x = inverts ? div(one_, a) : a;
  if (power == 0) return one_;
  FixedRaw y = one_;
  for (; power > 1; power /= 2) {
    if (power % 2 == 1) y = mul(x, y);
    x = mul(x, x);
  }
  return mul(x, y);
}

}  // namespace ashlar::orion
