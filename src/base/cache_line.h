// cache_line.h - what memory is read and written in.
#pragma once

#include <cstdint>

namespace ashlar {

inline constexpr std::int64_t kLineBytes = 64;
inline constexpr std::int64_t kLineBits = 8 * kLineBytes;

}  // namespace ashlar
