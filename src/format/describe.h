// describe.h - an element code in words.
#pragma once

#include <string>

#include "ashlar/element.h"

namespace ashlar {

/// "a float with a sign, 5 exponent and 6 mantissa bits, bias 15; ..."
std::string describe(const Element& element);

}  // namespace ashlar
