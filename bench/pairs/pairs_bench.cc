// Random pairs of layouts at 64 MiB: what share of the limit each reaches, as a
// histogram, and the slowest of them. Arguments: how many pairs, a seed, how
// many threads, and how many of the slowest are listed.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "bench/pairs/random_pair.h"
#include "bench/support/bench_main.h"
#include "bench/support/pairs.h"

namespace ashlar::bench {
namespace {

constexpr int kShown = 10;

void run(int count, std::uint64_t seed, int threads, int shown_count) {
  using Clock = std::chrono::steady_clock;
  test::Random random(seed);
  Stopwatch stopwatch(kPairRoom, threads);
  std::vector<Pair> pairs;
  auto shown = Clock::now();
  for (int i = 0; i < count; ++i) {
    Specs specs = random_specs(random, Casts::sometimes);
    Pair pair;
    pair.from = std::move(specs.from);
    pair.to = std::move(specs.to);
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
