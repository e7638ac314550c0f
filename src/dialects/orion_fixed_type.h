// orion_fixed_type.h - the constants in which Orion's fixed-point types differ.
#pragma once

#include <span>
#include <string_view>

#include "ashlar/dialects/orion_fixed.h"

namespace ashlar::orion {

/// Polynomials of exp2 and log2, highest degree first.
struct Polynomials {
  UInt128 log2_e;
  std::span<const Int128> exp2;  ///< without the constant term, which is 1
  std::span<const Int128> log2;  ///< of a number in [1, 2]
  UInt128 ln_2;
  UInt128 log10_2;
  int cap;      ///< largest power of two in the tables of exp2
  int log_cap;  ///< and of log2
};

/// A row of a table whose argument was mistyped.
struct Mistyped {
  int slot;
  std::uint32_t start;
};

struct Circle {
  UInt128 two_pi;
  UInt128 pi;
  UInt128 half_pi;
  UInt128 sine_step;
  UInt128 arc_step;
  UInt128 seven_tenths;
  UInt128 third_of_root_3;
  UInt128 sixth_of_pi;
  std::span<const Mistyped> sine_starts;
  std::span<const Mistyped> arc_starts;
};

struct TypeInfo {
  FixedType type;
  std::string_view name;
  int fraction_bits;
  int magnitude_bits;
  int bits;  ///< of the two's complement type it stands for
  const Polynomials* polynomials;
  const Circle* circle;  ///< null for the first release, which had none

  bool is_first_release() const { return circle == nullptr; }
  UInt128 one() const { return static_cast<UInt128>(1) << fraction_bits; }
};

std::span<const TypeInfo> type_infos();
const TypeInfo& info_of(FixedType type);

[[noreturn]] void panic(std::string_view text);

}  // namespace ashlar::orion
