// work.cc - counts what chunks do, and weighs it.
#include "src/plan/work.h"

#include <algorithm>
#include <iterator>

#include "src/base/cache_line.h"

namespace ashlar {
namespace {

// Nanoseconds, as they fit random conversions of 64 MiB in chunks of all sizes
// on one thread of a Zen 5; lines and chunks by hand after that (decision 25).
constexpr Work kWeights = {
    .lines_read = kCostOfLineRead,
    .lines_streamed = kCostOfLineStreamed,
    .lines_written = 2.6,
    .chunks = 150,
    .spans_pulled = 1.2,
    .bytes_pulled = 0.01,
    .segments = 1.6,
    .fixed_runs = 0.37,
    .runs = 0.5,
    .lines_woven = 1.55,
    .bytes_permuted = 0.045,
    .hops = 0.57,
    .patches = 4.2,
    .cell_parts = 0.6,
    .square_rows = 0.4,
    .far_rows = 0.94,
    .square_columns = 0.47,
    .transposed = 0.2,
    .gathered = 0.28,
    .bytes_far = 0.0098,
    .bytes_beyond = 0.0073,
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

/// Sixteen rows become columns of sixteen bytes, or as many as there are.
void add_squares(const Chunk& chunk, Work& work) {
  constexpr std::size_t kWide = 8;  // with fewer columns, sides are four
  const Squares& squares = chunk.squares;
  const std::size_t rows = squares.rows.size();
  const std::size_t columns = squares.columns.size();
  const std::size_t most = columns < kWide ? 4 : 16;
  const std::size_t side = rows >= 16 ? most : rows >= 8 ? most / 2 : 4;
  const std::size_t blocks = (rows + side - 1) / side;
  const std::size_t lines = (columns + kLineBytes - 1) / kLineBytes;
  const double read =
      static_cast<double>(blocks * side * lines) * size_of(squares.moves);
  work.square_rows += read;
  const bool is_near = chunk.is_staged || !chunk.pulled.spans.empty();
  if (!is_near) work.far_rows += read;
  work.square_columns +=
      static_cast<double>(blocks * columns) * size_of(squares.moves);
}

template <class List>
double bytes_of(const List& list) {
  return size_of(list) * sizeof(typename List::value_type);
}

/// Of tables that a chunk goes through.
double table_bytes(const Chunk& chunk) {
  double bytes = bytes_of(chunk.moves) + bytes_of(chunk.segments) +
                 bytes_of(chunk.pulled.spans) + bytes_of(chunk.awaited) +
                 bytes_of(chunk.table.near) + bytes_of(chunk.table.elements);
  if (const auto& order = chunk.table.order) {
    bytes += bytes_of(order->first) + bytes_of(order->middle) +
             bytes_of(order->middle_squares) + bytes_of(order->last);
  }
  if (const auto& patches = chunk.table.patches) {
    bytes += bytes_of(patches->hops) + bytes_of(patches->patches) +
             bytes_of(patches->cells.parts);
  }
  return bytes;
}

double area_bytes(const Chunk& chunk) {
  const Index work = chunk.is_direct ? 0 : chunk.work_count * chunk.move_bytes;
  return static_cast<double>(chunk.pulled.bytes + work);
}

/// What does not fit into the first cache comes from the second one, and areas
/// that are long push out what is fetched into that.
void add_memory(const Chunk& chunk, Work& work) {
  constexpr double kFirstCache = 32 << 10;
  constexpr double kMostOfSecond = 96 << 10;
  const double areas = area_bytes(chunk);
  const double all = areas + table_bytes(chunk);
  work.bytes_beyond += std::max(0.0, all - kFirstCache);
  work.bytes_far += std::max(0.0, areas - kMostOfSecond);
}

void add_way(const Chunk& chunk, Work& work) {
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
      work.transposed += size_of(chunk.moves) *
                         static_cast<double>(chunk.runs.rows * chunk.runs.run);
      break;
    case Way::squares:
      add_squares(chunk, work);
      break;
    default:
      add_table(chunk.table, work);
  }
}

constexpr NamedCount kCounts[] = {
    {"lines read", &Work::lines_read},
    {"lines streamed", &Work::lines_streamed},
    {"lines written", &Work::lines_written},
    {"chunks", &Work::chunks},
    {"spans pulled", &Work::spans_pulled},
    {"bytes pulled", &Work::bytes_pulled},
    {"segments", &Work::segments},
    {"fixed runs", &Work::fixed_runs},
    {"runs", &Work::runs},
    {"lines woven", &Work::lines_woven},
    {"bytes permuted", &Work::bytes_permuted},
    {"hops", &Work::hops},
    {"patches", &Work::patches},
    {"cell parts", &Work::cell_parts},
    {"square rows", &Work::square_rows},
    {"far rows", &Work::far_rows},
    {"square columns", &Work::square_columns},
    {"transposed", &Work::transposed},
    {"gathered", &Work::gathered},
    {"bytes far", &Work::bytes_far},
    {"bytes beyond", &Work::bytes_beyond},
};
static_assert(std::size(kCounts) * sizeof(double) == sizeof(Work));

}  // namespace

std::span<const NamedCount> all_counts() { return kCounts; }

void add_work(const Chunk& chunk, Work& work) {
  work.chunks += 1;
  work.spans_pulled += size_of(chunk.pulled.spans);
  work.bytes_pulled += static_cast<double>(chunk.pulled.bytes);
  if (!chunk.is_direct) work.segments += size_of(chunk.segments);
  add_memory(chunk, work);
  add_way(chunk, work);
}

void divide(Work& work, double count) {
  for (const NamedCount& each : kCounts) work.*each.of /= count;
}

double cost_of(const Work& work) {
  double cost = 0;
  for (const NamedCount& each : kCounts) {
    cost += work.*each.of * kWeights.*each.of;
  }
  return cost;
}

double cost_without_lines(const Chunk& chunk) {
  Work work;
  add_work(chunk, work);
  return cost_of(work);
}

}  // namespace ashlar
