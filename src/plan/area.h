// area.h - memory that a thread keeps for the next conversion.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "ashlar/shape.h"

namespace ashlar {

/// Memory of one thread, whole lines of it. It is kept for the next block of
/// work; what is in it may be left from the one before.
class Area {
 public:
  explicit Area(Index size) : memory_(std::move(kept())) {
    memory_.resize(
        std::max(memory_.size(), static_cast<std::size_t>(size) + 64));
  }
  ~Area() { kept() = std::move(memory_); }
  Area(const Area&) = delete;
  Area& operator=(const Area&) = delete;

  std::byte* data() {
    const auto at = reinterpret_cast<std::uintptr_t>(memory_.data());
    return memory_.data() + (64 - at % 64) % 64;
  }

 private:
  static std::vector<std::byte>& kept() {
    static thread_local std::vector<std::byte> memory;
    return memory;
  }

  std::vector<std::byte> memory_;
};

}  // namespace ashlar
