// Random bits in lanes are those of the definition.
#include "src/kernels/philox.h"

#include <gtest/gtest.h>

#include <vector>

#include "src/cast/philox.h"
#include "tests/kernels/kernel_check.h"

namespace ashlar::kernels {
namespace {

TEST(RandomWordsTest, AreThoseOfTheDefinitionFromAnyIndexOn) {
  test::on_every_target([] {
    for (const std::uint64_t seed : {0ull, 1ull, 0x123456789abcdef0ull}) {
      for (const std::uint64_t first :
           {0ull, 1ull, 3ull, 1000ull, (1ull << 34) - 5}) {
        for (const std::size_t count : {0u, 1u, 2u, 5u, 31u, 33u, 100u}) {
          std::vector<std::uint64_t> words(count + 1, 99);
          random_words(seed, first, count, words.data());
          for (std::size_t i = 0; i < count; ++i) {
            ASSERT_EQ(words[i], random_bits(seed, first + i));
          }
          EXPECT_EQ(words[count], 99u);
        }
      }
    }
  });
}

}  // namespace
}  // namespace ashlar::kernels
