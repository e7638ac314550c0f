// `ashlar bench convert --from SPEC --to SPEC`: how fast a conversion is here.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iomanip>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "ashlar/draw.h"
#include "ashlar/error.h"
#include "bench/support/convert_work.h"
#include "bench/support/interleave.h"
#include "bench/support/plain_loop.h"
#include "bench/support/team.h"
#include "cli/command.h"
#include "cli/convert_options.h"
#include "cli/progress.h"
#include "cli/usage.h"

namespace ashlar::cli {
namespace {

constexpr double kFairShare = 0.8;  // of the processors, for figures to count

struct Options {
  std::string what = "convert";
  ConvertWords convert;
  double seconds = 1;
};

void describe(CLI::App& app, Options& options) {
  app.add_option("WHAT", options.what, "convert")
      ->check(CLI::IsMember({"convert"}))
      ->required();
  add_convert_options(app, options.convert);
  app.add_option("--seconds", options.seconds,
                 "how long to measure, about; 1 unless said")
      ->type_name("S")
      ->check(CLI::Range(0.0, 3600.0));
}

void print_help(std::ostream& out, const CLI::App& app) {
  out << "usage: ashlar bench convert --from SPEC --to SPEC [OPTION]...\n\n"
         "Times a conversion of small numbers beside plain loops that read\n"
         "and write as many bytes, in turn: memcpy and a copy with\n"
         "non-temporal stores, or loops of the same proportion. The fastest "
         "of\n"
         "them is the limit.\n\n";
  print_options(out, app);
  out << "\nFor example\n"
         "  ashlar bench convert --from 'f32[4096x4096] row' "
         "--to 'f32[4096x4096] ttnn'\n";
}

/// Both forms are written to, so they must be in memory, not only fit into the
/// address space.
void check_memory(const bench::ConvertBytes& bytes) {
  const auto all = static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                   static_cast<double>(sysconf(_SC_PAGESIZE));
  const auto wanted =
      static_cast<double>(bytes.in) + static_cast<double>(bytes.out);
  if (wanted <= all * 0.75) return;
  throw Error(ErrorKind::memory, "bench",
              "both forms together take " + grouped(bytes.in) + " and " +
                  grouped(bytes.out) + " bytes, more than this machine has",
              "a smaller shape, of 64 MiB say, shows the same");
}

/// There are no plain loops for what has scales beside its elements.
void refuse_blocks(const ConvertRequest& request) {
  for (const Spec* spec : {&request.from, &request.to}) {
    if (!spec->format.is_block()) continue;
    throw Error(ErrorKind::unsupported, "bench",
                to_string(*spec) +
                    " is of a block format, and bench times "
                    "numbers without scales only",
                "ashlar raw IN OUT --from SPEC --to SPEC -v converts it, and "
                "says how long that took");
  }
}

/// More threads than processors would not make the plain loops faster.
int threads_for(int asked) {
  const int all = static_cast<int>(std::thread::hardware_concurrency());
  const int most = std::max(1, all);
  return asked == 0 ? most : std::min(asked, most);
}

struct Line {
  std::string name;
  double seconds = 0;
};

std::string rate_text(double bytes, const Line& line) {
  std::ostringstream out;
  std::string name = line.name;
  name.resize(std::max<std::size_t>(name.size() + 1, 13), ' ');
  out << "  " << name << std::fixed << std::setprecision(3) << std::setw(9)
      << line.seconds * 1e3 << " ms" << std::setprecision(1) << std::setw(9)
      << bytes / line.seconds / 1e9 << " GB/s\n";
  return out.str();
}

std::string head(const Plan& plan, const bench::Traffic& traffic, int threads) {
  std::ostringstream out;
  out << to_string(plan.from()) << " -> " << to_string(plan.to()) << "\n"
      << "  moves        " << grouped(traffic.bytes_in) << " bytes to "
      << grouped(traffic.bytes_out) << ", on " << threads
      << (threads == 1 ? " thread" : " threads") << "\n";
  return out.str();
}

/// The conversion first, then the plain loops.
std::string report(const bench::Traffic& traffic,
                   const std::vector<bench::Contender>& contenders,
                   const std::vector<bench::Times>& times, int threads) {
  std::ostringstream out;
  std::size_t best = 1;
  std::vector<double> medians;
  for (std::size_t i = 0; i < times.size(); ++i) {
    medians.push_back(bench::median(times[i].seconds));
    if (i > 0 && medians[i] < medians[best]) best = i;
    out << rate_text(traffic.bytes(),
                     {std::string(contenders[i].name), medians[i]});
  }
  std::vector<double> ratios;
  for (std::size_t i = 0; i < times[0].seconds.size(); ++i) {
    ratios.push_back(times[best].seconds[i] / times[0].seconds[i]);
  }
  out << "  limit        " << contenders[best].name << "\n"
      << "  ratio        " << std::fixed << std::setprecision(2)
      << bench::median(ratios) << " of the limit, median of "
      << times[0].seconds.size() << " rounds\n";
  if (times[best].processors < kFairShare * threads) {
    out << "  note         other programs were running: not to be trusted\n";
  }
  return out.str();
}

void measure(const Options& options, Streams& streams) {
  const ConvertRequest request = read_request("bench", options.convert);
  if (request.from.shape.volume() == 0) {
    throw Error(ErrorKind::invalid, "bench",
                to_string(request.from) + " has no elements to convert");
  }
  refuse_blocks(request);
  const Plan work = plan(request.from, request.to, request.options);
  const bench::ConvertBytes bytes = bench::convert_bytes(work);
  check_memory(bytes);
  bench::Team team(threads_for(request.options.threads));
  const bench::HugeBuffer in(static_cast<std::size_t>(bytes.in),
                             bench::integer_bytes(request.from.format));
  const bench::HugeBuffer out(static_cast<std::size_t>(bytes.out));
  const bench::Work job = bench::convert_work(work, in, out);
  std::vector<bench::Contender> contenders = {{[&](int times) {
                                                 for (int i = 0; i < times; ++i)
                                                   job.run();
                                               },
                                               "conversion"}};
  for (bench::Contender& loop : bench::plain_loops(job.traffic, team)) {
    contenders.push_back(std::move(loop));
  }
  streams.out << head(work, job.traffic, team.threads()) << std::flush;
  const Progress progress(isatty(STDERR_FILENO) != 0 ? &streams.err : nullptr,
                          "measuring");
  streams.out << report(job.traffic, contenders,
                        interleave(contenders, {options.seconds, 3}),
                        team.threads());
}

void run(std::span<const std::string> args, Streams& streams) {
  Options options;
  CLI::App app;
  app.set_help_flag("-h,--help", "this text");
  describe(app, options);
  if (!parse_args("bench", app, args)) return print_help(streams.out, app);
  measure(options, streams);
}

}  // namespace

const Command kBench = {"bench", "time a conversion beside plain copies", run};

}  // namespace ashlar::cli
