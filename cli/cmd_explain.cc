// `ashlar explain --from SPEC --to SPEC`: how a conversion is done.
#include <CLI/CLI.hpp>
#include <string>

#include "ashlar/block_tensor.h"
#include "cli/command.h"
#include "cli/convert_options.h"
#include "cli/usage.h"

namespace ashlar::cli {
namespace {

void print_help(std::ostream& out, const CLI::App& app) {
  out << "usage: ashlar explain --from SPEC --to SPEC [OPTION]...\n\n"
         "Shows how 'ashlar raw' and the library convert one form of a tensor\n"
         "to another: loops, kernel, bytes; for block formats whether it goes\n"
         "by tiles or slices, and by kernel.\n\n";
  print_options(out, app);
  out << "\nFor example\n"
         "  ashlar explain --from 'f32[4096x4096] row' "
         "--to 'bf16[4096x4096] ttnn'\n"
         "  ashlar explain --from 'f32[4096x4096] row' "
         "--to 'mxfp4[4096x4096] row'\n";
}

void run(std::span<const std::string> args, Streams& streams) {
  ConvertWords words;
  CLI::App app;
  app.set_help_flag("-h,--help", "this text");
  add_convert_options(app, words);
  if (!parse_args("explain", app, args)) return print_help(streams.out, app);
  const ConvertRequest request = read_request("explain", words);
  const std::string text =
      explain_blocks(request.from, request.to, request.options);
  streams.out << text << (text.ends_with('\n') ? "" : "\n");
}

}  // namespace

const Command kExplain = {"explain", "show how a conversion is done", run};

}  // namespace ashlar::cli
