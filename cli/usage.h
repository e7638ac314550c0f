// usage.h - help and complaints that all commands share.
#pragma once

#include <CLI/CLI.hpp>
#include <ostream>
#include <span>
#include <string>

#include "cli/command.h"

namespace ashlar::cli {

/// What the command line says about looks.
struct LookWords {
  std::string color = "auto";
  int width = 0;  ///< that of the terminal
};

void add_look_options(CLI::App& app, LookWords& words);

/// Reads the arguments of a command. False if its help is wanted.
bool parse_args(const std::string& command, CLI::App& app,
                std::span<const std::string> args);

/// The options of a command, a line each.
void print_options(std::ostream& out, const CLI::App& app);

/// Whether to use colour: what `--color` says, then the environment, then what
/// the output is.
bool wants_color(const std::string& option, const Terminal& terminal);

}  // namespace ashlar::cli
