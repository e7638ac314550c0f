// The command `ashlar`.
#include <iostream>
#include <string>
#include <vector>

#include "cli/command.h"

int main(int argc, char** argv) {
  const std::vector<std::string> args(argv + (argc > 0 ? 1 : 0), argv + argc);
  return ashlar::cli::run_command(args, std::cout, std::cerr,
                                  ashlar::cli::this_terminal());
}
