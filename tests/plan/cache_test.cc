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

TEST(CacheTest, TellsViewsApart) {
  const View whole = rows(9);
  const auto plain = cached_plan(rows(9), rows(9), {});
  EXPECT_EQ(plain, cached_plan(whole, whole, {}));
  EXPECT_EQ(plain, cached_plan(window(whole, {0, 0}, {9, 4}), rows(9), {}));
  const View turned = permuted(whole, {1, 0});
  const auto both = cached_plan(turned, turned, {});
  EXPECT_NE(plain, both);
  EXPECT_EQ(both, cached_plan(turned, turned, {}));
  const auto top = cached_plan(window(whole, {0, 0}, {3, 4}), rows(3), {});
  EXPECT_NE(top, cached_plan(window(whole, {1, 0}, {3, 4}), rows(3), {}));
  EXPECT_EQ(top, cached_plan(window(whole, {0, 0}, {3, 4}), rows(3), {}));
  const auto array = [](Index step, Index offset) {
    return StridedArray{Shape{9, 4}, parse_format("f32"), {step, 1}, offset};
  };
  const auto strided = cached_plan(array(4, 0), rows(9), {});
  EXPECT_EQ(strided, cached_plan(array(4, 0), rows(9), {}));
  EXPECT_NE(strided, cached_plan(array(5, 0), rows(9), {}));
  EXPECT_NE(strided, cached_plan(array(4, 1), rows(9), {}));
}

TEST(CacheTest, TellsLayoutsApartThatDifferInOneNumber) {
  const auto digits = [](const char* layout) {
    return parse_spec(std::string("i8[a=8, b=8] ") + layout);
  };
  constexpr const char* kLayouts[] = {
      "[a, b]",       "[b, a]",      "[a/2, b, a%2]", "[a/4, b, a%4]",
      "[a, b:9]",     "[a:9, b]",    "[a, b ^ a]",    "core=a | [b]",
      "core=b | [a]", "[0:2, a, b]", "j=(a b); [j]",  "[b/2, a, b%2]"};
  std::vector<std::shared_ptr<const PlanState>> plans;
  for (const char* layout : kLayouts) {
    plans.push_back(cached_plan(digits(layout), digits("[a, b]"), {}));
  }
  for (std::size_t i = 0; i < plans.size(); ++i) {
    EXPECT_EQ(plans[i], cached_plan(digits(kLayouts[i]), digits("[a, b]"), {}));
    for (std::size_t k = 0; k < i; ++k) EXPECT_NE(plans[i], plans[k]);
  }
}

TEST(CacheTest, KeepsWhatIsUsedAgainAndAgain) {
  const auto often = cached_plan(rows(5000), rows(5000), {});
  for (Index i = 0; i < 3 * Index(kMaxCachedPlans); ++i) {
    cached_plan(rows(6000 + i), rows(6000 + i), {});
    EXPECT_EQ(often, cached_plan(rows(5000), rows(5000), {}));
  }
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
