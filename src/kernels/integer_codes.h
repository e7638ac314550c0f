// integer_codes.h - kernels between f32 and integers, or fixed point.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/kernels/float_codes.h"

namespace ashlar::kernels {

/// Numbers times 2^fraction_bits, in two's complement or unsigned.
struct IntegerCode {
  int code_bytes = 1;  ///< 1, 2, or 4 with a sign
  int bits = 8;        ///< that are used, the lowest ones; the others are 0
  bool is_signed = true;
  int fraction_bits = 0;  ///< 0 to 100
};

enum class OutOfRange : std::uint8_t { saturate, report };

/// Rounds to nearest even. Numbers out of range become the nearest code, and
/// NaN 0; false if there were any and they are to be reported.
bool encode(const float* in, void* out, std::size_t count,
            const IntegerCode& how, OutOfRange out_of_range, const Rows& rows);

void decode(const void* in, float* out, std::size_t count,
            const IntegerCode& how, const Rows& rows);

}  // namespace ashlar::kernels
