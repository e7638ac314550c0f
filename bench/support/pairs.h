// pairs.h - many conversions, each beside its limit: a histogram, and the
// slowest of them.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "ashlar/convert.h"
#include "bench/support/huge_buffer.h"
#include "bench/support/team.h"

namespace ashlar::bench {

struct Pair {
  Spec from;
  Spec to;
  double ratio = 0;
  double rate = 0;   ///< GB/s, reading and writing
  double limit = 0;  ///< likewise
  std::string kernel;
};

/// Times pairs of up to so many bytes on either side.
class Stopwatch {
 public:
  Stopwatch(std::size_t bytes, int threads);

  void time(Pair& pair);

 private:
  /// Numbers that every format of so many bits has, or nearly every.
  const HugeBuffer& in_of(const Format& format);

  std::size_t bytes_;
  std::map<std::size_t, HugeBuffer> in_;  ///< by bytes of integers, or 0
  HugeBuffer out_;
  Team team_;
};

/// Sorts the pairs, and says how they did; names so many of the slowest.
void print_pairs(std::vector<Pair> pairs, int shown);

}  // namespace ashlar::bench
