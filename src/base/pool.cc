// pool.cc - pages straight from the system for what is large, and kept.
#include "src/base/pool.h"

#include <sys/mman.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <vector>

#include "src/base/checked.h"
#include "src/base/require.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace ashlar {
namespace {

constexpr std::string_view kWhere = "memory";
constexpr std::int64_t kHugePage = std::int64_t{1} << 21;
constexpr std::int64_t kPage = 4096;

struct Pages {
  std::byte* data = nullptr;
  std::int64_t size = 0;
};

/// What nobody has, nobody may touch.
void set_poisoned([[maybe_unused]] const Pages& pages) {
#if defined(__SANITIZE_ADDRESS__)
  ASAN_POISON_MEMORY_REGION(pages.data, static_cast<std::size_t>(pages.size));
#endif
}

void set_usable([[maybe_unused]] const Pages& pages) {
#if defined(__SANITIZE_ADDRESS__)
  ASAN_UNPOISON_MEMORY_REGION(pages.data, static_cast<std::size_t>(pages.size));
#endif
}

void unmap(std::byte* data, std::int64_t size) {
  if (size > 0) munmap(data, static_cast<std::size_t>(size));
}

/// New pages, huge ones where the system has them. Null data if it has none.
Pages map_pages(std::int64_t size) {
  const bool is_huge = size >= kHugePage;
  const std::int64_t slack = is_huge ? kHugePage : 0;
  const auto total = try_add(size, slack);
  if (!total) return {};
  void* found =
      mmap(nullptr, static_cast<std::size_t>(*total), PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (found == MAP_FAILED) return {};
  auto* begin = static_cast<std::byte*>(found);
  if (!is_huge) return {begin, size};
  // Huge pages begin at multiples of their size; what is around goes back.
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const auto lead = static_cast<std::int64_t>(-address % kHugePage);
  unmap(begin, lead);
  unmap(begin + lead + size, slack - lead);
  madvise(begin + lead, static_cast<std::size_t>(size), MADV_HUGEPAGE);
  return {begin + lead, size};
}

class Pool {
 public:
  Pages take(std::int64_t size) {
    Pages pages = find(size);
    if (pages.data == nullptr) pages = map_pages(size);
    if (pages.data == nullptr) {
      release();  // What is kept here may be what is missing there.
      pages = map_pages(size);
    }
    return pages;
  }

  void give(const Pages& pages) {
    {
      const std::lock_guard lock(mutex_);
      if (kept_bytes_ + pages.size <= kMostKept && kept_.size() < kMostBlocks) {
        kept_.push_back(pages);
        kept_bytes_ += pages.size;
        set_poisoned(pages);
        return;
      }
    }
    unmap(pages.data, pages.size);
  }

  void release() {
    std::vector<Pages> all;
    {
      const std::lock_guard lock(mutex_);
      all.swap(kept_);
      kept_.reserve(kMostBlocks);
      kept_bytes_ = 0;
    }
    for (const Pages& pages : all) {
      set_usable(pages);
      unmap(pages.data, pages.size);
    }
  }

  std::int64_t kept_bytes() {
    const std::lock_guard lock(mutex_);
    return kept_bytes_;
  }

 private:
  /// The smallest that is kept and large enough, unless most of it would lie
  /// idle.
  Pages find(std::int64_t size) {
    const std::lock_guard lock(mutex_);
    auto best = kept_.end();
    for (auto each = kept_.begin(); each != kept_.end(); ++each) {
      const bool fits = each->size >= size && each->size / 2 <= size;
      if (fits && (best == kept_.end() || each->size < best->size)) best = each;
    }
    if (best == kept_.end()) return {};
    const Pages pages = *best;
    kept_.erase(best);
    kept_bytes_ -= pages.size;
    set_usable(pages);
    return pages;
  }

  std::mutex mutex_;
  // Room from the start, so that giving back cannot fail.
  std::vector<Pages> kept_ = [] {
    std::vector<Pages> room;
    room.reserve(kMostBlocks);
    return room;
  }();
  std::int64_t kept_bytes_ = 0;
};

/// Never destroyed: tensors may be freed after everything else.
Pool& pool() {
  static Pool* const only = new Pool;
  return *only;
}

std::shared_ptr<std::byte> take_small(std::int64_t bytes) {
  constexpr std::align_val_t kAlign{kStorageAlignment};
  auto* data = static_cast<std::byte*>(
      ::operator new(static_cast<std::size_t>(bytes), kAlign));
  return {data, [](std::byte* p) { ::operator delete(p, kAlign); }};
}

}  // namespace

std::shared_ptr<std::byte> take_memory(std::int64_t bytes) {
  require(bytes >= 0, ErrorKind::invalid, kWhere, "asked for ", bytes,
          " bytes");
  if (bytes < kLeastKept) return take_small(bytes);
  const Pages pages = pool().take(round_up(bytes, kPage, kWhere));
  require(pages.data != nullptr, ErrorKind::memory, kWhere,
          "there is no room "
          "for ",
          bytes, " bytes on the host");
  return {pages.data, [pages](std::byte*) { pool().give(pages); }};
}

std::int64_t kept_memory() { return pool().kept_bytes(); }
void release_kept_memory() { pool().release(); }

}  // namespace ashlar
