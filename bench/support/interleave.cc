// interleave.cc - the clock, and how often to repeat what is short.
#include "bench/support/interleave.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ctime>

namespace ashlar::bench {
namespace {

// Seconds of what is timed: long enough that threads which were asleep while
// others ran do not count.
constexpr double kShortest = 5e-3;
constexpr int kMostRounds = 201;

double seconds_of(const Contender& contender, int times) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  contender.run(times);
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// How often to repeat it within a round. This also warms it up.
int repeats(const Contender& contender) {
  double once = seconds_of(contender, 1);
  if (once < kShortest) once = seconds_of(contender, 8) / 8;
  return std::clamp(static_cast<int>(kShortest / std::max(once, 1e-9)), 1,
                    100000);
}

}  // namespace

std::vector<Times> interleave(std::span<const Contender> contenders,
                              const Budget& budget) {
  std::vector<int> times;
  for (const Contender& contender : contenders) {
    times.push_back(repeats(contender));
  }
  std::vector<Times> found(contenders.size());
  std::vector<double> wall(contenders.size());
  std::vector<double> busy(contenders.size());
  double spent = 0;
  for (int round = 0; round < kMostRounds; ++round) {
    if (spent >= budget.seconds && round >= budget.least) break;
    for (std::size_t k = 0; k < contenders.size(); ++k) {
      // Back and forth: nobody always finds the cache as the same other one
      // has left it.
      const std::size_t i = round % 2 == 0 ? k : contenders.size() - 1 - k;
      const std::clock_t before = std::clock();
      const double seconds = seconds_of(contenders[i], times[i]);
      busy[i] += static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
      wall[i] += seconds;
      found[i].seconds.push_back(seconds / times[i]);
      spent += seconds;
    }
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i].processors = busy[i] / wall[i];
  }
  return found;
}

double median(std::vector<double> values) {
  const auto middle =
      values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace ashlar::bench
