// guarded_memory.cc - a mapping, its first and last page closed.
#include "tests/support/guarded_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace ashlar::test {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kMargin = 256;  // bytes beside a buffer that are watched
constexpr std::byte kMark{0xa5};

}  // namespace

GuardedMemory::~GuardedMemory() {
  if (start_ != nullptr) munmap(start_ - kPage, size_ + 2 * kPage);
}

void GuardedMemory::reserve(std::size_t size) {
  if (size <= size_) return;
  if (start_ != nullptr) munmap(start_ - kPage, size_ + 2 * kPage);
  start_ = nullptr;
  size_ = (std::max(size, 2 * size_) + kPage - 1) / kPage * kPage;
  void* const all = mmap(nullptr, size_ + 2 * kPage, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) throw std::bad_alloc();
  start_ = static_cast<std::byte*>(all) + kPage;
  if (mprotect(start_, size_, PROT_READ | PROT_WRITE) != 0) {
    throw std::bad_alloc();
  }
}

std::span<std::byte> GuardedMemory::before() const {
  const auto room = static_cast<std::size_t>(taken_.data() - start_);
  const std::size_t size = std::min(room, kMargin);
  return {taken_.data() - size, size};
}

std::span<std::byte> GuardedMemory::after() const {
  std::byte* const end = taken_.data() + taken_.size();
  const auto room = static_cast<std::size_t>(start_ + size_ - end);
  return {end, std::min(room, kMargin)};
}

std::span<std::byte> GuardedMemory::take(std::size_t size, Edge edge,
                                         std::size_t skew) {
  reserve(size + 2 * kMargin + skew);
  std::byte* at = start_;
  if (edge == Edge::last) at += size_ - size;
  if (edge == Edge::neither) at += kMargin + skew;
  taken_ = {at, size};
  std::ranges::fill(before(), kMark);
  std::ranges::fill(after(), kMark);
  return taken_;
}

bool GuardedMemory::is_clean() const {
  const auto is_mark = [](std::byte byte) { return byte == kMark; };
  return std::ranges::all_of(before(), is_mark) &&
         std::ranges::all_of(after(), is_mark);
}

}  // namespace ashlar::test
