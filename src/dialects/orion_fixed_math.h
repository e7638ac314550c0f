// orion_fixed_math.h - Orion's arithmetic today, and that of its first release.
#pragma once

#include <string>

#include "src/dialects/orion_fixed_type.h"

namespace ashlar::orion {

/// Types of v0.2.5: every step is truncated and must fit the magnitude.
class Math {
 public:
  explicit Math(const TypeInfo& info)
      : info_(info), one_(info.one(), false), two_(2 * info.one(), false) {}

  FixedRaw add(const FixedRaw& a, const FixedRaw& b) const;
  FixedRaw sub(const FixedRaw& a, const FixedRaw& b) const;
  FixedRaw mul(const FixedRaw& a, const FixedRaw& b) const;
  FixedRaw div(const FixedRaw& a, const FixedRaw& b) const;
  FixedRaw rem(const FixedRaw& a, const FixedRaw& b) const;
  FixedRaw pow(const FixedRaw& a, const FixedRaw& b) const;
  FixedRaw abs(const FixedRaw& a) const { return {a.magnitude, false}; }
  FixedRaw neg(const FixedRaw& a) const;
  FixedRaw floor(const FixedRaw& a) const;
  FixedRaw ceil(const FixedRaw& a) const;
  FixedRaw round(const FixedRaw& a) const;
  FixedRaw sqrt(const FixedRaw& a) const;
  FixedRaw exp(const FixedRaw& a) const;
  FixedRaw exp2(const FixedRaw& a) const;
  FixedRaw ln(const FixedRaw& a) const;
  FixedRaw log2(const FixedRaw& a) const;
  FixedRaw log10(const FixedRaw& a) const;

  FixedRaw sin(const FixedRaw& a) const;
  FixedRaw cos(const FixedRaw& a) const;
  FixedRaw tan(const FixedRaw& a) const;
  FixedRaw asin(const FixedRaw& a) const;
  FixedRaw acos(const FixedRaw& a) const;
  FixedRaw atan(const FixedRaw& a) const;
  FixedRaw sinh(const FixedRaw& a) const;
  FixedRaw cosh(const FixedRaw& a) const;
  FixedRaw tanh(const FixedRaw& a) const;
  FixedRaw asinh(const FixedRaw& a) const;
  FixedRaw acosh(const FixedRaw& a) const;
  FixedRaw atanh(const FixedRaw& a) const;
  FixedRaw erf(const FixedRaw& a) const;

 private:
  UInt128 largest() const { return ~static_cast<UInt128>(0) >> spare(); }
  int spare() const { return 128 - info_.magnitude_bits; }
  /// "u32_add Overflow"
  [[noreturn]] void overflow(std::string_view operation) const;
  FixedRaw from_whole(UInt128 whole, bool negative) const;
  FixedRaw whole_power(const FixedRaw& a, UInt128 power, bool inverts) const;
  struct Row;
  FixedRaw interpolate(UInt128 at, const Row& row, UInt128 step) const;
  void require_tables(std::string_view function) const;

  const TypeInfo& info_;
  FixedRaw one_;
  FixedRaw two_;
};

/// Q5.26 of the first release, with u128 magnitudes. Sums and whole numbers
/// are range-checked, unless the type is the unchecked one; products are not.
class FirstMath {
 public:
  explicit FirstMath(const TypeInfo& info)
      : info_(info), one_(info.one(), false) {}

  FixedRaw add(const FixedRaw& a, const FixedRaw& b) const;
  FixedRaw sub(const FixedRaw& a, const FixedRaw& b) const;
  FixedRaw mul(const FixedRaw& a, const FixedRaw& b) const;
  FixedRaw div(const FixedRaw& a, const FixedRaw& b) const;
  FixedRaw rem(const FixedRaw& a, const FixedRaw& b) const;
  FixedRaw pow(const FixedRaw& a, const FixedRaw& b) const;
  FixedRaw abs(const FixedRaw& a) const { return make(a.magnitude, false); }
  FixedRaw neg(const FixedRaw& a) const {
    return make(a.magnitude, !a.negative);
  }
  FixedRaw floor(const FixedRaw& a) const;
  FixedRaw ceil(const FixedRaw& a) const;
  FixedRaw round(const FixedRaw& a) const;
  FixedRaw sqrt(const FixedRaw& a) const;
  FixedRaw exp(const FixedRaw& a) const;
  FixedRaw exp2(const FixedRaw& a) const;
  FixedRaw ln(const FixedRaw& a) const;
  FixedRaw log2(const FixedRaw& a) const;
  FixedRaw log10(const FixedRaw& a) const;

 private:
  FixedRaw make(UInt128 magnitude, bool negative) const;
  FixedRaw from_whole(UInt128 whole, bool negative) const;
  FixedRaw whole_power(const FixedRaw& a, UInt128 power) const;

  const TypeInfo& info_;
  FixedRaw one_;
};

/// a * x^n + ... + z, by Horner's rule with the type's own operations.
template <class AnyMath>
FixedRaw horner(const AnyMath& math, std::span<const Int128> terms,
                const FixedRaw& x) {
  FixedRaw sum = terms[0];
  for (const Int128 term : terms.subspan(1)) {
    sum = math.add(math.mul(sum, x), term);
  }
  return sum;
}

}  // namespace ashlar::orion
