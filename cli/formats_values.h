// formats_values.h - all values of a small format, in a grid.
#pragma once

#include <ostream>

#include "ashlar/element.h"
#include "cli/formats_bits.h"

namespace ashlar::cli {

/// Nothing for more than 8 bits. Codes with a sign bit are shown by half.
void print_values(std::ostream& out, const Element& element, const Look& look);

}  // namespace ashlar::cli
