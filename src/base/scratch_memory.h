// scratch_memory.h - much memory for a moment.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace ashlar {

/// Bytes that hold anything, in huge pages where there are some: a page that is
/// touched for the first time costs more than what is written to it.
class ScratchMemory {
 public:
  explicit ScratchMemory(std::size_t bytes);

  std::span<std::byte> bytes() const { return {data_.get(), size_}; }

 private:
  struct Free {
    void operator()(std::byte* data) const;
  };

  std::unique_ptr<std::byte, Free> data_;
  std::size_t size_ = 0;
};

}  // namespace ashlar
