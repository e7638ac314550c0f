// run.cc - walks the loops outside of chunks, on all threads.
#include "src/plan/run.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <vector>

#include "src/base/parallel.h"
#include "src/plan/worker.h"

namespace ashlar {
namespace {

/// Where bits that count through units which lie apart are from `base` on.
template <class Unit>
Index bit_from(const std::byte* base, std::span<const Unit> units,
               Index unit_bytes, Index bit) {
  const std::byte* start =
      units[static_cast<std::size_t>(bit / (unit_bytes * 8))].data();
  // Units are no parts of one array, so that pointers cannot be subtracted.
  const auto distance = reinterpret_cast<std::intptr_t>(start) -
                        reinterpret_cast<std::intptr_t>(base);
  return distance * 8 + bit % (unit_bytes * 8);
}

/// The loops outside of chunks.
class Walk {
 public:
  Walk(const Job& job, Worker& worker) : job_(job), worker_(worker) {}

  /// All of the loops from `level` on; of the first one only [begin, end).
  void run(std::size_t level, const Place& place, Index begin, Index end) {
    if (level == loops().size()) return add(place);
    const Loop& loop = loops()[level];
    if (level + 1 == loops().size()) return run_last(loop, place, begin, end);
    for (Index k = begin; k < end; ++k) {
      Place next = place;
      if (!enter(loop, k, next)) continue;
      const Index count =
          level + 1 < loops().size() ? loops()[level + 1].count : 0;
      run(level + 1, next, 0, count);
    }
  }

 private:
  const std::vector<Loop>& loops() const { return job_.program.outer; }

  void add(const Place& place) {
    if (job_.in_units.empty()) return worker_.add(place);
    Place apart = place;
    apart.in =
        bit_from(job_.in, job_.in_units, job_.in_side.unit_bytes(), place.in);
    apart.out = bit_from(job_.out, job_.out_units, job_.out_side.unit_bytes(),
                         place.out);
    worker_.add(apart);
  }

  /// Most chunks begin here, so it has to be quick: indices are counted on, not
  /// worked out.
  void run_last(const Loop& loop, const Place& place, Index begin, Index end) {
    Place next = place;
    Indices step = Indices::filled(place.index.size(), 0);
    counts_.resize(loop.dims.size());
    Index rest = begin;
    for (std::size_t i = loop.dims.size(); i-- > 0;) {
      const Dim& dim = loop.dims[i];
      counts_[i] = rest % dim.count;
      rest /= dim.count;
      step[dim.axis] += counts_[i] * dim.step;
      next.index[dim.axis] += counts_[i] * dim.step;
    }
    for (Index k = begin; k < end; ++k) {
      if (is_inside(job_.program.axes, next.index)) {
        set_offsets(loop, k, step, place, next);
        add(next);
      }
      for (std::size_t i = loop.dims.size(); i-- > 0;) {
        const Dim& dim = loop.dims[i];
        const bool goes_on = ++counts_[i] < dim.count;
        const Index by = goes_on ? dim.step : dim.step * (1 - dim.count);
        next.index[dim.axis] += by;
        step[dim.axis] += by;
        if (goes_on) break;
        counts_[i] = 0;
      }
    }
  }

  /// Those of value k of a loop, which adds `step` to the index of `place`.
  void set_offsets(const Loop& loop, Index k, const Indices& step,
                   const Place& place, Place& next) const {
    if (!loop.is_computed()) {
      next.in = place.in + loop.in_offset(k);
      next.out = place.out + loop.out_offset(k);
      return;
    }
    const Indices full =
        unfused(job_.program.axes, step.data(), job_.in_side.rank());
    next.in = place.in + job_.in_side.at(full.data()) - job_.program.in_start;
    next.out =
        place.out + job_.out_side.at(full.data()) - job_.program.out_start;
  }

  /// Moves to value k of a loop; false if that is outside of the shape.
  bool enter(const Loop& loop, Index k, Place& place) const {
    const Indices step = index_of(loop, k, place.index.size());
    for (int axis = 0; axis < step.size(); ++axis) {
      place.index[axis] += step[axis];
    }
    if (!is_inside(job_.program.axes, place.index)) return false;
    set_offsets(loop, k, step, Place(place), place);
    return true;
  }

  const Job& job_;
  Worker& worker_;
  std::vector<Index> counts_;
};

Place origin(const Program& program) {
  return {program.in_start, program.out_start,
          Indices::filled(static_cast<int>(program.axes.size()), 0)};
}

/// Whether chunks of different threads may write into the same byte.
bool shares_bytes(const Program& program) {
  const auto is_whole = [](Index bits) { return bits % 8 == 0; };
  if (program.widths.is_whole_out()) return false;
  const Chunk& chunk = program.chunk;
  bool whole = is_whole(program.out_start) &&
               is_whole(chunk.segment_count * program.widths.out_bits);
  const auto check = [&](const Loop& loop) {
    whole = whole && is_whole(loop.out_step) && !loop.is_computed();
    for (const Index at : loop.out_at) whole = whole && is_whole(at);
  };
  for (const Loop& loop : program.outer) check(loop);
  // A chunk that is cut short ends inside of a byte, but so does the tensor.
  for (const kernels::Move& each : chunk.segments) {
    whole = whole && is_whole(each.out);
  }
  return !whole;
}

}  // namespace

Refusal run(const Job& job) {
  const Program& program = job.program;
  const auto run_part = [&](Index begin, Index end) {
    Worker worker(job);
    Walk(job, worker).run(0, origin(program), begin, end);
    return worker.finish();
  };
  if (program.outer.empty()) return run_part(0, 0);
  const Index count = program.outer[0].count;
  // Pieces of some hundred KiB, and enough of them for all threads.
  Index chunks = 1;
  for (const Loop& loop : program.outer) chunks *= loop.count;
  const Index each = std::max<Index>(
      1, chunks / count * program.chunk.count * program.widths.work_bytes);
  const Index grain = std::clamp<Index>((256 << 10) / each, 1, count);
  if (grain == count || job.threads == 1 || shares_bytes(program)) {
    return run_part(0, count);
  }
  std::mutex mutex;
  Refusal refused;
  parallel_for(count, grain, job.threads, [&](Index begin, Index end) {
    const Refusal refusal = run_part(begin, end);
    if (!refusal.happened()) return;
    const std::lock_guard lock(mutex);
    refused = refusal;
  });
  return refused;
}

}  // namespace ashlar
