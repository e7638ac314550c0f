// cost.cc - counts what chunks do, and weighs it.
#include "src/plan/cost.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "src/base/cache_line.h"
#include "src/plan/lines.h"

namespace ashlar {
namespace {

// Nanoseconds, as they fit random conversions of 64 MiB on a Zen 4 with two
// threads best (decision 23).
constexpr Work kWeights = {
    .lines_read = 3,
    .lines_streamed = 1.8,
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

class Counter {
 public:
  explicit Counter(const Program& program) : program_(program) {}

  Work run() {
    // Where every chunk is cut short, the whole one is never moved.
    if (const auto cut = always_cut()) {
      for (const Piece& piece : cut->pieces) add(piece.chunk);
    } else {
      add(program_.chunk);
    }
    divide();
    return work_;
  }

 private:
  PieceCache::Found always_cut() const {
    Left left = {program_.span, program_.span};
    bool is_cut = false;
    for (int axis = 0; axis < program_.span.size(); ++axis) {
      const FusedAxis& of = program_.axes[static_cast<std::size_t>(axis)];
      const Index most = program_.reach > 0 ? of.room : of.size;
      is_cut = is_cut || program_.span[axis] > most;
      left.inside[axis] = std::min(left.inside[axis], of.size);
      left.room[axis] = std::min(left.room[axis], of.room);
    }
    if (!is_cut) return nullptr;
    left.inside = program_.pieces->reached(left.inside);
    left.room = program_.pieces->reached(left.room);
    return program_.pieces->find(left);
  }

  void add(const Chunk& chunk) {
    count_ += static_cast<double>(chunk.count);
    work_.chunks += 1;
    add_lines(chunk);
    work_.spans_pulled += size_of(chunk.pulled.spans);
    work_.bytes_pulled += static_cast<double>(chunk.pulled.bytes);
    if (!chunk.is_direct) work_.segments += size_of(chunk.segments);
    add_way(chunk);
  }

  void add_lines(const Chunk& chunk) {
    std::vector<Loop> loops;
    for (const ChunkLoop& each : chunk.loops) loops.push_back(each.loop);
    const auto lines = [&](Index bits, Which side) {
      return size_of(list_lines(loops, program_.outer, bits, side));
    };
    work_.lines_read += lines(program_.widths.in_bits, Which::source);
    (chunk.is_streamed ? work_.lines_streamed : work_.lines_written) +=
        lines(program_.widths.out_bits, Which::destination);
  }

  void add_way(const Chunk& chunk) {
    const auto count = static_cast<double>(chunk.count);
    if (chunk.is_straight) {
      work_.fixed_runs += size_of(chunk.stretches);
      return;
    }
    switch (chunk.way) {
      case Way::copy:
      case Way::scatter:
      case Way::runs:
        (is_fixed(chunk.runs.run) ? work_.fixed_runs : work_.runs) +=
            size_of(chunk.moves) * static_cast<double>(chunk.runs.rows);
        break;
      case Way::weave:
        for (const Pass& pass : chunk.passes) {
          work_.lines_woven +=
              size_of(pass.groups) *
              static_cast<double>(std::size_t{1} << pass.weave.stages);
        }
        break;
      case Way::transpose:
        work_.transposed += count;
        break;
      case Way::squares:
        work_.in_squares += count;
        break;
      default:
        add_table(chunk.table);
    }
  }

  void add_table(const Table& table) {
    if (table.order) {
      work_.bytes_permuted += static_cast<double>(table.order->bytes());
    } else if (table.patches) {
      work_.hops += size_of(table.patches->hops);
      work_.patches += size_of(table.patches->patches);
      work_.cell_parts += size_of(table.patches->cells.parts);
    } else {
      work_.gathered += size_of(table.near) + size_of(table.elements);
    }
  }

  void divide();

  const Program& program_;
  double count_ = 0;
  Work work_;
};

/// All there is to count.
constexpr double Work::*kCounts[] = {
    &Work::lines_read,  &Work::lines_streamed, &Work::lines_written,
    &Work::chunks,      &Work::spans_pulled,   &Work::bytes_pulled,
    &Work::segments,    &Work::fixed_runs,     &Work::runs,
    &Work::lines_woven, &Work::bytes_permuted, &Work::hops,
    &Work::patches,     &Work::cell_parts,     &Work::in_squares,
    &Work::transposed,  &Work::gathered};
static_assert(std::size(kCounts) * sizeof(double) == sizeof(Work));

void Counter::divide() {
  for (double Work::*each : kCounts) work_.*each /= count_;
}

}  // namespace

Work work_of(const Program& program) { return Counter(program).run(); }

double cost_of(const Program& program, Index in_bits) {
  const Work work = work_of(program);
  double cost = 0;
  for (double Work::*each : kCounts) cost += work.*each * kWeights.*each;
  return cost * static_cast<double>(in_bits) /
         static_cast<double>(program.widths.in_bits);
}

double least_cost(const Picked& picked, Index in_bits) {
  const Widths& widths = picked.widths;
  const auto lines = [&](Index bits, Which side) {
    return size_of(list_lines(picked.chunk, picked.outer, bits, side));
  };
  const double cost =
      kWeights.lines_read * lines(widths.in_bits, Which::source) +
      kWeights.lines_streamed * lines(widths.out_bits, Which::destination);
  return cost / static_cast<double>(picked.count) *
         static_cast<double>(in_bits) / static_cast<double>(widths.in_bits);
}

bool is_dear(const Program& program, const Widths& widths) {
  constexpr double kMuch = 2.5;
  const double least =
      (kWeights.lines_read * static_cast<double>(widths.in_bits) +
       kWeights.lines_streamed * static_cast<double>(widths.out_bits)) /
      kLineBits;
  return cost_of(program, widths.in_bits) >= kMuch * least;
}

}  // namespace ashlar
