// Every format to every other one, straight, at 64 MiB: what share of the limit
// each cast reaches, as a histogram, and the slowest of them. Arguments: how
// many threads, and how many of the slowest are listed.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ashlar/error.h"
#include "bench/support/bench_main.h"
#include "bench/support/pairs.h"

namespace ashlar::bench {
namespace {

constexpr Index kBytes = Index{64} << 20;
constexpr int kShown = 10;

constexpr std::string_view kFormats[] = {"bool",
                                         "u1",
                                         "i4",
                                         "u4",
                                         "i8",
                                         "u8",
                                         "i16",
                                         "u16",
                                         "i32",
                                         "u32",
                                         "i64",
                                         "u64",
                                         "f64",
                                         "f32",
                                         "tf32",
                                         "f16",
                                         "bf16",
                                         "dlfloat16",
                                         "f8_e4m3fn",
                                         "f8_e5m2",
                                         "f8_e4m3fnuz",
                                         "f8_e3m4",
                                         "e8m0",
                                         "ue4m3",
                                         "ue5m3",
                                         "f6_e3m2fn",
                                         "f6_e2m3fn",
                                         "f4_e2m1fn",
                                         "q5.26",
                                         "q8.23",
                                         "q16.16",
                                         "q32.32",
                                         "orion_fp5x26",
                                         "orion_fp8x23",
                                         "orion_fp16x16",
                                         "orion_fp8x23w",
                                         "orion_fp32x32",
                                         "orion_fp64x64"};

void run(int threads, int shown_count) {
  using Clock = std::chrono::steady_clock;
  Stopwatch stopwatch(kBytes, threads);
  std::vector<Pair> pairs;
  int refused = 0;
  auto shown = Clock::now();
  for (const std::string_view from : kFormats) {
    for (const std::string_view to : kFormats) {
      Pair pair;
      const Index bits =
          std::max(parse_format(from).bits(), parse_format(to).bits());
      const std::string shape =
          "[" + std::to_string(kBytes * 8 / bits) + "] row";
      pair.from = parse_spec(std::string(from) + shape);
      pair.to = parse_spec(std::string(to) + shape);
      try {
        stopwatch.time(pair);
        pairs.push_back(std::move(pair));
      } catch (const Error&) {
        ++refused;  // one of the numbers is out of its range
      }
      if (Clock::now() - shown < std::chrono::seconds(5)) continue;
      shown = Clock::now();
      std::fprintf(stderr, "%s to %s\n", std::string(from).c_str(),
                   std::string(to).c_str());
    }
  }
  std::printf("\ncasts at 64 MiB, threads %d, %d refused:\n", threads, refused);
  print_pairs(std::move(pairs), shown_count);
}

}  // namespace
}  // namespace ashlar::bench

int main(int argc, char** argv) {
  return ashlar::bench::bench_main([&] {
    const int threads = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
    const int shown =
        argc > 2 ? std::max(0, std::atoi(argv[2])) : ashlar::bench::kShown;
    ashlar::bench::run(threads, shown);
  });
}
