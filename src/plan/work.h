// work.h - what moving chunks takes, and how long that is.
#pragma once

#include "src/plan/chunk.h"

namespace ashlar {

/// Nanoseconds for a line where nothing but lines takes any.
inline constexpr double kCostOfLineRead = 3;
inline constexpr double kCostOfLineStreamed = 1.8;

/// What chunks do that takes time.
struct Work {
  double lines_read = 0;
  double lines_streamed = 0;
  double lines_written = 0;  ///< others, which are read before
  double chunks = 0;         ///< and pieces of chunks
  double spans_pulled = 0;
  double bytes_pulled = 0;
  double segments = 0;
  double fixed_runs = 0;  ///< of a length that kernels are made for
  double runs = 0;        ///< of any other
  double lines_woven = 0;
  double bytes_permuted = 0;
  double hops = 0;
  double patches = 0;
  double cell_parts = 0;
  double in_squares = 0;  ///< elements
  double transposed = 0;  ///< likewise
  double gathered = 0;    ///< likewise
};

/// Adds what a chunk does, but for the lines that it reads and writes.
void add_work(const Chunk& chunk, Work& work);

/// Makes it that of one of so many elements.
void divide(Work& work, double count);

/// In nanoseconds, on one of the threads of a machine as that on which weights
/// were found: good enough to tell which of two ways is the better one.
double cost_of(const Work& work);

/// Of a chunk, wherever its lines are.
double cost_without_lines(const Chunk& chunk);

}  // namespace ashlar
