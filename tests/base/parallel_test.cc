// Loops on several threads: every piece once, and errors come back.
#include "src/base/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ashlar {
namespace {

using Piece = std::pair<std::int64_t, std::int64_t>;

std::vector<Piece> pieces_of(std::int64_t count, std::int64_t grain,
                             int threads) {
  std::mutex mutex;
  std::vector<Piece> out;
  parallel_for(count, grain, threads,
               [&](std::int64_t begin, std::int64_t end) {
                 const std::lock_guard lock(mutex);
                 out.emplace_back(begin, end);
               });
  std::sort(out.begin(), out.end());
  return out;
}

TEST(ParallelForTest, GivesEveryElementToOnePiece) {
  for (const int threads : {0, 1, 2, 3, 16}) {
    for (const std::int64_t grain : {1, 7, 64}) {
      for (const std::int64_t count : {0, 1, 6, 7, 8, 63, 64, 65, 1000}) {
        std::vector<Piece> expected;
        for (std::int64_t at = 0; at < count; at += grain) {
          expected.emplace_back(at, std::min(at + grain, count));
        }
        EXPECT_EQ(pieces_of(count, grain, threads), expected)
            << count << " by " << grain << " on " << threads;
      }
    }
  }
}

TEST(ParallelForTest, KeepsToTheThreadsItMayUse) {
  for (const int threads : {1, 2, 3}) {
    std::atomic<int> running = 0;
    std::atomic<int> most = 0;
    std::atomic<int> sink = 0;
    parallel_for(200, 1, threads, [&](std::int64_t, std::int64_t) {
      const int now = ++running;
      int seen = most;
      while (seen < now && !most.compare_exchange_weak(seen, now)) {
      }
      for (int i = 0; i < 20000; ++i) sink += i & 1;
      --running;
    });
    EXPECT_LE(most, threads);
    EXPECT_GE(most, 1);
  }
}

TEST(ParallelForTest, OneThreadGoesInOrder) {
  std::vector<std::int64_t> begins;
  parallel_for(100, 9, 1, [&](std::int64_t begin, std::int64_t) {
    begins.push_back(begin);
  });
  EXPECT_TRUE(std::is_sorted(begins.begin(), begins.end()));
  EXPECT_EQ(begins.size(), 12u);
}

TEST(ParallelForTest, ThrowsWhatTheWorkThrows) {
  for (const int threads : {0, 1, 4}) {
    const auto run = [&] {
      parallel_for(1000, 10, threads, [](std::int64_t begin, std::int64_t) {
        if (begin == 500) throw std::runtime_error("half way");
      });
    };
    EXPECT_THROW(run(), std::runtime_error) << threads;
  }
}

TEST(ParallelForTest, NestsInItself) {
  std::atomic<std::int64_t> sum = 0;
  parallel_for(10, 1, 2, [&](std::int64_t i, std::int64_t) {
    parallel_for(100, 10, 2, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t k = begin; k < end; ++k) sum += i * 100 + k;
    });
  });
  EXPECT_EQ(sum, 999 * 1000 / 2);
}

TEST(ParallelForTest, CountsUpToTheLastInteger) {
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  constexpr auto kGrain = std::int64_t{1} << 62;
  for (const int threads : {1, 2}) {
    EXPECT_EQ(pieces_of(kMost, kGrain, threads),
              (std::vector<Piece>{{0, kGrain}, {kGrain, kMost}}));
  }
}

TEST(ParallelForTest, AcceptsMoreThreadsThanAnyMachineHas) {
  EXPECT_EQ(pieces_of(8, 1, std::numeric_limits<int>::max()).size(), 8u);
}

}  // namespace
}  // namespace ashlar
