// team.h - threads that stay, for loops too short to start any.
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace ashlar::bench {

/// Runs the same work on several threads at once; the caller is one of them.
class Team {
 public:
  explicit Team(int threads);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  /// Calls `work(i)` for every i below threads(), each on its own thread.
  void run(const std::function<void(int i)>& work);
  int threads() const { return 1 + static_cast<int>(others_.size()); }

 private:
  void serve(int i);

  std::vector<std::thread> others_;
  std::atomic<int> round_ = 0;
  std::atomic<int> busy_ = 0;
  const std::function<void(int)>* work_ = nullptr;  ///< null: go home
};

}  // namespace ashlar::bench
