// work.cc - counts what chunks do, and weighs it.
#include "src/plan/work.h"

#include <iterator>

#include "src/base/cache_line.h"

namespace ashlar {
namespace {

// Nanoseconds, as they fit random conversions of 64 MiB on a Zen 4 with two
// threads best (decision 23).
constexpr Work kWeights = {
    .lines_read = kCostOfLineRead,
    .lines_streamed = kCostOfLineStreamed,
    .lines_written = 5.2,
    .chunks = 35,
    .spans_pulled = 2.2,
    .bytes_pulled = 0.04,
    .segments = 2.8,
    .fixed_runs = 0.65,
    .runs = 0.8,
    .lines_woven = 1.5,
    .bytes_permuted = 0.07,
    .hops = 0.4,
    .patches = 5.8,
    .cell_parts = 0.8,
    .in_squares = 0.115,
    .transposed = 0.2,
    .gathered = 0.34,
};

template <class List>
double size_of(const List& list) {
  return static_cast<double>(list.size());
}

bool is_fixed(std::size_t run) {
  return run % kLineBytes == 0 || (run < kLineBytes && (run & (run - 1)) == 0);
}

void add_table(const Table& table, Work& work) {
  if (table.order) {
    work.bytes_permuted += static_cast<double>(table.order->bytes());
  } else if (table.patches) {
    work.hops += size_of(table.patches->hops);
    work.patches += size_of(table.patches->patches);
    work.cell_parts += size_of(table.patches->cells.parts);
  } else {
    work.gathered += size_of(table.near) + size_of(table.elements);
  }
}

void add_way(const Chunk& chunk, Work& work) {
  const auto count = static_cast<double>(chunk.count);
  if (chunk.is_straight) {
    work.fixed_runs += size_of(chunk.stretches);
    return;
  }
  switch (chunk.way) {
    case Way::copy:
    case Way::scatter:
    case Way::runs:
      (is_fixed(chunk.runs.run) ? work.fixed_runs : work.runs) +=
          size_of(chunk.moves) * static_cast<double>(chunk.runs.rows);
      break;
    case Way::weave:
      for (const Pass& pass : chunk.passes) {
        work.lines_woven +=
            size_of(pass.groups) *
            static_cast<double>(std::size_t{1} << pass.weave.stages);
      }
      break;
    case Way::transpose:
      work.transposed += count;
      break;
    case Way::squares:
      work.in_squares += count;
      break;
    default:
      add_table(chunk.table, work);
  }
}

/// All there is to count.
constexpr double Work::*kCounts[] = {
    &Work::lines_read,  &Work::lines_streamed, &Work::lines_written,
    &Work::chunks,      &Work::spans_pulled,   &Work::bytes_pulled,
    &Work::segments,    &Work::fixed_runs,     &Work::runs,
    &Work::lines_woven, &Work::bytes_permuted, &Work::hops,
    &Work::patches,     &Work::cell_parts,     &Work::in_squares,
    &Work::transposed,  &Work::gathered};
static_assert(std::size(kCounts) * sizeof(double) == sizeof(Work));

}  // namespace

void add_work(const Chunk& chunk, Work& work) {
  work.chunks += 1;
  work.spans_pulled += size_of(chunk.pulled.spans);
  work.bytes_pulled += static_cast<double>(chunk.pulled.bytes);
  if (!chunk.is_direct) work.segments += size_of(chunk.segments);
  add_way(chunk, work);
}

void divide(Work& work, double count) {
  for (double Work::*each : kCounts) work.*each /= count;
}

double cost_of(const Work& work) {
  double cost = 0;
  for (double Work::*each : kCounts) cost += work.*each * kWeights.*each;
  return cost;
}

double cost_without_lines(const Chunk& chunk) {
  Work work;
  add_work(chunk, work);
  return cost_of(work);
}

}  // namespace ashlar
