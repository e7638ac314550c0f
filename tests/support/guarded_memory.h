// guarded_memory.h - buffers between pages that nobody may touch.
#pragma once

#include <cstddef>
#include <span>

namespace ashlar::test {

/// Where in its memory a buffer lies.
enum class Edge {
  first,    ///< right behind the page before it
  last,     ///< right in front of the page after it
  neither,  ///< a few bytes from the first
};

/// Memory that is used again and again. Reading or writing outside of it stops
/// the program; writing beside the buffer is noticed.
class GuardedMemory {
 public:
  GuardedMemory() = default;
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  /// `size` bytes at an edge; what was taken before is gone. With no edge the
  /// buffer starts `skew` bytes behind the start of a cache line.
  std::span<std::byte> take(std::size_t size, Edge edge, std::size_t skew);

  /// Are the bytes beside the buffer still what `take` made them?
  bool is_clean() const;

 private:
  void reserve(std::size_t size);
  std::span<std::byte> before() const;
  std::span<std::byte> after() const;

  std::byte* start_ = nullptr;  ///< behind the first page
  std::size_t size_ = 0;        ///< up to the last page
  std::span<std::byte> taken_;
};

}  // namespace ashlar::test
