// ratio_table.h - a table of conversions: speed, limit, and the ratio of them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/support/interleave.h"
#include "bench/support/plain_loop.h"
#include "bench/support/team.h"

namespace ashlar::bench {

/// What a conversion should reach. Nothing depends on it; it is printed.
struct Bar {
  enum class Of { nothing, ratio, f32_rate };

  Of of = Of::nothing;
  double least = 0;  ///< a ratio to the limit, or GB/s of f32
};

/// What is measured.
struct Work {
  std::function<void()> run;
  Traffic traffic;
  double elements = 0;
};

/// A row of the table.
struct Conversion {
  std::string name;
  std::function<Work(int threads)> work;
  Bar bar;
  /// Not 0: the bar is for one thread, and more of them should be so many times
  /// as fast, if the limit is.
  double scaling = 0;
};

/// How fast a conversion was.
struct Speed {
  double seconds = 0;
  double limit = 0;  ///< seconds of the fastest plain loop
  double ratio = 0;  ///< the median over rounds of limit / seconds
  double share = 0;  ///< of the processors that the plain loop could use
};

/// Measures work and the plain loops over its arrays, interleaved.
Speed measure(const Work& work, Team& team, const Budget& budget);

/// Prints a row as soon as it is measured, for several numbers of threads side
/// by side; what is being measured goes to stderr. A `~` marks figures for
/// which other programs left too few processors.
class RatioTable {
 public:
  /// `rows` is how many there will be.
  RatioTable(const std::string& title, const std::vector<int>& threads,
             int rows, const Budget& budget);

  void add(const Conversion& conversion);
  /// Says which rows missed their bars.
  void finish() const;

 private:
  std::vector<std::unique_ptr<Team>> teams_;
  int rows_;
  int done_ = 0;
  Budget budget_;
  std::vector<std::string> missed_;
};

}  // namespace ashlar::bench
