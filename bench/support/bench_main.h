// bench_main.h - what main() does besides measuring.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace ashlar::bench {

/// Calls `run`, and says on stderr what went wrong. The exit status.
int bench_main(const std::function<void()>& run);

/// What the command line asks for: a part of the names of rows, then numbers of
/// threads.
struct RowWords {
  std::string part;
  std::vector<int> threads = {1, 2};
};
RowWords row_words(int argc, char** argv);

}  // namespace ashlar::bench
