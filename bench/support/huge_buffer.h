// huge_buffer.h - memory for benchmarks, in huge pages where there are some.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

namespace ashlar::bench {

/// Bytes that start at a huge page and have been touched.
class HugeBuffer {
 public:
  explicit HugeBuffer(std::size_t bytes) {
    const std::size_t size = (bytes + kPage - 1) / kPage * kPage;
    data_.reset(static_cast<std::byte*>(std::aligned_alloc(kPage, size)));
    if (data_ == nullptr) throw std::bad_alloc();
    madvise(data_.get(), size, MADV_HUGEPAGE);
    std::memset(data_.get(), 0, size);
  }

  std::byte* data() const { return data_.get(); }

 private:
  static constexpr std::size_t kPage = std::size_t{2} << 20;

  struct Free {
    void operator()(std::byte* data) const { std::free(data); }
  };
  std::unique_ptr<std::byte, Free> data_;
};

}  // namespace ashlar::bench
