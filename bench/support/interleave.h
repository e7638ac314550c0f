// interleave.h - times several things in turn, so that noise hits them alike.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace ashlar::bench {

/// One of the things to compare. `run` does it `times` times.
struct Contender {
  std::function<void(int times)> run;
  std::string_view name = {};  ///< for people
};

/// How long to measure: about `seconds`, in at least `least` rounds.
struct Budget {
  double seconds = 0.5;
  int least = 5;
};

/// What a contender took.
struct Times {
  std::vector<double> seconds;  ///< for doing it once, in each round
  double processors = 0;        ///< that it had, on average
};

/// Times the contenders in turn, round by round. Short work is repeated within
/// a round until the clock can tell.
std::vector<Times> interleave(std::span<const Contender> contenders,
                              const Budget& budget);

double median(std::vector<double> values);

}  // namespace ashlar::bench
