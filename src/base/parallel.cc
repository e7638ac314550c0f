// parallel.cc - loops on oneTBB's threads, which a user's own may share.
#include "src/base/parallel.h"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "src/base/checked.h"

namespace ashlar {
namespace {

/// Arenas are kept: each new one makes those before it slower to leave.
oneapi::tbb::task_arena& arena_of(int threads) {
  static std::mutex mutex;
  static std::map<int, oneapi::tbb::task_arena> arenas;
  const std::lock_guard lock(mutex);
  return arenas.try_emplace(threads, threads).first->second;
}

}  // namespace

void parallel_for(
    std::int64_t count, std::int64_t grain, int threads,
    const std::function<void(std::int64_t begin, std::int64_t end)>& work) {
  const std::int64_t pieces = div_up(count, grain);
  const auto piece = [&](std::int64_t i) {
    const std::int64_t begin = i * grain;
    work(begin, begin + std::min(grain, count - begin));
  };
  if (pieces <= 1 || threads == 1) {
    for (std::int64_t i = 0; i < pieces; ++i) piece(i);
    return;
  }
  const auto loop = [&] {
    oneapi::tbb::parallel_for(std::int64_t{0}, pieces, piece);
  };
  if (threads == 0) return loop();
  // oneTBB complains on stderr, or worse, if there are not so many.
  arena_of(std::min(threads, oneapi::tbb::info::default_concurrency()))
      .execute(loop);
}

}  // namespace ashlar
