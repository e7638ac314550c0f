// cost.cc - lines of chunks, and what else they do.
#include "src/plan/cost.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "src/base/cache_line.h"
#include "src/plan/lines.h"

namespace ashlar {
namespace {

template <class List>
double size_of(const List& list) {
  return static_cast<double>(list.size());
}

class Counter {
 public:
  explicit Counter(const Program& program) : program_(program) {}

  Work run() {
    // Where every chunk is cut short, the whole one is never moved.
    if (const auto cut = always_cut()) {
      for (const Piece& piece : cut->pieces) add(piece.chunk, piece.count);
    } else {
      add(program_.chunk, program_.chunk.count);
    }
    divide(work_, count_);
    return work_;
  }

 private:
  PieceCache::Found always_cut() const {
    Left left = {program_.span, program_.span, program_.reach > 0};
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

  void add(const Chunk& chunk, Index count) {
    count_ += static_cast<double>(count);
    add_lines(chunk);
    add_work(chunk, work_);
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

  const Program& program_;
  double count_ = 0;
  Work work_;
};

}  // namespace

Work work_of(const Program& program) { return Counter(program).run(); }

double cost_of(const Program& program, Index in_bits) {
  return cost_of(work_of(program)) * static_cast<double>(in_bits) /
         static_cast<double>(program.widths.in_bits);
}

double least_cost(const Picked& picked, Index in_bits) {
  const Widths& widths = picked.widths;
  const auto lines = [&](Index bits, Which side) {
    return size_of(list_lines(picked.chunk, picked.outer, bits, side));
  };
  const double cost =
      kCostOfLineRead * lines(widths.in_bits, Which::source) +
      kCostOfLineStreamed * lines(widths.out_bits, Which::destination);
  return cost / static_cast<double>(picked.count) *
         static_cast<double>(in_bits) / static_cast<double>(widths.in_bits);
}

bool is_dear(double cost, const Widths& widths) {
  constexpr double kMuch = 2.7;
  const double least =
      (kCostOfLineRead * static_cast<double>(widths.in_bits) +
       kCostOfLineStreamed * static_cast<double>(widths.out_bits)) /
      kLineBits;
  return cost >= kMuch * least;
}

}  // namespace ashlar
