// cast.h - numbers from one element format to another, exactly as asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ashlar/cast_policy.h"
#include "ashlar/element.h"

namespace ashlar {

// Words are what is stored: the code with its sign, `storage_shift` unused bits
// below it. Element i of an array takes the bits from i * storage_bits on, the
// lowest bit of the first byte first; all numbers are little-endian.

/// The number that a word of up to 64 bits stands for. Exact, except that
/// numbers of more than 53 bits are rounded to the nearest double.
double decode(const Element& element, std::uint64_t word);

/// The word of a number, as `cast` would make it of an array of one. An error
/// if the policy refuses it.
std::uint64_t encode(const Element& element, double value,
                     const CastPolicy& policy = {});

/// How many bytes `count` elements take.
std::int64_t packed_bytes(const Element& element, std::int64_t count);

struct CastOptions {
  CastPolicy policy = {};
  /// The index of the first element: stochastic rounding draws by (seed,
  /// index), so a part of an array gets the bits that the whole array would.
  std::int64_t first = 0;
  int threads = 0;  ///< at most so many; 0 for as many as there are
};

/// Casts `count` elements. Every number is rounded once, whatever the formats;
/// the result does not depend on threads, instruction set or the floating-point
/// environment. The arrays may be unaligned, but not overlap. Unused bits of
/// the last byte are 0. A number that the policy refuses is an error that says
/// where the first one is; what `out` holds then is undefined.
void cast(const Element& from, std::span<const std::byte> in, const Element& to,
          std::span<std::byte> out, std::int64_t count,
          const CastOptions& options = {});

}  // namespace ashlar
