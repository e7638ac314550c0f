// plain_loop.h - the fastest loops that read and write so many bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/support/interleave.h"
#include "bench/support/team.h"

namespace ashlar::bench {

/// What a conversion moves: whole cache lines, and sizes in a simple ratio, as
/// loops take the smallest step that has it.
struct Traffic {
  const std::byte* in = nullptr;
  std::byte* out = nullptr;
  std::int64_t bytes_in = 0;
  std::int64_t bytes_out = 0;

  double bytes() const { return static_cast<double>(bytes_in + bytes_out); }
};

/// Loops that move as many bytes between the same arrays and compute nothing.
/// The fastest of them is the limit of a conversion. If as much is written as
/// read they are a copy with stores that bypass the cache, and memcpy;
/// otherwise such stores, and ordinary ones with and without fetching ahead.
/// Every thread has its own part of the arrays.
std::vector<Contender> plain_loops(const Traffic& traffic, Team& team);

}  // namespace ashlar::bench
