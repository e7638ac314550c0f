// orion_fixed_first.cc - Q5.26 as the first release computed with it.
#include "src/dialects/orion_fixed_math.h"
#include "src/fixed/wide.h"

namespace ashlar::orion {
namespace {

constexpr UInt128 kLargest = 2147483647;
constexpr UInt128 kLargest128 = ~static_cast<UInt128>(0);

UInt128 checked_sum(UInt128 a, UInt128 b) {
  if (a > kLargest128 - b) panic("u128_add Overflow");
  return a + b;
}

UInt128 checked_product(UInt128 a, UInt128 b) {
  const Wide product = Wide(a) * Wide(b);
  if (product.bit_length() > 128) panic("u128_mul Overflow");
  return product.low128();
}

}  // namespace

FixedRaw FirstMath::make(UInt128 magnitude, bool negative) const {
  if (info_.type == FixedType::q5x26 &&
      magnitude > (negative ? kLargest : kLargest - 1)) {
    panic("fixed type: out of range");
  }
  return {magnitude, negative};
}

FixedRaw FirstMath::from_whole(UInt128 whole, bool negative) const {
  return make(checked_product(whole, info_.one()), negative);
}

// Sums are those of field elements: exact, and zero has no sign.
FixedRaw FirstMath::add(const FixedRaw& a, const FixedRaw& b) const {
  if (a.negative != b.negative) {
    const bool first = a.magnitude > b.magnitude;
    return a.magnitude == b.magnitude ? FixedRaw()
           : first ? make(a.magnitude - b.magnitude, a.negative)
                   : make(b.magnitude - a.magnitude, b.negative);
  }
  if (a.magnitude > kLargest128 - b.magnitude) panic("Option::unwrap failed.");
  const UInt128 sum = a.magnitude + b.magnitude;
  return make(sum, a.negative && sum != 0);
}

FixedRaw FirstMath::sub(const FixedRaw& a, const FixedRaw& b) const {
  return add(a, FixedRaw(b.magnitude, !b.negative));
}

// The upper half of the product should be shifted, and is not.
FixedRaw FirstMath::mul(const FixedRaw& a, const FixedRaw& b) const {
  const Wide product = Wide(a.magnitude) * Wide(b.magnitude);
  const UInt128 high = (product >> 128).low128();
  return {checked_sum(high, product.low128() >> info_.fraction_bits),
          a.negative != b.negative};
}

FixedRaw FirstMath::div(const FixedRaw& a, const FixedRaw& b) const {
  if (b.magnitude == 0) panic("u128 is 0");
  const Wide scaled = Wide(a.magnitude) << info_.fraction_bits;
  const UInt128 high = (scaled >> 128).low128();
  return {checked_sum(scaled.low128() / b.magnitude,
                      checked_product(high, kLargest / b.magnitude)),
          a.negative != b.negative};
}

FixedRaw FirstMath::rem(const FixedRaw& a, const FixedRaw& b) const {
  return sub(a, mul(floor(div(a, b)), b));
}

FixedRaw FirstMath::floor(const FixedRaw& a) const {
  if (a.magnitude % info_.one() == 0) return a;
  const UInt128 whole = a.magnitude >> info_.fraction_bits;
  return from_whole(a.negative ? whole + 1 : whole, a.negative);
}

FixedRaw FirstMath::ceil(const FixedRaw& a) const {
  if (a.magnitude % info_.one() == 0) return a;
  const UInt128 whole = a.magnitude >> info_.fraction_bits;
  if (!a.negative) return from_whole(whole + 1, false);
  return from_whole(whole, whole != 0);
}

FixedRaw FirstMath::round(const FixedRaw& a) const {
  const UInt128 whole = a.magnitude >> info_.fraction_bits;
  const bool up = a.magnitude % info_.one() >= info_.one() / 2;
  return from_whole(up ? whole + 1 : whole, a.negative);
}

FixedRaw FirstMath::sqrt(const FixedRaw& a) const {
  if (a.negative) panic("must be positive");
  const Wide root = Wide(a.magnitude).square_root();
  return make((root << (info_.fraction_bits / 2)).low128(), false);
}

FixedRaw FirstMath::whole_power(const FixedRaw& a, UInt128 power) const {
  if (power == 0) return one_;
  const FixedRaw rest = whole_power(mul(a, a), power / 2);
  return power % 2 == 1 ? mul(a, rest) : rest;
}

FixedRaw FirstMath::pow(const FixedRaw& a, const FixedRaw& b) const {
  if (b.magnitude % info_.one() != 0) return exp(mul(b, ln(a)));
  const FixedRaw power = whole_power(a, b.magnitude >> info_.fraction_bits);
  return b.negative ? div(one_, power) : power;
}

FixedRaw FirstMath::exp(const FixedRaw& a) const {
  return exp2(mul({info_.polynomials->log2_e, false}, a));
}

FixedRaw FirstMath::exp2(const FixedRaw& a) const {
  if (a.magnitude == 0) return one_;
  const FixedRaw two(2 * info_.one(), false);
  const FixedRaw whole = whole_power(two, a.magnitude >> info_.fraction_bits);
  const FixedRaw rest(a.magnitude % info_.one(), false);
  const FixedRaw sum = mul(horner(*this, info_.polynomials->exp2, rest), rest);
  const FixedRaw power = mul(whole, add(sum, one_));
  return a.negative ? div(one_, power) : power;
}

FixedRaw FirstMath::log2(const FixedRaw& a) const {
  if (a.negative) panic("must be positive");
  if (a.magnitude == info_.one()) return {};
  if (a.magnitude < info_.one()) return neg(log2(div(one_, a)));
  UInt128 exponent = 0;
  for (UInt128 rest = a.magnitude / 2; rest > info_.one(); rest /= 2) {
    ++exponent;
  }
  const FixedRaw power =
      whole_power(FixedRaw(2 * info_.one(), false), exponent);
  const FixedRaw sum = horner(*this, info_.polynomials->log2, div(a, power));
  return add(sum, from_whole(exponent, false));
}

FixedRaw FirstMath::ln(const FixedRaw& a) const {
  return mul({info_.polynomials->ln_2, false}, log2(a));
}

FixedRaw FirstMath::log10(const FixedRaw& a) const {
  return mul({info_.polynomials->log10_2, false}, log2(a));
}

}  // namespace ashlar::orion
