// fixed.h - fixed-point numbers and functions of them, correctly rounded.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ashlar/cast_policy.h"

namespace ashlar {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

/// The integer behind a fixed-point number: the number times 2^fraction_bits.
/// Results of this header never are negative zero, but other vocabularies
/// (Orion's) tell it from zero.
struct FixedRaw {
  UInt128 magnitude = 0;
  bool negative = false;

  constexpr FixedRaw() = default;
  constexpr FixedRaw(UInt128 of_magnitude, bool is_negative)
      : magnitude(of_magnitude), negative(is_negative) {}
  constexpr FixedRaw(Int128 value)  // NOLINT: numbers are numbers
      : magnitude(value < 0 ? -static_cast<UInt128>(value)
                            : static_cast<UInt128>(value)),
        negative(value < 0) {}

  bool operator==(const FixedRaw&) const = default;
};

/// The same number in two's complement; one that does not fit is an error.
Int128 to_int128(const FixedRaw& raw);
/// "-123"; negative zero is "-0".
std::string to_string(const FixedRaw& raw);
FixedRaw parse_fixed_raw(std::string_view text);

enum class FixedRange : std::uint8_t {
  twos_complement,  ///< -2^(bits-1) .. 2^(bits-1) - 1
  symmetric,        ///< without the lowest of them
};

/// A fixed-point type; Q16.16 is {32, 16}.
struct FixedPoint {
  int bits = 32;           ///< 2 .. 128, with the sign
  int fraction_bits = 16;  ///< 0 .. 127
  FixedRange range = FixedRange::twos_complement;

  bool operator==(const FixedPoint&) const = default;
};

/// "32-bit fixed point with 16 fraction bits".
std::string to_string(const FixedPoint& type);
FixedRaw lowest(const FixedPoint& type);
FixedRaw highest(const FixedPoint& type);

enum class FixedFunction : std::uint8_t {
  add,
  sub,
  mul,
  div,
  rem,  ///< a - b * floor(a / b), exact; its sign is the divisor's
  pow,
  abs,
  neg,
  floor,
  ceil,
  round,  ///< to a whole number, halves away from zero
  sqrt,
  exp,
  exp2,
  ln,
  log2,
  log10,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  asinh,
  acosh,
  atanh,
  erf,
};

struct FixedFunctionInfo {
  FixedFunction function;
  std::string_view name;
  int operands;  ///< 1 or 2
};

/// All of them, in the order of the enumeration.
std::span<const FixedFunctionInfo> fixed_functions();
std::string_view name_of(FixedFunction function);
int operands_of(FixedFunction function);
/// "log2"; an unknown name is an error that lists them.
FixedFunction parse_fixed_function(std::string_view name);

/// function(a, b), rounded once, to nearest with ties to even. Integers only,
/// so that every machine gives the same bits. Functions of one operand ignore
/// `b`. Operands may lie outside the type's range.
///
/// Where the function has no value (sqrt(-1), 1 / 0) the error is of
/// ErrorKind::data. A result outside the range is of ErrorKind::limit unless
/// `overflow` says otherwise: `saturate` gives the nearer end of the range,
/// `wrap` the number of the range that differs by a multiple of its size. Too
/// large to wrap, ErrorKind::limit again, is what passes 2^192 in raw units.
FixedRaw evaluate(FixedFunction function, const FixedPoint& type,
                  const FixedRaw& a, const FixedRaw& b = {},
                  IntegerOverflow overflow = IntegerOverflow::error);

}  // namespace ashlar
