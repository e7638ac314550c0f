// output_options.h - the part of a command line that says what comes out.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "cli/command.h"

namespace ashlar::cli {

/// What the command line says: nothing means text for people.
struct OutputWords {
  std::string svg = {};  ///< a file for a picture; - is the output
  bool force = false;    ///< overwrite that file
  bool json = false;
};

void add_output_options(CLI::App& app, OutputWords& words);
/// For commands that draw nothing.
void add_json_option(CLI::App& app, bool& json);

/// What a command can show, made when it is asked for.
struct Output {
  std::function<std::string()> svg;
  std::function<std::string()> json;
  std::function<void()> print;  ///< text for people
};

/// A picture instead of all else, or into a file and beside it.
void show(const OutputWords& words, const Output& output, Streams& streams);

}  // namespace ashlar::cli
