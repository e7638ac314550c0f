// Random bits against the known answers of Random123.
#include "src/cast/philox.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <set>

namespace ashlar {
namespace {

using Words = std::array<std::uint32_t, 4>;

// Random123 publishes this line: counter 0 and key 0 in ten rounds.
static_assert(philox(0, 0) ==
              Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});

/// One round as the paper writes it, with 128-bit products.
Words reference(std::uint64_t key, std::uint64_t counter) {
  std::uint32_t k[2] = {static_cast<std::uint32_t>(key),
                        static_cast<std::uint32_t>(key >> 32)};
  Words c = {static_cast<std::uint32_t>(counter),
             static_cast<std::uint32_t>(counter >> 32), 0, 0};
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t left = std::uint64_t{c[0]} * 0xD2511F53u;
    const std::uint64_t right = std::uint64_t{c[2]} * 0xCD9E8D57u;
    const Words next = {static_cast<std::uint32_t>(right >> 32) ^ c[1] ^ k[0],
                        static_cast<std::uint32_t>(right & 0xffffffffu),
                        static_cast<std::uint32_t>(left >> 32) ^ c[3] ^ k[1],
                        static_cast<std::uint32_t>(left & 0xffffffffu)};
    c = next;
    k[0] += 0x9E3779B9u;
    k[1] += 0xBB67AE85u;
  }
  return c;
}

TEST(PhiloxTest, GivesTheSameAtRunTime) {
  volatile std::uint64_t zero = 0;
  EXPECT_EQ(philox(zero, zero),
            (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
}

TEST(PhiloxTest, FollowsTheDefinitionForWideKeysAndCounters) {
  for (const std::uint64_t key :
       {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0},
        std::uint64_t{0xa4093822299f31d0}, std::uint64_t{1} << 32}) {
    for (const std::uint64_t counter :
         {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0},
          std::uint64_t{0x85a308d3243f6a88}, std::uint64_t{1} << 32}) {
      EXPECT_EQ(philox(key, counter), reference(key, counter));
    }
  }
}

TEST(PhiloxTest, FourElementsShareACounter) {
  for (const std::uint64_t first :
       {std::uint64_t{0}, std::uint64_t{4} << 33, ~std::uint64_t{0} - 3}) {
    const Words words = philox(77, first / 4);
    for (std::uint64_t i = 0; i < 4; ++i) {
      EXPECT_EQ(random_bits(77, first + i), words[i]);
    }
  }
}

TEST(PhiloxTest, NeighboursDoNotResembleEachOther) {
  std::set<std::uint32_t> seen;
  int ones = 0;
  constexpr int kCount = 4096;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    const std::uint32_t bits = random_bits(i % 2, i / 2);
    seen.insert(bits);
    ones += std::popcount(bits);
  }
  EXPECT_GE(seen.size(), kCount - 10u);
  // 131,072 fair coins: five standard deviations are 905.
  EXPECT_NEAR(ones, kCount * 16, 905);
}

}  // namespace
}  // namespace ashlar
