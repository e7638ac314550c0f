// pairs.cc - few runs for most pairs, more for those near the bar.
#include "bench/support/pairs.h"

#include <algorithm>
#include <cstdio>
#include <span>

#include "bench/support/convert_work.h"
#include "bench/support/ratio_table.h"

namespace ashlar::bench {
namespace {

constexpr double kLeast = 0.10;  // of the limit: no legal pair is slower
constexpr double kClose = 0.15;  // runs more often: chance must not decide
constexpr Budget kFew = {0, 3};
constexpr Budget kMany = {0, 11};
constexpr int kBins = 22;  // of 0.05; the last holds what is above

/// What the plan says of its kernel.
std::string kernel_of(const Plan& plan) {
  const std::string text = plan.explain();
  const std::size_t at = text.find("kernel");
  if (at == std::string::npos) return {};
  return text.substr(at, text.find('\n', at) - at);
}

void print_histogram(const std::vector<Pair>& pairs) {
  std::vector<int> counts(kBins);
  for (const Pair& pair : pairs) {
    ++counts[static_cast<std::size_t>(
        std::clamp(static_cast<int>(pair.ratio * 20), 0, kBins - 1))];
  }
  const int most = *std::max_element(counts.begin(), counts.end());
  for (int i = 0; i < kBins; ++i) {
    const int count = counts[static_cast<std::size_t>(i)];
    const int length = (count * 60 + most - 1) / std::max(most, 1);
    std::printf("%5.2f %s %5d %s\n", i * 0.05, i + 1 < kBins ? "-" : "+", count,
                std::string(static_cast<std::size_t>(length), '#').c_str());
  }
}

/// Sorted by ratio, the slowest first.
void print_slowest(const std::vector<Pair>& pairs, int shown) {
  std::printf("\nThe slowest:\n");
  const auto count = std::min(static_cast<std::size_t>(shown), pairs.size());
  for (const Pair& pair : std::span(pairs).first(count)) {
    std::printf("%6.3f  %.2f of %.1f GB/s\n       %s\n       %s\n       %s\n",
                pair.ratio, pair.rate, pair.limit, to_string(pair.from).c_str(),
                to_string(pair.to).c_str(), pair.kernel.c_str());
  }
}

void print_verdict(const std::vector<Pair>& pairs) {
  const auto slow =
      std::count_if(pairs.begin(), pairs.end(),
                    [](const Pair& pair) { return pair.ratio < kLeast; });
  const auto at = [&](std::size_t percent) {
    return pairs[std::min(pairs.size() - 1, pairs.size() * percent / 100)]
        .ratio;
  };
  std::printf(
      "\n%zu pairs: least %.2f, 1 %% below %.2f, 10 %% below %.2f, "
      "median %.2f\n",
      pairs.size(), pairs.front().ratio, at(1), at(10), at(50));
  if (slow == 0) {
    std::printf("No pair is below %.2f of the limit.\n", kLeast);
  } else {
    std::printf("%td pairs are below %.2f of the limit.\n", slow, kLeast);
  }
}

}  // namespace

Stopwatch::Stopwatch(std::size_t bytes, int threads)
    : bytes_(bytes), out_(bytes), team_(threads) {}

void Stopwatch::time(Pair& pair) {
  ConvertOptions options;
  options.threads = team_.threads();
  const Plan p = plan(pair.from, pair.to, options);
  const Work work = convert_work(p, in_of(pair.from.format), out_);
  const double bytes = work.traffic.bytes();
  work.run();  // what a plan makes when it is first asked for it
  Speed speed = measure(work, team_, kFew);
  if (speed.ratio < kClose) speed = measure(work, team_, kMany);
  pair.rate = bytes / speed.seconds / 1e9;
  pair.limit = bytes / speed.limit / 1e9;
  pair.ratio = speed.ratio;
  pair.kernel = kernel_of(p);
}

const HugeBuffer& Stopwatch::in_of(const Format& format) {
  const std::size_t of = integer_bytes(format);
  return in_.try_emplace(of, bytes_, of).first->second;
}

void print_pairs(std::vector<Pair> pairs, int shown) {
  std::sort(pairs.begin(), pairs.end(),
            [](const Pair& a, const Pair& b) { return a.ratio < b.ratio; });
  std::printf("ratio to the limit, and how many\n\n");
  print_histogram(pairs);
  print_slowest(pairs, shown);
  print_verdict(pairs);
}

}  // namespace ashlar::bench
