// parallel.cc - loops on oneTBB's threads, which a user's own may share.
#include "src/base/parallel.h"

#include <algorithm>

#include "src/base/checked.h"

// oneTBB is not compiled for ThreadSanitizer, which then takes its threads for
// unordered. There, threads of our own do the same.
#ifdef __SANITIZE_THREAD__
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>
#else
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <map>
#include <mutex>
#endif

namespace ashlar {
namespace {

using Piece = std::function<void(std::int64_t)>;

#ifdef __SANITIZE_THREAD__

void run_pieces(std::int64_t pieces, int threads, const Piece& piece) {
  std::atomic<std::int64_t> next = 0;
  std::mutex mutex;
  std::exception_ptr error;
  const auto work = [&] {
    try {
      for (std::int64_t i = next++; i < pieces; i = next++) piece(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      error = std::current_exception();
    }
  };
  std::vector<std::thread> team;
  const std::int64_t most =
      std::min<std::int64_t>(count_threads(threads), pieces);
  for (std::int64_t i = 1; i < most; ++i) {
    team.emplace_back(work);
  }
  work();
  for (std::thread& each : team) each.join();
  if (error) std::rethrow_exception(error);
}

#else

/// Arenas are kept: each new one makes those before it slower to leave.
oneapi::tbb::task_arena& arena_of(int threads) {
  static std::mutex mutex;
  static std::map<int, oneapi::tbb::task_arena> arenas;
  const std::lock_guard lock(mutex);
  return arenas.try_emplace(threads, threads).first->second;
}

void run_pieces(std::int64_t pieces, int threads, const Piece& piece) {
  const auto loop = [&] {
    oneapi::tbb::parallel_for(std::int64_t{0}, pieces, piece);
  };
  if (threads == 0) return loop();
  arena_of(count_threads(threads)).execute(loop);
}

#endif

}  // namespace

int count_threads(int threads) {
#ifdef __SANITIZE_THREAD__
  return threads == 0 ? 2 : threads;
#else
  // oneTBB complains on stderr, or worse, if there are not so many.
  const int most = oneapi::tbb::info::default_concurrency();
  return threads == 0 ? most : std::min(threads, most);
#endif
}

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
  run_pieces(pieces, threads, piece);
}

}  // namespace ashlar
