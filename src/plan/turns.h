// turns.h - how bits of an address change places in a few stages.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ashlar/shape.h"
#include "src/kernels/weave.h"

namespace ashlar::woven {

/// Where a block is: before, between two passes, or after them.
enum Place : std::uint8_t { kIn, kScratch, kOut };

/// A loop of two values: one bit of the address in each place. Where it is at
/// the destination tells it from all others.
struct Bit {
  std::array<Index, 3> at = {};

  Index operator[](Place place) const { return at[place]; }
  bool operator==(const Bit& other) const { return at[kOut] == other.at[kOut]; }
};

/// Bits of an address within a line, the lowest first. The bits within an
/// element are not among them.
using LineBits = std::vector<Bit>;

/// What a pass turns lines into. As many bits enter lines as leave them: those
/// that enter tell apart the lines that are read, those that leave the lines
/// that are written.
struct Turn {
  LineBits from;
  LineBits to;
  LineBits entering;
  LineBits leaving;
};

/// Lines of elements of `width` bytes, a stage for each bit that enters, in
/// that order. Where lines are is not set.
kernels::Weave make_weave(const Turn& turn, Index width);

}  // namespace ashlar::woven
