// convert_options.h - the part of a command line that asks for a conversion.
#pragma once

#include <string>

#include "ashlar/convert.h"
#include "cli/cast_options.h"

namespace ashlar::cli {

/// What the command line says.
struct ConvertWords {
  std::string from;
  std::string to;
  PolicyWords policy;
  std::string padding;
  int threads = 0;
};

/// What is meant.
struct ConvertRequest {
  Spec from;
  Spec to;
  ConvertOptions options;
};

void add_convert_options(CLI::App& app, ConvertWords& words);

/// An error of `command` unless both specs have the same sizes.
ConvertRequest read_request(const std::string& command,
                            const ConvertWords& words);

}  // namespace ashlar::cli
