#include "src/base/pool.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

namespace ashlar {
namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

class PoolTest : public testing::Test {
 protected:
  void SetUp() override { release_kept_memory(); }
  void TearDown() override { release_kept_memory(); }
};

TEST_F(PoolTest, LargeBlocksAreUsedAgain) {
  const std::byte* place = nullptr;
  {
    const auto memory = take_memory(5 * kMiB);
    place = memory.get();
    EXPECT_EQ(kept_memory(), 0);
  }
  EXPECT_EQ(kept_memory(), 5 * kMiB);
  {
    // A little less fits as well.
    const auto memory = take_memory(5 * kMiB - 100);
    EXPECT_EQ(memory.get(), place);
    EXPECT_EQ(kept_memory(), 0);
    std::memset(memory.get(), 1, 5 * kMiB - 100);
  }
  // A small one does not take a large one, nor a large one a small one.
  EXPECT_NE(take_memory(2 * kMiB).get(), place);
  EXPECT_NE(take_memory(6 * kMiB).get(), place);
  release_kept_memory();
  EXPECT_EQ(kept_memory(), 0);
}

TEST_F(PoolTest, TakesTheSmallestThatFits) {
  const std::byte* place = nullptr;
  {
    const auto large = take_memory(6 * kMiB);
    const auto small = take_memory(4 * kMiB);
    place = small.get();
  }
  EXPECT_EQ(kept_memory(), 10 * kMiB);
  EXPECT_EQ(take_memory(4 * kMiB - 1).get(), place);
}

TEST_F(PoolTest, SmallBlocksAreNotKept) {
  take_memory(kLeastKept - 1);
  EXPECT_EQ(kept_memory(), 0);
  EXPECT_NE(take_memory(0), nullptr);
}

TEST_F(PoolTest, KeepsNoMoreThanItMay) {
  std::vector<std::shared_ptr<std::byte>> blocks;
  for (std::size_t i = 0; i < kMostBlocks + 5; ++i) {
    blocks.push_back(take_memory(kMiB));
  }
  blocks.clear();
  EXPECT_EQ(kept_memory(), static_cast<std::int64_t>(kMostBlocks) * kMiB);
  release_kept_memory();
  take_memory(kMostKept + 1);
  EXPECT_EQ(kept_memory(), 0);
}

TEST_F(PoolTest, ManyThreadsTakeAndGive) {
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t] {
      for (int i = 0; i < 100; ++i) {
        const auto memory = take_memory(kMiB + 4096 * (i % 7));
        memory.get()[0] = static_cast<std::byte>(t);
        memory.get()[kMiB - 1] = static_cast<std::byte>(i);
        ASSERT_EQ(memory.get()[0], static_cast<std::byte>(t));
        ASSERT_EQ(memory.get()[kMiB - 1], static_cast<std::byte>(i));
      }
    });
  }
}

}  // namespace
}  // namespace ashlar
