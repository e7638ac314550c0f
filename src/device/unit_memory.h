// unit_memory.h - the bytes of all units of a memory, reserved but not touched.
#pragma once

#include <cstddef>
#include <span>

#include "ashlar/shape.h"

namespace ashlar {

/// As many bytes for each unit, all of them apart. What is not touched costs
/// nothing but addresses.
class UnitMemory {
 public:
  /// Nothing is reserved before `reserve`.
  UnitMemory(Index units, Index bytes);
  ~UnitMemory();
  UnitMemory(const UnitMemory&) = delete;
  UnitMemory& operator=(const UnitMemory&) = delete;

  /// An error if the operating system has no room for so many addresses.
  void reserve();

  std::span<std::byte> at(Index unit, Index address, Index bytes) const;

  /// For large pages where a stretch is long enough.
  void expect_large(Index unit, Index address, Index bytes) const noexcept;
  /// Gives a stretch back to the operating system; it holds zeros then.
  void forget(Index unit, Index address, Index bytes) const noexcept;

 private:
  Index units_;
  Index bytes_;
  Index step_;  ///< from one unit to the next
  std::byte* base_ = nullptr;
};

}  // namespace ashlar
