// xor_bits.h - XORs bit by bit.
//
// Each bit of an XOR depends on one bit of each of its digits, so that only
// loops which change the same bit have to go together.
#pragma once

#include <cstdint>
#include <vector>

#include "src/plan/refine.h"
#include "src/plan/side.h"

namespace ashlar {

/// The values of a digit, on an axis of so many indices, at which its bits
/// begin, as far as they are whole: 24 values have three of them, and a rest.
/// Where a join takes part, only the value above which no digit but this one
/// changes anything.
std::vector<Index> powers_of_xor(const Term& term, const AxisDigit& digit,
                                 Index size);

/// The bits of a digit's value that a loop over its axis changes, on a side
/// that starts at index `begin`.
std::uint64_t bits_of_xor(const Dim& dim, const AxisDigit& digit, Index begin);

}  // namespace ashlar
