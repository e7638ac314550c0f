// progress.h - a sign of life while something takes long.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <ostream>
#include <string>
#include <thread>

namespace ashlar::cli {

/// As long as this exists, a line on a terminal says what is being done and for
/// how many seconds. It appears after `patience`, and is erased in the end.
class Progress {
 public:
  /// Says nothing if `out` is null.
  Progress(std::ostream* out, std::string what,
           std::chrono::milliseconds patience = std::chrono::seconds(1));

 private:
  void show(const std::stop_token& stop, std::chrono::milliseconds patience);

  std::ostream* out_;
  std::string what_;
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::jthread thread_;  // the last member: stops before the others go
};

}  // namespace ashlar::cli
