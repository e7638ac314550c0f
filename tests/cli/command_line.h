// command_line.h - runs `ashlar` inside a test and keeps what it says.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "cli/command.h"

namespace ashlar::test {

struct Said {
  int status = 0;
  std::string out;
  std::string err;
};

inline Said ashlar(const std::vector<std::string>& args,
                   const cli::Terminal& terminal = {}) {
  std::ostringstream out;
  std::ostringstream err;
  const int status = cli::run_command(args, out, err, terminal);
  return {status, out.str(), err.str()};
}

}  // namespace ashlar::test
