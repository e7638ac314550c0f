// The search for scales of Q4_K and Q6_K against one part at a time, on every
// instruction set.
#include "src/kernels/gguf_search.h"

#include <gtest/gtest.h>

#include "tests/kernels/gguf_check.h"
#include "tests/kernels/gguf_fit_oracle.h"

namespace ashlar::kernels {
namespace {

/// Finite numbers of all sorts, in parts that follow each other.
std::vector<float> parts_of(int sort, unsigned seed) {
  std::vector<float> out = test::numbers_of(8, sort, seed);
  for (float& x : out) x = ordinary(x);
  return out;
}

/// Equal, or both NaN, which sums of the largest numbers are.
bool is_same(float a, float b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

TEST(GgufSearchTest, Q4FitsAreThoseOfEachPart) {
  for (int sort = 0; sort < test::Sorts::kCount; ++sort) {
    for (unsigned seed = 0; seed < 30; ++seed) {
      const auto x = parts_of(sort, seed);
      float parts[32][8];
      for (std::size_t i = 0; i < 256; ++i) parts[i % 32][i / 32] = x[i];
      test::on_every_target([&] {
        Q4Fits fits;
        fit_q4_k(parts, fits);
        for (std::size_t part = 0; part < 8; ++part) {
          const auto expected = ashlar::test::FitSearch(&x[32 * part]).best();
          EXPECT_TRUE(is_same(fits.scales[part], expected.scale))
              << sort << ' ' << seed;
          EXPECT_TRUE(is_same(-fits.least[part], expected.offset))
              << sort << ' ' << seed;
          for (std::size_t i = 0; i < 32; ++i) {
            ASSERT_EQ(fits.codes[i][part], expected.codes[i])
                << sort << ' ' << seed;
          }
        }
      });
    }
  }
}

TEST(GgufSearchTest, Q6FitsAreThoseOfEachPart) {
  for (int sort = 0; sort < test::Sorts::kCount; ++sort) {
    for (unsigned seed = 0; seed < 30; ++seed) {
      const auto x = parts_of(sort, seed);
      float parts[16][16];
      for (std::size_t i = 0; i < 256; ++i) parts[i % 16][i / 16] = x[i];
      test::on_every_target([&] {
        Q6Fits fits;
        fit_q6_k(parts, fits);
        for (std::size_t part = 0; part < 16; ++part) {
          const auto expected = ashlar::test::fit_signed(&x[16 * part]);
          EXPECT_TRUE(is_same(fits.scales[part], expected.scale))
              << sort << ' ' << seed;
          for (std::size_t i = 0; i < 16; ++i) {
            ASSERT_EQ(fits.codes[i][part], expected.codes[i])
                << sort << ' ' << seed;
          }
        }
      });
    }
  }
}

}  // namespace
}  // namespace ashlar::kernels
