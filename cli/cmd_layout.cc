// `ashlar layout SPEC`: where each element of a tensor lives.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "ashlar/draw_parts.h"
#include "ashlar/error.h"
#include "cli/command.h"
#include "cli/layout_blocks.h"
#include "cli/layout_report.h"
#include "cli/output_options.h"
#include "cli/usage.h"

namespace ashlar::cli {
namespace {

constexpr int kRowsByDefault = 40;
constexpr Index kFewElements = 1024;  // all of them can be looked at
constexpr int kRowsOfSlice = 1000;    // who asks for a part wants all of it

struct Options {
  std::vector<std::string> spec;  // words, if the shell has cut it
  std::vector<std::string> at;
  std::vector<std::string> find;
  std::vector<std::string> unit;
  std::string slice;
  OutputWords output;
  LookWords look;
  bool translate = false;
  bool why = false;
  bool panels = false;
};

void describe(CLI::App& app, Options& options) {
  app.add_option("SPEC", options.spec,
                 "what to look at, as in 'bf16[128x128] tile(32x32)'")
      ->required();
  app.add_option("--at", options.at, "where is this element? repeatable")
      ->type_name("I,J,..")
      ->allow_extra_args(false);
  app.add_option("--find", options.find, "what is in this byte? repeatable")
      ->type_name("BYTE")
      ->allow_extra_args(false);
  app.add_option("--unit", options.unit,
                 "the unit that --find looks at; 0 unless said")
      ->type_name("NAME=N")
      ->allow_extra_args(false);
  app.add_option("--slice", options.slice,
                 "the part to draw, as in 0,:,: or 1,0:8,0:16")
      ->type_name("SLICE");
  app.add_flag("--panels", options.panels,
               "a panel for each core, bank or rank; --slice is the opposite");
  app.add_flag("--why", options.why, "which rule causes which padding");
  app.add_flag("--translate", options.translate,
               "the layout in other notations");
  add_output_options(app, options.output);
  add_look_options(app, options.look);
}

void print_help(std::ostream& out, const CLI::App& app) {
  out << "usage: ashlar layout SPEC [OPTION]...\n\n"
         "Shows where each element of a tensor lives: facts and a picture, or\n"
         "answers to what is asked.\n\n";
  print_options(out, app);
  out << "\nSpecs are FORMAT[SIZES] LAYOUT, for example\n"
         "  'f16[5x100x150] stick(128B, pad=all)'\n"
         "  'bf16[128x128] ttnn on sim:0/l1 block(2x2)'\n"
         "  'mxfp4[32x128] row'\n"
         "  'f32[h=100, w=70] [h/32, w/32, h%32, w%32]'\n";
}

// False if only the help was wanted, which is then printed.
bool parse(std::span<const std::string> args, Options& options,
           std::ostream& out) {
  CLI::App app;
  app.set_help_flag("-h,--help", "this text");
  describe(app, options);
  if (parse_args("layout", app, args)) return true;
  print_help(out, app);
  return false;
}

/// The parts of a block format, unless something else is asked for.
bool wants_parts(const Options& options, const LayoutReport& report) {
  return report.spec.format.is_block() && !report.slice && !options.panels;
}

/// Panels if they are asked for; and where a tensor on several cores is too
/// large to draw its elements, unless a part of these is asked for.
bool wants_panels(const Options& options, const LayoutReport& report) {
  if (options.panels) return true;
  if (report.slice || report.bound.shape().volume() <= kFewElements) {
    return false;
  }
  const std::vector<UnitPart> parts = unit_parts(report.bound);
  return !parts.empty() && std::ranges::all_of(parts, &UnitPart::is_box);
}

void print_picture(const Options& options, const LayoutReport& report,
                   const Terminal& terminal, std::ostream& out) {
  TextOptions text;
  text.slice = report.slice;
  text.max_rows = report.slice ? kRowsOfSlice : kRowsByDefault;
  text.width = options.look.width > 0 ? options.look.width : terminal.width;
  const bool color = wants_color(options.look.color, terminal);
  if (color) text.color = TextOptions::Color::ansi;
  if (terminal.is_utf8 && (terminal.is_terminal || color)) {
    text.glyphs = TextOptions::Glyphs::unicode;
  }
  if (wants_parts(options, report)) {
    out << '\n' << draw_parts_text(report.spec.format, report.spec.shape, text);
  } else if (wants_panels(options, report)) {
    text.more = "--json lists all";
    out << '\n' << draw_units_text(report.spec, text);
  } else {
    text.more = "--slice shows another part";
    out << '\n' << draw_text(report.bound, text);
  }
}

std::string svg_of(const Options& options, const LayoutReport& report) {
  SvgOptions svg;
  svg.title = to_string(report.spec);
  svg.slice = report.slice;
  if (wants_parts(options, report)) {
    return draw_parts_svg(report.spec.format, report.spec.shape, svg.title);
  }
  return wants_panels(options, report) ? draw_units_svg(report.spec)
                                       : draw_svg(report.bound, svg);
}

void print_text(const Options& options, const LayoutReport& report,
                Streams& streams) {
  std::ostream& out = streams.out;
  const bool color = wants_color(options.look.color, streams.terminal);
  print_header(out, report, color ? Paint::yes : Paint::no);
  const bool asked = !report.at.empty() || !report.find.empty();
  if (asked) out << '\n';
  print_at(out, report);
  print_find(out, report);
  if (options.translate) print_translations(out, report);
  if (options.why) print_why(out, report);
  const bool is_drawn = !options.output.svg.empty();
  const bool answered = asked || options.translate || options.why || is_drawn;
  const bool wants_more = report.slice || options.panels;
  if (!answered || (wants_more && !is_drawn)) {
    print_picture(options, report, streams.terminal, out);
  }
}

bool asks_for_places(const Options& options) {
  return !options.slice.empty() || !options.at.empty() ||
         !options.find.empty() || options.panels || options.why ||
         options.translate;
}

void run(std::span<const std::string> args, Streams& streams) {
  Options options;
  if (!parse(args, options, streams.out)) return;
  if (!options.unit.empty() && options.find.empty()) {
    throw Error(ErrorKind::invalid, "layout", "--unit is given without --find",
                "--unit says in which memory --find looks");
  }
  if (options.panels && !options.slice.empty()) {
    throw Error(ErrorKind::invalid, "layout",
                "both --panels and --slice are given",
                "--slice draws elements, --panels what each unit holds");
  }
  std::string spec;
  for (const std::string& word : options.spec) {
    spec += (spec.empty() ? "" : " ") + word;
  }
  LayoutReport report = report_on(spec);
  if (asks_for_places(options)) require_places(report);
  if (!options.slice.empty()) {
    report.slice = parse_slice(options.slice, report.bound);
  }
  for (const std::string& text : options.at) {
    report.at.push_back(answer_at(report.bound, text));
  }
  for (const std::string& text : options.find) {
    for (Find& found : answer_find(report.bound, text, options.unit)) {
      report.find.push_back(found);
    }
  }
  show(
      options.output,
      {[&] { return svg_of(options, report); }, [&] { return json_of(report); },
       [&] { print_text(options, report, streams); }},
      streams);
}

}  // namespace

const Command kLayout = {"layout", "show where each element of a tensor lives",
                         run};

}  // namespace ashlar::cli
