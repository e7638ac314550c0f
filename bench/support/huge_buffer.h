// huge_buffer.h - memory for benchmarks, in huge pages where there are some.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <random>

namespace ashlar::bench {

/// Bytes that start at a huge page. They are numbers: machines may copy memory
/// that holds nothing but zeros at twice the speed of any other.
class HugeBuffer {
 public:
  /// Bytes that every floating-point format has a number for; or integers of
  /// so many bytes, small enough for all others.
  explicit HugeBuffer(std::size_t bytes, std::size_t integer_bytes = 0) {
    const std::size_t size = (bytes + kPage - 1) / kPage * kPage;
    data_.reset(static_cast<std::byte*>(std::aligned_alloc(kPage, size)));
    if (data_ == nullptr) throw std::bad_alloc();
    madvise(data_.get(), size, MADV_HUGEPAGE);
    const std::size_t step = integer_bytes == 0 ? 1 : integer_bytes;
    const std::size_t most = integer_bytes == 0 ? 0x3f : 7;
    std::memset(data_.get(), 0, std::min(kPage, size));
    std::minstd_rand any;
    for (std::size_t at = 0; at < std::min(kPage, size); at += step) {
      data_[at] = static_cast<std::byte>(1 + any() % most);
    }
    for (std::size_t at = kPage; at < size; at += kPage) {
      std::memcpy(data_.get() + at, data_.get(), kPage);
    }
  }

  std::byte* data() const { return data_.get(); }

 private:
  static constexpr std::size_t kPage = std::size_t{2} << 20;

  struct Free {
    void operator()(std::byte* data) const { std::free(data); }
  };
  std::unique_ptr<std::byte[], Free> data_;
};

}  // namespace ashlar::bench
