// decimal.h - numbers with as few digits as tell them apart.
#pragma once

#include <string>

#include "ashlar/element.h"

namespace ashlar {

/// A finite number as text with a point and at most `precision` digits behind
/// it: "2.5", "-0.", "100.".
std::string positional(const Element& element, double value, int precision);

/// The same as "2.5e+10", "1.e-05"; at least two digits after the e. If that
/// has less than `least` digits behind the point, more of the exact number
/// follow.
std::string scientific(const Element& element, double value, int precision,
                       int least = 0);

/// As it is written by itself: "2.5", "1.0", "1e+16".
std::string alone(const Element& element, double value);

}  // namespace ashlar
