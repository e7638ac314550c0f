// worker.h - one thread's part of a conversion: fills blocks, sends them off.
#pragma once

#include <memory>
#include <vector>

#include "src/plan/run.h"

namespace ashlar {

/// A block, or where one would be: bits on either side, and its first index.
struct Place {
  Index in = 0;
  Index out = 0;
  Indices index;
};

class Worker {
 public:
  explicit Worker(const Job& job);
  ~Worker();

  /// Takes a block. The one before it is moved now that it is known what
  /// follows and can be fetched.
  void add(const Place& place);

  /// Moves the last block. What a cast refused, if anything.
  Refusal finish();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ashlar
