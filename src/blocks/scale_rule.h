// scale_rule.h - which power of two brings numbers into the range of elements.
#pragma once

#include "ashlar/quantize.h"

namespace ashlar {

/// The largest number under a scale of 1: 2^exponent * mantissa.
struct Largest {
  double number = 1;
  int exponent = 0;
  double mantissa = 1;
  int mantissa_bits = 0;  ///< of its neighbours

  static Largest of(double number, int mantissa_bits);
};

/// That of an element code. Signed integers do not use their lowest code.
Largest largest_number(const Element& element);
/// That of the codes of a block format. Tables that do not reach the highest
/// binade of their numbers' format count by themselves.
Largest largest_number(const Format& format);

/// The rule that `automatic` stands for.
ScaleRule resolved(ScaleRule rule, const Format& format);

/// The power of two that a tile is divided by. `amax` is finite, above 0.
int scale_exponent(ScaleRule rule, const Largest& largest, float amax);

}  // namespace ashlar
