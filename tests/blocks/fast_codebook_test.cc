// Tables that are searched together, against the engine.
#include "src/blocks/fast_codebook.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "src/blocks/codebook_coder.h"
#include "src/blocks/engine.h"
#include "tests/kernels/kernel_check.h"

namespace ashlar {
namespace {

constexpr const char* kFormats[] = {
    "cb42f1346_e2m3fn@e8m0:32,sub=8", "icb44fi_e2m3fn@e8m0:32,sub=8",
    "icb44fi_e2m3fn@e8m0:16", "cb42f1346_e2m3fn@e8m0:64,sub=4"};

/// Of all sizes; some zeros, and what is exactly between two places.
std::vector<float> numbers_of(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<float> out(count);
  for (float& each : out) {
    const unsigned kind = random() % 16;
    each = kind == 0   ? 0.0f
           : kind == 1 ? -0.0f
           : kind < 6
               ? std::ldexp(static_cast<float>(random() % 64) - 32, -3)
               : std::ldexp(normal(random), static_cast<int>(random() % 5) - 2);
  }
  return out;
}

BlockCodes by_engine(const Format& format, std::span<const float> numbers,
                     const BlockExtent& extent, const QuantizePolicy& policy) {
  return quantize(format, numbers, extent, EngineOptions{policy, {}, {}});
}

TEST(FastCodebookTest, IntervalsAreNearestToTheSameInEveryTable) {
  for (const char* name : kFormats) {
    const Format format = parse_format(name);
    const Codebook& book = *format.block()->codebook;
    const auto merged = MergedTables::of(book);
    ASSERT_TRUE(merged) << name;
    const CodebookCoder coder(book);
    for (const float number : numbers_of(2000, 3)) {
      for (const double x :
           {std::abs(static_cast<double>(number)), 1e-30, 1e30, 0.0}) {
        std::uint16_t at = 0;
        merged->find_intervals({&x, 1}, {&at, 1});
        for (int table = 0; table < coder.tables(); ++table) {
          const auto t = static_cast<std::size_t>(table);
          ASSERT_EQ(merged->code(at, t, false), coder.index(table, x)) << x;
          ASSERT_EQ(merged->code(at, t, true), coder.index(table, -x)) << x;
          ASSERT_EQ(merged->rows()[at * kernels::kTables + t],
                    coder.number(table, coder.index(table, x)));
        }
      }
    }
  }
}

TEST(FastCodebookTest, FindsWhatTheEngineFinds) {
  kernels::test::on_every_target([] {
    for (const char* name : kFormats) {
      const Format format = parse_format(name);
      for (const BlockExtent extent :
           {BlockExtent{1, 1, 0}, BlockExtent{1, 1, 1}, BlockExtent{2, 3, 31},
            BlockExtent{1, 5, 64}, BlockExtent{3, 1, 200}}) {
        const auto numbers =
            numbers_of(static_cast<std::size_t>(extent.count()), 5);
        for (const ScaleRule rule :
             {ScaleRule::automatic, ScaleRule::floor, ScaleRule::midmax}) {
          QuantizePolicy policy;
          policy.rule = rule;
          const auto found =
              quantize_by_tables(format, numbers, extent, policy);
          ASSERT_TRUE(found) << name;
          ASSERT_EQ(*found, by_engine(format, numbers, extent, policy))
              << name << ", " << extent.cols;
        }
      }
    }
  });
}

TEST(FastCodebookTest, OddTilesAreTheEngines) {
  const Format format = parse_format(kFormats[0]);
  const BlockExtent extent{1, 3, 70};
  auto numbers = numbers_of(210, 9);
  numbers[3] = std::numeric_limits<float>::infinity();
  numbers[100] = std::numeric_limits<float>::quiet_NaN();
  numbers[101] = std::numeric_limits<float>::denorm_min();
  for (std::size_t i = 140; i < 172; ++i) {
    numbers[i] =
        std::numeric_limits<float>::denorm_min() * static_cast<float>(i - 140);
  }
  numbers[209] = std::numeric_limits<float>::max();
  for (const NonFinite kind : {NonFinite::whole_tile, NonFinite::elements}) {
    QuantizePolicy policy;
    policy.non_finite = kind;
    const auto found = quantize_by_tables(format, numbers, extent, policy);
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, by_engine(format, numbers, extent, policy));
  }
}

TEST(FastCodebookTest, TheFloatingPointEnvironmentDoesNotCount) {
  const Format format = parse_format(kFormats[1]);
  const BlockExtent extent{1, 4, 64};
  auto numbers = numbers_of(256, 11);
  for (std::size_t i = 0; i < 64; ++i) numbers[i] *= 1e-38f;
  const BlockCodes expected = by_engine(format, numbers, extent, {});
  for (const unsigned environment : kernels::test::float_environments()) {
    const kernels::test::FloatEnvironment set(environment);
    const auto found = quantize_by_tables(format, numbers, extent, {});
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, expected);
  }
}

TEST(FastCodebookTest, LeavesTheRestToTheEngine) {
  for (const char* name :
       {"mxfp4", "nf4", "cb42f1346_e2m3fn@e8m0:32,sub=8,sparse=2:4",
        "cb42f1346_e2m3fn@f16:32,sub=8",
        "cb42f1346_e2m3fn@e8m0:4x32,sub=2x8"}) {
    const std::vector<float> numbers(64, 1.0f);
    EXPECT_FALSE(
        quantize_by_tables(parse_format(name), numbers, {1, 2, 32}, {}))
        << name;
  }
}

}  // namespace
}  // namespace ashlar
