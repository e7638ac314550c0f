// philox.h - random bits by seed and index, many at a time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ashlar::kernels {

/// Philox4x32-10 under the key `seed`: words[i] gets the 32 random bits of
/// index first + i. Four indices share a counter.
void random_words(std::uint64_t seed, std::uint64_t first, std::size_t count,
                  std::uint64_t* words);

}  // namespace ashlar::kernels
