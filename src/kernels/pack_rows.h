// pack_rows.h - rows of codes of a few bits, anywhere in memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/kernels/rows.h"

namespace ashlar::kernels {

// Codes have 1 to 7 bits, the first in the low bits of a byte. Unpacked they
// have a byte each, with zeros above the code. Rows of packed codes may begin
// and end at any bit, counted from bit `start`: what is around them is neither
// changed nor needed.

/// Rows from bytes of `codes` to bits of `out`, and meanwhile what is to be
/// fetched.
void pack_rows(const std::uint8_t* codes, std::uint8_t* out, std::int64_t start,
               const Span* rows, std::size_t count, int bits,
               const Fetch& fetch, Ends ends = Ends::own);

/// From bits of `in` to bytes of `codes`. If all rows are in order on both
/// sides, begin with a whole code and none is longer than `longest`, which is
/// not 0, then what is between them in `in` may be read, and what is behind a
/// row in `codes` written before the next one is; so may kBehind bytes behind
/// the last.
void unpack_rows(const std::uint8_t* in, std::int64_t start,
                 std::uint8_t* codes, const Span* rows, std::size_t count,
                 int bits, std::size_t longest = 0);
inline constexpr std::size_t kBehind = 64;

}  // namespace ashlar::kernels
