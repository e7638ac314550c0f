// wide_floats.h - kernels between f64 and f32.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/kernels/rows.h"

namespace ashlar::kernels {

enum class Narrowing : std::uint8_t {
  to_even,  ///< the nearest one, as casts do; too large is infinity
  /// Between two numbers the odd one, too large is the largest. What is rounded
  /// again, to fewer than 23 bits, is then as if it had been rounded once.
  to_odd,
};

/// NaN is quiet and keeps its sign. Subnormals are kept, whatever the
/// floating-point environment is.
void narrow(const double* in, float* out, std::size_t count,
            Narrowing narrowing, const Rows& rows);

void widen(const float* in, double* out, std::size_t count, const Rows& rows);

}  // namespace ashlar::kernels
