// Random pairs of layouts at 64 MiB: what share of the limit each reaches, as a
// histogram, and the slowest of them. Arguments: how many pairs, a seed, how
// many threads, and how many of the slowest are listed.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/support/bench_main.h"
#include "bench/support/pairs.h"
#include "tests/support/random_blocks.h"

namespace ashlar::bench {
namespace {

constexpr Index kBytes = Index{64} << 20;
constexpr double kMostPadding = 1.5;
constexpr auto kLargest =
    static_cast<std::size_t>(kBytes * kMostPadding) + (1u << 20);
constexpr int kShown = 10;

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

void run(int count, std::uint64_t seed, int threads, int shown_count) {
  using Clock = std::chrono::steady_clock;
  test::Random random(seed);
  Stopwatch stopwatch(kLargest, threads);
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
  std::printf("\nrandom pairs of layouts at 64 MiB, threads %d, seed %llu:\n",
              threads, static_cast<unsigned long long>(seed));
  print_pairs(std::move(pairs), shown_count);
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
