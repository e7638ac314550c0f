// area.h - memory that a thread keeps for the next conversion.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "ashlar/shape.h"
#include "src/base/cache_line.h"

namespace ashlar {

/// Memory of one thread, whole lines of it. It is kept for the next conversion;
/// what is in it may be left from the one before. There is one for each `use`.
class Area {
 public:
  enum class Use : std::uint8_t { staging, scratch, work, codes };

  explicit Area(Use use) : use_(use), memory_(std::move(kept(use))) {}
  ~Area() { kept(use_) = std::move(memory_); }
  Area(const Area&) = delete;
  Area& operator=(const Area&) = delete;

  /// At least so many bytes, aligned as lines are. What was in it is lost if it
  /// has to grow.
  std::byte* data(Index size) {
    const auto least = static_cast<std::size_t>(size) + kLineBytes;
    if (memory_.size() < least) memory_.resize(least);
    const auto at = reinterpret_cast<std::uintptr_t>(memory_.data());
    return memory_.data() + (kLineBytes - at % kLineBytes) % kLineBytes;
  }

 private:
  static std::vector<std::byte>& kept(Use use) {
    static thread_local std::array<std::vector<std::byte>, 4> memory;
    return memory[static_cast<std::size_t>(use)];
  }

  Use use_;
  std::vector<std::byte> memory_;
};

}  // namespace ashlar
