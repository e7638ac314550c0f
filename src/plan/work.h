// work.h - what moving chunks takes, and how long that is.
#pragma once

#include <span>
#include <string_view>

#include "src/plan/chunk.h"

namespace ashlar {

/// Nanoseconds for a line where nothing but lines takes any.
inline constexpr double kCostOfLineRead = 2;
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
  double square_rows = 0;     ///< that are read at once
  double far_rows = 0;        ///< those of them that are read from the source
  double square_columns = 0;  ///< that are written at once
  double transposed = 0;      ///< elements, as wide as they move
  double gathered = 0;        ///< likewise
  double bytes_far = 0;       ///< of areas that fill the second cache
  double bytes_beyond = 0;    ///< of areas and tables, beyond the first cache
};

/// One of the counts.
struct NamedCount {
  std::string_view name;
  double Work::*of;
};
/// All that there is to count.
std::span<const NamedCount> all_counts();

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
