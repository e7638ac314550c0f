// orion_fixed.h - Orion's fixed-point arithmetic, bit for bit.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ashlar/fixed.h"

namespace ashlar::orion {

/// Numbers are a magnitude and a sign; negative zero is not zero.
enum class FixedType : std::uint8_t {
  q5x26,            ///< of the first release: sums and wholes are range-checked
  q5x26_unchecked,  ///< before those checks
  fp8x23,
  fp8x23_wide,
  fp16x16,
  fp16x16_wide,
  fp32x32,
  fp64x64,
};

std::span<const FixedType> fixed_types();
/// "FP8x23W", "Q5x26u": the name that Orion's data files use.
std::string_view name_of(FixedType type);
FixedType parse_fixed_type(std::string_view name);

/// The type of the library with the same numbers that its results must fit:
/// what to compare a correctly rounded result with.
FixedPoint fixed_point_of(FixedType type);

/// function(a, b) as Orion computes it: truncated step by step, from tables
/// and polynomials. Functions of one operand ignore `b`.
///
/// Where Orion panics the error is of ErrorKind::data and its problem is the
/// panic's text. What Orion's type lacks, and the tables of FP64x64, which
/// follow no rule, are of ErrorKind::unsupported. An operand that the type
/// cannot hold is of ErrorKind::invalid.
FixedRaw evaluate(FixedFunction function, FixedType type, const FixedRaw& a,
                  const FixedRaw& b = {});

}  // namespace ashlar::orion
