// unit_memory.cc - one mapping for all units of a memory.
#include "src/device/unit_memory.h"

#include <sys/mman.h>

#include <cstdint>

#include "src/base/checked.h"

namespace ashlar {
namespace {

constexpr Index kPage = 4096;
constexpr Index kLargePage = Index{2} << 20;
// Units at distances that are powers of two would share the sets of caches.
constexpr Index kSkew = 5 * kPage + 256;

/// The part of [begin, begin + bytes) that is whole pages of a size.
std::span<std::byte> whole_pages(std::span<std::byte> bytes, Index page) {
  const auto size = static_cast<std::uintptr_t>(page);
  const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data());
  const std::uintptr_t first = (begin + size - 1) / size * size;
  const std::uintptr_t last = (begin + bytes.size()) / size * size;
  if (last <= first) return {};
  return bytes.subspan(first - begin, last - first);
}

}  // namespace

UnitMemory::UnitMemory(Index units, Index bytes)
    : units_(units),
      bytes_(bytes),
      step_(checked_add(round_up(bytes, kPage, "device"), kSkew, "device")) {
  checked_multiply(units_, step_, "device");
}

UnitMemory::~UnitMemory() {
  if (base_ == nullptr) return;
  munmap(base_, static_cast<std::size_t>(units_ * step_));
}

void UnitMemory::reserve() {
  if (base_ != nullptr) return;
  void* base = mmap(nullptr, static_cast<std::size_t>(units_ * step_),
                    PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  require(base != MAP_FAILED, ErrorKind::memory, "device",
          "the host has no addresses for ", units_, " units of ", bytes_,
          " bytes; simulate a smaller device");
  base_ = static_cast<std::byte*>(base);
}

std::span<std::byte> UnitMemory::at(Index unit, Index address,
                                    Index bytes) const {
  return {base_ + unit * step_ + address, static_cast<std::size_t>(bytes)};
}

void UnitMemory::expect_large(Index unit, Index address,
                              Index bytes) const noexcept {
  if (bytes < 2 * kLargePage) return;
  const auto pages = whole_pages(at(unit, address, bytes), kLargePage);
#ifdef MADV_HUGEPAGE
  if (!pages.empty()) madvise(pages.data(), pages.size(), MADV_HUGEPAGE);
#endif
}

void UnitMemory::forget(Index unit, Index address, Index bytes) const noexcept {
  if (base_ == nullptr) return;
  const auto pages = whole_pages(at(unit, address, bytes), kPage);
  if (!pages.empty()) madvise(pages.data(), pages.size(), MADV_DONTNEED);
}

}  // namespace ashlar
