// run.cc - walks the loops outside of chunks, on all threads.
#include "src/plan/run.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <vector>

#include "src/base/parallel.h"
#include "src/plan/shares.h"
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

/// The loops outside of chunks, of which some are shared out.
class Walk {
 public:
  Walk(const Job& job, Worker& worker, const Shares& shares)
      : job_(job),
        worker_(worker),
        first_(shares.first),
        counted_(shares.first + shares.levels),
        numbers_(job.program.outer.size()) {}

  /// All of the levels from `at` on; of those that are counted together only
  /// [begin, end).
  void run(std::size_t at, const Place& place, Index begin, Index end) {
    const std::vector<Level>& levels = job_.program.levels;
    if (at == levels.size()) return add(place);
    const Level& level = levels[at];
    const Loop& loop = job_.program.outer[level.loop];
    const Dim& dim = loop.dims[level.dim];
    const bool is_around = at < first_;
    const Index below = is_around ? 1 : count_below(at);
    const Index last = is_around ? job_.program.count_of(at) : end;
    Index& number = numbers_[level.loop];
    const Index before = number;
    Place next = place;
    Index& index = next.index[dim.axis];
    const Index first = is_around ? 0 : begin / below;
    index += first * dim.step;
    number += first * level.stride;
    // The indices of an axis only grow from level to level.
    const Index size =
        job_.program.axes[static_cast<std::size_t>(dim.axis)].size;
    for (Index from = first * below; from < last && index < size;
         from += below) {
      if (level.is_last) set_offsets(loop, number, place, next);
      if (is_around) {
        run(at + 1, next, begin, end);
      } else if (at + 1 < counted_) {
        run(at + 1, next, std::max<Index>(begin - from, 0),
            std::min(end - from, below));
      } else {
        const bool is_last = at + 1 == levels.size();
        run(at + 1, next, 0, is_last ? 0 : job_.program.count_of(at + 1));
      }
      index += dim.step;
      number += level.stride;
    }
    number = before;
  }

 private:
  /// What a value of a level counts as.
  Index count_below(std::size_t at) const {
    Index count = 1;
    while (++at < counted_) count *= job_.program.count_of(at);
    return count;
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
  std::size_t first_;           ///< level that is shared out
  std::size_t counted_;         ///< level behind those
  std::vector<Index> numbers_;  ///< by loop: of its value, so far
};

Place origin(const Program& program) {
  return {program.in_start, program.out_start,
          Indices::filled(static_cast<int>(program.axes.size()), 0)};
}

}  // namespace

Refusal run(const Job& job) {
  const Program& program = job.program;
  const Shares shares = share_out(program, job.out_side, job.threads);
  const auto run_part = [&](Index begin, Index end) {
    Worker worker(job, shares.ends);
    Walk(job, worker, shares).run(0, origin(program), begin, end);
    return worker.finish();
  };
  if (shares.grain == shares.count) return run_part(0, shares.count);
  std::mutex mutex;
  Refusal refused;
  parallel_for(shares.count, shares.grain, job.threads,
               [&](Index begin, Index end) {
                 const Refusal refusal = run_part(begin, end);
                 if (!refusal.happened()) return;
                 const std::lock_guard lock(mutex);
                 refused = refusal;
               });
  return refused;
}

}  // namespace ashlar
