// run.cc - walks the loops outside of chunks, on all threads.
#include "src/plan/run.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <optional>
#include <vector>

#include "src/base/checked.h"
#include "src/base/parallel.h"
#include "src/plan/lines.h"
#include "src/plan/segments.h"
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
  Walk(const Job& job, Worker& worker)
      : job_(job), worker_(worker), numbers_(job.program.outer.size()) {}

  /// All of the levels from `at` on; of the first one only [begin, end).
  void run(std::size_t at, const Place& place, Index begin, Index end) {
    const std::vector<Level>& levels = job_.program.levels;
    if (at == levels.size()) return add(place);
    const Level& level = levels[at];
    const Loop& loop = job_.program.outer[level.loop];
    const Dim& dim = loop.dims[level.dim];
    const std::size_t below = at + 1;
    const Index count = below < levels.size() ? count_of(levels[below]) : 0;
    Index& number = numbers_[level.loop];
    const Index before = number;
    Place next = place;
    Index& index = next.index[dim.axis];
    index += begin * dim.step;
    number += begin * level.stride;
    // The indices of an axis only grow from level to level.
    const Index size =
        job_.program.axes[static_cast<std::size_t>(dim.axis)].size;
    for (Index k = begin; k < end && index < size; ++k) {
      if (level.is_last) set_offsets(loop, number, place, next);
      run(below, next, 0, count);
      index += dim.step;
      number += level.stride;
    }
    number = before;
  }

 private:
  Index count_of(const Level& level) const {
    return job_.program.outer[level.loop].dims[level.dim].count;
  }

  void add(const Place& place) {
    if (job_.in_units.empty()) return worker_.add(place);
    Place apart = place;
    apart.in =
        bit_from(job_.in, job_.in_units, job_.in_side.unit_bytes(), place.in);
    apart.out = bit_from(job_.out, job_.out_units, job_.out_side.unit_bytes(),
                         place.out);
    worker_.add(apart);
  }

  /// Those of a value of a loop, counted from `place`.
  void set_offsets(const Loop& loop, Index number, const Place& place,
                   Place& next) const {
    if (!loop.is_computed()) {
      next.in = place.in + loop.in_offset(number);
      next.out = place.out + loop.out_offset(number);
      return;
    }
    const Program& program = job_.program;
    const Indices step = index_of(loop, number, place.index.size());
    const Indices full =
        unfused(program.axes, step.data(), job_.in_side.rank());
    next.in = place.in + job_.in_side.at(full.data()) - program.in_start;
    next.out = place.out + job_.out_side.at(full.data()) - program.out_start;
  }

  const Job& job_;
  Worker& worker_;
  std::vector<Index> numbers_;  ///< by loop: of its value, so far
};

Place origin(const Program& program) {
  return {program.in_start, program.out_start,
          Indices::filled(static_cast<int>(program.axes.size()), 0)};
}

/// Whether each chunk begins and ends with a byte of the destination. One that
/// is cut short ends inside of a byte, but so does the tensor.
bool keeps_bytes(const Program& program) {
  const Chunk& chunk = program.chunk;
  if (program.widths.is_whole_out()) return true;
  if (chunk.packs_first) return chunk.mends.empty();
  return keeps_bytes(program.outer, program.out_start) &&
         are_bytes(chunk.segments, program.widths.out_bits);
}

/// The most bits that a value of a loop adds, or a negative number if that
/// cannot be told or some go backwards.
Index reach_of(const Loop& loop) {
  if (loop.is_computed()) return -1;
  if (loop.out_at.empty()) return (loop.count - 1) * loop.out_step;
  const auto [least, most] = std::ranges::minmax(loop.out_at);
  return least < 0 ? -1 : most;
}

/// How many values of the first level go together so that what follows begins
/// with a byte that nothing before it is in. None if there is no such number.
std::optional<Index> whole_values(const Program& program) {
  if (keeps_bytes(program)) return 1;
  const std::size_t first = program.levels[0].loop;
  const Loop& loop = program.outer[first];
  if (!loop.is_even() || loop.dims.size() != 1) return std::nullopt;
  Index below = program.widths.out_bits;
  const auto add = [&](const Loop& each) {
    const Index reach = reach_of(each);
    below = reach < 0 || below < 0 ? -1 : below + reach;
  };
  for (const Loop& each : program.outer) {
    if (&each != &loop) add(each);
  }
  for (const ChunkLoop& each : program.chunk.loops) add(each.loop);
  const bool is_apart = below >= 0 && below <= loop.out_step;
  if (!is_apart || program.out_start % 8 != 0) return std::nullopt;
  return 8 / std::gcd(loop.out_step, Index{8});
}

}  // namespace

Refusal run(const Job& job) {
  const Program& program = job.program;
  const auto run_part = [&](Index begin, Index end) {
    Worker worker(job);
    Walk(job, worker).run(0, origin(program), begin, end);
    return worker.finish();
  };
  if (program.levels.empty()) return run_part(0, 0);
  const Level& first = program.levels[0];
  const Index count = program.outer[first.loop].dims[first.dim].count;
  // Pieces of some hundred KiB, and enough of them for all threads.
  Index chunks = 1;
  for (const Loop& loop : program.outer) chunks *= loop.count;
  const Index each = std::max<Index>(
      1, chunks / count * program.chunk.count * program.widths.work_bytes);
  const Index grain = std::clamp<Index>((256 << 10) / each, 1, count);
  if (grain == count || job.threads == 1) return run_part(0, count);
  const std::optional<Index> step = whole_values(program);
  if (!step) return run_part(0, count);
  std::mutex mutex;
  Refusal refused;
  const auto run_steps = [&](Index begin, Index end) {
    const Refusal refusal =
        run_part(begin * *step, std::min(end * *step, count));
    if (!refusal.happened()) return;
    const std::lock_guard lock(mutex);
    refused = refusal;
  };
  parallel_for(div_up(count, *step), div_up(grain, *step), job.threads,
               run_steps);
  return refused;
}

}  // namespace ashlar
