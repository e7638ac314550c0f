// pool.h - large blocks of memory that are used again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace ashlar {

/// All memory of our own begins at a multiple of this.
inline constexpr std::size_t kStorageAlignment = 64;
/// From here on blocks are kept when they are freed.
inline constexpr std::int64_t kLeastKept = std::int64_t{1} << 20;
/// No more than this is kept, in no more than so many blocks.
inline constexpr std::int64_t kMostKept = std::int64_t{1} << 29;
inline constexpr std::size_t kMostBlocks = 16;

/// Memory for `bytes` bytes, given back with the last copy of the pointer. An
/// error if there is none.
std::shared_ptr<std::byte> take_memory(std::int64_t bytes);

/// How many bytes are kept for later, and letting go of them.
std::int64_t kept_memory();
void release_kept_memory();

}  // namespace ashlar
