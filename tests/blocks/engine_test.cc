// What can be asked of the engine besides a policy.
#include "src/blocks/engine.h"

#include <gtest/gtest.h>

#include <vector>

namespace ashlar {
namespace {

TEST(EngineTest, AsksAnotherMeasureForEveryPart) {
  const Format format = parse_format("cb42f1346_e2m3fn@e8m0:32,sub=8");
  std::vector<float> numbers(80);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<float>(i % 13) - 6;
  }
  int calls = 0;
  EngineOptions options;
  options.better = [&](std::span<const double> candidate,
                       std::span<const double> best,
                       std::span<const double> x) {
    ++calls;
    EXPECT_EQ(candidate.size(), x.size());
    EXPECT_EQ(best.size(), x.size());
    return true;  // the last table, always
  };
  const BlockCodes codes = quantize(format, numbers, {1, 2, 40}, options);
  // Five parts of each row have numbers, and three tables come after the first.
  EXPECT_EQ(calls, 2 * 5 * 3);
  EXPECT_EQ(codes.meta, (std::vector<std::uint8_t>{3, 3, 3, 3, 3, 0, 0, 0,  //
                                                   3, 3, 3, 3, 3, 0, 0, 0}));
  EXPECT_NE(codes, quantize(format, numbers, {1, 2, 40}));
}

TEST(EngineTest, TheLeastSquaresAreTheMeasureOtherwise) {
  const Format format = parse_format("cb42f1346_e2m3fn@e8m0:32,sub=8");
  std::vector<float> numbers(64);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<float>(i * i % 37) / 7 - 2;
  }
  EngineOptions options;
  options.better = [](std::span<const double> candidate,
                      std::span<const double> best, std::span<const double> x) {
    double ours = 0;
    double theirs = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      ours += (candidate[i] - x[i]) * (candidate[i] - x[i]);
      theirs += (best[i] - x[i]) * (best[i] - x[i]);
    }
    return ours < theirs;
  };
  EXPECT_EQ(quantize(format, numbers, {1, 1, 64}, options),
            quantize(format, numbers, {1, 1, 64}));
}

}  // namespace
}  // namespace ashlar
