// estimate.h - functions to any precision, with a bound on the error.
#pragma once

#include "ashlar/fixed.h"
#include "src/fixed/wide.h"

namespace ashlar {

/// A number times 2^p that is off by less than 2^error_bits.
struct Estimate {
  Wide value;
  bool negative = false;
  int error_bits = 0;
  /// At least 2^kHugeBits in raw units, and the rest means nothing.
  bool is_huge = false;
};

/// function(a, b) with `p` bits of fraction, p > fraction_bits + 64. Only where
/// the function has a value and exact.h does not know it.
Estimate estimate(FixedFunction function, int fraction_bits, const FixedRaw& a,
                  const FixedRaw& b, int p);

/// The most bits that `estimate` has room for.
inline constexpr int kMaxPrecision = 448;

}  // namespace ashlar
