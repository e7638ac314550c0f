// exact.h - the functions and arguments whose value can be had exactly.
#pragma once

#include <optional>

#include "ashlar/fixed.h"
#include "src/fixed/wide.h"

namespace ashlar {

/// A rounded result in raw units, before it meets the range of a type.
struct FixedValue {
  Wide magnitude;
  bool negative = false;
  /// At least 2^kHugeBits, and the digits are unknown.
  bool is_huge = false;
};

inline constexpr int kHugeBits = 192;

/// Why the function has no value there: "the divisor is zero"; else empty.
std::string_view why_undefined(FixedFunction function, int fraction_bits,
                               const FixedRaw& a, const FixedRaw& b);

/// The value, rounded to nearest even, wherever it is rational. What is left
/// is irrational, so that it is never halfway between two raw numbers.
std::optional<FixedValue> evaluate_exactly(FixedFunction function,
                                           int fraction_bits, const FixedRaw& a,
                                           const FixedRaw& b);

}  // namespace ashlar
