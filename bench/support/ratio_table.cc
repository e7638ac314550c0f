// ratio_table.cc - measures rows, and lays them out for people.
#include "bench/support/ratio_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace ashlar::bench {
namespace {

constexpr int kNameWidth = 30;
constexpr int kRatioWidth = 6;
constexpr double kFairShare = 0.8;

std::string text(const char* format, double value) {
  char out[64];
  std::snprintf(out, sizeof out, format, value);
  return out;
}

double giga(double bytes, double seconds) { return bytes / seconds * 1e-9; }

double f32_rate(const Work& work, const Speed& speed) {
  return giga(4 * work.elements, speed.seconds);
}

bool is_missed(const Bar& bar, const Work& work, const Speed& speed) {
  // What is printed is what counts: 0.899 shows as 0.90.
  const double rounding = 0.005;
  switch (bar.of) {
    case Bar::Of::ratio:
      return speed.ratio + rounding < bar.least;
    case Bar::Of::f32_rate:
      return f32_rate(work, speed) + rounding < bar.least;
    case Bar::Of::nothing:
      break;
  }
  return false;
}

std::string bar_text(const Bar& bar) {
  switch (bar.of) {
    case Bar::Of::ratio:
      return text("%.2f", bar.least);
    case Bar::Of::f32_rate:
      return text("%.0f GB/s of f32", bar.least);
    case Bar::Of::nothing:
      break;
  }
  return "-";
}

std::string missed_text(const Conversion& conversion, const Work& work,
                        const Speed& speed, int threads) {
  const std::string found = conversion.bar.of == Bar::Of::ratio
                                ? text("%.2f", speed.ratio)
                                : text("%.2f GB/s", f32_rate(work, speed));
  return conversion.name + ", threads " + std::to_string(threads) + ": " +
         found + ", wanted " + bar_text(conversion.bar);
}

/// Whether more threads are less than so many times as fast as one, though the
/// limit is.
bool scales_less(const Speed& one, const Speed& more, double times) {
  return one.limit >= times * more.limit && one.seconds < times * more.seconds;
}

std::string scaling_text(const Conversion& conversion, const Speed& one,
                         const Speed& more, int threads) {
  return conversion.name + ", threads " + std::to_string(threads) + ": " +
         text("%.2f times one thread", one.seconds / more.seconds) +
         text(", the limit %.2f times", one.limit / more.limit);
}

/// Bytes read and written for an element: "4:0.75".
std::string ratio_text(const Work& work) {
  const auto bytes = [&](std::int64_t all) {
    return text("%.3g", static_cast<double>(all) / work.elements);
  };
  return bytes(work.traffic.bytes_in) + ":" + bytes(work.traffic.bytes_out);
}

void print_cells(const Work& work, const Speed& speed) {
  const double bytes = work.traffic.bytes();
  std::printf(" |%7.1f%7.1f%7.1f%6.2f%s", giga(bytes, speed.seconds),
              f32_rate(work, speed), giga(bytes, speed.limit), speed.ratio,
              speed.share < kFairShare ? "~" : " ");
}

}  // namespace

Speed measure(const Work& work, Team& team, const Budget& budget) {
  std::vector<Contender> contenders = {{[&](int times) {
    for (int i = 0; i < times; ++i) work.run();
  }}};
  for (Contender& loop : plain_loops(work.traffic, team)) {
    contenders.push_back(std::move(loop));
  }
  const auto times = interleave(contenders, budget);
  const auto fastest = std::min_element(
      times.begin() + 1, times.end(), [](const Times& a, const Times& b) {
        return median(a.seconds) < median(b.seconds);
      });
  std::vector<double> ratios;
  for (std::size_t i = 0; i < fastest->seconds.size(); ++i) {
    ratios.push_back(fastest->seconds[i] / times[0].seconds[i]);
  }
  Speed speed;
  speed.seconds = median(times[0].seconds);
  speed.limit = median(fastest->seconds);
  speed.ratio = median(std::move(ratios));
  speed.share = fastest->processors / team.threads();
  return speed;
}

RatioTable::RatioTable(const std::string& title,
                       const std::vector<int>& threads, int rows,
                       const Budget& budget)
    : rows_(rows), budget_(budget) {
  std::printf("\n%s\n\n%-*s", title.c_str(), kNameWidth + kRatioWidth, "");
  for (const int count : threads) {
    teams_.push_back(std::make_unique<Team>(count));
    std::printf(" | %-27s",
                (std::to_string(count) + (count == 1 ? " thread" : " threads"))
                    .c_str());
  }
  std::printf(" |\n%-*s%-*s", kNameWidth, "", kRatioWidth, "R:W");
  for (std::size_t i = 0; i < threads.size(); ++i) {
    std::printf(" |%7s%7s%7s%6s ", "GB/s", "of f32", "limit", "ratio");
  }
  std::printf(" | bar\n");
}

void RatioTable::add(const Conversion& conversion) {
  std::fprintf(stderr, "%d/%d %s\n", ++done_, rows_, conversion.name.c_str());
  std::printf("%-*s%-*s", kNameWidth, conversion.name.c_str(), kRatioWidth,
              ratio_text(conversion.work(1)).c_str());
  std::string mark;
  const auto miss = [&](std::string text) {
    mark = "  MISSED";
    missed_.push_back(std::move(text));
  };
  Speed one;
  for (const auto& team : teams_) {
    const int threads = team->threads();
    const Work work = conversion.work(threads);
    const Speed speed = measure(work, *team, budget_);
    print_cells(work, speed);
    if (threads == 1) one = speed;
    if (threads > 1 && conversion.scaling > 0 && one.seconds > 0) {
      if (scales_less(one, speed, conversion.scaling)) {
        miss(scaling_text(conversion, one, speed, threads));
      }
    } else if (is_missed(conversion.bar, work, speed)) {
      miss(missed_text(conversion, work, speed, threads));
    }
  }
  std::printf(" | %s%s\n", bar_text(conversion.bar).c_str(), mark.c_str());
  std::fflush(stdout);
}

void RatioTable::finish() const {
  if (missed_.empty()) {
    std::printf("\nNo bar is missed.\n");
    return;
  }
  std::printf("\nBars missed:\n");
  for (const std::string& line : missed_) std::printf("  %s\n", line.c_str());
}

}  // namespace ashlar::bench
