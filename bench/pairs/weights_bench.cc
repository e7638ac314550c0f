// What each thing that chunks do takes: random pairs are moved in chunks of
// every size that plans try, even the few that are too large for them, and the
// weights of costs (src/plan/work.h) are found that explain the times best.
// Arguments: how many pairs, a seed, and the number of threads.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/pairs/random_pair.h"
#include "bench/support/bench_main.h"
#include "bench/support/huge_buffer.h"
#include "bench/support/interleave.h"
#include "src/base/processor.h"
#include "src/format/elements.h"
#include "src/plan/cost.h"
#include "src/plan/run.h"

namespace ashlar::bench {
namespace {

/// One pair in chunks of one size.
struct Sample {
  int pair = 0;
  Work work;      ///< for an element of the tensor
  double ns = 0;  ///< likewise
};

using Weights = std::vector<double>;  // as all_counts() has them

double weigh(const Work& work, const Weights& weights) {
  double cost = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    cost += weights[i] * (work.*all_counts()[i].of);
  }
  return cost;
}

/// Those that plans are made with.
Weights weights_now() {
  Weights out;
  for (const NamedCount& count : all_counts()) {
    Work one;
    one.*count.of = 1;
    out.push_back(cost_of(one));
  }
  return out;
}

class Sampler {
 public:
  explicit Sampler(int threads)
      : threads_(threads), in_(kPairRoom), out_(kPairRoom) {}

  void add(const Specs& specs, int pair, std::vector<Sample>& samples) const {
    const Side in{View(specs.from)};
    const Side out{View(specs.to)};
    Widths widths;
    widths.in_bits = in.element_bits();
    widths.out_bits = out.element_bits();
    widths.work_bytes =
        in_whole_bytes(specs.from.format.element()).storage_bits / 8;
    std::vector<ChunkSize> sizes = {{}};
    sizes.insert(sizes.end(), other_sizes().begin(), other_sizes().end());
    std::vector<Program> programs;
    for (ChunkSize& size : sizes) {
      size.rows = rows_followed();
      Program next = make_program(in, out, widths, size, Gaps::free);
      const bool is_known = std::ranges::any_of(
          programs, [&](const Program& p) { return is_like(p, next); });
      if (!is_known) programs.push_back(std::move(next));
    }
    const Index bytes = specs.to.shape.volume() * out.element_bits() / 8;
    std::vector<Contender> contenders;
    for (const Program& program : programs) {
      contenders.push_back({[&](int times) {
        Job job{program, in, out};
        job.in = in_.data();
        job.out = out_.data();
        job.threads = threads_;
        job.store = kernels::store_for(static_cast<std::size_t>(bytes));
        for (int i = 0; i < times; ++i) run(job);
      }});
    }
    const std::vector<Times> times = interleave(contenders, {0, 3});
    const auto volume = static_cast<double>(specs.from.shape.volume());
    for (std::size_t i = 0; i < programs.size(); ++i) {
      const Program& program = programs[i];
      Work work = work_of(program);
      // Several elements of the tensor may go as one.
      divide(work, static_cast<double>(program.widths.in_bits) /
                       static_cast<double>(in.element_bits()));
      samples.push_back({pair, work, median(times[i].seconds) / volume * 1e9});
    }
  }

 private:
  static bool is_like(const Program& a, const Program& b) {
    return a.chunk.count == b.chunk.count && a.span == b.span &&
           a.outer == b.outer;
  }

