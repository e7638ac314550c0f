// `ashlar formats [NAME [NUMBER...]]`: number formats, listed and explained.
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "ashlar/error.h"
#include "cli/cast_options.h"
#include "cli/command.h"
#include "cli/formats_quality.h"
#include "cli/formats_report.h"
#include "cli/output_options.h"
#include "cli/usage.h"

namespace ashlar::cli {
namespace {

struct Options {
  std::string name;
  std::vector<std::string> numbers;
  PolicyWords policy;
  LookWords look;
  bool json = false;
  bool quality = false;
};

void describe(CLI::App& app, Options& options) {
  app.add_option("NAME", options.name, "explain this one; 'f8*' lists some");
  app.add_option("NUMBER", options.numbers,
                 "what is 0.3 in it? what is its code 0x7e? repeatable");
  add_cast_options(app, options.policy);
  app.add_flag("--quality", options.quality,
               "how well block formats keep random numbers");
  add_json_option(app, options.json);
  add_look_options(app, options.look);
}

void print_help(std::ostream& out, const CLI::App& app) {
  out << "usage: ashlar formats [NAME [NUMBER]...] [OPTION]...\n\n"
         "Lists the number formats, explains one, or converts numbers to it.\n"
         "\n";
  print_options(out, app);
  out << "\nProfiles are\n";
  print_profiles(out);
  out << "\nFor example\n"
         "  ashlar formats bf16\n"
         "  ashlar formats e5m6\n"
         "  ashlar formats 'mx*' --quality\n"
         "  ashlar formats f8_e4m3fn 0.3 -1000 0x7e --round toward_zero\n";
}

// CLI11 would take -inf for options. With a space in front it is a word.
std::vector<std::string> shielded(std::span<const std::string> args) {
  std::vector<std::string> out;
  for (const std::string& arg : args) {
    const bool is_number = arg.size() > 1 && arg[0] == '-' &&
                           (arg.find_first_of(".0123456789") == 1 ||
                            arg.starts_with("-inf") || arg.starts_with("-nan"));
    out.push_back(is_number ? " " + arg : arg);
  }
  return out;
}

// False if only the help was wanted, which is then printed.
bool parse(std::span<const std::string> args, Options& options,
           std::ostream& out) {
  CLI::App app;
  app.set_help_flag("-h,--help", "this text");
  describe(app, options);
  const std::vector<std::string> words = shielded(args);
  if (!parse_args("formats", app, words)) {
    print_help(out, app);
    return false;
  }
  for (std::string& number : options.numbers) {
    if (number.starts_with(" -")) number.erase(0, 1);
  }
  return true;
}

Look look_of(const Options& options, const Terminal& terminal) {
  Look look;
  look.width = options.look.width > 0 ? options.look.width : terminal.width;
  const bool color = wants_color(options.look.color, terminal);
  if (color) look.color = Look::Color::ansi;
  if (terminal.is_utf8 && (terminal.is_terminal || color)) {
    look.glyphs = Look::Glyphs::unicode;
  }
  return look;
}

void list(const Options& options, const std::string& pattern,
          Streams& streams) {
  if (!options.numbers.empty() || options.policy != PolicyWords()) {
    throw Error(ErrorKind::invalid, "formats",
                "numbers and rules need the name of one format",
                "for example: ashlar formats f8_e4m3fn 0.3");
  }
  const auto listed = matching_formats(pattern);
  if (options.json) {
    streams.out << json_of(listed);
    return;
  }
  print_list(streams.out, listed, look_of(options, streams.terminal));
}

void assess(const Options& options, Streams& streams) {
  if (!options.numbers.empty() || options.policy != PolicyWords()) {
    throw Error(ErrorKind::invalid, "formats",
                "--quality has numbers and rules of its own",
                "for example: ashlar formats 'mx*' --quality");
  }
  const std::vector<Quality> rows =
      qualities(options.name.empty() ? "*" : options.name);
  if (options.json) {
    streams.out << json_of(rows);
    return;
  }
  print_qualities(streams.out, rows, look_of(options, streams.terminal));
}

void run(std::span<const std::string> args, Streams& streams) {
  Options options;
  if (!parse(args, options, streams.out)) return;
  if (options.quality) return assess(options, streams);
  const bool is_pattern = options.name.find('*') != std::string::npos;
  if (options.name.empty() || is_pattern) {
    return list(options, is_pattern ? options.name : "*", streams);
  }
  FormatReport report = report_on_format(options.name, options.policy);
  for (const std::string& number : options.numbers) convert(report, number);
  const Look look = look_of(options, streams.terminal);
  if (options.json) {
    streams.out << json_of(report);
  } else if (!report.conversions.empty()) {
    print_conversions(streams.out, report, look);
  } else {
    print_format(streams.out, report, look);
  }
}

}  // namespace

const Command kFormats = {"formats", "list and explain number formats", run};

}  // namespace ashlar::cli
