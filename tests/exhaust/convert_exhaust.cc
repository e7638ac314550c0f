// convert_exhaust.cc - random conversions, each against the definition.
//
// Usage: convert_exhaust [COUNT [SEED [FIRST]]]; 100,000 cases unless said.
// Stops with 1 at the first one that differs. A case depends on its number and
// the seed alone, so `1 SEED NUMBER` runs one again. Unless FIRST is said, some
// tensors of more than 2^32 elements follow.
#include <hwy/targets.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "tests/exhaust/comparison.h"
#include "tests/support/large_convert.h"
#include "tests/support/random_convert.h"

namespace ashlar::test {
namespace {

using Clock = std::chrono::steady_clock;

// What to say if a conversion leaves its buffers and the program stops.
char last_words[200];

void say_last_words(int signal) {
  if (write(STDOUT_FILENO, last_words, std::strlen(last_words)) < 0) {
    // There is nobody to tell.
  }
  _exit(128 + signal);
}

class Run {
 public:
  Run(std::uint64_t count, std::uint64_t seed, std::uint64_t first)
      : count_(count), seed_(seed), first_(first), targets_(targets()) {}

  /// The exit status.
  int all() {
    for (std::uint64_t i = 0; i < count_; ++i) {
      if (!is_right(first_ + i)) return 1;
      show_progress(i + 1);
    }
    std::printf(
        "%llu conversions, %.1f GB read, none differs; seed %llu, "
        "%.0f s\n",
        to_print(count_), bytes_ / 1e9, to_print(seed_), seconds());
    return 0;
  }

 private:
  static unsigned long long to_print(std::uint64_t number) { return number; }

  double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

  std::string how_to_repeat(std::uint64_t number) const {
    return "./dev exhaust convert 1 " + std::to_string(seed_) + " " +
           std::to_string(number);
  }

  bool is_right(std::uint64_t number) {
    std::seed_seq seeds{seed_ & 0xffffffffu, seed_ >> 32, number & 0xffffffffu,
                        number >> 32};
    Random random(seeds);
    const ConvertCase what = random_case(random, CaseSize::any);
    const std::int64_t target = targets_[random() % targets_.size()];
    std::snprintf(last_words, sizeof last_words,
                  "case %llu on %s stops the program; to see it again:\n  %s\n",
                  to_print(number), hwy::TargetName(target),
                  how_to_repeat(number).c_str());
    hwy::SetSupportedTargetsForTest(target);
    if (count_ == 1) std::printf("%s", to_string(what).c_str());
    std::fflush(stdout);
    const std::string found = problem_of(what);
    if (found.empty()) return true;
    std::printf("case %llu on %s: %s\nto see it again:\n  %s\n",
                to_print(number), hwy::TargetName(target), found.c_str(),
                how_to_repeat(number).c_str());
    return false;
  }

  std::string problem_of(const ConvertCase& what) {
    try {
      const Places from(what.from);
      bytes_ += static_cast<double>(from.layout.bytes());
      return difference(what, from, Places(what.to));
    } catch (const std::exception& error) {
      return std::string(error.what()) + "\n" + to_string(what);
    }
  }

  void show_progress(std::uint64_t done) {
    if (seconds() < shown_ + 1) return;
    shown_ = seconds();
    std::fprintf(stderr, "%llu of %llu, %.0f s\n", to_print(done),
                 to_print(count_), shown_);
  }

  std::uint64_t count_;
  std::uint64_t seed_;
  std::uint64_t first_;
  std::vector<std::int64_t> targets_;
  Clock::time_point start_ = Clock::now();
  double shown_ = 0;
  double bytes_ = 0;
};

bool are_large_ones_right() {
  constexpr Index kSlices = 120;
  constexpr const char* kPairs[][4] = {
      {"i8", "h, w", "i8", "w, h"},
      {"u1", "h, w", "u1", "w/64, h, w%64"},
      {"u4", "h/32, w/32, h%32, w%32", "u4", "h, w"},
      {"bf16", "h, w", "bf16", "h/32, w/32, h/16%2, w/16%2, h%16, w%16"},
      {"f32", "h, w", "bf16", "w, h"},
  };
  hwy::SetSupportedTargetsForTest(0);
  for (const auto& [from, inner, to, other] : kPairs) {
    std::snprintf(last_words, sizeof last_words,
                  "%lld matrices, %s [%s] to %s [%s], stop the program\n",
                  static_cast<long long>(kSlices), from, inner, to, other);
    std::fprintf(stderr, "more than 2^32 elements: %s [%s] to %s [%s]\n", from,
                 inner, to, other);
    const std::string found =
        large_difference({from, inner}, {to, other}, kSlices);
    if (found.empty()) continue;
    std::printf("%s\n", found.c_str());
    return false;
  }
  std::printf("tensors of more than 2^32 elements: none differs\n");
  return true;
}

std::uint64_t number(int argc, char** argv, int at, std::uint64_t other) {
  return argc > at ? std::strtoull(argv[at], nullptr, 10) : other;
}

}  // namespace
}  // namespace ashlar::test

int main(int argc, char** argv) {
  using ashlar::test::number;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    std::signal(signal, ashlar::test::say_last_words);
  }
  try {
    const int status =
        ashlar::test::Run(number(argc, argv, 1, 100000),
                          number(argc, argv, 2, ashlar::test::test_seed()),
                          number(argc, argv, 3, 0))
            .all();
    if (status != 0 || argc > 3) return status;
    return ashlar::test::are_large_ones_right() ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