  int threads_;
  HugeBuffer in_;
  HugeBuffer out_;
};

/// Least squares of relative errors, none of the weights below 0; what hardly
/// any chunk does stays near the weight that it had.
Weights fit(std::span<const Sample> samples, const Weights& before) {
  constexpr double kHold = 1e-3;
  constexpr int kRounds = 20000;
  const std::size_t n = before.size();
  std::vector<double> gram(n * n);
  std::vector<double> sum(n);
  for (const Sample& sample : samples) {
    std::vector<double> x;
    for (const NamedCount& count : all_counts()) {
      x.push_back(sample.work.*count.of / sample.ns);
    }
    for (std::size_t i = 0; i < n; ++i) {
      sum[i] += x[i];
      for (std::size_t k = 0; k < n; ++k) gram[i * n + k] += x[i] * x[k];
    }
  }
  const double hold = kHold * static_cast<double>(samples.size());
  for (std::size_t i = 0; i < n; ++i) {
    gram[i * n + i] += hold / (before[i] * before[i]);
    sum[i] += hold / before[i];
  }
  Weights out = before;
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < n; ++i) {
      double rest = sum[i];
      for (std::size_t k = 0; k < n; ++k) {
        if (k != i) rest -= gram[i * n + k] * out[k];
      }
      out[i] = std::max(0.0, rest / gram[i * n + i]);
    }
  }
  return out;
}

/// How much longer pairs take in the chunks that weights say are the best than
/// in those that are, in the mean; `most` is the worst of them.
struct Loss {
  double mean = 1;
  double most = 1;
};

Loss loss_of(std::span<const Sample> samples, const Weights& weights) {
  Loss loss;
  double logs = 0;
  int pairs = 0;
  for (auto at = samples.begin(); at != samples.end(); ++pairs) {
    const auto end = std::find_if(
        at, samples.end(), [&](const Sample& s) { return s.pair != at->pair; });
    const auto by_cost = [&](const Sample& s) {
      return weigh(s.work, weights);
    };
    const double taken = std::ranges::min_element(at, end, {}, by_cost)->ns /
                         std::ranges::min_element(at, end, {}, &Sample::ns)->ns;
    logs += std::log(taken);
    loss.most = std::max(loss.most, taken);
    at = end;
  }
  loss.mean = std::exp(logs / std::max(pairs, 1));
  return loss;
}

/// What part of the time each count explains, on average.
double share_of(std::span<const Sample> samples, std::size_t count,
                double weight) {
  double sum = 0;
  for (const Sample& sample : samples) {
    sum += weight * (sample.work.*all_counts()[count].of) / sample.ns;
  }
  return sum / static_cast<double>(samples.size());
}

void print(std::span<const Sample> samples) {
  const Weights now = weights_now();
  const Weights best = fit(samples, now);
  std::printf("\n%-16s %9s %9s %9s\n", "", "now", "fitted", "of time");
  for (std::size_t i = 0; i < now.size(); ++i) {
    std::printf("%-16s %9.4f %9.4f %8.1f%%\n",
                std::string(all_counts()[i].name).c_str(), now[i], best[i],
                100 * share_of(samples, i, best[i]));
  }
  std::printf("\nlonger than in the best chunks of all that were tried\n");
  for (const auto& [name, weights] :
       {std::pair{"now", &now}, std::pair{"fitted", &best}}) {
    const Loss loss = loss_of(samples, *weights);
    std::printf("%-16s %5.1f %% in the mean, %.2f times at most\n", name,
                100 * (loss.mean - 1), loss.most);
  }
}

void measure(int count, std::uint64_t seed, int threads) {
  using Clock = std::chrono::steady_clock;
  test::Random random(seed);
  const Sampler sampler(threads);
  std::vector<Sample> samples;
  auto shown = Clock::now();
  for (int i = 0; i < count; ++i) {
    sampler.add(random_specs(random, Casts::never), i, samples);
    if (Clock::now() - shown < std::chrono::seconds(5)) continue;
    shown = Clock::now();
    std::fprintf(stderr, "%d/%d\n", i + 1, count);
  }
  std::printf("\n%zu programs of %d pairs at 64 MiB, threads %d, seed %llu\n",
              samples.size(), count, threads,
              static_cast<unsigned long long>(seed));
  print(samples);
}

}  // namespace
}  // namespace ashlar::bench

int main(int argc, char** argv) {
  return ashlar::bench::bench_main([&] {
    const int count = argc > 1 ? std::max(1, std::atoi(argv[1])) : 200;
    const std::uint64_t seed =
        argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    const int threads = argc > 3 ? std::max(1, std::atoi(argv[3])) : 1;
    ashlar::bench::measure(count, seed, threads);
  });
}
