// scratch_memory.cc - asks for huge pages.
#include "src/base/scratch_memory.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <new>

#include "src/base/cache_line.h"

namespace ashlar {

ScratchMemory::ScratchMemory(std::size_t bytes) : size_(bytes) {
  constexpr std::size_t kHugePage = std::size_t{2} << 20;
  const std::size_t page = bytes >= kHugePage ? kHugePage : kLineBytes;
  const std::size_t size = (std::max(bytes, page) + page - 1) / page * page;
  data_.reset(static_cast<std::byte*>(std::aligned_alloc(page, size)));
  if (data_ == nullptr) throw std::bad_alloc();
#ifdef __linux__
  // Only a wish: nothing is lost if it is not granted.
  if (page == kHugePage) madvise(data_.get(), size, MADV_HUGEPAGE);
#endif
}

void ScratchMemory::Free::operator()(std::byte* data) const { std::free(data); }

}  // namespace ashlar
