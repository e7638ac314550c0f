// bench_main.cc - arguments and errors of benchmarks.
#include "bench/support/bench_main.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

namespace ashlar::bench {

int bench_main(const std::function<void()>& run) {
  try {
    run();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

RowWords row_words(int argc, char** argv) {
  RowWords words;
  if (argc > 1) words.part = argv[1];
  if (argc > 2) words.threads.clear();
  for (int i = 2; i < argc; ++i) words.threads.push_back(std::atoi(argv[i]));
  return words;
}

}  // namespace ashlar::bench
