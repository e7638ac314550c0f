// series.h - power series on natural numbers with `p` bits of fraction.
//
// Arguments and results are numbers times 2^p. Every result is within two
// units of the last place of the function of the argument as given, for p up
// to 672.
#pragma once

#include "src/fixed/wide.h"

namespace ashlar::series {

Wide ln2(int p);
Wide pi(int p);

/// e^x for x in [0, 1).
Wide exp(const Wide& x, int p);
/// For x in [1, 2].
Wide ln(const Wide& x, int p);
/// For any x whose bits, with p more, fit.
Wide sqrt(const Wide& x, int p);
/// For x in [0, 1].
Wide atan(const Wide& x, int p);

struct SinCos {
  Wide sin;
  Wide cos;
};
/// For x in [0, pi/2]; results that would be below zero are zero.
SinCos sin_cos(const Wide& x, int p);

}  // namespace ashlar::series
