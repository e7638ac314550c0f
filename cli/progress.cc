// A thread that mostly sleeps.
#include "cli/progress.h"

#include <utility>

namespace ashlar::cli {

Progress::Progress(std::ostream* out, std::string what,
                   std::chrono::milliseconds patience)
    : out_(out), what_(std::move(what)) {
  if (out_ == nullptr) return;
  thread_ = std::jthread(
      [this, patience](const std::stop_token& stop) { show(stop, patience); });
}

void Progress::show(const std::stop_token& stop,
                    std::chrono::milliseconds patience) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  std::unique_lock lock(mutex_);
  const auto wait = [&] {
    stopped_.wait_for(lock, stop, patience, [] { return false; });
    return !stop.stop_requested();
  };
  bool shown = false;
  for (; wait(); shown = true) {
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin);
    *out_ << '\r' << what_ << ", " << seconds.count() << " s" << std::flush;
  }
  if (shown) *out_ << "\r\033[K" << std::flush;
}

}  // namespace ashlar::cli
