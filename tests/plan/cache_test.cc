// Plans are kept, but not without bounds.
#include "src/plan/cache.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace ashlar {
namespace {

Spec rows(Index n) {
  return parse_spec("f32[" + std::to_string(n) + "x4] row");
}

TEST(CacheTest, GivesTheSamePlanForTheSameQuestion) {
  const auto a = cached_plan(rows(3), rows(3), {});
  EXPECT_EQ(a, cached_plan(rows(3), rows(3), {}));
  ConvertOptions other;
  other.threads = 1;
  EXPECT_NE(a, cached_plan(rows(3), rows(3), other));
}

TEST(CacheTest, ForgetsWhatWasNotUsedForLong) {
  const auto first = cached_plan(rows(1000), rows(1000), {});
  for (Index i = 0; i < Index(kMaxCachedPlans) + 10; ++i) {
    cached_plan(rows(2000 + i), rows(2000 + i), {});
  }
  EXPECT_EQ(cached_plans(), kMaxCachedPlans);
  EXPECT_NE(first, cached_plan(rows(1000), rows(1000), {}));
}

TEST(CacheTest, ManyThreadsMayAsk) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([] {
      for (Index i = 1; i < 100; ++i) {
        EXPECT_NE(cached_plan(rows(i % 7 + 1), rows(i % 7 + 1), {}), nullptr);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace ashlar
