// team.cc - a round starts when its number changes, and ends when all are idle.
#include "bench/support/team.h"

namespace ashlar::bench {

Team::Team(int threads) {
  for (int i = 1; i < threads; ++i) {
    others_.emplace_back([this, i] { serve(i); });
  }
}

Team::~Team() {
  work_ = nullptr;
  ++round_;
  round_.notify_all();
  for (std::thread& other : others_) other.join();
}

void Team::run(const std::function<void(int i)>& work) {
  work_ = &work;
  busy_ = static_cast<int>(others_.size());
  ++round_;
  round_.notify_all();
  work(0);
  for (int left = busy_; left != 0; left = busy_) busy_.wait(left);
}

void Team::serve(int i) {
  for (int round = 0;; ++round) {
    round_.wait(round);
    if (work_ == nullptr) return;
    (*work_)(i);
    if (--busy_ == 0) busy_.notify_one();
  }
}

}  // namespace ashlar::bench
