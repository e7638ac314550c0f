// Random pairs of layouts at 64 MiB: what share of the limit each reaches, as a
// histogram, and the slowest of them. Arguments: how many pairs, a seed, how
// many threads, and how many of the slowest are listed.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ashlar/convert.h"
#include "bench/support/bench_main.h"
#include "bench/support/convert_work.h"
#include "tests/support/random_blocks.h"

namespace ashlar::bench {
namespace {

constexpr Index kBytes = Index{64} << 20;
constexpr double kMostPadding = 1.5;
constexpr double kLeast = 0.10;     // of the limit: no legal pair is slower
constexpr double kHopeless = 0.05;  // runs once: it would only take long
constexpr double kClose = 0.15;     // runs more often: chance must not decide
constexpr Budget kFew = {0, 3};
constexpr Budget kMany = {0, 11};
constexpr int kBins = 22;  // of 0.05; the last holds what is above
constexpr int kShown = 10;

struct Pair {
  Spec from;
  Spec to;
  double ratio = 0;
  double rate = 0;   ///< GB/s, reading and writing
  double limit = 0;  ///< likewise
  std::string kernel;
};

/// What is moved, and now and then what it becomes on the way.
constexpr std::string_view kMoved[] = {"i8",  "i8",  "bf16", "f16",
                                       "f32", "f32", "f64",  "u4"};
constexpr std::string_view kCasts[][2] = {
    {"f32", "bf16"},      {"bf16", "f32"}, {"f32", "f16"}, {"f32", "f8_e4m3fn"},
    {"f8_e4m3fn", "f16"}, {"u4", "i8"},    {"i8", "u4"},   {"f32", "f64"}};

Pair random_pair(test::Random& random) {
  const bool casts = test::chance(random, 15);
  const auto kind = static_cast<std::size_t>(test::pick(random, 0, 7));
  const Format from = parse_format(casts ? kCasts[kind][0] : kMoved[kind]);
  const Format to = parse_format(casts ? kCasts[kind][1] : kMoved[kind]);
  const auto sizes =
      test::random_sizes(random, kBytes * 8 / std::max(from.bits(), to.bits()));
  Pair pair;
  pair.from = test::random_blocks(random, sizes, from, kMostPadding);
  pair.to = test::random_blocks(random, sizes, to, kMostPadding);
  return pair;
}

/// Times pairs, and remembers the limits it has seen.
class Stopwatch {
 public:
  explicit Stopwatch(int threads) : team_(threads) {}

  void time(Pair& pair) {
    ConvertOptions options;
    options.threads = team_.threads();
    const Plan p = plan(pair.from, pair.to, options);
    const Work work = convert_work(p, in_, out_);
    const double bytes = work.traffic.bytes();
    work.run();  // what a plan makes when it is first asked for it
    const auto start = Clock::now();
    work.run();
    const std::chrono::duration<double> once = Clock::now() - start;
    double& limit = limits_[{pair.from.format.bits(), pair.to.format.bits()}];
    pair.rate = bytes / once.count() / 1e9;
    if (pair.rate >= kHopeless * limit) {
      Speed speed = measure(work, team_, kFew);
      if (speed.ratio < kClose) speed = measure(work, team_, kMany);
      pair.rate = bytes / speed.seconds / 1e9;
      limit = bytes / speed.limit / 1e9;
      pair.ratio = speed.ratio;
    } else {
      pair.ratio = pair.rate / limit;
    }
    pair.limit = limit;
    pair.kernel = kernel_of(p);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kLargest =
      static_cast<std::size_t>(kBytes * kMostPadding) + (1u << 20);

  /// What the plan says of its kernel.
  static std::string kernel_of(const Plan& plan) {
    const std::string text = plan.explain();
    const std::size_t at = text.find("kernel");
    if (at == std::string::npos) return {};
    return text.substr(at, text.find('\n', at) - at);
  }

  HugeBuffer in_{kLargest};
  HugeBuffer out_{kLargest};
  Team team_;
  std::map<std::pair<Index, Index>, double> limits_;  ///< by bits, in GB/s
};

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

void run(int count, std::uint64_t seed, int threads, int shown_count) {
  using Clock = std::chrono::steady_clock;
  test::Random random(seed);
  Stopwatch stopwatch(threads);
  std::vector<Pair> pairs;
  auto shown = Clock::now();
  for (int i = 0; i < count; ++i) {
    Pair pair = random_pair(random);
    stopwatch.time(pair);
    pairs.push_back(std::move(pair));
    if (Clock::now() - shown < std::chrono::seconds(5)) continue;
    shown = Clock::now();
    std::fprintf(stderr, "%d/%d\n", i + 1, count);
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const Pair& a, const Pair& b) { return a.ratio < b.ratio; });
  std::printf(
      "\nrandom pairs of layouts at 64 MiB, threads %d, seed %llu:\n"
      "ratio to the limit, and how many\n\n",
      threads, static_cast<unsigned long long>(seed));
  print_histogram(pairs);
  print_slowest(pairs, shown_count);
  print_verdict(pairs);
}

}  // namespace
}  // namespace ashlar::bench

int main(int argc, char** argv) {
  return ashlar::bench::bench_main([&] {
    const int count = argc > 1 ? std::max(1, std::atoi(argv[1])) : 2000;
    const std::uint64_t seed =
        argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    const int threads = argc > 3 ? std::max(1, std::atoi(argv[3])) : 1;
    const int shown =
        argc > 4 ? std::max(0, std::atoi(argv[4])) : ashlar::bench::kShown;
    ashlar::bench::run(count, seed, threads, shown);
  });
}
