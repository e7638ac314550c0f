// large_convert.cc - one file, mapped again and again.
#include "tests/support/large_convert.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <span>

#include "tests/support/convert_check.h"

namespace ashlar::test {
namespace {

// The size of a matrix is a whole number of pages in every format, and no
// divisor of 2^31.
constexpr const char* kSizes = "h=8192, w=4416";

/// `count` slices, which are one.
class RepeatedBuffer {
 public:
  RepeatedBuffer(std::size_t slice, std::size_t count)
      : slice_(slice), size_(slice * count), file_(memfd_create("slice", 0)) {
    constexpr int kProtection = PROT_READ | PROT_WRITE;
    if (file_ < 0 || ftruncate(file_, static_cast<off_t>(slice)) != 0) {
      throw std::bad_alloc();
    }
    void* const all = mmap(nullptr, size_, PROT_NONE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<std::byte*>(all);
    for (std::size_t i = 0; i < count; ++i) {
      if (mmap(data_ + i * slice, slice, kProtection, MAP_SHARED | MAP_FIXED,
               file_, 0) == MAP_FAILED) {
        throw std::bad_alloc();
      }
    }
  }
  ~RepeatedBuffer() {
    if (data_ != nullptr) munmap(data_, size_);
    close(file_);
  }
  RepeatedBuffer(const RepeatedBuffer&) = delete;
  RepeatedBuffer& operator=(const RepeatedBuffer&) = delete;

  std::span<std::byte> all() const { return {data_, size_}; }
  std::span<std::byte> one() const { return {data_, slice_}; }

 private:
  std::size_t slice_;
  std::size_t size_;
  int file_;
  std::byte* data_ = nullptr;
};

Spec one_of(const LargeTensor& tensor) {
  return parse_spec(tensor.format + "[" + kSizes + "] [" + tensor.inner + "]");
}

Spec all_of(const LargeTensor& tensor, Index slices) {
  return parse_spec(tensor.format + "[n=" + std::to_string(slices) + ", " +
                    kSizes + "] [n, " + tensor.inner + "]");
}

}  // namespace

std::string large_difference(const LargeTensor& from, const LargeTensor& to,
                             Index slices) {
  // Two threads would meet in the same memory.
  ConvertOptions options;
  options.threads = 1;
  const Plan one = plan(one_of(from), one_of(to), options);
  const Plan all = plan(all_of(from, slices), all_of(to, slices), options);
  const auto in_size = static_cast<std::size_t>(one.in_bytes());
  const auto out_size = static_cast<std::size_t>(one.out_bytes());
  const RepeatedBuffer in(in_size, static_cast<std::size_t>(slices));
  const RepeatedBuffer out(out_size, static_cast<std::size_t>(slices));
  fill_random(in.one(), 11);
  Bytes expected(out_size);
  one.run(in.one(), expected);
  all.run(in.all(), out.all());
  if (std::ranges::equal(out.one(), expected)) return {};
  return "the last matrix is wrong\n" + all.explain();
}

}  // namespace ashlar::test
